extension DFA {
    /// An NFA for the words that one of the other automaton's leads from to an accepted word: *M*⁻¹*L* = { *w* : *uw* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states and transitions, names and alphabet; initial are the states that words of the other lead to.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states that words of both reach.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func leftQuotient(by other: DFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).leftQuotient(by: NFA(other), budget: budget)
    }

    /// A DFA for the words that one of the other automaton's completes to an accepted word: *L**M*⁻¹ = { *w* : *wu* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states and transitions, names and alphabet; final are the states from which a word of the other leads to a final one.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states from which words of both are accepted.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func rightQuotient(by other: DFA, budget: Budget = .default) throws(AutomataError) -> DFA {
        try rightQuotient(by: NFA(other), budget: budget)
    }

    /// A DFA for the words that one of the other automaton's completes to an accepted word, as ``rightQuotient(by:budget:)-(DFA,_)`` makes it.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states from which words of both are accepted.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func rightQuotient(by other: NFA, budget: Budget = .default) throws(AutomataError) -> DFA {
        let finalStates = try QuotientSearch(budget: budget).statesLeadingToFinal(
            of: EpsilonNFA(NFA(self)), by: EpsilonNFA(other))
        return DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: table,
            initialState: initialState, finalStates: finalStates, names: names)
    }

    /// A DFA for the words that complete the given one to an accepted one: *u*⁻¹*L* = { *w* : *uw* ∈ *L* }, a residual or derivative of *L*.
    ///
    /// It has this automaton's states; the initial one is where the word leads, and there is none where it leads nowhere.
    ///
    /// - Complexity: O(*w*) for a word of length *w*, O(*w* log *d*) in a sparse table.
    public func residual(by word: some Sequence<Symbol>) -> DFA {
        var state = initialState
        for symbol in word {
            guard let current = state else { break }
            state = target(from: current, on: symbol)
        }
        return DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: table,
            initialState: state, finalStates: finalStates, names: names)
    }
}

extension NFA {
    /// An NFA for the words that one of the other automaton's leads from to an accepted word: *M*⁻¹*L* = { *w* : *uw* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states and transitions, names and alphabet; initial are the states that words of the other lead to.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states that words of both reach.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func leftQuotient(by other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).leftQuotient(by: EpsilonNFA(other), budget: budget).withoutMoves
    }

    /// An NFA for the words that one of the other automaton's completes to an accepted word: *L**M*⁻¹ = { *w* : *wu* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states and transitions, names and alphabet; final are the states from which a word of the other leads to a final one.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states from which words of both are accepted.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func rightQuotient(by other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try EpsilonNFA(self).rightQuotient(by: EpsilonNFA(other), budget: budget).withoutMoves
    }

    /// An NFA for the words that complete the given one to an accepted one: *u*⁻¹*L* = { *w* : *uw* ∈ *L* }, a residual or derivative of *L*.
    ///
    /// It has this automaton's states; initial are those that the word leads to.
    ///
    /// - Complexity: O(*w* *m*) for a word of length *w* at most.
    public func residual(by word: some Sequence<Symbol>) -> NFA {
        EpsilonNFA(self).residual(by: word).withoutMoves
    }
}

