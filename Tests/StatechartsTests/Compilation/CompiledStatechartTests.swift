import Statecharts
import Testing

@Suite struct CompiledStatechartTests {
    /// A chart of a few states, with transitions between the first one and others.
    private func chart(_ transitions: [Statechart.Transition], deferring: Bool = false) -> Statechart {
        var chart = Statechart("chart")
        var state = Statechart.State("a")
        state.transitions = transitions
        if deferring { state.deferred = ["later"] }
        chart.add(state)
        chart.add(Statechart.State("b"))
        return chart
    }

    private func compiled(_ chart: Statechart) throws -> CompiledStatechart<ExpressionBehavior> {
        try CompiledStatechart(chart)
    }

    @Test func flattening() throws {
        let go = Statechart.Transition(.events(["go"]), to: ["b"])
        let small = try compiled(chart([go]))
        #expect(small.flattening == .flat(configurations: 2))
        #expect(try compiled(chart([go], deferring: true)).flattening == .deferringEvents)
        var large = Statechart("large", isOrthogonal: true)
        for region in 0..<20 {
            let parent = large.add(Statechart.State("r\(region)"))
            var state = Statechart.State("a\(region)")
            state.transitions = [Statechart.Transition(.events([.init("e\(region)")]), to: ["b\(region)"])]
            large.add(state, in: parent)
            large.add(Statechart.State("b\(region)"), in: parent)
        }
        let compiled = try compiled(large)
        #expect(compiled.flattening == .tooLarge)
        #expect(small.tableByteCount > 0 && compiled.tableByteCount > small.tableByteCount)
    }

    @Test func unknownNames() throws {
        let condition = Statechart.Condition.all([
            .expression(try Expression(parsing: "x > 0 && defined(y) && In('c')")), .not(.isActive("b")),
        ])
        var go = Statechart.Transition(.events(["go"]), if: condition, to: ["b"])
        go.actions = [
            .forEach(item: "i", index: nil, list: .list([]), do: [.assign("z", .variable("i"))]),
            .log("x", .variable("x")),
        ]
        var chart = chart([go])
        let a = ["chart", "a"]
        let variable = { (name: String) in "unknown variable '\(name)'; declare it or correct the name" }
        #expect(try compiled(chart).warnings.map(\.path) == [a, a, a])
        #expect(
            try Set(compiled(chart).warnings.map(\.message)) == [
                variable("x"), variable("z"), "unknown state 'c'; correct the name",
            ])
        chart.root.variables = [.init("x"), .init("z")]
        chart.add(Statechart.State("c"))
        // C programs have guards beside the chart.
        chart.root.transitions = [.init(.events(["go"]), if: .expression(.variable("ready")), to: ["a"])]
        #expect(
            try compiled(chart).warnings.map(\.message).contains(
                variable("ready") + ", or bind a guard of this name in C"))
        chart.root.transitions = []
        // The condition asks for a state that excludes the source.
        #expect(try compiled(chart).warnings.map(\.path) == [a, ["chart", "c"]])
    }

    /// Scripts may declare variables, and assign to places such as `list[0]`.
    @Test func unknownNamesBesideScripts() throws {
        var go = Statechart.Transition(.events(["go"]), to: ["b"])
        go.actions = ["o.n", "o.l[0]", "L[L.length]", "x"].map { .assign($0, .literal(.null)) }
        var chart = chart([go])
        #expect(try compiled(chart).warnings.count == 4)
        chart.scriptLanguage = "ecmascript"
        #expect(
            try compiled(chart).warnings.map(\.message) == ["unknown variable 'x'; declare it or correct the name"])
        chart.root.entry = [[.script("var x;")]]
        #expect(try compiled(chart).warnings.isEmpty)
    }

    /// Of too many states nothing is told but that.
    @Test func tooManyStates() {
        var chart = Statechart("chart")
        for number in 0..<140_000 { chart.add(Statechart.State("s\(number)")) }
        let error = #expect(throws: StatechartError.self) { try compiled(chart) }
        #expect(error?.findings.map(\.path) == [["chart"]])
    }

    @Test func timersWithoutDelayReachTheLimit() throws {
        var data = ExpressionBehavior(for: Statechart("chart"))
        let loop = try compiled(chart([Statechart.Transition(.after(.zero), to: ["a"])]))
        var machine = try StateMachine(loop, running: &data, limits: .init(steps: 100))
        #expect(throws: StateMachineError.tooManySteps(limit: 100, active: ["a"])) {
            try machine.advance(by: .seconds(1), to: &data)
        }
        #expect(machine.activeStateNames == ["a"] && machine.time == .zero)
        let slow = try compiled(chart([Statechart.Transition(.after(.milliseconds(1)), to: ["a"])]))
        machine = try StateMachine(slow, running: &data, limits: .init(steps: 100))
        try machine.advance(by: .seconds(1), to: &data)
        #expect(machine.time == .seconds(1))
    }

    @Test func failuresAreTold() throws {
        final class Failures: @unchecked Sendable { var all: [ExpressionBehavior.Failure] = [] }
        let failures = Failures()
        let guarded = Statechart.Condition.expression(try Expression(parsing: "_event.data.x"))
        let assign = Statechart.Action.assign("n", try Expression(parsing: "1 / 0"))
        let raise = Statechart.Action.raise("r", .value(.variable("n")))
        let chart = chart([
            Statechart.Transition(.events(["go"]), if: guarded), Statechart.Transition(.events(["go"]), do: [assign]),
            Statechart.Transition(.events(["raise"]), do: [raise]),
        ])
        var data = ExpressionBehavior(for: chart)
        data.onFailure = { failures.all.append($0) }
        var machine = try StateMachine(try compiled(chart), running: &data)
        try machine.send("go", to: &data)
        try machine.send("raise", to: &data)
        #expect(failures.all.map(\.subject) == [.condition(guarded), .action(assign), .action(raise)])
        #expect(failures.all.last?.error.message == "the variable 'n' has no value")
    }
}
