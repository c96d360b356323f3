import Foundation
import StatechartTestSupport
import Statecharts
import Testing

/// Recordings of runs, and what they are replayed to.
@Suite struct RecordingTests {
    /// A recorded run of a random chart ends as before when it is replayed, by the same steps.
    @Test(arguments: 0..<200)
    func replaysToTheSameConfiguration(seed: UInt64) throws {
        var source = RandomChart(seed: seed)
        let (inputs, failures) = (source.inputs(20), source.failures())
        let chart = try CompiledStatechart<NotingBehavior>(source.chart)
        func run(
            _ body: (inout StateMachine<NotingBehavior>, inout NotingBehavior, inout StatechartRecording<Never>) throws
                -> Void
        ) throws -> (StatechartRecording<Never>, StateMachineSnapshot<Never>, [String])? {
            let log = Log()
            var behavior = NotingBehavior(log: log, isTrue: { $0.hasSuffix("1") }, fails: failures.contains)
            var recording = StatechartRecording<Never>()
            let limits = StateMachineLimits(steps: 200, events: 200)
            do {
                var machine = try StateMachine(chart, running: &behavior, limits: limits, recorder: &recording)
                try body(&machine, &behavior, &recording)
                return (recording, machine.snapshot, log.entries)
            } catch is StateMachineError {
                return nil
            }
        }
        let first = try run { machine, behavior, recording in
            for input in inputs {
                switch input {
                case .event(let name): try machine.send(.init(rawValue: name), to: &behavior, recorder: &recording)
                case .time(let time):
                    try machine.advance(until: machine.time + time, to: &behavior, recorder: &recording)
                case .start, .guards: break
                }
            }
        }
        guard let first else { return }
        let second = try run { try $0.replay(first.0, to: &$1, recorder: &$2) }
        #expect(second?.0 == first.0 && second?.1 == first.1 && second?.2 == first.2)
    }

    /// Each step is told with its cause.
    @Test func stepsHaveCauses() throws {
        var chart = Statechart("causes")
        var (first, second) = (Statechart.State("first"), Statechart.State("second"))
        first.deferred = ["later"]
        first.transitions = [
            .init(
                .events(["go"]),
                do: [.raise("inner"), .send(.init("queued")), .send(.init("timed", after: .seconds(1)))]),
            .init(.events(["inner"]), do: []), .init(.events(["queued"]), do: []),
            .init(.events(["timed"]), to: ["passed"]),
        ]
        second.transitions = [.init(.events(["later"]), do: [])]
        var passed = Statechart.State("passed")
        passed.transitions = [.init(.always, to: ["second"])]
        for state in [first, passed, second] { chart.add(state) }
        var data = ExpressionBehavior(for: chart)
        var recording = StatechartRecording<ExpressionBehavior.Payload>()
        var machine = try StateMachine(CompiledStatechart(chart), running: &data, recorder: &recording)
        try machine.send("later", to: &data, recorder: &recording)
        try machine.send("go", to: &data, recorder: &recording)
        try machine.advance(until: .seconds(1), to: &data, recorder: &recording)
        #expect(
            recording.steps.map { "\($0.cause) \($0.event)" } == [
                "start ", "sent go", "raised inner", "queued queued", "time timed", "eventless ", "deferred later",
            ])
        #expect(recording.steps[0].entries == ["causes", "first"])
        #expect(recording.steps[4].exits == ["first"] && recording.steps[4].entries == ["passed"])
        #expect(recording.steps[4].transitions == [.init(source: "first", index: 3)])
        #expect(
            recording.steps.map(\.time) == [.zero, .zero, .zero, .zero] + [Duration](repeating: .seconds(1), count: 3))
        #expect(recording.inputs.count == 3)
        // What was kept in a file is replayed as well.
        let text = try JSONEncoder().encode(recording)
        let kept = try JSONDecoder().decode(StatechartRecording<ExpressionBehavior.Payload>.self, from: text)
        #expect(kept == recording)
        var again = ExpressionBehavior(for: chart)
        var replayed = try StateMachine(CompiledStatechart(chart), running: &again)
        try replayed.replay(.init(inputs: kept.inputs), to: &again)
        #expect(replayed.snapshot == machine.snapshot)
    }
}
