import Statecharts
import Testing

/// Names are equal if their bytes are, however they look.
@Suite struct ByteNamesTests {
    private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

    private func chart() -> Statechart {
        var chart = Statechart("chart")
        for (name, event) in [(Self.composed, Self.decomposed), (Self.decomposed, Self.composed)] {
            var state = Statechart.State(name)
            state.transitions = [.on(.init(event), to: event)]
            chart.add(state)
        }
        return chart
    }

    @Test func statesAndEvents() throws {
        let chart = chart()
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        #expect(compiled.number(ofState: Self.composed) == 1)
        #expect(compiled.number(ofState: Self.decomposed) == 2)
        #expect(compiled.number(ofEvent: Self.composed) != compiled.number(ofEvent: Self.decomposed))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(compiled, running: &data)
        #expect(try machine.send(Self.composed, to: &data) == .ignored)
        #expect(try machine.send(Self.decomposed, to: &data) == .taken)
        #expect(machine.isActive(.init(rawValue: Self.decomposed)))
        #expect(!machine.isActive(.init(rawValue: Self.composed)))
    }

    @Test func submachines() throws {
        var chart = Statechart("chart")
        for name in [Self.composed, Self.decomposed] {
            var machine = Statechart(name)
            machine.add(Statechart.State(name.utf8.count == 2 ? "two" : "three"))
            chart.submachines.append(machine)
            var state = Statechart.State("s\(name.utf8.count)")
            state.submachine = name
            chart.add(state)
        }
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        #expect(compiled.stateNames == ["chart", "s2", "s2.two", "s3", "s3.three"])
    }

    /// Symbols that only look alike are asked for separately.
    @Test func actions() throws {
        var chart = Statechart("chart")
        var state = Statechart.State("s")
        state.transitions = [
            .on("x", do: .perform(Self.composed), .perform(Self.decomposed), .perform(Self.composed)),
            .on("y", do: .log("", .literal(.text(Self.composed))), .log("", .literal(.text(Self.decomposed)))),
        ]
        chart.add(state)
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.send("x", to: &data)
        #expect(data.log.map { $0.label.utf8.count } == [2, 3, 2])
        try machine.send("y", to: &data)
        #expect(data.log.suffix(2).map { "\($0.value ?? .null)".utf8.count } == [4, 5])
    }
}
