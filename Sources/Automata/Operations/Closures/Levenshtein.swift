extension NFA {
    /// Returns an NFA for the words within a Levenshtein distance of the given word.
    ///
    /// A state is a position in the word and a number of edits. Deletions are combined with the
    /// symbol that is read after them, so there are no epsilon moves and at most (*w* + 1) (*d* +
    /// 1) states. Of the positions where the word continues with a symbol, only the nearest is
    /// used: later deletions reach all that the others reach.
    ///
    /// - Parameters:
    ///   - distance: the maximum number of edits *d*; must not be negative.
    ///   - word: the word, of length *w*.
    ///   - alphabet: the symbols for insertions and replacements, which must include the word's.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*w* *d* *k* log *k*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` if the word has a symbol
    ///   outside the alphabet, or if the budget stops the work.
    ///
    /// Schulz, Mihov: *Fast string correction with Levenshtein automata*, International Journal on
    /// Document Analysis and Recognition 5, 2002, doi:10.1007/s10032-002-0082-8.
    public static func words(
        within distance: Int, of word: [Symbol], over alphabet: Alphabet, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        precondition(distance >= 0, "there is no negative distance")
        for symbol in word where Int(symbol) >= alphabet.count {
            throw .symbolOutOfRange(symbol, symbolCount: alphabet.count)
        }
        // At most the whole word can be deleted, but insertions have no bound.
        guard distance < maximumCount, word.count < maximumCount else { throw .tooLarge("states") }
        let nearest = try NearestSymbols(word, within: distance, symbolCount: alphabet.count, budget)
        var index = PairIndex(leftCount: word.count + 1, rightCount: distance + 1)
        var rows = GrowingRows()
        var finalStates: [StateID] = []
        _ = index.number(of: 0, 0)
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try budget.check(
                    statesBuilt: index.count, statesPending: index.count - next,
                    bytes: index.byteCount + rows.byteCount + nearest.byteCount)
                guard index.count < maximumCount / 2 else { throw .tooLarge("states") }
            }
            let (position, edits) = index.pair(next)
            let (left, spare) = (word.count - position, distance - edits)
            if left <= spare { finalStates.append(StateID(next)) }
            rows.beginRow()
            // Deletions before a symbol other than the word's are worse than replacements.
            for place in nearest.places(from: position) {
                let deleted = Int(place) - position
                if deleted > spare { break }
                rows.append(index.number(of: Int(place) + 1, edits + deleted).number, on: word[Int(place)])
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

/// The next occurrences of symbols from each position in a word, nearest first.
private struct NearestSymbols {
    private var starts: [Int]
    private var places: [UInt32] = []
    private let count: Int

    /// - Parameter distance: the maximum distance between the position and an occurrence.
    init(
        _ word: [Symbol], within distance: Int, symbolCount: Int, _ budget: Budget
    ) throws(AutomataError) {
        count = word.count
        starts = [Int](repeating: 0, count: word.count + 1)
        // For the position before, its own symbol is nearest, and the next occurrence of this
        // symbol is no longer the first.
        var current: [UInt32] = []
        var nextCheck = 0
        for position in stride(from: word.count - 1, through: 0, by: -1) {
            if places.count >= nextCheck {
                nextCheck += 1 << 16
                try budget.check(statesBuilt: 0, bytes: byteCount)
            }
            var next = [UInt32(position)]
            for place in current where word[Int(place)] != word[position] && Int(place) - position <= distance {
                next.append(place)
            }
            current = next
            starts[position] = places.count
            places += current
        }
    }

    var byteCount: Int { places.count * 4 + starts.count * 8 }

    /// Returns the places for a position, none of which is after the word's end.
    func places(from position: Int) -> ArraySlice<UInt32> {
        if position == count { return [] }
        let end = position == 0 ? places.count : starts[position - 1]
        return places[starts[position]..<end]
    }
}
