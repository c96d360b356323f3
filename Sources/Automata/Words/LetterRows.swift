/// The transitions of a trim DFA by letters: for each state the ranges of letters with one target,
/// ascending.
///
/// Neighboring letters with one target are one range, whatever their symbols.
package struct LetterRows: Sendable {
    package let alphabet: Alphabet
    package let initialState: StateID?
    package let finalStates: StateSet
    /// The start of each state's ranges, and the total number of ranges.
    package let offsets: [Int]
    package let lowers: [Letter]
    package let uppers: [Letter]
    package let targets: [StateID]

    /// Finds the ranges in O(*n* + *r* log *r*) for *r* ranges of letters of all transitions.
    package init(_ dfa: DFA, budget: Budget) throws(AutomataError) {
        let dfa = dfa.trimmed()
        let rows = dfa.sparseRows
        let ranges = dfa.alphabet.letterRanges
        var total = 0
        for symbol in rows.symbols { total += ranges[Int(symbol)].count }
        guard total <= maximumCount else { throw .tooLarge("ranges of letters") }
        try budget.check(statesBuilt: dfa.stateCount, bytes: total * Self.bytesPerRange + dfa.stateCount * 8)
        var offsets = [0]
        offsets.reserveCapacity(dfa.stateCount + 1)
        var lowers: [Letter] = []
        var uppers: [Letter] = []
        var targets: [StateID] = []
        var row: [(lower: Letter, upper: Letter, target: StateID)] = []
        for state in dfa.states {
            row.removeAll(keepingCapacity: true)
            for index in rows.range(of: state) {
                for range in ranges[Int(rows.symbols[index])] {
                    row.append((range.lowerBound, range.upperBound, rows.targets[index]))
                }
            }
            if dfa.alphabet.kind != .named { row.sort { $0.lower < $1.lower } }
            for entry in row {
                let last = lowers.count - 1
                if last >= offsets[offsets.count - 1], targets[last] == entry.target, uppers[last] + 1 == entry.lower {
                    uppers[last] = entry.upper
                } else {
                    lowers.append(entry.lower)
                    uppers.append(entry.upper)
                    targets.append(entry.target)
                }
            }
            offsets.append(lowers.count)
        }
        alphabet = dfa.alphabet
        initialState = dfa.initialState
        finalStates = dfa.finalStates
        self.offsets = offsets
        self.lowers = lowers
        self.uppers = uppers
        self.targets = targets
    }

    private static var bytesPerRange: Int { 12 }

    package var stateCount: Int { offsets.count - 1 }

    package var byteCount: Int { targets.count * Self.bytesPerRange + offsets.count * 8 }

    @inline(__always)
    package func range(of state: StateID) -> Range<Int> { offsets[Int(state)]..<offsets[Int(state) + 1] }

    /// Returns the number of letters of a range.
    @inline(__always)
    package func width(_ index: Int) -> UInt { UInt(uppers[index] - lowers[index]) + 1 }

    /// Returns the index of the state's first range that ends at or after the letter, or the end of
    /// the row if there is none.
    package func firstRange(of state: StateID, reaching letter: Letter) -> Int {
        var (low, high) = (offsets[Int(state)], offsets[Int(state) + 1])
        while low < high {
            let middle = (low + high) / 2
            if uppers[middle] < letter { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the state's range that contains the letter, or `nil` if there is none.
    package func range(of state: StateID, on letter: Letter) -> Int? {
        let index = firstRange(of: state, reaching: letter)
        return index < offsets[Int(state) + 1] && lowers[index] <= letter ? index : nil
    }

    /// Returns the states and range indices of the run on a word, up to the first unreadable
    /// letter.
    package func walk(_ word: [Letter]) -> (states: [StateID], ranges: [Int]) {
        guard let initialState else { return ([], []) }
        var states = [initialState]
        var ranges: [Int] = []
        states.reserveCapacity(word.count + 1)
        ranges.reserveCapacity(word.count)
        for letter in word {
            guard let index = range(of: states[states.count - 1], on: letter) else { break }
            ranges.append(index)
            states.append(targets[index])
        }
        return (states, ranges)
    }
}

extension Alphabet {
    /// The letters of each symbol, as ascending ranges without surrogates.
    package var letterRanges: [[ClosedRange<Letter>]] {
        switch storage {
        case .named(let names): return (0..<Letter(names.count)).map { [$0...$0] }
        case .partition(let partition):
            var ranges = [[ClosedRange<Letter>]](repeating: [], count: partition.count)
            for range in partition.ranges {
                let symbol = Int(range.symbol)
                if partition.domain == .scalars, range.lower < 0xD800, range.upper > 0xDFFF {
                    ranges[symbol].append(range.lower...0xD7FF)
                    ranges[symbol].append(0xE000...range.upper)
                } else {
                    ranges[symbol].append(range.lower...range.upper)
                }
            }
            return ranges
        }
    }
}
