extension NFA {
    /// Minimizes by Brzozowski's algorithm: reverse and determinize, twice. The subset construction
    /// yields a minimal automaton if the reverse of its input is deterministic and accessible.
    ///
    /// - Result: that of ``FiniteAutomaton/minimized(using:total:budget:)``.
    /// - Complexity: O(*k* 2ⁿ) time and space at worst.
    /// - Reference: J. A. Brzozowski, Canonical regular expressions and minimal state graphs for
    ///   definite events, Mathematical Theory of Automata, 1962.
    func minimizedByBrzozowski(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let reversed = try trimmed(budget: budget).reversed().determinized(budget: budget)
        return try reversed.reversed().determinized(budget: budget).asMinimal(total: total, budget: budget)
    }

    /// Minimizes by the second half of Brzozowski's algorithm if the reversed automaton is
    /// deterministic, or returns `nil`. The subset construction then yields a minimal automaton. An
    /// example is the language of words with a given *k*-th letter from the end.
    ///
    /// An initial state without incoming transitions is merged with a state of the same transitions
    /// and finality. Glushkov's automaton of (a|b)\*… has such a state.
    ///
    /// - Result: that of ``FiniteAutomaton/minimized(using:total:budget:)``.
    /// - Complexity: O(*n* *k* + *m*) for the check, plus that of the subset construction.
    package func minimizedWhereReverseIsDeterministic(
        total: Bool = false, budget: Budget
    ) throws(AutomataError) -> DFA? {
        guard finalStates.count == 1, let initial = initialStates.first else { return nil }
        let twin = initialStates.count == 1 ? self.twin(of: initial) : nil
        guard isReverseDeterministic(without: twin == nil ? nil : initial) else { return nil }
        var automaton = self
        if let twin {
            automaton = NFA(alphabet: alphabet, rows: rows, initialStates: [twin], finalStates: finalStates)
        }
        return try automaton.determinized(budget: budget).asMinimal(total: total, budget: budget)
    }

    /// Returns a target of a state with the same transitions and finality, or `nil` if there is
    /// none or a transition enters the state itself.
    private func twin(of state: StateID) -> StateID? {
        if rows.targets.contains(state) { return nil }
        let stateRange = rows.range(of: state)
        return rows.targets[stateRange].first { other in
            let range = rows.range(of: other)
            return other != state && range.count == stateRange.count
                && finalStates.contains(other) == finalStates.contains(state)
                && rows.targets[range] == rows.targets[stateRange] && rows.symbols[range] == rows.symbols[stateRange]
        }
    }

    /// Whether no two transitions on a symbol from different states lead to the same state.
    private func isReverseDeterministic(without left: StateID?) -> Bool {
        let width = alphabet.count
        let (cellCount, overflow) = stateCount.multipliedReportingOverflow(by: width)
        // Clearing more cells would take longer than the check of most automata.
        guard !overflow, cellCount <= max(1 << 16, 8 * transitionCount) else { return false }
        var seen = [UInt64](repeating: 0, count: cellCount / 64 + 1)
        for state in states where state != left {
            for index in rows.range(of: state) {
                let cell = Int(rows.targets[index]) * width + Int(rows.symbols[index])
                let bit: UInt64 = 1 << UInt64(cell & 63)
                if seen[cell >> 6] & bit != 0 { return false }
                seen[cell >> 6] |= bit
            }
        }
        return true
    }
}

extension DFA {
    /// Returns the automaton, whose states are pairwise distinguishable, in the form of a
    /// minimization result: numbered, with its classes of symbols merged.
    fileprivate func asMinimal(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(withSymbolsByLeastMember(), keepingDense: true, budget: budget)
        return try input.quotient(StateClasses(discrete: input), total: total, budget: budget)
    }
}
