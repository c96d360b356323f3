import Statecharts
import Testing

/// Notes all that it is told.
private struct FullRecorder: StatechartRecorder {
    var entries: [String] = []

    mutating func began(event: String, cause: StepCause, at time: Duration) { entries.append("began \(event)") }
    mutating func left(_ state: String) { entries.append("left \(state)") }
    mutating func took(source: String, _ index: Int) { entries.append("took \(source) \(index)") }
    mutating func entered(_ state: String) { entries.append("entered \(state)") }
}

@Suite struct RecorderTests {
    private let chart = Statechart(
        Outline(
            "c",
            within: [
                Outline(
                    "a", .state, [.on("x"), .on("y", to: "b", do: .raise("z")), .init(.after(.seconds(1)), to: ["a"])]),
                Outline("b", .state, [.on("z", do: .perform("t")), .init(.always, if: .isActive("b"), to: ["d"])]),
                Outline("d", .state, [.on("*", to: "a")]),
            ]))

    @Test func isToldWhatEachStepDoes() throws {
        var (recorder, data) = (FullRecorder(), ExpressionBehavior(for: chart))
        var machine = try StateMachine(
            CompiledStatechart<ExpressionBehavior>(chart), running: &data, recorder: &recorder)
        #expect(recorder.entries == ["began ", "entered c", "entered a"])
        recorder.entries = []
        try machine.send(.init(rawValue: "nothing"), to: &data, recorder: &recorder)
        #expect(recorder.entries.isEmpty)
        try machine.send(.init(rawValue: "x"), to: &data, recorder: &recorder)
        #expect(recorder.entries == ["began x", "took a 0"])
        recorder.entries = []
        try machine.advance(until: .seconds(1), to: &data, recorder: &recorder)
        #expect(recorder.entries.dropFirst() == ["left a", "took a 2", "entered a"])
        recorder.entries = []
        try machine.send(.init(rawValue: "y"), to: &data, recorder: &recorder)
        #expect(
            recorder.entries == [
                "began y", "left a", "took a 1", "entered b", "began ", "left b", "took b 1", "entered d", "began z",
                "left d", "took d 0", "entered a",
            ])
    }

    @Test func anEventBelowAPatternIsToldByIt() throws {
        var (recorder, data) = (FullRecorder(), ExpressionBehavior(for: chart))
        var machine = try StateMachine(
            CompiledStatechart<ExpressionBehavior>(chart), running: &data, recorder: &recorder)
        recorder.entries = []
        try machine.send(.init(rawValue: "x.1"), to: &data, recorder: &recorder)
        #expect(recorder.entries == ["began x.*", "took a 0"])
    }

    private struct Keys: StatechartBehavior {
        enum State: String, StatechartSymbol { case a }
        enum Event: String, StatechartSymbol { case key, up = "key.up" }
        enum Action: String, StatechartSymbol { case note }
        var events: [Event?] = []

        mutating func perform(_ action: Action, in step: inout Step<Keys>) { events.append(step.event) }
    }

    /// A behavior sees its own events, even if the chart mentions nothing but a pattern.
    @Test func aStepTellsTheBehaviorsEvents() throws {
        let chart = Statechart("keys", for: Keys.self) { Simple(.a) { On(.key, do: .note) } }
        var keys = Keys()
        var machine = try StateMachine(CompiledStatechart(chart), running: &keys)
        try machine.send(.key, to: &keys)
        try machine.send(.up, to: &keys)
        #expect(keys.events == [.key, .up])
        #expect(Set(machine.enabledEvents(to: keys)) == [.key, .up])
    }
}
