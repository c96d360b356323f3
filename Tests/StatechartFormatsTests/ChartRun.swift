import Statecharts

/// A run of a chart with data of its own.
struct ChartRun {
    private(set) var machine: StateMachine<ExpressionBehavior>
    private var data: ExpressionBehavior
    private var recorder = SilentRecorder()
    private let mode: Mode

    enum Mode: CaseIterable {
        /// As programs run charts: small ones are flattened.
        case plain
        /// With a recorder, for which no chart is flattened.
        case recorded
    }

    init(_ chart: Statechart, _ mode: Mode) throws {
        self.mode = mode
        data = ExpressionBehavior(for: chart)
        let chart = try CompiledStatechart<ExpressionBehavior>(chart)
        machine =
            switch mode {
            case .plain: try StateMachine(chart, running: &data)
            case .recorded: try StateMachine(chart, running: &data, recorder: &recorder)
            }
    }

    var activeNames: [String] { machine.activeStateNames.sorted() }

    mutating func send(_ event: String) throws {
        switch mode {
        case .plain: try machine.send(event, to: &data)
        case .recorded:
            try machine.send(.init(rawValue: event), .init(name: event), to: &data, recorder: &recorder)
        }
    }

    mutating func advance(to time: Duration) throws {
        switch mode {
        case .plain: try machine.advance(until: time, to: &data)
        case .recorded: try machine.advance(until: time, to: &data, recorder: &recorder)
        }
    }
}

private struct SilentRecorder: StatechartRecorder {
    static var isRecording: Bool { true }

    mutating func began(event: String, cause: StepCause, at time: Duration) {}
    mutating func left(_ state: String) {}
    mutating func took(source: String, _ index: Int) {}
    mutating func entered(_ state: String) {}
}
