extension DFA {
    /// Whether only finitely many words are accepted; ``pumpingTriple(budget:)`` shows why not.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public var isFinite: Bool { stateOnCycle == nil }

    /// A state on a cycle that accepted words go round.
    var stateOnCycle: State? { NFA(self).stateOnCycle }
}

extension NFA {
    /// Whether only finitely many words are accepted; ``pumpingTriple(budget:)`` shows why not.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isFinite: Bool { stateOnCycle == nil }

    /// A state on a cycle that accepted words go round.
    var stateOnCycle: State? {
        let useful = accessibleStates.intersection(coaccessibleStates)
        return rows.stateOnCycle(
            of: StronglyConnectedComponents(targetRows, nodes: useful, nodeCount: stateCount), among: useful)
    }
}

extension EpsilonNFA {
    /// Whether only finitely many words are accepted; ``pumpingTriple(budget:)`` shows why not. A cycle of epsilon moves alone makes no
    /// word longer.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isFinite: Bool {
        let useful = accessibleStates.intersection(coaccessibleStates)
        let components = StronglyConnectedComponents(targetRows, nodes: useful, nodeCount: stateCount)
        return rows.stateOnCycle(of: components, among: useful) == nil
    }
}

extension Transitions {
    /// The first state with a transition within its strongly connected component: words that go round get longer.
    fileprivate func stateOnCycle(of components: StronglyConnectedComponents, among useful: StateSet) -> State? {
        useful.first { state in
            range(of: state).contains { components.componentOf[Int(targets[$0])] == components.componentOf[Int(state)] }
        }
    }
}
