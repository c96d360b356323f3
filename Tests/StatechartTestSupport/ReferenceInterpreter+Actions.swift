internal import Statecharts

// Actions and conditions.
extension ReferenceInterpreter {
    private struct Failure: Error {}

    /// Rule 13: puts an event at the rear of the internal queue.
    mutating func raise(_ event: String) {
        trace.append("raise \(event)")
        internalQueue.append(event)
    }

    /// Rule 22: a block ends at an action that fails.
    mutating func carryOut(_ block: [Statechart.Action]) {
        do {
            for action in block { try carryOut(action) }
        } catch {
            raise("error.execution")
        }
    }

    private mutating func carryOut(_ action: Statechart.Action) throws(Failure) {
        switch action {
        case .perform(let name):
            trace.append("perform \(name)")
            if fails(name) { throw Failure() }
        case .raise(let event, nil):
            raise(event)
        case .send(let send):
            carryOut(send)
        case .cancel(.literal(.text(let id))):
            removeClocks { $0.id == id }
        case .choose(let branches):
            for branch in branches where holds(branch.condition) {
                for action in branch.actions { try carryOut(action) }
                return
            }
        default:
            preconditionFailure("The reference doesn't know the action \(action)")
        }
    }

    /// Rule 13: sends an event, at once or later.
    private mutating func carryOut(_ send: Statechart.Send) {
        guard case .literal(.text(let event)) = send.event, send.target == nil else {
            preconditionFailure("The reference doesn't know how to send \(send)")
        }
        guard case .literal(.number(let milliseconds)) = send.delay, milliseconds > 0 else {
            externalQueue.append(event)
            return
        }
        let id: String? = if case .literal(.text(let text)) = send.id { text } else { nil }
        clocks.append(Clock(due: now + .milliseconds(milliseconds), cause: .event(event), id: id))
    }

    /// Rule 22: a condition that fails doesn't hold, and an error is raised.
    mutating func holds(_ condition: Statechart.Condition?) -> Bool {
        do {
            return try condition.map(value) ?? true
        } catch {
            raise("error.execution")
            return false
        }
    }

    private func value(_ condition: Statechart.Condition) throws -> Bool {
        switch condition {
        case .named(let name):
            if fails(name) { throw Failure() }
            return isTrue(name)
        case .isActive(let state): return active.contains(state)
        case .not(let condition): return try !value(condition)
        case .all(let conditions): return try conditions.allSatisfy(value)
        case .any(let conditions): return try conditions.contains(where: value)
        case .expression: preconditionFailure("The reference doesn't know expressions")
        }
    }
}
