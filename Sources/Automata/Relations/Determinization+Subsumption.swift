extension NFA {
    /// Returns a deterministic automaton of the same language. It uses the subset construction. If
    /// that builds many subsets and states simulate each other, another construction replaces it.
    /// Its subsets keep only states that no other member simulates.
    ///
    /// The result is trim and numbered breadth-first, but its states may differ from the states of
    /// ``determinized(total:namingSubsets:budget:)``.
    ///
    /// - Complexity: that of the subset construction; plus that of
    ///   ``simulationPreorder(_:budget:)`` if many subsets are built.
    package func determinizedBySubsumption(budget: Budget) throws(AutomataError) -> DFA {
        // For larger automata, the relation takes longer than the subsets that it may save.
        let isRelated = stateCount <= 1 << 13 && transitionCount <= 1 << 20
        let limit = 1024 + 4 * stateCount
        guard isRelated, limit < budget.maximumStates else { return try determinized(budget: budget) }
        if let dfa = try trying(limit, budget, { (budget) throws(AutomataError) in try determinized(budget: budget) }) {
            return dfa
        }
        let preorder = try simulationPreorder(budget: budget)
        let source = try SubsetSource(
            self, useful: UsefulStates(self, budget: budget), includingUnusedSymbols: false)
        // Equivalent states alone don't cause many subsets.
        if preorder.relatesClasses {
            let alphabet = alphabet
            let attempt = { (budget: Budget) throws(AutomataError) in
                var subsets = SubsumedSubsets(source, preorder)
                return try subsets.dfa(of: source, alphabet: alphabet, budget: budget)
            }
            if let dfa = try trying(8 * limit, budget, attempt) { return dfa }
        }
        return try determinized(budget: budget)
    }

    /// Returns the result of an attempt, or `nil` if the attempt builds more than `limit` states.
    private func trying(
        _ limit: Int, _ budget: Budget, _ attempt: (Budget) throws(AutomataError) -> DFA
    ) throws(AutomataError) -> DFA? {
        var smaller = budget
        smaller.maximumStates = min(limit, budget.maximumStates)
        do throws(AutomataError) {
            return try attempt(smaller)
        } catch {
            if case .budgetExceeded(_, .states(limit)) = error, limit < budget.maximumStates { return nil }
            throw error
        }
    }
}

extension SimulationPreorder {
    /// Whether a class simulates another one.
    fileprivate var relatesClasses: Bool {
        (0..<StateID(classes.blockCount)).contains { simulated in
            var count = 0
            forEachSimulatingClass(of: simulated) { _ in count += 1 }
            return count > 1
        }
    }
}
