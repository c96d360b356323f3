extension FiniteAutomaton {
    /// Returns a DFA for the words that this automaton doesn't accept.
    ///
    /// A DFA keeps its states, their order and their names, and the sink of ``completed(budget:)``
    /// follows them. Other automata are determinized, and numbered breadth-first from the initial
    /// state in alphabet order. The result is trim unless `total` is set.
    ///
    /// - Parameters:
    ///   - alphabet: the alphabet Σ of the words, or `nil` for the automaton's own. The result has
    ///     the words over Σ that are not accepted; symbols of the automaton outside Σ don't occur
    ///     in them. Classes are split if the automaton distinguishes their members.
    ///   - total: whether each state gets a transition on each symbol.
    ///   - budget: the bound on states and memory; the result can have 2ⁿ states unless this is a
    ///     DFA.
    /// - Complexity: O(*n* *k*) for a DFA, otherwise that of
    ///   ``determinized(total:namingSubsets:budget:)`` with a total result.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func complement(
        over alphabet: Alphabet? = nil, total: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        let map = try self.alphabet.restriction(to: alphabet ?? self.alphabet)
        let complete =
            if let dfa = asDFA {
                try dfa.aligned(by: map, budget: budget).completed(budget: budget)
            } else {
                try removingEpsilonMoves(budget: budget.withoutStateLimit).aligned(by: map, budget: budget)
                    .determinized(total: true, budget: budget)
            }
        return complete.withFinalAndOtherStatesExchanged(isTrim: !total)
    }
}

extension DFA {
    /// Returns the complement of a total automaton.
    fileprivate func withFinalAndOtherStatesExchanged(isTrim: Bool) -> DFA {
        var words = StateSet(allBelow: stateCount).words
        for (index, word) in finalStates.words.enumerated() { words[index] &= ~word }
        let complement = DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: table,
            initialState: initialState, finalStates: StateSet(words: words), annotations: annotations)
        if !isTrim { return complement }
        return complement.leadsToFinalStates ? complement.accessiblePart() : complement.trimmed()
    }

    /// Whether a few sweeps from the last state to the first prove that each state can reach a
    /// final state. They mostly suffice, because automata tend to be numbered from their initial
    /// state on.
    private var leadsToFinalStates: Bool {
        guard case .dense(let cells) = table else { return false }
        let symbolCount = alphabet.count
        let canReachFinal = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        for state in finalStates { canReachFinal[Int(state)] = true }
        var count = finalStates.count
        cells.withUnsafeBufferPointer { cells in
            for _ in 0..<4 where count < stateCount {
                for state in stride(from: stateCount - 1, through: 0, by: -1) where !canReachFinal[state] {
                    for cell in state * symbolCount..<(state + 1) * symbolCount where canReachFinal[Int(cells[cell])] {
                        canReachFinal[state] = true
                        count += 1
                        break
                    }
                }
            }
        }
        return count == stateCount
    }
}
