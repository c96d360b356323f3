extension FiniteAutomaton {
    /// A Boolean value that indicates whether no word is accepted.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public var isEmpty: Bool { accessibleStates.isDisjoint(with: finalStates) }
}
