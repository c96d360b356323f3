extension FiniteAutomaton {
    /// Returns an automaton for the prefixes of accepted words.
    ///
    /// The result is the trimmed automaton with all states final; states keep their order and
    /// names.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func prefixes() -> Self {
        let trim = trimmed()
        let all = StateSet(allBelow: trim.stateCount)
        if let dfa = trim.asDFA { return .fitting(dfa.with(initial: dfa.initialState, final: all), .dfa) }
        return .fitting(trim.asEpsilonNFA.with(initial: trim.initialStates, final: all), model)
    }

    /// Returns an automaton for the suffixes of accepted words.
    ///
    /// The result is the trimmed automaton with all states initial; states keep order and names.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func suffixes() -> Nondeterministic {
        let trim = trimmed()
        return trim.with(initial: StateSet(allBelow: trim.stateCount), final: trim.finalStates)
    }

    /// Returns an automaton for the factors of accepted words, which are their contiguous subwords.
    ///
    /// The result is the trimmed automaton with all states initial and final; states keep their
    /// order and names.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func factors() -> Nondeterministic {
        let trim = trimmed()
        let all = StateSet(allBelow: trim.stateCount)
        return trim.with(initial: all, final: all)
    }

    /// Returns an automaton for the subsequences of accepted words, also called scattered subwords.
    ///
    /// A subsequence is a word without some of its symbols. The result is the trimmed automaton
    /// with an epsilon move beside each transition; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    ///
    /// Haines: *On free monoids partially ordered by embedding*, Journal of Combinatorial Theory 6,
    /// 1969, doi:10.1016/S0021-9800(69)80111-0.
    public func subsequences() -> EpsilonNFA {
        let trim = asEpsilonNFA.trimmed()
        var (sources, targets): ([StateID], [StateID]) = ([], [])
        for state in trim.states {
            for index in trim.rows.range(of: state) {
                sources.append(state)
                targets.append(trim.rows.targets[index])
            }
            for index in trim.epsilon.range(of: state) {
                sources.append(state)
                targets.append(trim.epsilon.targets[index])
            }
        }
        return EpsilonNFA(
            alphabet: alphabet, rows: trim.rows,
            epsilon: EpsilonMoves(stateCount: trim.stateCount, sources: sources, targets: targets),
            initialStates: trim.initialStates, finalStates: trim.finalStates, annotations: trim.annotations)
    }
}
