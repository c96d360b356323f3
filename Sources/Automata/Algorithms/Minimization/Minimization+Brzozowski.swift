extension NFA {
    /// Brzozowski's algorithm: reverse and determinize, twice. The subset construction of an automaton whose reverse is
    /// deterministic and accessible is minimal.
    ///
    /// - Result: as ``DFA/minimized(using:total:budget:)`` says.
    /// - Complexity: O(*k* 2ⁿ) time and space at worst.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: J. A. Brzozowski, Canonical regular expressions and minimal state graphs for definite events, Mathematical Theory of
    ///   Automata, 1962.
    func minimizedByBrzozowski(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let reversed = try trimmed().reversed().determinized(budget: budget)
        let minimal = try reversed.reversed().determinized(budget: budget).withSymbolsByLeastMember()
        let input = try MinimizationInput(minimal, keepingDense: false, budget: budget)
        let classes = StateClasses(discrete: input)
        return try input.quotient(classes, total: total, budget: budget)
    }
}
