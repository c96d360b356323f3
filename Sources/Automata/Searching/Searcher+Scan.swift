extension Searcher {
    /// Starts to search a text that comes in pieces.
    ///
    /// - Parameter budget: The limits of the bytes that are held.
    public func start(budget: Budget = .default) -> Scan { Scan(self, budget: budget) }

    /// A search in a text that comes in pieces.
    ///
    /// It reports the same matches as a search in the whole text, with the same positions, each as
    /// soon as no longer word can begin at its place. What may still be part of a word is held.
    ///
    /// ```swift
    /// var scan = searcher.start()
    /// while let piece = nextPiece() { try scan.feed(piece) { print($0.range); return true } }
    /// scan.finish { print($0.range); return true }
    /// ```
    ///
    /// Where much is read in vain, it waits for twice the bytes that it holds before it reads them
    /// again, so that it takes linear time whatever the pieces are.
    ///
    /// A value: a copy goes on by itself from where it was made.
    public struct Scan: Sendable {
        /// The searcher whose patterns are searched for.
        public let searcher: Searcher
        /// The number of bytes that were fed.
        public private(set) var consumedCount = 0
        /// Whether nothing more is searched, because a function returned `false` or the text is
        /// finished.
        public private(set) var isOver = false
        /// The limits of the bytes that are held.
        package var budget: Budget
        private var progress = SearchProgress()
        /// The end of what was fed, as far as it is still needed, behind bytes that aren't.
        private var held: [UInt8] = []
        private var heldStart = 0
        /// The side in front of what is held.
        private var front = AssertionResolution.Side.nothing.rawValue
        /// The bytes to hold before the next search.
        private var patientCount = 0

        /// The bytes of a piece that are searched with those that are held, at least, before the
        /// others are searched where they are.
        private static let leastSeam = 4096
        /// The bytes of a piece that are searched at a time, at least: fewer if each can take the
        /// time of many rows.
        private let partSize: Int

        init(_ searcher: Searcher, budget: Budget) {
            (self.searcher, self.budget) = (searcher, budget)
            progress.hasMemory = budget.hasMemory
            partSize = max(1 << 14, min(1 << 20, 1 << 26 / max(1, searcher.rowCount)))
        }

        /// The number of bytes that are held, because a word may begin in them, or go on from them.
        public var heldCount: Int { held.count - heldStart }

        /// Searches the next piece of the text.
        ///
        /// - Parameters:
        ///   - piece: The bytes behind those that were fed before.
        ///   - body: A function that takes each match in turn and returns whether to go on.
        /// - Returns: A Boolean value that indicates whether the search goes on.
        /// - Complexity: O(*n*) for all *n* bytes of all pieces.
        /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if more bytes would have
        ///   to be held than the budget allows; ``AutomataError/cancelled(statesBuilt:)``; the
        ///   budget is asked at least every million bytes. The search is over then.
        @discardableResult
        public mutating func feed(
            _ piece: borrowing some SearchableText & ~Copyable & ~Escapable, _ body: (Match) -> Bool
        ) throws(AutomataError) -> Bool {
            guard !isOver else { return false }
            do {
                try piece.withSearchedBytes { bytes throws(AutomataError) in
                    consumedCount += bytes.count
                    try search(bytes, body)
                    try checkMemory()
                }
            } catch {
                end()
                throw error
            }
            if isOver { end() }
            return !isOver
        }

        /// Ends the text, which decides about the bytes that are held.
        ///
        /// - Parameter body: A function that takes each match in turn and returns whether to go on.
        /// - Complexity: O(*n*) for *n* bytes that are held.
        public mutating func finish(_ body: (Match) -> Bool) {
            guard !isOver else { return }
            searchHeld(isWhole: true, body)
            end()
        }

        /// Throws if the last search ended because memory ran short.
        package func checkMemory() throws(AutomataError) {
            if progress.wasRefused { throw .budgetExceeded(statesBuilt: 0, limit: .memory) }
        }

        private mutating func end() {
            isOver = true
            (held, heldStart) = ([], 0)
        }

        private mutating func search(
            _ piece: UnsafeRawBufferPointer, _ body: (Match) -> Bool
        ) throws(AutomataError) {
            var rest = piece[...]
            while heldCount > 0, !rest.isEmpty, !isOver {
                let seam = rest.prefix(max(Self.leastSeam, heldCount))
                rest = rest.dropFirst(seam.count)
                try hold(seam)
                if heldCount >= patientCount { searchHeld(isWhole: false, body) }
                if heldCount <= seam.count, !rest.isEmpty {
                    // What is held is of this piece, and so the search goes on there.
                    rest = piece[(rest.startIndex - heldCount)...]
                    (held, heldStart) = ([], 0)
                }
            }
            var size = partSize
            while !rest.isEmpty, !isOver {
                try budget.check(statesBuilt: 0)
                let part = rest.prefix(size)
                let isLast = part.count == rest.count
                let done = search(UnsafeRawBufferPointer(rebasing: part), isWhole: false, body)
                rest = rest.dropFirst(done)
                if isLast {
                    try hold(rest)
                    patientCount = isReadingAgain ? 2 * heldCount : 0
                    return
                }
                size = max(partSize, 2 * (part.count - done))
            }
        }

        /// Whether what is held will be read once more.
        private var isReadingAgain: Bool { searcher.isLazy || progress.place.isImpatient }

        private mutating func hold(_ bytes: Slice<UnsafeRawBufferPointer>) throws(AutomataError) {
            try budget.check(statesBuilt: 0, bytes: heldCount + bytes.count)
            held += bytes
        }

        private mutating func searchHeld(isWhole: Bool, _ body: (Match) -> Bool) {
            var bytes: [UInt8] = []
            swap(&bytes, &held)
            heldStart += bytes.withUnsafeBytes { bytes in
                search(UnsafeRawBufferPointer(rebasing: bytes[heldStart...]), isWhole: isWhole, body)
            }
            swap(&bytes, &held)
            patientCount = isReadingAgain ? 2 * heldCount : 0
            // Moving them pays when as many aren't needed.
            if heldStart >= heldCount {
                held.removeFirst(heldStart)
                heldStart = 0
            }
        }

        /// Searches a text from where the progress is; returns the number of bytes that aren't
        /// needed any more.
        private mutating func search(_ text: UnsafeRawBufferPointer, isWhole: Bool, _ body: (Match) -> Bool) -> Int {
            searcher.search(text, from: &progress, front: front, isWhole: isWhole, vectors: VectorWidth.widest, body)
            isOver = progress.place.isStopped
            let done = min(progress.doneCount, text.count)
            if done > 0 { front = searcher.sideOfByte[Int(text[done - 1])] }
            progress.move(to: done)
            return done
        }
    }
}
