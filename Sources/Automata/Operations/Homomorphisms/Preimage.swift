extension FiniteAutomaton {
    /// Returns an automaton for the words whose images are accepted: *h*⁻¹(*L*).
    ///
    /// Epsilon moves are removed first. States keep their numbers and names. A transition on a
    /// symbol leads to the states that the symbol's word leads to.
    ///
    /// - Complexity: O(*n* *k* *l*) for a DFA of *n* states, *k* symbols and words of length *l*.
    ///   For an NFA of *m* transitions O(*n* *k* *l* *m*) at worst, as each symbol of a word
    ///   follows the transitions of all states that the symbols before it lead to.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` if the homomorphism's target lacks a
    ///   symbol of the automaton; ``AutomataError/invalidSymbolClass(_:)`` if a class of the target
    ///   overlaps a class of the automaton without being within it;
    ///   ``AutomataError/incompatibleAlphabets(_:_:)`` if the target and the automaton's alphabet
    ///   are of different kinds; another ``AutomataError`` if the budget stops the work.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// 3rd ed., section 4.2.4.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> Self {
        let aligned = try removingEpsilonMoves(budget: budget.withoutStateLimit)
            .aligned(to: homomorphism.target, budget: budget)
        var rows = GrowingRows()
        var simulation = SubsetSimulation(rows: aligned.rows, epsilon: nil)
        var pace = BudgetPace()
        var work = 0
        for state in aligned.states {
            guard rows.transitionCount < maximumCount / 2 else { throw .tooLarge("transitions") }
            rows.beginRow()
            for (symbol, image) in homomorphism.images.enumerated() {
                if pace.isDue(states: Int(state), work: work + rows.transitionCount) {
                    try budget.check(
                        statesBuilt: Int(state), statesPending: aligned.stateCount - Int(state), bytes: rows.byteCount)
                }
                simulation.start(in: [state])
                for letter in image {
                    // One image can be a long word.
                    if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: Int(state)) }
                    simulation.step(on: letter)
                    work += simulation.current.count + 1
                    if simulation.current.isEmpty { break }
                }
                for target in simulation.current { rows.append(target, on: Symbol(symbol)) }
            }
            rows.endRow()
        }
        try budget.check(statesBuilt: aligned.stateCount, bytes: rows.byteCount)
        let preimage = NFA(
            alphabet: homomorphism.source, rows: rows.transitions(), initialStates: aligned.initialStates,
            finalStates: aligned.finalStates, annotations: aligned.annotations)
        return .fitting(preimage, min(model, .nfa))
    }
}
