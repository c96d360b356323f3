extension FiniteAutomaton {
    /// A Boolean value that indicates whether only finitely many words are accepted;
    /// ``pumpingTriple(budget:)`` shows why not.
    ///
    /// A cycle of epsilon moves alone makes no word longer.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is held as a dense table.
    public var isFinite: Bool { stateOnCycle == nil }

    /// A state on a cycle with a transition that accepted words go round.
    var stateOnCycle: StateID? {
        let useful = accessibleStates.intersection(coaccessibleStates)
        let view = asEpsilonNFA
        return view.rows.stateOnCycle(
            of: StronglyConnectedComponents(view.targetRows, nodes: useful, nodeCount: stateCount), among: useful)
    }
}

extension Transitions {
    /// The first state with a transition within its strongly connected component: words that go
    /// round get longer.
    fileprivate func stateOnCycle(of components: StronglyConnectedComponents, among useful: StateSet) -> StateID? {
        useful.first { state in
            range(of: state).contains { components.componentOf[Int(targets[$0])] == components.componentOf[Int(state)] }
        }
    }
}
