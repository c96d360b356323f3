extension FiniteAutomaton {
    /// Returns an automaton for the accepted words with each symbol *s* replaced by any word of
    /// `languages[s]`; symbols without a language stay.
    ///
    /// Each transition on a replaced symbol becomes a copy of the language's automaton between two
    /// epsilon moves. Transitions on one symbol to one state share a copy. The result is over the
    /// joint alphabet of this automaton and the languages.
    ///
    /// - Parameters:
    ///   - languages: the language for each symbol that is replaced.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*n* + *m* log *d* + *s* *l*) for *s* pairs of a replaced symbol and a target
    ///   state, and automata of *l* states and transitions.
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` if there is a language for a
    ///   symbol that the alphabet doesn't have; ``AutomataError/incompatibleAlphabets(_:_:)``;
    ///   another ``AutomataError`` if the budget stops the work.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// 3rd ed., section 7.3.1.
    public func substituting(
        _ languages: [Symbol: some FiniteAutomaton], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        let replaced = languages.keys.sorted()
        for symbol in replaced where Int(symbol) >= alphabet.count {
            throw .symbolOutOfRange(symbol, symbolCount: alphabet.count)
        }
        var alphabets = [alphabet]
        for symbol in replaced { alphabets.append(languages[symbol]?.alphabet ?? []) }
        let alignment = try AlphabetAlignment(alphabets)
        var parts: [Symbol: EpsilonNFA] = [:]
        for (symbol, map) in zip(replaced, alignment.maps.dropFirst()) {
            parts[symbol] = try languages[symbol]?.asEpsilonNFA.trimmed(budget: budget).aligned(by: map, budget: budget)
        }
        let view = asEpsilonNFA
        let (rows, epsilon) = (view.rows, view.epsilon)
        var builder = ChainBuilder(stateCount: stateCount, budget: budget)
        for state in states {
            for index in rows.range(of: state) {
                let (symbol, target) = (rows.symbols[index], rows.targets[index])
                if let part = parts[symbol] {
                    try builder.addCopy(of: part, from: state, to: target, key: symbol)
                } else {
                    for image in alignment.maps[0].newSymbols(of: symbol) {
                        try builder.addPath(from: state, on: [image], to: target, key: symbol)
                    }
                }
            }
            for index in epsilon.range(of: state) { builder.addMove(from: state, to: epsilon.targets[index]) }
        }
        return try builder.build(
            alphabet: alignment.alphabet, initialStates: initialStates, finalStates: finalStates)
    }
}
