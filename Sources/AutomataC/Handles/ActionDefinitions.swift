internal import CAutomata
internal import StatechartFormats
internal import Statecharts

extension Statechart.Condition {
    /// The condition as an expression, in which guards are names.
    var asExpression: Expression {
        switch self {
        case .named(let name): .variable(name)
        case .expression(let expression): expression
        case .isActive(let state): .isActive(.literal(.text(state)))
        case .not(let condition): .unary(.not, condition.asExpression)
        case .all(let conditions): Self.joined(conditions[...], by: .and) ?? .literal(.boolean(true))
        case .any(let conditions): Self.joined(conditions[...], by: .or) ?? .literal(.boolean(false))
        }
    }

    /// Joins conditions in a balanced tree, as deep trees take much stack; `nil` if there are none.
    private static func joined(
        _ conditions: ArraySlice<Self>, by joining: Expression.BinaryOperator
    ) -> Expression? {
        guard conditions.count > 1 else { return conditions.first?.asExpression }
        let middle = conditions.startIndex + conditions.count / 2
        guard let left = joined(conditions[..<middle], by: joining),
            let right = joined(conditions[middle...], by: joining)
        else { return nil }
        return .binary(joining, left, right)
    }
}

extension DefinitionMemory {
    /// The conversion of an action, or of a part of an action with other actions within it.
    private enum Task {
        case action(Statechart.Action)
        case branch(Statechart.Branch, isFirst: Bool)
        case end
    }

    /// Copies actions; an action with nested actions goes from an opening to an end.
    ///
    /// - Returns: The copies and their number.
    func actions(
        _ actions: [Statechart.Action]
    ) -> (start: UnsafePointer<automata_statechart_action>?, count: Int) {
        var copies: [automata_statechart_action] = []
        var open = actions.reversed().map { Task.action($0) }
        while let task = open.popLast() {
            switch task {
            case .action(.choose(let branches)):
                // Nothing comes to branches behind one without a condition.
                let count = branches.firstIndex { $0.condition == nil }.map { $0 + 1 } ?? branches.count
                if count > 0 { open.append(.end) }
                open += branches.prefix(count).enumerated().reversed().map {
                    .branch($0.element, isFirst: $0.offset == 0)
                }
            case .action(.forEach(let item, let index, let list, let inner)):
                copies.append(made(AUTOMATA_STATECHART_ACTION_FOR_EACH, item, list, id: index))
                open.append(.end)
                open += inner.reversed().map { .action($0) }
            case .action(let action): copies.append(self.action(action))
            case .branch(let branch, let isFirst):
                let condition = branch.condition?.asExpression
                if isFirst {
                    copies.append(made(AUTOMATA_STATECHART_ACTION_IF, nil, condition ?? .literal(.boolean(true))))
                } else {
                    let kind = condition == nil ? AUTOMATA_STATECHART_ACTION_ELSE : AUTOMATA_STATECHART_ACTION_ELSE_IF
                    copies.append(made(kind, nil, condition))
                }
                open += branch.actions.reversed().map { .action($0) }
            case .end: copies.append(made(AUTOMATA_STATECHART_ACTION_END, nil))
            }
        }
        return (array(copies), copies.count)
    }

    private func action(_ action: Statechart.Action) -> automata_statechart_action {
        switch action {
        case .perform(let name): made(AUTOMATA_STATECHART_ACTION_PERFORM, name)
        case .raise(let event, nil): made(AUTOMATA_STATECHART_ACTION_RAISE, event)
        case .raise(let event, .value(let value)?): made(AUTOMATA_STATECHART_ACTION_RAISE, event, value)
        case .send(let send): self.send(send) ?? made(AUTOMATA_STATECHART_ACTION_OTHER, action.shortText)
        case .cancel(.literal(.text(let id))): made(AUTOMATA_STATECHART_ACTION_CANCEL, nil, id: id)
        case .assign(let variable, let value): made(AUTOMATA_STATECHART_ACTION_ASSIGN, variable, value)
        case .log(let label, let value): made(AUTOMATA_STATECHART_ACTION_LOG, label, value)
        case .addRegion(let state): made(AUTOMATA_STATECHART_ACTION_ADD_REGION, state)
        case .removeRegion: made(AUTOMATA_STATECHART_ACTION_REMOVE_REGION, nil)
        case .raise, .cancel, .choose, .forEach, .script, .custom:
            made(AUTOMATA_STATECHART_ACTION_OTHER, action.shortText)
        }
    }

    /// Returns the sending of an event to the machine itself; `nil` if other parts are computed.
    private func send(_ send: Statechart.Send) -> automata_statechart_action? {
        guard case .literal(.text(let event)) = send.event, send.target == nil, send.transport == nil,
            send.idLocation == nil
        else { return nil }
        var action = made(AUTOMATA_STATECHART_ACTION_SEND, event)
        if let delay = send.delay {
            guard case .literal(let value) = delay, let delay = Duration(value) else { return nil }
            action.delay = delay.nanoseconds(rounding: .up)
        }
        switch send.id {
        case nil: break
        case .literal(.text(let id))?: action.id = text(id)
        default: return nil
        }
        switch send.content {
        case nil: break
        case .value(let value)?: action.value = text(value.description)
        case .fields?: return nil
        }
        return action
    }

    private func made(
        _ kind: automata_statechart_action_kind, _ name: String?, _ value: Expression? = nil, id: String? = nil
    ) -> automata_statechart_action {
        automata_statechart_action(
            kind: kind, name: name.flatMap { text($0) }, delay: 0, id: id.flatMap { text($0) },
            value: value.flatMap { text($0.description) })
    }
}
