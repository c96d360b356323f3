internal import Statecharts

extension Statechart.Transition {
    /// The label: `event [guard] / actions`; empty for a plain completion transition.
    var label: String {
        var parts: [String] = []
        switch trigger {
        case .events(let patterns): parts.append(patterns.map(\.text).joined(separator: ", "))
        case .after(let time): parts.append("after \(time.shortText)")
        case .always, .completion: break
        }
        if let condition { parts.append("[\(condition.shortText)]") }
        if !actions.isEmpty { parts.append("/ " + actions.map(\.shortText).joined(separator: "; ")) }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Statechart.State {
    /// The name, with that of the submachine.
    var title: String {
        guard let submachine else { return name }
        return kind == .regions ? "\(name) : \(submachine) [*]" : "\(name) : \(submachine)"
    }

    /// The lines below the name: actions, deferred events, activities.
    var bodyTexts: [String] {
        func line(_ key: String, _ blocks: [[Statechart.Action]]) -> [String] {
            let actions = blocks.joined().map(\.shortText)
            return actions.isEmpty ? [] : ["\(key) / " + actions.joined(separator: "; ")]
        }
        return line("entry", entry) + line("exit", exit) + activities.map { "do / \($0)" }
            + invocations.map { "invoke / \($0.title)" }
            + (deferred.isEmpty ? [] : [deferred.map(\.text).joined(separator: ", ") + " / defer"])
    }
}

extension Statechart.Invocation {
    /// The identifier, or the invoked chart.
    fileprivate var title: String {
        if let id { return id }
        return switch source {
        case .chart(let chart): chart.name.isEmpty ? "a chart" : chart.name
        case .location(let location): location.description
        case .text: "a chart"
        case .none: kind?.description ?? "nothing"
        }
    }
}
