public import Automata
internal import RegularExpressions
public import WorkLimits

extension Searcher {
    /// Starts to search a text that comes in pieces.
    ///
    /// - Parameter budget: The limits; `maximumBytes` bounds the number of kept bytes.
    public func start(budget: Budget = .default) -> Scan { Scan(self, budget: budget) }

    /// A search in a text that comes in pieces.
    ///
    /// The scan reports the same matches at the same positions as a search in the whole text, each
    /// as soon as the match can't become longer. It keeps bytes that may still belong to a word.
    ///
    /// ```swift
    /// var scan = searcher.start()
    /// while let piece = nextPiece() { try scan.feed(piece) { print($0.range); return true } }
    /// scan.finish { print($0.range); return true }
    /// ```
    ///
    /// After much text without a match, the scan rereads the kept bytes only when their number has
    /// doubled. So it takes linear time for any pieces.
    ///
    /// A scan is a value: a copy continues independently.
    public struct Scan: Sendable {
        /// The searcher with the patterns to search for.
        public let searcher: Searcher
        /// The number of bytes fed so far.
        public private(set) var consumedCount = 0
        /// A Boolean value that indicates whether the search has ended, because a function returned
        /// `false` or the text is finished.
        public private(set) var isOver = false
        /// The limits; `maximumBytes` bounds the number of kept bytes.
        package var budget: Budget { didSet { progress.budget = budget } }
        private var progress = SearchProgress()
        /// The last bytes that were fed. Those from `bufferStart` on are still needed.
        private var bufferedBytes: [UInt8] = []
        private var bufferStart = 0
        /// The side before the held bytes.
        private var front = AssertionResolution.Side.nothing.rawValue
        /// The number of held bytes from which they are searched again.
        private var nextSearchCount = 0

        /// The minimum number of bytes of a piece that are searched together with held bytes; the
        /// other bytes are searched in place.
        private static let minimumSeamByteCount = 4096
        /// The least number of bytes that are searched between two checks of the budget. It is
        /// smaller for many rows, because a byte can take time linear in the number of rows.
        private let partSize: Int

        init(_ searcher: Searcher, budget: Budget) {
            (self.searcher, self.budget) = (searcher, budget)
            progress.budget = budget
            partSize = max(1 << 14, min(1 << 20, 1 << 26 / max(1, searcher.rowCount)))
        }

        /// The number of bytes kept in memory, because a word may begin or continue in them.
        public var bufferedByteCount: Int { bufferedBytes.count - bufferStart }

        /// Searches the next piece of the text.
        ///
        /// - Parameters:
        ///   - piece: The next bytes.
        ///   - body: A function that receives each match in turn and returns whether to continue.
        /// - Returns: A Boolean value that indicates whether the search continues.
        /// - Complexity: O(*n*) for *n* bytes in all pieces together.
        /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)` if more bytes must be kept
        ///   than the budget allows; `AutomataError.cancelled(statesBuilt:)` if the budget cancels
        ///   the search. The budget is checked at least every million bytes. After an error, the
        ///   search is over.
        @discardableResult
        public mutating func feed(
            _ piece: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (Match) -> Bool
        ) throws(AutomataError) -> Bool {
            guard !isOver else { return false }
            do {
                try piece.withSearchedBytes { bytes throws(AutomataError) in
                    consumedCount += bytes.count
                    try search(bytes, body)
                    try checkProgress()
                }
            } catch {
                end()
                throw error
            }
            if isOver { end() }
            return !isOver
        }

        /// Marks the end of the input, and reports the matches in the bytes that are still
        /// buffered.
        ///
        /// - Parameter body: A function that receives each match in turn and returns whether to
        ///   continue.
        /// - Complexity: O(*n*) for *n* buffered bytes.
        public mutating func finish(_ body: (Match) -> Bool) {
            guard !isOver else { return }
            searchBuffered(endsText: true, body)
            end()
        }

        /// Throws the error that ended the last search, if there was one.
        package func checkProgress() throws(AutomataError) {
            if let failure = progress.failure { throw failure }
        }

        private mutating func end() {
            isOver = true
            (bufferedBytes, bufferStart) = ([], 0)
        }

        private mutating func search(
            _ piece: UnsafeRawBufferPointer, _ body: (Match) -> Bool
        ) throws(AutomataError) {
            var rest = piece[...]
            while bufferedByteCount > 0, !rest.isEmpty, !isOver {
                let seamBytes = rest.prefix(max(Self.minimumSeamByteCount, bufferedByteCount))
                rest = rest.dropFirst(seamBytes.count)
                try hold(seamBytes)
                if bufferedByteCount >= nextSearchCount { searchBuffered(endsText: false, body) }
                if bufferedByteCount <= seamBytes.count, !rest.isEmpty {
                    // All held bytes are from this piece, so the search continues there.
                    rest = piece[(rest.startIndex - bufferedByteCount)...]
                    (bufferedBytes, bufferStart) = ([], 0)
                }
            }
            var size = partSize
            while !rest.isEmpty, !isOver {
                try budget.check(statesBuilt: 0)
                let part = rest.prefix(size)
                let isLast = part.count == rest.count
                let searchedCount = search(UnsafeRawBufferPointer(rebasing: part), endsText: false, body)
                rest = rest.dropFirst(searchedCount)
                if isLast {
                    try hold(rest)
                    nextSearchCount = isReadingAgain ? 2 * bufferedByteCount : 0
                    return
                }
                size = max(partSize, 2 * (part.count - searchedCount))
            }
        }

        /// Whether held bytes will be read again.
        private var isReadingAgain: Bool { searcher.isLazy || progress.cursor.isWasteful }

        private mutating func hold(_ bytes: Slice<UnsafeRawBufferPointer>) throws(AutomataError) {
            try budget.check(statesBuilt: 0, bytes: bufferedByteCount + bytes.count)
            bufferedBytes += bytes
        }

        private mutating func searchBuffered(endsText: Bool, _ body: (Match) -> Bool) {
            var bytes: [UInt8] = []
            swap(&bytes, &bufferedBytes)
            bufferStart += bytes.withUnsafeBytes { bytes in
                search(UnsafeRawBufferPointer(rebasing: bytes[bufferStart...]), endsText: endsText, body)
            }
            swap(&bytes, &bufferedBytes)
            nextSearchCount = isReadingAgain ? 2 * bufferedByteCount : 0
            // Moving the needed bytes pays once at least as many aren't needed.
            if bufferStart >= bufferedByteCount {
                bufferedBytes.removeFirst(bufferStart)
                bufferStart = 0
            }
        }

        /// Continues the search in a text, and returns the number of bytes that are no longer
        /// needed.
        private mutating func search(_ text: UnsafeRawBufferPointer, endsText: Bool, _ body: (Match) -> Bool) -> Int {
            searcher.search(text, from: &progress, front: front, endsText: endsText, vectors: VectorWidth.widest) {
                body($0) ? .next : .stop
            }
            isOver = progress.cursor.isStopped
            let searchedCount = min(progress.doneCount, text.count)
            if searchedCount > 0 { front = searcher.sideOfByte[Int(text[searchedCount - 1])] }
            progress.move(to: searchedCount)
            return searchedCount
        }
    }
}
