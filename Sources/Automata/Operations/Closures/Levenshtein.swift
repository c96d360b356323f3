extension NFA {
    /// An NFA for the words that so many insertions, deletions and replacements of symbols at most make of the given word: those within a
    /// Levenshtein distance.
    ///
    /// A state is a position in the word and a number of edits so far. Deletions are taken together with the symbol that is read after
    /// them, so that there are no epsilon moves: at most (*w* + 1) (*d* + 1) states.
    ///
    /// - Parameters:
    ///   - distance: the most edits *d*; must not be negative.
    ///   - word: the word, of length *w*.
    ///   - alphabet: the symbols that can be inserted and replaced by, which must include the word's.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*w* *d* (*d* + *k*) log (*d* + *k*)).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` where the word has a symbol that the alphabet doesn't,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Schulz, Mihov: *Fast string correction with Levenshtein automata*, International Journal on Document Analysis and Recognition 5,
    /// 2002, doi:10.1007/s10032-002-0082-8.
    public static func words(
        within distance: Int, of word: [Symbol], over alphabet: Alphabet, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        precondition(distance >= 0, "there is no negative distance")
        for symbol in word where Int(symbol) >= alphabet.count {
            throw .symbolOutOfRange(symbol, symbolCount: alphabet.count)
        }
        // Deleting the whole word is the most that deletions do; what is inserted has no bound.
        guard distance < maximumCount, word.count < maximumCount else { throw .tooLarge("states") }
        var index = PairIndex(leftCount: word.count + 1, rightCount: distance + 1)
        var rows = GrowingRows()
        var finalStates: [State] = []
        _ = index.number(of: 0, 0)
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try budget.check(
                    statesBuilt: index.count, statesPending: index.count - next, bytes: index.byteCount + rows.byteCount
                )
            }
            let (position, edits) = index.pair(next)
            let (left, spare) = (word.count - position, distance - edits)
            if left <= spare { finalStates.append(State(next)) }
            rows.beginRow()
            // Deletions before anything but the word's symbol are worse than replacing.
            for deleted in 0..<min(left, spare + 1) {
                rows.append(
                    index.number(of: position + deleted + 1, edits + deleted).number, on: word[position + deleted])
            }
            for symbol in alphabet.symbols where spare > 0 {
                rows.append(index.number(of: position, edits + 1).number, on: symbol)
                if left > 0 { rows.append(index.number(of: position + 1, edits + 1).number, on: symbol) }
            }
            rows.endRow()
            guard rows.transitionCount < maximumCount / 2 else { throw .tooLarge("transitions") }
            next += 1
        }
        try budget.check(statesBuilt: index.count, bytes: index.byteCount + rows.byteCount)
        return NFA(
            alphabet: alphabet, rows: rows.transitions(), initialStates: [0], finalStates: StateSet(finalStates)
        ).coaccessiblePart()
    }
}
