internal import TextSupport

/// A target that the code of a state may choose; see ``ScopedState``.
struct ScopedChoice {
    /// The number of the scope.
    var scope: Int
    var target: String
    var source: Int
    /// The index among the transitions of the state.
    var index: Int
    /// All transitions of the state that its code chooses.
    var rivals: [(index: Int, patterns: [Statechart.EventPattern], target: String)]

    /// The number of calls of each scope: on entry, to handle an event, and on exit.
    static let hookCount = 3

    /// Returns the name of the guard that holds if a state's code chooses a target.
    static func guardName(of state: String, _ target: String) -> String { state + ".target." + target }

    /// Returns the name of the action that calls a state's code.
    static func handler(of state: String) -> String { state + ".handle" }
}

extension TableBuilder {
    /// Numbers the scopes, and reports those that the chart can't have.
    mutating func numberScopes() {
        for (number, (name, outer)) in scopeNames.enumerated() {
            guard let node = nodes.find(name, from: 0), nodes.all[node].id != nil else {
                let name = Message.quoted(name.utf8)
                nodes.report(0, "the behavior has data for the unknown state \(name); add the state")
                continue
            }
            if scopes.updateValue(number, forKey: ByteKey(name)) != nil {
                nodes.report(node, "the behavior has data for the state twice; remove one of its scopes")
            }
            let around = outer.map { nodes.find($0, from: 0) ?? node }
            if let around, around == node || !nodes.isWithin(node, around) {
                nodes.report(node, "the code uses data of a state that isn't around it; move it, or complete 'scopes'")
            }
            guard nodes.all[node].owner != nil else { continue }
            nodes.report(
                node, "the behavior can't have data for a state in dynamic regions; keep them by the region's number")
        }
    }

    /// Calls the code of a state, if there is any.
    mutating func callScope(of node: Int, _ hook: Int) {
        guard let scope = scopes[ByteKey(nodes.all[node].name)] else { return }
        add(.callScope, ScopedChoice.hookCount * scope + hook)
        endBlock()
    }

    /// Returns the number of the call of a state's code that an action stands for; `nil` for
    /// other actions.
    func handler(named name: String, of node: Int) -> Int? {
        guard let scope = scopes[ByteKey(nodes.all[node].name)],
            name == ScopedChoice.handler(of: nodes.all[node].state.name)
        else { return nil }
        return ScopedChoice.hookCount * scope + 1
    }

    /// Returns the condition that a state's code chooses the target of a route, or `nil` if the
    /// code doesn't choose it.
    mutating func choice(of route: Route) -> UInt32? {
        let (node, name) = (nodes.all[route.source], nodes.all[route.source].state.name)
        guard let scope = scopes[ByteKey(node.name)], route.index < node.state.transitions.count else { return nil }
        let isKnown = choices.last?.source == route.source
        var rivals = isKnown ? choices.last?.rivals ?? [] : []
        for (index, transition) in node.state.transitions.enumerated() where !isKnown {
            guard case .events(let patterns) = transition.trigger, case .named(let guardName)? = transition.condition,
                let target = transition.targets.first, guardName == ScopedChoice.guardName(of: name, target),
                let found = nodes.lookUp(target, from: route.source)
            else { continue }
            rivals.append((index, patterns, nodes.all[found].name))
        }
        guard let target = rivals.first(where: { $0.index == route.index })?.target else { return nil }
        if route.conditions.count > 1 {
            nodes.report(route.source, "code can't choose a junction with conditions as its target; use a choice")
        }
        choices.append(
            ScopedChoice(scope: scope, target: target, source: route.source, index: route.index, rivals: rivals))
        conditions.append(ConditionEntry(kind: .isTarget, first: UInt32(choices.count - 1)))
        return UInt32(conditions.count - 1)
    }
}
