internal import Statecharts

extension Statechart.Transition {
    /// Returns the label: `event [guard] / actions`; empty for a plain completion transition.
    func label(_ text: (Statechart.Action) -> String) -> String { label(always: "", text) }

    /// Returns the label with `always` for a transition that needs no event, and with a slash if
    /// the transition is internal, so that a label isn't taken for a description.
    func exactLabel(from kind: Statechart.State.Kind, _ text: (Statechart.Action) -> String) -> String {
        let isPlain = joinedSources.isEmpty && (kind == .state || kind == .orthogonal || kind == .regions)
        let label = label(always: isPlain ? "always" : "", text)
        return targets.isEmpty && actions.isEmpty ? label + " /" : label
    }

    /// The events or the time; empty for other triggers.
    var triggerText: String {
        switch trigger {
        case .events(let patterns): patterns.map(\.text).joined(separator: ", ")
        case .after(let time): "after \(time.shortText)"
        case .always, .completion: ""
        }
    }

    private func label(always: String, _ text: (Statechart.Action) -> String) -> String {
        var parts = [trigger == .always ? always : triggerText]
        if let condition { parts.append("[\(condition.shortText)]") }
        if !actions.isEmpty { parts.append("/ " + actions.map(text).joined(separator: "; ")) }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Statechart.State {
    /// The name, with that of the submachine.
    var title: String {
        guard let submachine else { return name }
        return kind == .regions ? "\(name) : \(submachine) [*]" : "\(name) : \(submachine)"
    }

    /// Returns the lines below the name: actions, deferred events, activities.
    func bodyTexts(_ text: (Statechart.Action) -> String) -> [String] {
        func line(_ key: String, _ blocks: [[Statechart.Action]]) -> [String] {
            let actions = blocks.joined().map(text)
            return actions.isEmpty ? [] : ["\(key) / " + actions.joined(separator: "; ")]
        }
        return line("entry", entry) + line("exit", exit) + activities.map { "do / \($0)" }
            + invocations.map { "invoke / \($0.title)" }
            + (deferred.isEmpty ? [] : [deferred.map(\.text).joined(separator: ", ") + " / defer"])
    }
}

extension Statechart.Invocation {
    /// The invoked chart or service, and the identifier in parentheses.
    var title: String {
        var name: String?
        switch source {
        case .chart(let chart): name = chart.name.isEmpty ? nil : chart.name
        case .location(let location): name = location.shortText
        case .text: break
        case .none: name = kind?.shortText
        }
        guard let name, let id, id != name else { return name ?? id ?? "a chart" }
        return "\(name) (\(id))"
    }
}
