import StatechartCode
import Statecharts

var chart = Statechart("Lamp")
chart.add(Statechart.State("off"))
chart.add(Statechart.State("on"))
chart[1].transitions = [.init(.events(["press"]), to: ["on"], do: [.perform("light up")])]
chart[2].transitions = [.init(.events(["press"]), to: ["off"])]
let header = try StatechartCode.c.text(of: chart)
print(header.split(separator: "\n").filter { $0.contains("_do_light_up(lamp *machine);") }.first ?? "")
