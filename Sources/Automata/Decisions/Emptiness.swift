extension DFA {
    /// Whether no word is accepted.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public var isEmpty: Bool { accessibleStates.isDisjoint(with: finalStates) }
}

extension NFA {
    /// Whether no word is accepted.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isEmpty: Bool { accessibleStates.isDisjoint(with: finalStates) }
}

extension EpsilonNFA {
    /// Whether no word is accepted.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isEmpty: Bool { accessibleStates.isDisjoint(with: finalStates) }
}
