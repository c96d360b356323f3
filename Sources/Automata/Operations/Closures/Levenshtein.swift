extension NFA {
    /// Returns an NFA for the words within a Levenshtein distance of the given word.
    ///
    /// A state is a position in the word and a number of edits, so there are at most (*w* + 1) (*d*
    /// + 1) states. A transition combines a match with the deletions before it, so there are no
    /// epsilon moves. It matches a symbol only with its next occurrence in the word. Matches with
    /// later occurrences aren't needed, because deletions after the match have the same effect.
    ///
    /// - Parameters:
    ///   - distance: the maximum number of edits *d*; must not be negative.
    ///   - word: the word, of length *w*.
    ///   - alphabet: the symbols for insertions and replacements, which must include the word's.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*w* *d* *k* log *k*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` if the word has a symbol
    ///   outside the alphabet; another ``AutomataError`` if the budget stops the work.
    ///
    /// Schulz, Mihov: *Fast string correction with Levenshtein automata*, International Journal on
    /// Document Analysis and Recognition 5, 2002, doi:10.1007/s10032-002-0082-8.
    public static func words(
        within distance: Int, of word: [Symbol], over alphabet: Alphabet, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        precondition(distance >= 0, "an edit distance must not be negative")
        for symbol in word where Int(symbol) >= alphabet.count {
            throw .symbolOutOfRange(symbol, symbolCount: alphabet.count)
        }
        // At most the whole word can be deleted, but insertions have no bound.
        guard distance < maximumCount, word.count < maximumCount else { throw .tooLarge("states") }
        let nearest = try NearestSymbols(word, within: distance, symbolCount: alphabet.count, budget)
        var pairs = PairExploration(leftCount: word.count + 1, rightCount: distance + 1, budget: budget)
        try pairs.start([0], [0])
        while let (position, edits) = try pairs.next(bytes: nearest.byteCount) {
            let (left, remainingEdits) = (word.count - position, distance - edits)
            if left <= remainingEdits { pairs.markFinal() }
            // Deletions before a symbol other than the word's are worse than replacements.
            for index in nearest.indices(from: position) {
                let deleted = Int(index) - position
                if deleted > remainingEdits { break }
                pairs.append(Int(index) + 1, edits + deleted, on: word[Int(index)])
            }
            for symbol in alphabet.symbols where remainingEdits > 0 {
                pairs.append(position, edits + 1, on: symbol)
                if left > 0 { pairs.append(position + 1, edits + 1, on: symbol) }
            }
        }
        return .fitting(pairs.automaton(over: alphabet), .nfa).coaccessiblePart()
    }
}

/// The next occurrences of symbols from each position in a word, nearest first.
private struct NearestSymbols {
    private var starts: [Int]
    private var indices: [UInt32] = []
    private let count: Int

    /// - Parameter distance: the maximum distance between the position and an occurrence.
    init(
        _ word: [Symbol], within distance: Int, symbolCount: Int, _ budget: Budget
    ) throws(AutomataError) {
        count = word.count
        starts = [Int](repeating: 0, count: word.count + 1)
        // From one position to the one before, that position's own symbol becomes the nearest, and
        // replaces the symbol's later occurrence.
        var current: [UInt32] = []
        var nextCheck = 0
        for position in stride(from: word.count - 1, through: 0, by: -1) {
            if indices.count >= nextCheck {
                nextCheck += 1 << 16
                try budget.check(statesBuilt: 0, bytes: byteCount)
            }
            var next = [UInt32(position)]
            for index in current where word[Int(index)] != word[position] && Int(index) - position <= distance {
                next.append(index)
            }
            current = next
            starts[position] = indices.count
            indices += current
        }
    }

    var byteCount: Int { indices.count * 4 + starts.count * 8 }

    /// Returns the indices for a position, none of which is after the word's end.
    func indices(from position: Int) -> ArraySlice<UInt32> {
        if position == count { return [] }
        let end = position == 0 ? indices.count : starts[position - 1]
        return indices[starts[position]..<end]
    }
}
