import StatechartAnalysis
import Statecharts

var chart = Statechart("Lamp")
chart.add(Statechart.State("off"))
chart.add(Statechart.State("on"))
chart[1].transitions = [.init(.events(["press"]), to: ["on"])]
for finding in try chart.analyzed().findings { print(finding.kind.rawValue, finding.subject, finding.events) }
