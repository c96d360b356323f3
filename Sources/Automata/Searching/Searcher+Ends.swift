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
        switch engine {
        case .complete(let automaton, _): forEachEnd(in: text, by: automaton, body)
        case .lazy(let automaton): forEachEnd(in: text, by: automaton, body)
        }
    }

    private func forEachEnd(in text: UnsafeRawBufferPointer, by graph: some SearchGraph, _ body: (End) -> Bool) {
        var sets = LazySets(OpenRows(graph, isBeginning: true), classOfByte: graph.classOfByte)
        var patterns = EndingPatterns(graph)
        let nothing = AssertionResolution.Side.nothing.rawValue
        let sides = graph.sideOfByte
        var set = sets.id(of: graph.startRows(behind: nothing))
        for position in 0...text.count {
            let side = position < text.count ? sides[Int(text[position])] : nothing
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
