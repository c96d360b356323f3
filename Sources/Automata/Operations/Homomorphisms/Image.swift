extension FiniteAutomaton {
    /// Returns an automaton for the images of the accepted words under a homomorphism: *h*(*L*).
    ///
    /// A transition on a symbol becomes a chain of transitions on the symbol's word, or an epsilon
    /// move for the empty word. States keep their numbers, and the chains' states follow.
    /// Transitions on one symbol to one state share a chain. Epsilon moves occur only if this
    /// automaton has epsilon moves or a symbol becomes the empty word. Otherwise
    /// ``Automaton/init(mostSpecific:)`` converts the result to an NFA or a DFA.
    ///
    /// - Complexity: O(*n* + *m* log *d* + *s* *l*) for *s* pairs of a symbol and a target state,
    ///   and words of length *l*.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` if the homomorphism's source lacks a
    ///   symbol of the automaton; ``AutomataError/invalidSymbolClass(_:)`` if a class of the source
    ///   overlaps a class of the automaton without being within it;
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` if the source and the automaton's alphabet
    ///   are of different kinds; another ``AutomataError`` if the budget stops the work.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// 3rd ed., section 4.2.3.
    public func image(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let aligned = try asEpsilonNFA.aligned(to: homomorphism.source, budget: budget)
        var builder = ChainBuilder(stateCount: stateCount, budget: budget)
        for state in states {
            for index in aligned.rows.range(of: state) {
                try builder.addPath(
                    from: state, on: homomorphism.images[Int(aligned.rows.symbols[index])],
                    to: aligned.rows.targets[index], key: aligned.rows.symbols[index])
            }
            for index in aligned.epsilon.range(of: state) {
                builder.addMove(from: state, to: aligned.epsilon.targets[index])
            }
        }
        return try builder.build(
            alphabet: homomorphism.target, initialStates: initialStates, finalStates: finalStates)
    }
}
