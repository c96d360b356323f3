internal import Statecharts

/// Charts as generated code can have them.
extension Statechart {
    /// The chart without the data of events, which generated code doesn't have, so that events at
    /// constant times are sent by the machine itself. A cancel of others is left to a function.
    var preparedForCode: Statechart {
        var (ids, hasOtherSends) = (Set<String>(), false)
        var prepared = self
        prepared.changeActions { action in
            switch action {
            case .raise(let event, _): return .raise(event)
            case .send(var send):
                send.content = nil
                let isConstant = send.event.isLiteral && send.delay?.isLiteral ?? true
                if isConstant, send.target == nil, send.transport == nil, send.idLocation == nil {
                    if case .literal(.text(let id))? = send.id { ids.insert(id) }
                } else {
                    hasOtherSends = true
                }
                return .send(send)
            default: return action
            }
        }
        guard hasOtherSends else { return prepared }
        prepared.changeActions { action in
            guard case .cancel(.literal(.text(let id))) = action, !ids.contains(id) else { return action }
            return .perform("cancel \(id)")
        }
        return prepared
    }

    private mutating func changeActions(_ change: (Action) -> Action) {
        for state in states.indices {
            self[state].entry = self[state].entry.map { $0.changed(change) }
            self[state].exit = self[state].exit.map { $0.changed(change) }
            self[state].initialActions = self[state].initialActions.changed(change)
            for index in self[state].transitions.indices {
                self[state].transitions[index].actions = self[state].transitions[index].actions.changed(change)
            }
        }
        for index in submachines.indices { submachines[index].changeActions(change) }
    }
}

extension [Statechart.Action] {
    /// Changes all actions, also those in branches. The bodies of loops belong to functions.
    fileprivate func changed(_ change: (Statechart.Action) -> Statechart.Action) -> Self {
        map { action in
            guard case .choose(let branches) = action else { return change(action) }
            return .choose(branches.map { Statechart.Branch(if: $0.condition, do: $0.actions.changed(change)) })
        }
    }
}

extension Expression {
    fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }
}

// MARK: - Texts

extension [Statechart.Action] {
    /// A description of the actions for the one who writes them by hand, a line each.
    fileprivate func lines(_ indent: String) -> [String] { flatMap { $0.lines(indent) } }
}

extension Statechart.Action {
    var text: String { lines("").joined(separator: "\n") }

    fileprivate func lines(_ indent: String) -> [String] {
        switch self {
        case .perform(let name): return [indent + name]
        case .raise(let event, let content): return [indent + "raise \(event)" + Self.text(of: content)]
        case .send(let send):
            var text = "send \(send.event)"
            if let delay = send.delay { text += " after \(delay)" }
            if let target = send.target { text += " to \(target)" }
            if let transport = send.transport { text += " by \(transport)" }
            if let id = send.id { text += " as \(id)" }
            return [indent + text + Self.text(of: send.content)]
        case .cancel(let id): return [indent + "cancel \(id)"]
        case .assign(let variable, let value): return [indent + "\(variable) = \(value)"]
        case .log(let label, let value):
            return [indent + "log " + [label, value?.description ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")]
        case .choose(let branches):
            return branches.flatMap { branch in
                [indent + (branch.condition.map { "if \($0.text)" } ?? "else")] + branch.actions.lines(indent + "  ")
            }
        case .forEach(let item, _, let list, let actions):
            return [indent + "for each \(item) of \(list)"] + actions.lines(indent + "  ")
        case .script(let text): return text.split(separator: "\n").map { indent + $0 }
        case .custom(let action): return [indent + "custom action \(action.name)"]
        case .addRegion, .removeRegion: return []
        }
    }

    fileprivate static func text(of content: Statechart.Content?) -> String {
        switch content {
        case nil: ""
        case .value(let value)?: " with \(value)"
        case .fields(let fields)?: " with " + fields.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
        }
    }
}

extension Statechart.Invocation {
    /// Whether a chart is invoked: the kind that sessions need no service for.
    var isOfChart: Bool {
        guard case .literal(.text(let kind))? = kind else { return kind == nil }
        return ["", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/"].contains(kind)
    }

    var text: String {
        var text = if case .literal(.text(let kind))? = kind { kind } else { kind?.description ?? "" }
        switch source {
        case .location(let source), .text(let source): text += " from \(source)"
        case .chart(let chart): text += " from \(chart.name)"
        case .none: break
        }
        if let id { text += " as \(id)" }
        return text + (forwardsEvents ? " and each event" : "") + Statechart.Action.text(of: arguments)
    }
}

extension Statechart.Condition {
    var text: String {
        switch self {
        case .named(let name): name
        case .expression(let expression): expression.description
        case .isActive(let state): "In('\(state)')"
        case .not(let inner): "!(\(inner.text))"
        case .all(let list): list.map(\.text).joined(separator: " && ")
        case .any(let list): list.map { "(\($0.text))" }.joined(separator: " || ")
        }
    }
}
