/// The reason why a smaller DFA of the same language exists.
public enum Nonminimality: Sendable, Hashable {
    /// No word leads to the state.
    case unreachable(StateID)
    /// No final state can be reached from the state, so a partial automaton doesn't need it.
    case dead(StateID)
    /// The same words are accepted from both states.
    case equivalent(StateID, StateID)
}

extension DFA {
    /// A Boolean value that indicates whether no smaller DFA has the same language. A total DFA is
    /// compared only with total DFAs.
    ///
    /// There is no budget, because the cost is never exponential. ``nonminimality(budget:)`` takes
    /// a budget and can be cancelled.
    ///
    /// - Complexity: that of `minimized(using:total:budget:)`.
    public var isMinimal: Bool {
        // Without a limit and without cancellation, only an automaton beyond 32-bit ids can fail.
        guard let minimal = try? minimized(budget: .unlimited) else { return false }
        if !isTotal { return minimal.stateCount == stateCount }
        return (minimal.isTotal ? minimal.stateCount : minimal.stateCount + 1) == stateCount
    }

    /// Returns why the automaton isn't minimal, or `nil` if it is minimal. The reason is the first
    /// inaccessible state, or else the first dead state of a partial automaton, or else the first
    /// pair of equivalent states, in lexicographic order.
    ///
    /// - Complexity: O(*n* + *m* log *n*), or O(*n* *k* log *n*) in a dense table.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func nonminimality(budget: Budget = .default) throws(AutomataError) -> Nonminimality? {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let accessible = try accessibleStates(steps: &steps)
        if let state = states.first(where: { !accessible.contains($0) }) { return .unreachable(state) }
        let coaccessible = try coaccessibleStates(steps: &steps)
        if !isTotal, let state = states.first(where: { !coaccessible.contains($0) }) { return .dead(state) }
        return try equivalentStates(budget: budget).map { .equivalent($0.0, $0.1) }
    }

    /// Returns the first pair of equivalent states in lexicographic order, or `nil` if there is
    /// none.
    ///
    /// Inaccessible states count too.
    ///
    /// - Complexity: O(*n* + *m* log *n*), or O(*n* *k* log *n*) in a dense table.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func equivalentStates(budget: Budget = .default) throws(AutomataError) -> (StateID, StateID)? {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let coaccessible = try coaccessibleStates(steps: &steps)
        let dead = states.lazy.filter { !coaccessible.contains($0) }.prefix(2)
        // Transitions to dead states don't distinguish states, so dead states are removed before
        // the comparison.
        let kept = Array(coaccessible)
        try steps.check()
        let live = NFA(self).restricted(to: coaccessible)
        let partition = try live.bisimulationPartition(.forward, budget: budget)
        let pairs =
            partition.blocks.lazy.filter { $0.count > 1 }.prefix(1)
            .map { (kept[Int($0[$0.startIndex])], kept[Int($0[$0.startIndex + 1])]) }
            + (dead.count == 2 ? [(dead[dead.startIndex], dead[dead.index(after: dead.startIndex)])] : [])
        return pairs.min { $0.0 < $1.0 }
    }
}
