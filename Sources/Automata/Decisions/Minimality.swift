extension DFA {
    /// Whether no smaller DFA has the same language: no smaller total one where this one is total, no smaller partial one otherwise.
    ///
    /// - Complexity: as ``minimized(using:total:budget:)`` has.
    public var isMinimal: Bool {
        // Without a limit and without a way to cancel, nothing but an automaton beyond 32-bit ids can fail.
        guard let minimal = try? minimized(budget: .unlimited) else { return false }
        if !isTotal { return minimal.stateCount == stateCount }
        return (minimal.isTotal ? minimal.stateCount : minimal.stateCount + 1) == stateCount
    }
}
