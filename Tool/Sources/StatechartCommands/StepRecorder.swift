import StatechartAnalysis
import StatechartFormats
import StatechartObservers
import Statecharts
import TextSupport
import ToolSupport

/// Records the effects of each step of a chart, and the log entries of its actions.
///
/// Steps are written as they come, as one event can lead to a hundred million.
struct StepRecorder: StatechartRecorder {
    /// The lines for standard output.
    var output: LineBuffer
    /// The states that the last step left and entered, and its transitions; in a run that a page
    /// shows, those of all steps that followed its last input.
    var lastStep = StatechartHighlight()
    /// The inputs and steps; `nil` if they aren't recorded.
    var recording: StatechartRecording<ExpressionBehavior.Payload>?
    var breakpoints = Breakpoints([])
    /// The covered parts of the chart; `nil` if nobody asks.
    var coverage: StatechartCoverage?
    /// The charts that watch the run; `nil` if there are none.
    var observers: RunObservers?
    private let style: ChartRun.Style
    private let names: RunStateNames
    /// The log of the last action.
    private let log: Monitor<[ExpressionBehavior.LogEntry]>
    private var step: Step?
    private var failure: ToolError?

    private struct Step {
        var event: String
        var time: Duration
        /// The effects in their order; regions that end are left after all else.
        var parts: [Part] = []
    }

    private enum Part {
        case left(String)
        case taken(source: String, index: Int)
        case entered(String)
        /// The beginning or the end of an activity.
        case activity(verb: String, name: String)
        case logged(ExpressionBehavior.LogEntry)
    }

    init(_ names: RunStateNames, _ style: ChartRun.Style, log: Monitor<[ExpressionBehavior.LogEntry]>) {
        (self.names, self.style, self.log) = (names, style, log)
        output = LineBuffer(isKept: style.isViewed || style.isSilent)
    }

    mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {
        recording?.received(event, payload, region: region)
        observers?.forEach { $0.received(event, payload, region: region) }
        breakpoints.began(event: event)
    }

    mutating func waited(until time: Duration) {
        recording?.waited(until: time)
        observers?.forEach { $0.waited(until: time) }
    }

    static var recordsActions: Bool { true }

    mutating func acted(_ action: RecordedAction, _ name: String) { observers?.forEach { $0.acted(action, name) } }

    mutating func began(event: String, cause: StepCause, at time: Duration) {
        recording?.began(event: event, cause: cause, at: time)
        coverage?.began(event: event, cause: cause, at: time)
        observers?.forEach { $0.began(event: event, cause: cause, at: time) }
        breakpoints.began(event: event)
        endStep()
        if style.isDrawing, !style.isViewed { lastStep = StatechartHighlight() }
        guard style.isTracing else { return }
        step = Step(event: cause == .start ? "start" : event, time: time)
    }

    // The root, which mostly has no name, is told only if it has one.
    mutating func left(_ state: String) {
        recording?.left(state)
        observers?.forEach { $0.left(state) }
        collectLog()
        if !state.isEmpty { step?.parts.append(.left(state)) }
        tellActivities(of: state, "end")
        if style.isDrawing { lastStep.exited.insert(state) }
    }

    mutating func took(source: String, _ index: Int) {
        recording?.took(source: source, index)
        coverage?.took(source: source, index)
        if !breakpoints.all.isEmpty {
            breakpoints.took(source: source, targets: names.transition(index, of: source)?.targets ?? [])
        }
        collectLog()
        step?.parts.append(.taken(source: source, index: index))
        if style.isDrawing { lastStep.transitions.insert(.init(source: source, index: index)) }
    }

    mutating func entered(_ state: String) {
        recording?.entered(state)
        coverage?.entered(state)
        observers?.forEach { $0.entered(state) }
        breakpoints.entered(state)
        collectLog()
        if !state.isEmpty { step?.parts.append(.entered(state)) }
        tellActivities(of: state, "begin")
        if style.isDrawing { lastStep.entered.insert(state) }
    }

    private mutating func tellActivities(of state: String, _ verb: String) {
        guard names.hasActivities else { return }
        for name in names.state(state)?.activities ?? [] {
            if step != nil {
                step?.parts.append(.activity(verb: verb, name: name))
            } else if !style.isJSON, !style.isTest {
                write("  \(verb) \(name.shown)")
            }
        }
    }

    /// Ends the last step.
    ///
    /// - Throws: an error if something couldn't be written.
    mutating func finish() throws(ToolError) {
        endStep()
        if let failure { throw failure }
    }

