import Statecharts
import TextSupport

/// Writes what each step of a chart does.
struct StepRecorder: StatechartRecorder {
    static var isRecording: Bool { true }

    /// The text that wasn't taken yet.
    private(set) var text: [UInt8] = []
    /// The event that was sent last.
    var sentEvent = ""
    /// The time of the steps that come.
    var time = Duration.zero
    private let isOn: Bool
    private let isJSON: Bool
    private let names: StateNames
    private var step: Step?

    private struct Step {
        var event: String
        var left: [String] = []
        var taken: [(source: String, index: Int)] = []
        var entered: [String] = []
    }

    init(_ names: StateNames, isOn: Bool, isJSON: Bool) {
        (self.names, self.isOn, self.isJSON) = (names, isOn, isJSON)
        step = isOn ? Step(event: "start") : nil
    }

    mutating func began(event: String) {
        guard isOn else { return }
        finish()
        step = Step(event: event)
    }

    // The root, which mostly has no name, is told only if it has one.
    mutating func left(_ state: String) { if !state.isEmpty { step?.left.append(state) } }
    mutating func took(source: String, _ index: Int) { step?.taken.append((source, index)) }
    mutating func entered(_ state: String) { if !state.isEmpty { step?.entered.append(state) } }

    /// Ends the last step, and returns the text of all that weren't taken yet.
    mutating func takeText() -> [UInt8] {
        finish()
        defer { text = [] }
        return text
    }

    private mutating func finish() {
        guard let step else { return }
        self.step = nil
        text += (isJSON ? json(step) : lines(step)).utf8
    }

    /// The event's name. A name that the chart doesn't mention is recorded as one for many.
    private func name(of event: String) -> String {
        guard let end = event.firstIndex(of: "\0") else { return event }
        return sentEvent.hasPrefix(event[..<end]) ? sentEvent : event[..<end] + "…"
    }

    private func json(_ step: Step) -> String {
        func list(_ names: [String]) -> String { "[" + names.map(JSONString.quoted).joined(separator: ", ") + "]" }
        let taken = step.taken.map {
            "{\"source\": \(JSONString.quoted($0.source)), \"transition\": \($0.index)}"
        }
        return "{\"event\": \(JSONString.quoted(name(of: step.event))), \"time\": \(ScriptStep.text(of: time)), "
            + "\"left\": \(list(step.left)), \"taken\": [\(taken.joined(separator: ", "))], "
            + "\"entered\": \(list(step.entered))}\n"
    }

    private func lines(_ step: Step) -> String {
        let transitions = step.taken.map { (source: $0.source, transition: names.transition($0.index, of: $0.source)) }
        var title = name(of: step.event)
        if title.isEmpty {
            if case .after(let delay)? = transitions.first?.transition?.trigger {
                title = "timer of \(ScriptStep.text(of: delay)) ms"
            } else {
                title = "no event"
            }
        }
        var lines = ["\(ScriptStep.text(of: time)) ms: \(title)"]
        lines += step.left.map { "  leave " + $0 }
        for (source, transition) in transitions {
            let targets = transition?.targets.joined(separator: ", ") ?? "…"
            lines.append("  take \(source.isEmpty ? "the chart" : source) → " + (targets.isEmpty ? "(stays)" : targets))
        }
        lines += step.entered.map { "  enter " + $0 }
        return lines.map { $0.shown + "\n" }.joined()
    }
}

/// Finds states by the names that they have in a run, where those of submachines are `owner.name`.
final class StateNames {
    private let chart: Statechart
    private let submachines: [String: Statechart]
    private var known: [String: Statechart.State?] = [:]

    init(_ chart: Statechart) {
        self.chart = chart
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

    /// Returns a transition of a state. Behind a state's own come those of its submachine's root.
    func transition(_ index: Int, of source: String) -> Statechart.Transition? {
        guard let state = state(source) else { return nil }
        let root = state.submachine.flatMap { submachines[$0] }?.root
        let all = state.transitions + (root?.transitions ?? [])
        return all.indices.contains(index) ? all[index] : nil
    }
}
