extension Searcher {
    /// A place of a text at which words of patterns end.
    public struct End: Sendable, Hashable {
        /// The position behind the words.
        public let position: Int
        /// The numbers of the patterns with a word that ends here, in ascending order.
        public let patterns: [Int]
    }

    /// Calls a function with each place at which words of patterns end in turn, until it returns
    /// `false`.
    ///
    /// Unlike matches, all words count, wherever they begin and whether they overlap.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and for each set of rows that is met O(*m*) for *m*
    ///   rows; the sets that are kept take 4 MiB.
    public func forEachEnd(in text: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (End) -> Bool) {
        text.withSearchedBytes { bytes in
            switch engine {
            case .complete(let automaton, _): forEachEnd(in: bytes, by: automaton, body)
            case .lazy(let automaton): forEachEnd(in: bytes, by: automaton, body)
            }
        }
    }

    private func forEachEnd(in text: UnsafeRawBufferPointer, by graph: some SearchGraph, _ body: (End) -> Bool) {
        var sets = LazySets(OpenRows(graph, isBeginning: true), classOfByte: graph.classOfByte)
        var patterns = EndingPatterns(graph)
        let nothing = AssertionResolution.Side.nothing.rawValue
        let (bytes, sides) = (text.assumingMemoryBound(to: UInt8.self), graph.sideOfByte)
        var position = 0
        var set = sets.id(of: graph.startRows(behind: nothing))
        while sets.read(bytes, from: &position, &set, sideOfByte: sides) {
            let ending = patterns.of(set, before: sides[Int(bytes[position])], in: sets)
            if !body(End(position: position, patterns: ending)) { return }
            set = sets.step(from: set, on: bytes[position])
            position += 1
        }
        let ending = patterns.of(set, before: nothing, in: sets)
        if !ending.isEmpty { _ = body(End(position: position, patterns: ending)) }
    }

    /// Returns each place at which words of patterns end, in their order.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and for each set of rows that is met O(*m*) for *m*
    ///   rows; the sets that are kept take 4 MiB.
    public func ends(in text: borrowing some SearchableText & ~Copyable & ~Escapable) -> [End] {
        var ends: [End] = []
        forEachEnd(in: text) { end in
            ends.append(end)
            return true
        }
        return ends
    }
}
