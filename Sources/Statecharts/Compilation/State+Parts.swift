extension Statechart.State {
    /// The number of transitions, events, targets, conditions, actions and variables, the cost of a
    /// copy of the state.
    var partCount: Int {
        var count = variables.count + deferred.count + activities.count + invocations.count + initial.count
        for block in entry + exit + [initialActions] { count += block.partCount }
        for transition in transitions {
            count += 1 + transition.targets.count + transition.joinedSources.count + transition.actions.partCount
            if case .events(let patterns) = transition.trigger { count += patterns.count }
            count += transition.condition?.partCount ?? 0
        }
        return count
    }
}

extension [Statechart.Action] {
    /// The number of actions and conditions, including nested ones.
    fileprivate var partCount: Int {
        var count = 0
        forEachNested { action in
            count += 1
            guard case .choose(let branches) = action else { return }
            for branch in branches { count += branch.condition?.partCount ?? 0 }
        }
        return count
    }
}

extension Statechart.Condition {
    /// The number of conditions, including nested ones.
    fileprivate var partCount: Int {
        var count = 0
        forEachNested { _ in count += 1 }
        return count
    }
}
