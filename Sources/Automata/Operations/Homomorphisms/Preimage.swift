extension EpsilonNFA {
    /// An NFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*). Epsilon moves are removed first.
    ///
    /// - Complexity: that of ``removingEpsilonMoves(budget:)`` and of ``NFA/preimage(under:budget:)``.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> NFA {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).preimage(under: homomorphism, budget: budget)
    }
}

extension NFA {
    /// An NFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*).
    ///
    /// It has the same states, with their names; a transition on a symbol leads where the symbol's word leads.
    ///
    /// - Complexity: O(*n* *k* *l* *m*) at worst for *k* symbols and words of length *l*; each step costs the transitions of the states that are
    ///   reached.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` where the homomorphism's target doesn't have a symbol of the automaton,
    ///   ``AutomataError/invalidSymbolClass(_:)``, ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 3rd ed., section 4.2.4.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> NFA {
        let aligned = try aligned(to: homomorphism.target, budget: budget)
        var rows = GrowingRows()
        var simulation = Simulation(rows: aligned.rows, epsilon: nil)
        var pace = BudgetPace()
        var work = 0
        for state in states {
            guard rows.transitionCount < maximumCount / 2 else { throw .tooLarge("transitions") }
            rows.beginRow()
            for (symbol, image) in homomorphism.images.enumerated() {
                if pace.isDue(states: Int(state), work: work + rows.transitionCount) {
                    try budget.check(
                        statesBuilt: Int(state), statesPending: stateCount - Int(state), bytes: rows.byteCount)
                }
                simulation.start(in: [state])
                for letter in image {
                    // One image can be a long way.
                    if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: Int(state)) }
                    simulation.step(on: letter)
                    work += simulation.current.count + 1
                    if simulation.current.isEmpty { break }
                }
                for target in simulation.current { rows.append(target, on: Symbol(symbol)) }
            }
            rows.endRow()
        }
        try budget.check(statesBuilt: stateCount, bytes: rows.byteCount)
        return NFA(
            alphabet: homomorphism.source, rows: rows.transitions(), initialStates: initialStates,
            finalStates: finalStates, names: names)
    }
}

extension DFA {
    /// A DFA for the words that a homomorphism takes to accepted ones: *h*⁻¹(*L*).
    ///
    /// It has the same states, with their names; a transition on a symbol leads where the symbol's word leads.
    ///
    /// - Complexity: O(*n* *k* *l*) for *k* symbols and words of length *l*, and O(log *d*) for each step in a sparse table.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> DFA {
        try NFA(self).preimage(under: homomorphism, budget: budget).asDeterministic
    }
}

extension Automaton {
    /// An automaton for the words that a homomorphism takes to accepted ones: a DFA where this one is, and otherwise an NFA.
    ///
    /// - Complexity: as ``NFA/preimage(under:budget:)`` has.
    /// - Throws: as ``NFA/preimage(under:budget:)``.
    public func preimage(under homomorphism: Homomorphism, budget: Budget = .default) throws(AutomataError) -> Automaton
    {
        switch self {
        case .dfa(let dfa): .dfa(try dfa.preimage(under: homomorphism, budget: budget))
        case .nfa(let nfa): .nfa(try nfa.preimage(under: homomorphism, budget: budget))
        case .epsilonNFA(let automaton): .nfa(try automaton.preimage(under: homomorphism, budget: budget))
        }
    }
}
