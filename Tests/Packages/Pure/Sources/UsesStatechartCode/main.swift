import StatechartCode
import Statecharts

var chart = Statechart("Lamp")
chart.add(Statechart.State("off"))
chart.add(Statechart.State("on"))
chart[1].transitions = [.init(.events(["press"]), to: ["on"], do: [.perform("light up")])]
chart[2].transitions = [.init(.events(["press"]), to: ["off"])]
let header = try StatechartCode.c.text(of: chart)
for line in header.split(separator: "\n") where line.hasPrefix("void lamp_do_light_up") { print(line) }
