extension FiniteAutomaton {
    /// A Boolean value that indicates whether only finitely many words are accepted. If not,
    /// ``pumpingTriple(budget:)`` returns a proof.
    ///
    /// Cycles that consist only of epsilon moves don't count, as they make no word longer.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public var isFinite: Bool { stateOnCycle == nil }

    /// A state on a cycle that accepted words pass and that reads a symbol.
    var stateOnCycle: StateID? {
        let useful = accessibleStates.intersection(coaccessibleStates)
        let view = asEpsilonNFA
        return view.rows.stateOnCycle(
            of: StronglyConnectedComponents(view.targetRows, nodes: useful, nodeCount: stateCount), among: useful)
    }
}

extension Transitions {
    /// Returns the first state with a transition within its strongly connected component: each pass
    /// of the cycle makes words longer.
    fileprivate func stateOnCycle(of components: StronglyConnectedComponents, among useful: StateSet) -> StateID? {
        useful.first { state in
            range(of: state).contains {
                components.componentByNode[Int(targets[$0])] == components.componentByNode[Int(state)]
            }
        }
    }
}
