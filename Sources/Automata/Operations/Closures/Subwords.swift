extension DFA {
    /// A DFA for the words that some word completes to an accepted one: the prefixes of accepted words.
    ///
    /// It is this automaton, trim, with all states final; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public func prefixes() -> DFA {
        let trim = trimmed()
        return DFA(
            alphabet: alphabet, stateCount: trim.stateCount, transitionCount: trim.transitionCount, table: trim.table,
            initialState: trim.initialState, finalStates: StateSet(allBelow: trim.stateCount), names: trim.names)
    }

    /// An NFA for the words that complete some word to an accepted one: the suffixes of accepted words, as ``NFA/suffixes()`` makes it.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public func suffixes() -> NFA { NFA(self).suffixes() }

    /// An NFA for the words that are somewhere in an accepted one, as ``NFA/factors()`` makes it.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public func factors() -> NFA { NFA(self).factors() }

    /// An automaton for the words that are left when symbols are taken out of an accepted one, as ``EpsilonNFA/subsequences()`` makes it.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public func subsequences() -> EpsilonNFA { EpsilonNFA(NFA(self)).subsequences() }
}

extension NFA {
    /// An NFA for the words that some word completes to an accepted one: the prefixes of accepted words.
    ///
    /// It is this automaton, trim, with all states final; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func prefixes() -> NFA { EpsilonNFA(self).prefixes().withoutMoves }

    /// An NFA for the words that complete some word to an accepted one: the suffixes of accepted words.
    ///
    /// It is this automaton, trim, with all states initial; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func suffixes() -> NFA { EpsilonNFA(self).suffixes().withoutMoves }

    /// An NFA for the words that are somewhere in an accepted one: the factors of accepted words.
    ///
    /// It is this automaton, trim, with all states initial and final; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func factors() -> NFA { EpsilonNFA(self).factors().withoutMoves }

    /// An automaton for the words that are left when symbols are taken out of an accepted one, as ``EpsilonNFA/subsequences()`` makes it.
    ///
    /// - Complexity: O(*n* + *m*).
    public func subsequences() -> EpsilonNFA { EpsilonNFA(self).subsequences() }
}

extension EpsilonNFA {
    /// An automaton for the words that some word completes to an accepted one: the prefixes of accepted words.
    ///
    /// It is this automaton, trim, with all states final; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func prefixes() -> EpsilonNFA {
        let trim = trimmed()
        return trim.with(initial: trim.initialStates, final: StateSet(allBelow: trim.stateCount))
    }

    /// An automaton for the words that complete some word to an accepted one: the suffixes of accepted words.
    ///
    /// It is this automaton, trim, with all states initial; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func suffixes() -> EpsilonNFA {
        let trim = trimmed()
        return trim.with(initial: StateSet(allBelow: trim.stateCount), final: trim.finalStates)
    }

    /// An automaton for the words that are somewhere in an accepted one: the factors of accepted words.
    ///
    /// It is this automaton, trim, with all states initial and final; states keep their order and names.
    ///
    /// - Complexity: O(*n* + *m*).
    public func factors() -> EpsilonNFA {
        let trim = trimmed()
        let all = StateSet(allBelow: trim.stateCount)
        return trim.with(initial: all, final: all)
    }

    /// An automaton for the words that are left when symbols are taken out of an accepted one: its subsequences, or scattered subwords.
    ///
    /// It is this automaton, trim, with an epsilon move beside each transition; states keep their order and names. The language is closed
    /// under taking symbols out, and so is regular whatever it came from (Haines: *On free monoids partially ordered by embedding*, Journal of
    /// Combinatorial Theory 6, 1969, doi:10.1016/S0021-9800(69)80111-0).
    ///
    /// - Complexity: O(*n* + *m*).
    public func subsequences() -> EpsilonNFA {
        let trim = trimmed()
        var (sources, targets): ([State], [State]) = ([], [])
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
            initialStates: trim.initialStates, finalStates: trim.finalStates, names: trim.names)
    }
}

extension Automaton {
    /// An automaton for the prefixes of accepted words, of this one's model.
    ///
    /// - Complexity: O(*n* + *m*).
    public func prefixes() -> Automaton {
        switch self {
        case .dfa(let dfa): .dfa(dfa.prefixes())
        case .nfa(let nfa): .nfa(nfa.prefixes())
        case .epsilonNFA(let automaton): .epsilonNFA(automaton.prefixes())
        }
    }

    /// An automaton for the suffixes of accepted words: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: O(*n* + *m*).
    public func suffixes() -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(automaton.suffixes()) }
        return .nfa(asNFA.suffixes())
    }

    /// An automaton for the factors of accepted words: an NFA unless this one has epsilon moves.
    ///
    /// - Complexity: O(*n* + *m*).
    public func factors() -> Automaton {
        if case .epsilonNFA(let automaton) = self { return .epsilonNFA(automaton.factors()) }
        return .nfa(asNFA.factors())
    }

    /// An automaton with epsilon moves for the subsequences of accepted words.
    ///
    /// - Complexity: O(*n* + *m*).
    public func subsequences() -> Automaton { .epsilonNFA(asEpsilonNFA.subsequences()) }
}