extension EpsilonNFA {
    /// An automaton for the words that one of the other's leads from to an accepted word: *M*⁻¹*L* = { *w* : *uw* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states, transitions and moves, names and alphabet; initial are the states that words of the other lead to.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states that words of both reach.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func leftQuotient(by other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        with(initial: try QuotientSearch(budget: budget).statesReached(in: self, by: other), final: finalStates)
    }

    /// An automaton for the words that one of the other's completes to an accepted word: *L**M*⁻¹ = { *w* : *wu* ∈ *L* for a *u* ∈ *M* }.
    ///
    /// It has this automaton's states, transitions and moves, names and alphabet; final are the states from which a word of the other leads to a
    /// final one.
    ///
    /// - Parameter budget: the bound on pairs of states and on memory.
    /// - Complexity: O(*m₁* *m₂*) at worst, and that of the pairs of states from which words of both are accepted.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func rightQuotient(by other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        with(
            initial: initialStates,
            final: try QuotientSearch(budget: budget).statesLeadingToFinal(of: self, by: other))
    }

    /// An automaton for the words that complete the given one to an accepted one: *u*⁻¹*L* = { *w* : *uw* ∈ *L* }, a residual or derivative of *L*.
    ///
    /// It has this automaton's states; initial are those that the word leads to.
    ///
    /// - Complexity: O(*w* *m*) for a word of length *w* at most.
    public func residual(by word: some Sequence<Symbol>) -> EpsilonNFA {
        var simulation = Simulation(rows: rows, epsilon: epsilon)
        simulation.start(in: initialStates)
        for symbol in word {
            if simulation.current.isEmpty { break }
            simulation.step(on: symbol)
        }
        return with(initial: StateSet(simulation.current), final: finalStates)
    }

    /// The automaton with other initial and final states.
    func with(initial: StateSet, final: StateSet) -> EpsilonNFA {
        EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: epsilon, initialStates: initial, finalStates: final, names: names)
    }
}

extension Automaton {
    /// An automaton for the words that one of the other's leads from to an accepted word: an NFA unless one has epsilon moves.
    ///
    /// - Complexity: as ``NFA/leftQuotient(by:budget:)`` or ``EpsilonNFA/leftQuotient(by:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func leftQuotient(by other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        let quotient = try asEpsilonNFA.leftQuotient(by: other.asEpsilonNFA, budget: budget)
        if case .epsilonNFA = self { return .epsilonNFA(quotient) }
        return .nfa(quotient.withoutMoves)
    }

    /// An automaton for the words that one of the other's completes to an accepted word, of this one's model.
    ///
    /// - Complexity: as ``NFA/rightQuotient(by:budget:)`` or ``EpsilonNFA/rightQuotient(by:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func rightQuotient(by other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        let quotient = try asEpsilonNFA.rightQuotient(by: other.asEpsilonNFA, budget: budget)
        switch self {
        case .dfa: return Automaton(mostSpecific: quotient.withoutMoves)
        case .nfa: return .nfa(quotient.withoutMoves)
        case .epsilonNFA: return .epsilonNFA(quotient)
        }
    }

    /// An automaton for the words that complete the given one to an accepted one, of this one's model.
    ///
    /// - Complexity: as ``DFA/residual(by:)``, ``NFA/residual(by:)`` or ``EpsilonNFA/residual(by:)`` has.
    public func residual(by word: some Sequence<Symbol>) -> Automaton {
        switch self {
        case .dfa(let dfa): .dfa(dfa.residual(by: word))
        case .nfa(let nfa): .nfa(nfa.residual(by: word))
        case .epsilonNFA(let automaton): .epsilonNFA(automaton.residual(by: word))
        }
    }
}

/// Looks for the states of an automaton that words of another one lead to.
private struct QuotientSearch {
    let budget: Budget

    /// The states of the left automaton from which a word of the right one leads to a final state.
    func statesLeadingToFinal(of left: EpsilonNFA, by right: EpsilonNFA) throws(AutomataError) -> StateSet {
        try statesReached(in: left.reversed(), by: right.reversed())
    }

    /// The states of the left automaton that words of the right one lead to.
    func statesReached(in unaligned: EpsilonNFA, by other: EpsilonNFA) throws(AutomataError) -> StateSet {
        let (left, aligned) = try AlphabetAlignment.align(unaligned, other, budget: budget)
        let right = aligned.trimmed()
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
            if right.isFinal(State(q)) { found.insert(State(p)) }
            try forEachCommonStep(left.rows, p, right.rows, q) {
                (symbol, target, otherTarget) throws(AutomataError) in
                _ = index.number(of: Int(target), Int(otherTarget))
                work += 1
                if pace.isDue(states: next, work: work) { try check(index, explored: next) }
            }
            for move in left.epsilon.range(of: State(p)) {
                _ = index.number(of: Int(left.epsilon.targets[move]), q)
            }
            for move in right.epsilon.range(of: State(q)) {
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
