import StatechartScripts
import Statecharts

/// A chart that counts in ECMAScript, and ends at 3 with the list of what it has counted.
var counter = Statechart("Counter")
counter.scriptLanguage = "ecmascript"
counter.root.variables = [.init("seen", .inline("[]"))]
var counting = Statechart.State("counting")
counting.transitions = [
    .init(.events(["count"]), do: [.script("seen.push(_event.data);")]),
    .init(.always, if: .expression(.script("seen.length == 3")), to: ["done"]),
]
counter.add(counting, in: 0)
var done = Statechart.State("done", .final)
done.doneData = .value(.script("seen.map(function (n) { return n * n; })"))
counter.add(done, in: 0)

/// A chart that invokes it, and has no scripts.
var chart = Statechart("Parent")
var waiting = Statechart.State("waiting")
var invocation = Statechart.Invocation(.chart(counter), id: "counter")
invocation.forwardsEvents = true
waiting.invocations = [invocation]
waiting.transitions = [
    .init(
        .events(["done.invoke.counter"]), to: ["rested"],
        do: [.log("squares", .member(.variable("_event"), "data"))])
]
chart.add(waiting, in: 0)
chart.add(Statechart.State("rested"), in: 0)

var context = StatechartContext()
context.makeScripts = { try ECMAScript(named: $0) }
let session = try StatechartSession(chart, in: context)
for number in [1.0, 2, 3] {
    print(session.activeStateNames, session.children.map(\.activeStateNames))
    try session.send("count", .number(number))
}
print(session.activeStateNames, session.children.isEmpty)
print(session.behavior.log.map { "\($0.label): \($0.value ?? .null)" })
