import Statecharts
import Synchronization
import Testing

@Suite struct ExpressionBehaviorTests {
    /// Runs the actions of an event in a chart with a few variables; returns the data.
    private func run(
        _ actions: [Statechart.Action], variables: [Statechart.Variable] = [], rounds: Int = 1
    ) throws -> ExpressionBehavior {
        var chart = Statechart(
            Outline(
                "c", .state,
                [
                    .init(.events(["x"]), do: actions),
                    .on("error", do: .log("error", .member(.variable("_event"), "name"))),
                    .on("told", do: .log("told", .member(.variable("_event"), "data"))),
                ], within: [Outline("a")]))
        chart.root.variables = variables + [.init("n", .literal(.number(1))), .init("unset")]
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        for _ in 0..<rounds { try machine.send("x", .number(5), to: &data) }
        return data
    }

    private func expression(_ text: String) throws -> Expression { try Expression(parsing: text) }

    @Test func variablesHaveTheirFirstValues() throws {
        let data = try run([.assign("n", expression("n + _event.data"))], rounds: 2)
        let variables: [String: Value?] = ["n": .number(11), "unset": nil]
        #expect(data.variables == variables)
    }

    /// The reason of a failure is at hand for the transition on its event.
    @Test func aFailureIsKept() throws {
        var chart = Statechart("c")
        var state = Statechart.State("a")
        state.transitions = [
            .init(.events(["x"]), do: [.assign("nowhere", .literal(.null))]), .init(.events(["error.execution"])),
        ]
        chart.add(state)
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart(chart), running: &data)
        #expect(machine.failure == nil)
        try machine.send("x", to: &data)
        let failure = try #require(machine.failure as? ExpressionError)
        #expect(failure.description.contains("'nowhere'"))
    }

    @Test func aVariableMustBeDeclared() throws {
        let data = try run([.assign("m", .literal(.null)), .assign("n", .literal(.null))])
        #expect(data.variables["m"] == nil && data.variables["n"] == .number(1))
        #expect(data.log.map(\.label) == ["error"] && data.log.first?.value == .text("error.execution"))
    }

    @Test func aVariableWithoutAValueFails() throws {
        #expect(try run([.assign("n", .variable("unset"))]).log.map(\.label) == ["error"])
    }

    @Test func loopsVisitListsAsTheyWere() throws {
        let list = Statechart.Variable("list", .literal(.list([.number(1), .number(2)])))
        let data = try run(
            [
                .forEach(
                    item: "item", index: "place", list: .variable("list"),
                    do: [
                        .assign("list", expression("list + [item]")), .assign("n", expression("n * 10 + item + place")),
                    ])
            ], variables: [list])
        #expect(data.variables["n"] == .number(113))
        #expect(data.variables["list"] == .list([.number(1), .number(2), .number(1), .number(2)]))
    }

    @Test func aBranchWithinALoopWhoseConditionFailsIsNotTaken() throws {
        let choice = Statechart.Action.choose([
            .init(if: .expression(.variable("unset")), do: [.perform("no")]),
            .init(do: [.assign("n", .literal(.number(2)))]),
        ])
        let data = try run([.forEach(item: "i", index: nil, list: .literal(.list([.null])), do: [choice])])
        #expect(data.variables["n"] == .number(2) && data.log.map(\.label) == ["error"])
    }

    @Test(arguments: ["1", "_event", "null", "a b", ""]) func aLoopNeedsAVariable(name: String) throws {
        let loop = Statechart.Action.forEach(item: name, index: nil, list: .literal(.list([.null])), do: [])
        #expect(try run([loop]).log.map(\.label) == ["error"])
    }

    @Test func loopsAreBounded() throws {
        let list = Statechart.Variable("list", .literal(.list(Array(repeating: .null, count: 1000))))
        let inner = Statechart.Action.forEach(
            item: "i", index: nil, list: .variable("list"), do: [.assign("n", try expression("n + 1"))])
        let data = try run(
            [.forEach(item: "j", index: nil, list: .variable("list"), do: [inner])], variables: [list])
        #expect(data.log.map(\.label) == ["error"])
        guard case .number(let count)?? = data.variables["n"] else { Issue.record("n isn't a number"); return }
        #expect(90_000...100_001 ~= count)
    }

    /// Data that nest themselves step by step end with an error.
    @Test(arguments: [
        Statechart.Content.fields([.init("inner", .variable("_event"))]), .value(.variable("_event")),
        .value(.list([.variable("_event")])),
    ])
    func dataAreBounded(content: Statechart.Content) throws {
        let chart = Statechart(
            Outline(
                "c", .state,
                [.on("x", do: .raise("x", content)), .on("error.execution", to: "b")],
                within: [Outline("a"), Outline("b", .state, [.on("x")])]))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.send("x", to: &data)
        #expect(machine.activeStateNames == ["b"])
    }

    /// An event whose data fail comes without them, behind the error.
    @Test func anEventComesWithoutDataThatFail() throws {
        let data = try run([.raise("told", .fields([.init("a", .variable("unset"))])), .assign("n", .literal(.null))])
        #expect(data.log.map(\.label) == ["error", "told"])
        #expect(data.log.last?.value == .null && data.variables["n"] == .number(1))
    }

    @Test func eventsCarryTheirData() throws {
        let fields = Statechart.Content.fields([.init("a", try expression("n + 1")), .init("b", .literal(.text("t")))])
        #expect(
            try run([.raise("told", fields)]).log.map(\.value) == [.record(["a": .number(2), "b": .text("t")])])
        #expect(try run([.raise("told", .value(.variable("n")))]).log.map(\.value) == [.number(1)])
    }

    @Test(arguments: [
        (Value.text("0.5s"), true), (.number(500), true), (.text("soon"), false), (.number(-1), false), (.null, false),
    ])
    func delaysAreTimesOrNumbers(delay: Value, isDelay: Bool) throws {
        var send = Statechart.Send("told")
        send.delay = .literal(delay)
        let chart = Statechart(
            Outline("c", .state, [.on("x", do: .send(send))], within: [Outline("a")]))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.send("x", to: &data)
        #expect(machine.deadline == (isDelay ? .milliseconds(500) : nil))
    }

    @Test func aComputedIdentifierCancels() throws {
        let send = Statechart.Action.send(.init("told", after: .seconds(1), id: "later"))
        let chart = Statechart(
            Outline(
                "c", .state, [.on("x", do: send), .on("y", do: .cancel(try expression("_event.data")))],
                within: [Outline("a")]))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.send("x", to: &data)
        try machine.send("y", .text("never"), to: &data)
        #expect(machine.deadline == .seconds(1))
        try machine.send("y", .text("later"), to: &data)
        #expect(machine.deadline == nil)
    }

    @Test func aFailedSendNamesItsError() throws {
        var send = Statechart.Send("told")
        send.target = .literal(.text("#_scxml_other"))
        let data = try run([.send(send), .log("no", nil)])
        #expect(data.log.map(\.value) == [.text("error.communication")])
        send.target = .literal(.text("elsewhere"))
        #expect(try run([.send(send)]).log.map(\.value) == [.text("error.execution")])
        send.target = nil
        send.transport = .literal(.text("smoke"))
        #expect(try run([.send(send)]).log.map(\.value) == [.text("error.execution")])
    }

    @Test func namedActionsAndGuardsAreKnown() throws {
        let chart = Statechart(
            Outline(
                "c", .state,
                [
                    .on("x", if: .named("isOn"), do: .perform("ring")),
                    .on("x", do: .assign("isOn", .literal(.boolean(true)))),
                ],
                within: [Outline("a")]))
        var declared = chart
        declared.root.variables = [.init("isOn", .literal(.boolean(false)))]
        var data = ExpressionBehavior(for: declared)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(declared), running: &data)
        try machine.send("x", to: &data)
        #expect(data.log.isEmpty)
        try machine.send("x", to: &data)
        #expect(data.log.map(\.label) == ["ring"])
    }

    /// A guard that no program has is false, without an event that could lead to it again.
    @Test func unknownGuardsRaiseNothing() throws {
        var chart = Statechart(
            Outline(
                "c", .state, [.on("error.execution", do: .perform("error"))],
                within: [Outline("a", .state, [.init(.always, if: .not(.named("g"))), .on("x", if: .named("n"))])]))
        chart.root.variables = [.init("n", .literal(.number(1)))]
        var data = ExpressionBehavior(for: chart)
        let failures = Mutex<[String]>([])
        data.onFailure = { failure in failures.withLock { $0.append("\(failure.error)") } }
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        #expect(data.log.isEmpty)
        #expect(failures.withLock { $0 } == ["the variable 'g' has no value"])
        try machine.send("x", to: &data)
        #expect(data.log.map(\.label) == ["error"])
    }
}
