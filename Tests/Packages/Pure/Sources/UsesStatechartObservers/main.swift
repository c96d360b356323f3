import StatechartObservers
import Statecharts

var rule = Statechart("Dark")
rule.add(Statechart.State("watching"))
rule.add(Statechart.State("fail"))
rule[1].transitions = [.init(.events(["entered.off"]), to: ["fail"])]
var lamp = Statechart("Lamp")
lamp.add(Statechart.State("on"))
lamp.add(Statechart.State("off"))
lamp[1].transitions = [.init(.events(["press"]), to: ["off"])]
var observer = try StatechartObserver(rule)
let session = try StatechartSession(lamp, recorder: &observer)
try session.send("press", recorder: &observer)
print(observer.failure.map { "\($0)" } ?? "fine")
