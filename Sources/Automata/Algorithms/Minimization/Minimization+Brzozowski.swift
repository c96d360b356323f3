extension NFA {
    /// Brzozowski's algorithm: reverse and determinize, twice. The subset construction of an
    /// automaton whose reverse is deterministic and accessible is minimal.
    ///
    /// - Result: as ``FiniteAutomaton/minimized(using:total:budget:)`` says.
    /// - Complexity: O(*k* 2ⁿ) time and space at worst.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: J. A. Brzozowski, Canonical regular expressions and minimal state graphs for
    ///   definite events, Mathematical Theory of Automata, 1962.
    func minimizedByBrzozowski(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let reversed = try trimmed(budget: budget).reversed().determinized(budget: budget)
        return try reversed.reversed().determinized(budget: budget).asMinimal(total: total, budget: budget)
    }

    /// The second half alone, where the automaton is deterministic when it is read backward, as for
    /// words whose *k*-th letter from the end is given: its subsets are a minimal automaton's
    /// states. `nil` where it isn't.
    ///
    /// An initial state that nothing leads to and that is another state's twin, as in Glushkov's
    /// automaton of (a|b)\*…, is taken for that one.
    ///
    /// - Result: as ``FiniteAutomaton/minimized(using:total:budget:)`` says.
    /// - Complexity: O(*n* *k* + *m*) to see whether it is; then that of the subset construction.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
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

    /// A state that a state has transitions to, with the very same transitions, and final if it is;
    /// `nil` also where a transition leads to the state itself.
    private func twin(of state: StateID) -> StateID? {
        if rows.targets.contains(state) { return nil }
        let own = rows.range(of: state)
        return rows.targets[own].first { other in
            let range = rows.range(of: other)
            return other != state && range.count == own.count
                && finalStates.contains(other) == finalStates.contains(state)
                && rows.targets[range] == rows.targets[own] && rows.symbols[range] == rows.symbols[own]
        }
    }

    /// Whether no two transitions on a symbol lead to one state, those from one state left aside.
    private func isReverseDeterministic(without left: StateID?) -> Bool {
        let width = alphabet.count
        let (cellCount, overflow) = stateCount.multipliedReportingOverflow(by: width)
        // More would take longer to clear than most automata take to be seen not to be.
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
    /// The automaton, whose states are known to differ, as minimization leaves it: numbered, with
    /// its classes of symbols merged.
    fileprivate func asMinimal(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(withSymbolsByLeastMember(), keepingDense: true, budget: budget)
        return try input.quotient(StateClasses(discrete: input), total: total, budget: budget)
    }
}
