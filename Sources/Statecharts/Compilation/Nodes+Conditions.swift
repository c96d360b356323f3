/// Conditions whose truth is known before a run.
extension Nodes {
    /// The greatest depth of conditions that are looked into.
    private static let maximumConditionDepth = 64

    /// Returns whether all conditions of a transition hold whenever its sources are active.
    func isUnconditional(_ route: Route) -> Bool { route.conditions.isEmpty || truth(of: route) == true }

    /// Returns whether the conditions of a transition hold while its sources are active; `nil` if
    /// that depends on the run.
    func truth(of route: Route) -> Bool? {
        // The source of a choice is passed through while other states are left.
        let sources = all[route.source].state.kind == .choice ? [] : route.sources
        var isSure = true
        for condition in route.conditions {
            switch truth(of: condition.content, at: condition.node, while: sources, depth: 0) {
            case false?: return false
            case nil: isSure = false
            case true?: break
            }
        }
        return isSure ? true : nil
    }

    private func truth(of condition: Statechart.Condition, at node: Int, while sources: [Int], depth: Int) -> Bool? {
        guard depth < Self.maximumConditionDepth else { return nil }
        func inner(_ condition: Statechart.Condition) -> Bool? {
            truth(of: condition, at: node, while: sources, depth: depth + 1)
        }
        switch condition {
        case .named: return nil
        case .isActive(let name): return isActive(name, from: node, while: sources)
        case .not(let condition): return inner(condition).map { !$0 }
        case .all(let list): return Self.joined(list.lazy.map(inner), stoppingAt: false)
        case .any(let list): return Self.joined(list.lazy.map(inner), stoppingAt: true)
        case .expression(let expression):
            if let logic = Statechart.Condition(logic: expression) { return inner(logic) }
            // Only what means the same in all languages.
            guard case .script(let script) = expression, script.utf8.count < 100,
                let parsed = try? Expression(parsing: script)
            else { return nil }
            if case .literal(.number(let number)) = parsed { return number != 0 }
            return inner(.expression(parsed))
        }
    }

    /// Returns the value of a conjunction (`stop` is `false`) or of a disjunction (`true`).
    private static func joined(_ values: some Sequence<Bool?>, stoppingAt stop: Bool) -> Bool? {
        var isSure = true
        for value in values {
            if value == stop { return stop }
            if value == nil { isSure = false }
        }
        return isSure ? !stop : nil
    }

    private func isActive(_ name: String, from node: Int, while sources: [Int]) -> Bool? {
        guard let state = find(name, from: node), all[state].id != nil else { return nil }
        for source in sources where all[source].owner == all[state].owner {
            if isWithin(source, state) { return true }
            if !isWithin(state, source), !areInDifferentRegions(source, state) { return false }
        }
        return nil
    }

    // MARK: - Warnings

    /// Finds conditions that always hold or never do.
    mutating func findConstantConditions(_ routes: [Route]) {
        for route in routes where !route.conditions.isEmpty {
            guard mayContinue(steps: 1 + route.conditions.count), let truth = truth(of: route) else { continue }
            let isAboutStates = route.conditions.contains { $0.content.isAboutStates }
            let proviso = isAboutStates ? " while this state is active" : ""
            if truth {
                warn(route.source, "the condition of \(route.title) always holds\(proviso); remove it or correct it")
            } else {
                warn(
                    route.source,
                    "\(route.title) is never taken, as its condition never holds\(proviso); correct the condition")
            }
        }
    }
}

extension Statechart.Condition {
    /// Whether the condition tests an active state itself, or by a negation or a listed condition.
    fileprivate var isAboutStates: Bool {
        switch self {
        case .isActive, .not(.isActive), .expression(.isActive), .expression(.unary(.not, .isActive)): true
        case .all(let list), .any(let list): list.contains { if case .isActive = $0 { true } else { false } }
        default: false
        }
    }
}
