extension Matcher {
    /// A run over an input that comes in pieces, and its verdict so far.
    ///
    /// A scan is a value: a copy continues independently.
    public struct Scan: Sendable {
        /// The verdict about the whole input after the part read so far.
        public enum Verdict: Sendable, Hashable {
            /// The verdict depends on the rest of the input; ``Scan/isAccepting`` is the verdict on
            /// the input so far.
            case undecided
            /// The input so far and every continuation are accepted. Never reported if a
            /// continuation could contain symbols outside the alphabet.
            case accepted
            /// Neither the input so far nor any continuation is accepted.
            case rejected
        }

        /// The matcher that reads the input.
        public let matcher: Matcher
        /// The number of bytes read so far, or of symbols for a word fed as symbol ids. After the
        /// verdict is certain, no more input is read.
        public private(set) var consumedCount = 0
        package private(set) var chunkProgress = ChunkProgress()
        private var position: FrozenTable.Position
        private var decoder = ScalarDecoder()

        init(_ matcher: Matcher) {
            self.matcher = matcher
            position = matcher.table.start
        }

        /// The verdict about the whole input.
        public var verdict: Verdict {
            if position == FrozenTable.dead { return .rejected }
            return position == matcher.decidedPosition && !decoder.isInsideScalar ? .accepted : .undecided
        }

        /// A Boolean value that indicates whether the automaton accepts the input so far.
        public var isAccepting: Bool {
            position >= matcher.table.firstAccepting && !decoder.isInsideScalar
        }

        /// Reads the next piece of text until the verdict is certain. A piece may end
        /// inside a scalar.
        ///
        /// - Complexity: O(length of the piece).
        /// - Returns: the verdict so far.
        @discardableResult
        public mutating func feed(_ piece: UnsafeRawBufferPointer) -> Verdict {
            read(piece, stoppingAt: matcher.decidedPosition)
            return verdict
        }

        /// Reads the next piece of text until the verdict is certain. A piece may end
        /// inside a scalar.
        ///
        /// - Complexity: O(length of the piece).
        /// - Returns: the verdict so far.
        @discardableResult
        public mutating func feed(_ piece: [UInt8]) -> Verdict {
            piece.withUnsafeBytes { feed($0) }
        }

        /// Reads the next piece of text until the verdict is certain. A piece may end
        /// inside a scalar.
        ///
        /// - Complexity: O(length of the piece).
        /// - Returns: the verdict so far.
        @discardableResult
        public mutating func feed(_ piece: RawSpan) -> Verdict {
            piece.withUnsafeBytes { feed($0) }
        }

        /// Reads the next symbols of a word, given as symbol ids, until the verdict is certain.
        ///
        /// The input is rejected if an earlier piece of text ends in the middle of a scalar.
        ///
        /// - Complexity: O(number of symbols).
        /// - Returns: the verdict so far.
        @discardableResult
        public mutating func feed(symbols: UnsafeBufferPointer<Symbol>) -> Verdict {
            read(symbols, stoppingAt: matcher.decidedPosition)
            return verdict
        }

        /// Reads the next symbols of a word given as symbol ids until the verdict is certain.
        ///
        /// - Complexity: O(number of symbols).
        /// - Returns: the verdict so far.
        @discardableResult
        public mutating func feed(symbols: [Symbol]) -> Verdict {
            symbols.withUnsafeBufferPointer { feed(symbols: $0) }
        }

        mutating func read(_ piece: UnsafeRawBufferPointer, stoppingAt stop: FrozenTable.Position) {
            let bytes = piece.assumingMemoryBound(to: UInt8.self)
            if let scalars = matcher.symbols.scalars {
                consumedCount += matcher.table.read(
                    bytes, decoding: &decoder, with: scalars, from: &position, stoppingAt: stop)
            } else if ChunkReading.isWorthwhile(bytes.count, after: consumedCount),
                matcher.shuffling == nil || bytes.count > RowShuffling.maximumCount,
                let longInputs = matcher.longInputs, !chunkProgress.skips(bytes.count)
            {
                consumedCount += longInputs.read(bytes, from: &position, after: consumedCount, &chunkProgress)
            } else if bytes.count >= RowShuffling.minimumCount, let shuffling = matcher.shuffling {
                consumedCount += shuffling.read(bytes, from: &position)
            } else {
                consumedCount += matcher.symbols.classOfByte.withUnsafeBufferPointer { classes in
                    matcher.table.read(bytes, classes: classes, from: &position, stoppingAt: stop)
                }
            }
        }

        mutating func read(_ word: UnsafeBufferPointer<Symbol>, stoppingAt stop: FrozenTable.Position) {
            if decoder.isInsideScalar, !word.isEmpty {
                position = FrozenTable.dead
                decoder = ScalarDecoder()
            }
            consumedCount += matcher.symbols.ofSymbol.withUnsafeBufferPointer { classes in
                matcher.table.read(
                    word, classes: classes, foreignSymbol: matcher.symbols.foreignSymbol, from: &position,
                    stoppingAt: stop)
            }
        }
    }
}
