// The charts that need more than the guards and actions of a program.

extension Statechart {
    /// Returns whether the chart has variables, or conditions or actions with expressions.
    ///
    /// - Parameter isGuard: Returns whether a name in a condition is a guard of the program.
    /// - Complexity: O(*n*) for *n* parts of the chart and its submachines.
    package func hasExpressions(besides isGuard: @escaping (String) -> Bool) -> Bool {
        let guards = NamedGuards(of: self, isGuard: isGuard)
        return ([self] + submachines).contains { chart in chart.states.contains { $0.hasExpressions(guards) } }
    }
}

extension Statechart.State {
    fileprivate func hasExpressions(_ guards: NamedGuards) -> Bool {
        !variables.isEmpty || doneData != nil
            || (entry + exit + [initialActions]).contains { $0.haveExpressions(guards) }
            || transitions.contains { transition in
                transition.condition?.hasExpressions(guards) ?? false || transition.actions.haveExpressions(guards)
            }
    }
}

extension [Statechart.Action] {
    @inline(never)
    fileprivate func haveExpressions(_ guards: NamedGuards) -> Bool {
        var isFound = false
        forEachNested { isFound = isFound || $0.hasExpressions(guards) }
        return isFound
    }
}

extension Statechart.Action {
    /// Returns whether the action itself has expressions, whatever is nested in it.
    fileprivate func hasExpressions(_ guards: NamedGuards) -> Bool {
        switch self {
        case .perform, .raise(_, nil), .cancel(.literal(.text)), .addRegion, .removeRegion: false
        case .send(let send): PlainSend(send) == nil
        case .choose(let branches): branches.contains { $0.condition?.hasExpressions(guards) ?? false }
        case .raise, .cancel, .assign, .log, .forEach, .script, .custom: true
        }
    }
}

extension Statechart.Condition {
    fileprivate func hasExpressions(_ guards: NamedGuards) -> Bool {
        var open = [self]
        while let next = open.popLast() {
            switch next {
            case .named(let name): if guards.isVariable(name) { return true }
            case .expression(let expression):
                guard let parts = guards.condition(of: expression) else { return true }
                open.append(parts)
            case .isActive: break
            case .not(let inner): open.append(inner)
            case .all(let list), .any(let list): open += list
            }
        }
        return false
    }
}
