public import Automata
internal import RegularExpressions
public import WorkLimits

extension Searcher {
    /// A position at which words that match patterns end.
    public struct End: Sendable, Hashable {
        /// The offset of the byte after the words.
        public let endOffset: Int
        /// The numbers of the patterns that match a word ending here, in ascending order.
        public let patterns: [Int]

        package init(endOffset: Int, patterns: [Int]) {
            self.endOffset = endOffset
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
        var reader = EndReader(self)
        text.withSearchedBytes { bytes in
            if reader.read(bytes, body) { reader.finish(body) }
        }
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

    /// Starts a search for the ends of matches in a text that comes in pieces.
    ///
    /// - Parameter budget: The budget. Only its cancellation check and the machine's free memory
    ///   limit the search.
    public func startEnds(budget: Budget = .default) -> EndScan { EndScan(self, budget: budget) }

    /// A search for the ends of words in a text that comes in pieces.
    ///
    /// The scan reports the same ends as ``Searcher/forEachEnd(in:_:)`` in the whole text, and
    /// keeps no bytes in memory. An end after the last byte of a piece is reported immediately if
    /// no pattern depends on the text around its words, and otherwise with the next piece.
    ///
    /// A scan is a value: a copy continues independently.
    public struct EndScan: Sendable {
        /// The searcher with the patterns to search for.
        public let searcher: Searcher
        /// The number of bytes fed so far.
        public private(set) var consumedCount = 0
        /// A Boolean value that indicates whether the search has ended, because a function returned
        /// `false` or the text is finished.
        public private(set) var isOver = false
        package var budget: Budget
        private var reader: EndReader

        /// The number of bytes between two checks of the budget: fewer for many rows, because a
        /// byte can take time linear in their number, and if each byte may make a new set of
        /// states.
        private let partSize: Int

        fileprivate init(_ searcher: Searcher, budget: Budget) {
            (self.searcher, self.budget) = (searcher, budget)
            reader = EndReader(searcher)
            partSize = max(1 << 6, min(searcher.isLazy ? 1 << 14 : 1 << 20, 1 << 26 / max(1, searcher.rowCount)))
        }

        /// Searches the next piece of the text.
        ///
        /// - Parameters:
        ///   - piece: The next bytes.
        ///   - body: A function that receives each end in turn and returns whether to continue.
        /// - Returns: A Boolean value that indicates whether the search continues.
        /// - Complexity: O(*n*) for *n* bytes, and the time to make each new set of states.
        /// - Throws: `AutomataError.cancelled(statesBuilt:)` if the budget cancels the search;
        ///   `AutomataError.budgetExceeded(statesBuilt:limit:)` if the machine has too little
        ///   memory for sets of states. After an error, the search is over.
        @discardableResult
        public mutating func feed(
            _ piece: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (End) -> Bool
        ) throws(AutomataError) -> Bool {
            guard !isOver else { return false }
            // An error ends the search.
            isOver = true
            var goesOn = true
            try piece.withSearchedBytes { bytes throws(AutomataError) in
                consumedCount += bytes.count
                var rest = bytes[...]
                while goesOn, !rest.isEmpty {
                    let part = rest.prefix(partSize)
                    try budget.check(statesBuilt: 0)
                    try budget.checkFreeMemory(bytes: searcher.workingByteCount(forTextOf: part.count))
                    goesOn = reader.read(UnsafeRawBufferPointer(rebasing: part), body)
                    rest = rest.dropFirst(part.count)
                }
            }
            isOver = !goesOn
            return goesOn
        }

        /// Ends the text, and reports the words that end with it.
        ///
        /// - Parameter body: A function that receives the end.
        public mutating func finish(_ body: (End) -> Bool) {
            guard !isOver else { return }
            isOver = true
            reader.finish(body)
        }
    }
}
