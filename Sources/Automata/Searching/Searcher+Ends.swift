extension Searcher {
    /// A place of a text at which words of patterns end.
    public struct End: Sendable, Hashable {
        /// The position behind the words.
        public let position: Int
        /// The numbers of the patterns of which a word ends here, in ascending order.
        public let patterns: [Int]
    }

    /// Calls a function with each place at which words of patterns end in turn, until it returns `false`.
    ///
    /// Unlike matches, all words count, wherever they begin and whether they overlap.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and for each set of rows that is met O(*m*) for *m* rows; the
    ///   sets that are kept take 4 MiB.
    public func forEachEnd(in text: UnsafeRawBufferPointer, _ body: (End) -> Bool) {
        let rows = OpenRows(automaton)
        var sets = LazySets(rows, classOfByte: automaton.classOfByte)
        var patterns = EndingPatterns(automaton)
        var set = sets.id(of: [rows.atBeginning])
        for position in 0...text.count {
            let side =
                position < text.count
                ? automaton.sideOfByte[Int(text[position])] : AssertionResolution.Side.nothing.rawValue
            let ending = patterns.of(set, before: side, in: sets)
            if !ending.isEmpty, !body(End(position: position, patterns: ending)) { return }
            guard position < text.count else { return }
            set = sets.target(of: set, on: text[position])
            if sets.isFull { set = sets.id(ofKept: sets.content(of: set)) }
        }
    }

    /// Returns each place at which words of patterns end, in their order.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and for each set of rows that is met O(*m*) for *m* rows; the
    ///   sets that are kept take 4 MiB.
    public func ends(in text: UnsafeRawBufferPointer) -> [End] {
        var ends: [End] = []
        forEachEnd(in: text) { end in
            ends.append(end)
            return true
        }
        return ends
    }
}

/// The patterns of which a word ends in a set of rows, kept for each set that was asked for.
private struct EndingPatterns {
    private let automaton: SearchAutomaton
    private var known: [[Int]?] = []
    private var age = 0

    init(_ automaton: SearchAutomaton) { self.automaton = automaton }

    @inline(__always)
    mutating func of(_ set: UInt32, before side: UInt8, in sets: LazySets<OpenRows>) -> [Int] {
        let index = Int(set) * SearchAutomaton.sideCount + Int(side)
        if age == sets.age, index < known.count, let patterns = known[index] { return patterns }
        return find(set, side, index, sets)
    }

    @inline(never)
    private mutating func find(_ set: UInt32, _ side: UInt8, _ index: Int, _ sets: LazySets<OpenRows>) -> [Int] {
        if age != sets.age { (known, age) = ([], sets.age) }
        var patterns: Set<Int> = []
        sets.content(of: set)[...].forEachRow { row in
            patterns.formUnion(automaton.patterns(of: SearchAutomaton.Row(row), before: side).lazy.map { Int($0) })
        }
        if index >= known.count { known += Array(repeating: nil, count: index + 1 - known.count) }
        known[index] = patterns.sorted()
        return patterns.sorted()
    }
}
