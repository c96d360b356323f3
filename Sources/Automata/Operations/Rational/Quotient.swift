extension FiniteAutomaton {
    /// Returns an automaton for the left quotient: *M*⁻¹*L* = { *w* : *uw* ∈ *L* for a *u* ∈ *M* },
    /// the remainders of accepted words after a prefix from the other language.
    ///
    /// The result has this automaton's states, transitions, names and alphabet. The words of the
    /// other language lead to its initial states.
    ///
    /// - Parameters:
    ///   - other: the automaton of the words *u*.
    ///   - budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst; only pairs of states that a common word leads to are
    ///   visited.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func leftQuotient(
        by other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        let view = asEpsilonNFA
        let initial = try QuotientSearch(budget: budget).statesReached(in: view, by: other.asEpsilonNFA)
        return .fitting(view.with(initial: initial, final: finalStates), max(model, .nfa))
    }

    /// Returns an automaton for the right quotient: *L* *M*⁻¹ = { *w* : *wu* ∈ *L* for a *u* ∈ *M*
    /// }, the remainders of accepted words before a suffix from the other language.
    ///
    /// The result has this automaton's states, transitions, names and alphabet. A state is final if
    /// a word of the other language leads from it to a final state of this automaton.
    ///
    /// - Parameters:
    ///   - other: the automaton of the words *u*.
    ///   - budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst; only pairs of states from which a common word is
    ///   accepted are visited.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func rightQuotient(
        by other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        let view = asEpsilonNFA
        let final = try QuotientSearch(budget: budget).statesLeadingToFinal(of: view, by: other.asEpsilonNFA)
        if let dfa = asDFA { return .fitting(dfa.with(initial: dfa.initialState, final: final), .dfa) }
        return .fitting(view.with(initial: initialStates, final: final), model)
    }

    /// Returns an automaton for the residual, also called derivative, of the language *L* by the
    /// given word: *u*⁻¹*L* = { *w* : *uw* ∈ *L* }.
    ///
    /// The result has this automaton's states, and starts in the states that the word leads to.
    ///
    /// - Complexity: O(*w*) for a DFA and a word of length *w*, O(*w* log *d*) in a sparse table;
    ///   otherwise O(*w* *m*) at most.
    public func residual(by word: some Sequence<Symbol>) -> Self {
        if let dfa = asDFA {
            var state = dfa.initialState
            for symbol in word {
                guard let current = state else { break }
                state = dfa.target(from: current, on: symbol)
            }
            return .fitting(dfa.with(initial: state, final: finalStates), .dfa)
        }
        let view = asEpsilonNFA
        var simulation = SubsetSimulation(rows: view.rows, epsilon: view.epsilon)
        simulation.start(in: initialStates)
        for symbol in word {
            if simulation.current.isEmpty { break }
            simulation.step(on: symbol)
        }
        return .fitting(view.with(initial: StateSet(simulation.current), final: finalStates), model)
    }
}

/// A search for the states of an automaton that words of another one lead to.
private struct QuotientSearch {
    let budget: Budget

    /// Returns the left automaton's states from which a word of the right one leads to a final
    /// state.
    func statesLeadingToFinal(of left: EpsilonNFA, by right: EpsilonNFA) throws(AutomataError) -> StateSet {
        try statesReached(in: left.reversed(), by: right.reversed())
    }

    /// Returns the left automaton's states that words of the right one lead to.
    func statesReached(in unaligned: EpsilonNFA, by other: EpsilonNFA) throws(AutomataError) -> StateSet {
        let (left, aligned) = try AlphabetAlignment.align(unaligned, other, budget: budget)
        let right = try aligned.trimmed(budget: budget)
        var index = PairIndex(leftCount: left.stateCount, rightCount: right.stateCount)
        var pace = BudgetPace()
        for p in left.initialStates {
            if pace.isDue(states: index.count, work: 0) { try check(index, explored: 0) }
            for q in right.initialStates { _ = index.number(of: Int(p), Int(q)) }
        }
        var found = StateSet()
        pace = BudgetPace()
        var next = 0
        var work = 0
        while next < index.count {
            if pace.isDue(states: next, work: work) || index.count > budget.maximumStates {
                try check(index, explored: next)
            }
            let (p, q) = index.pair(next)
            if right.isFinal(StateID(q)) { found.insert(StateID(p)) }
            try forEachCommonStep(left.rows, p, right.rows, q) {
                (symbol, target, otherTarget) throws(AutomataError) in
                _ = index.number(of: Int(target), Int(otherTarget))
                work += 1
                if pace.isDue(states: next, work: work) { try check(index, explored: next) }
            }
            for move in left.epsilon.range(of: StateID(p)) {
                _ = index.number(of: Int(left.epsilon.targets[move]), q)
            }
            for move in right.epsilon.range(of: StateID(q)) {
                _ = index.number(of: p, Int(right.epsilon.targets[move]))
            }
            next += 1
        }
        try budget.check(statesBuilt: index.count, bytes: index.byteCount)
        return found
    }

    private func check(_ index: borrowing PairIndex, explored: Int) throws(AutomataError) {
        try budget.check(statesBuilt: index.count, statesPending: index.count - explored, bytes: index.byteCount)
        guard index.count < maximumCount / 2 else { throw .tooLarge("states") }
    }
}
