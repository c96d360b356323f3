internal import Automata
internal import RegularExpressions
internal import WorkLimits

extension Searcher {
    /// A position at which words that match patterns end.
    public struct End: Sendable, Hashable {
        /// The position after the words.
        public let position: Int
        /// The numbers of the patterns that match a word ending here, in ascending order.
        public let patterns: [Int]

        package init(position: Int, patterns: [Int]) {
            self.position = position
            self.patterns = patterns
        }
    }

    /// Calls a function with each position at which words of patterns end, until the function
    /// returns `false`.
    ///
    /// Unlike in a search for matches, all words count, even if they overlap.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and O(*m*) for each new set of states of the automaton,
    ///   which has *m* states. The sets take about 4 MiB at most.
    public func forEachEnd(in text: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (End) -> Bool) {
        text.withSearchedBytes { bytes in
            switch engine {
            case .complete(let automaton, _): forEachEnd(in: bytes, by: automaton, body)
            case .lazy(let automaton): forEachEnd(in: bytes, by: automaton, body)
            }
        }
    }

    private func forEachEnd(in text: UnsafeRawBufferPointer, by graph: some SearchGraph, _ body: (End) -> Bool) {
        var sets = LazyDFA(OpenRows(graph, isBeginning: true), classOfByte: graph.classOfByte)
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

    /// Returns all positions at which words of patterns end, in ascending order.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and O(*m*) for each new set of states of the automaton,
    ///   which has *m* states. The sets take about 4 MiB at most.
    public func ends(in text: borrowing some SearchableText & ~Copyable & ~Escapable) -> [End] {
        var ends: [End] = []
        forEachEnd(in: text) { end in
            ends.append(end)
            return true
        }
        return ends
    }
}