    private mutating func endStep() {
        collectLog()
        guard let step else { return }
        self.step = nil
        for line in style.isJSON ? json(step) : lines(step) { write(line) }
    }

    private mutating func collectLog() {
        for entry in log.withLock({ list in
            defer { list = [] }
            return list
        }) {
            if step != nil {
                step?.parts.append(.logged(entry))
            } else if !style.isJSON, !style.isTest {
                write(entry.line)
            }
        }
    }

    private mutating func write(_ line: String) {
        guard failure == nil else { return }
        do throws(ToolError) { try output.append(Array(line.utf8)) } catch { failure = error }
    }

    private func json(_ step: Step) -> [String] {
        var (left, entered, logged) = ([String](), [String](), [String]())
        var taken: [JSONObject] = []
        for part in step.parts {
            switch part {
            case .left(let state): left.append(state)
            case .taken(let source, let index): taken.append(["source": source, "transition": index])
            case .entered(let state): entered.append(state)
            case .activity(let verb, let name): logged.append(JSONText([verb: name] as JSONObject).text)
            case .logged(let entry): logged.append(JSONText(entry.json).text)
            }
        }
        let object: JSONObject = [
            "event": step.event, "time": JSONText(written: ScriptStep.text(of: step.time)), "left": left,
            "taken": taken, "entered": entered,
        ]
        return [JSONText(object).text] + logged
    }

    private func lines(_ step: Step) -> [String] {
        var (title, lines) = (step.event, [String]())
        for part in step.parts {
            switch part {
            case .left(let state): lines.append("  leave " + state)
            case .taken(let source, let index):
                let transition = names.transition(index, of: source)
                if title.isEmpty, case .after(let delay)? = transition?.trigger {
                    title = "timer of \(ScriptStep.text(of: delay)) ms"
                }
                let targets = transition?.targets.joined(separator: ", ") ?? "…"
                lines.append(
                    "  take \(source.isEmpty ? "the chart" : source) → " + (targets.isEmpty ? "(stays)" : targets))
            case .entered(let state): lines.append("  enter " + state)
            case .activity(let verb, let name): lines.append("  \(verb) \(name)")
            case .logged(let entry): lines.append(entry.line)
            }
        }
        lines.insert("\(ScriptStep.text(of: step.time)) ms: \(title.isEmpty ? "no event" : title)", at: 0)
        return lines.map(\.shown)
    }
}

extension ExpressionBehavior.LogEntry {
    /// The entry for a person.
    fileprivate var line: String {
        let prefix = label.isEmpty ? "  log " : "  log \(label.shown): "
        return switch value {
        case nil: "  perform \(label.shown)"
        case .null?: "  log \(label.shown)"
        case .text(let text)?: prefix + text.shown
        case let value?: prefix + value.description.shown
        }
    }

    fileprivate var json: JSONObject {
        if let value { ["log": label, "value": value.json] } else { ["perform": label] }
    }
}

/// Finds states by the names that they have in a run, where those of submachines are `owner.name`.
final class RunStateNames {
    private let chart: Statechart
    private let submachines: [String: Statechart]
    private var known: [String: Statechart.State?] = [:]
    /// A Boolean value that indicates whether any state has activities.
    let hasActivities: Bool

    init(_ chart: Statechart) {
        self.chart = chart
        hasActivities = chart.withSubmachines.contains { $0.states.contains { !$0.activities.isEmpty } }
        submachines = Dictionary(chart.submachines.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the state, or `nil` if there is none.
    func state(_ name: String) -> Statechart.State? {
        if let known = known[name] { return known }
        let found = state(name[...], in: chart)
        known[name] = .some(found)
        return found
    }

    private func state(_ name: Substring, in chart: Statechart) -> Statechart.State? {
        if let index = chart.index(of: String(name)) { return chart[index] }
        for owner in chart.states {
            guard let machine = owner.submachine.flatMap({ submachines[$0] }), name.hasPrefix(owner.name + ".") else {
                continue
            }
            if let state = state(name.dropFirst(owner.name.count + 1), in: machine) { return state }
        }
        return nil
    }

    /// Returns the transitions of a state, and of its submachine's root behind them.
    func transitions(of source: String) -> [Statechart.Transition] {
        guard let state = state(source) else { return [] }
        let root = state.submachine.flatMap { submachines[$0] }?.root
        return state.transitions + (root?.transitions ?? [])
    }

    /// Returns a transition of a state, by its number.
    func transition(_ index: Int, of source: String) -> Statechart.Transition? {
        let all = transitions(of: source)
        return all.indices.contains(index) ? all[index] : nil
    }
}
