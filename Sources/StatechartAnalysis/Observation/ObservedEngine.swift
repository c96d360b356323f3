internal import Statecharts

/// Runs the chart itself by the engine, and notes its outputs.
///
/// Scripts aren't run: a chart with scripts is run without these.
struct ObservedEngine {
    private let chart: CompiledStatechart<ExpressionBehavior>
    private let definition: Statechart
    private let outputs: StatechartOutputs
    private let limits: StateMachineLimits
    private let guards: [String: Bool]
    /// The answers that data of events decide, by the arguments of the events.
    private let answers: [String: [String: Bool]]

    /// An input at a time since the start: an event, or only the time.
    struct Input: Hashable {
        var time: Duration
        var event: String?
        var data = Value.null
    }

    /// The chart after the start or an input.
    struct Observation: Hashable {
        /// The outputs, as the exploration knows them.
        var outputs: [String]
        /// The outputs with the values that the exploration leaves out.
        var exactOutputs: [String]
        var configuration: [String]
        var fate: EventFate?
        var isEnded: Bool
        /// Whether a limit ended the work, as steps have no end.
        var isEndless = false
    }

    /// - Returns: `nil` if the chart isn't valid.
    init?(_ model: ChartModel, _ options: AnalysisOptions) {
        let isScripted = model.original.scriptLanguage != nil
        definition = isScripted ? model.abstraction.chart : model.abstraction.marked ?? model.original
        (outputs, guards) = (options.outputs, model.guards)
        answers = Dictionary(model.dataLetters.map { ($0.argument, $0.answers) }) { first, _ in first }
        limits = StateMachineLimits(steps: max(1, options.maximumSteps), events: 10_000)
        guard let chart = try? CompiledStatechart<ExpressionBehavior>(definition) else { return nil }
        self.chart = chart
    }

    /// Returns what is observed at the start and after each input, up to one with steps without
    /// end.
    ///
    /// - Parameter recorder: A recorder of all steps.
    /// - Returns: `nil` if the run asks a guard that only a program knows.
    func run(
        _ inputs: [Input], recorder: inout some StatechartRecorder
    ) -> [Observation]? {
        let trace = OutputTrace(outputs)
        var behavior = ExpressionBehavior(for: definition)
        let host = ReplayedProgram(Set(behavior.variables.keys), trace)
        (behavior.host, behavior.guards) = (host, guards)
        behavior.onLog = { trace.note($0) }
        var observations: [Observation] = []
        let endless = Observation(
            outputs: ["endless"], exactOutputs: ["endless"], configuration: [], fate: nil, isEnded: false,
            isEndless: true)
        do throws(StateMachineError) {
            var machine = try StateMachine(chart, running: &behavior, limits: limits, recorder: &recorder)
            var wasEnded = false
            func note(_ fate: EventFate?) {
                let isNew = machine.hasEnded && !wasEnded
                wasEnded = machine.hasEnded
                let exact = trace.exactOutputs(isEnded: isNew)
                observations.append(
                    Observation(
                        outputs: trace.take(isEnded: isNew), exactOutputs: exact,
                        configuration: machine.activeStateNames, fate: fate, isEnded: wasEnded))
            }
            note(nil)
            for input in inputs {
                try machine.advance(until: input.time, to: &behavior, recorder: &recorder)
                var fate: EventFate?
                if let event = input.event {
                    let name = ExpressionBehavior.Name(rawValue: event)
                    host.known = answers["\(StatechartInput.event(event, data: input.data))"] ?? [:]
                    fate = try machine.send(
                        name, .init(name: event, data: input.data), to: &behavior, recorder: &recorder)
                }
                note(fate)
            }
        } catch { observations.append(endless) }
        return host.isAsked ? nil : observations
    }
}
