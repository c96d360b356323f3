internal import Statecharts

/// Makes runs that an exploration has found with the engine on the chart itself.
struct Replayer {
    private let chart: CompiledStatechart<ExpressionBehavior>
    private let definition: Statechart

    /// The claim that the end of a run must confirm.
    enum Expectation {
        /// The configuration.
        case configuration
        /// The configuration, and that an event is ignored.
        case ignored(event: String)
        /// That the last input leads to steps without end.
        case endless
        /// The configuration, if it is known, and the state of a monitor.
        case monitored(any TraceMonitor, state: UInt32, TraceTable)
    }

    /// Creates a replayer; charts with scripts are replayed without these.
    ///
    /// - Returns: `nil` if the chart isn't valid.
    init?(_ model: ChartModel) {
        let isScripted = model.original.scriptLanguage != nil
        definition = isScripted ? model.abstraction.chart : model.original
        guard let chart = try? CompiledStatechart<ExpressionBehavior>(definition) else { return nil }
        self.chart = chart
    }

    /// Returns whether the engine makes a run with the expected end.
    func confirms(_ witness: Witness, _ expectation: Expectation, in configuration: [String], _ model: ChartModel)
        -> Bool
    {
        guard case .monitored(let monitor, let state, let table) = expectation else {
            var recorder = NoRecorder()
            return confirms(witness, expectation, in: configuration, model, &recorder)
        }
        var recorder = TraceRecorder(table)
        guard confirms(witness, expectation, in: configuration, model, &recorder) else { return false }
        let end = try? monitor.next(after: monitor.start(), over: recorder.symbols)
        return end?.state == state
    }

    private func confirms<Recorder: StatechartRecorder>(
        _ witness: Witness, _ expectation: Expectation, in configuration: [String], _ model: ChartModel,
        _ recorder: inout Recorder
    ) -> Bool {
        guard let times = witness.times else { return false }
        var behavior = ExpressionBehavior(for: definition)
        behavior.guards = model.guards
        let host = ReplayedProgram(Set(behavior.variables.keys))
        behavior.host = host
        behavior.onLog = { _ in }
        do throws(StateMachineError) {
            var machine = try StateMachine(chart, running: &behavior, recorder: &recorder)
            for (letter, time) in zip(witness.letters, times) {
                try machine.advance(until: time, to: &behavior, recorder: &recorder)
                guard case .event = letter.input else { continue }
                let (name, data) = model.event(of: letter.input)
                host.known = model.answers(of: letter.input)
                try machine.send(
                    .init(rawValue: name), .init(name: name, data: data), to: &behavior, recorder: &recorder)
            }
            let isEndKnown = if case .monitored = expectation { !configuration.isEmpty } else { true }
            guard !isEndKnown || machine.activeStateNames == configuration else { return false }
            switch expectation {
            case .configuration, .monitored: return !host.isAsked
            case .endless: return false
            case .ignored(let event): return try machine.send(event, to: &behavior) == .ignored && !host.isAsked
            }
        } catch {
            // Steps without end may also raise ever more events.
            if case .endless = expectation { return !host.isAsked }
            return false
        }
    }
}
