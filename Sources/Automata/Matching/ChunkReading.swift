/// The tables for reading several chunks of a long input in parallel.
package final class LongInputTables: Sendable {
    let convergence: StateConvergence
    package let pairs: BytePairTable?

    /// Fails if the table is sparse or its runs don't converge.
    init?(_ table: FrozenTable, classes: [UInt8], stoppingAt stop: FrozenTable.Position) {
        guard classes.count == 256, let rows = RowTargets(table, classes: classes) else { return nil }
        let stopRow = stop == FrozenTable.noPosition ? nil : stop / max(table.stride, 1)
        let convergence = StateConvergence(rows, stoppingAt: stopRow, maximumSteps: Self.maximumSteps(table))
        guard let convergence else { return nil }
        self.convergence = convergence
        pairs = BytePairTable(rows, classes: classes)
    }

    /// Returns the maximum number of steps: for small tables twice as many as `[ab]*a[ab]{9}` takes
    /// with its 1,024 states, for large ones those of a few levels of words.
    private static func maximumSteps(_ table: FrozenTable) -> Int { 1 << 16 + 4 * table.denseCellCount }

    /// The maximum number of steps to make the tables, for single rows and for pairs of bytes.
    static func work(_ table: FrozenTable) -> Int { maximumSteps(table) + table.stride * table.denseCellCount }

    package var byteCount: Int { convergence.byteCount + (pairs?.byteCount ?? 0) }
}

/// The progress of chunk reading in a scan.
package struct ChunkProgress: Sendable {
    /// The number of bytes that were read in chunks.
    package private(set) var byteCount = 0
    /// The number of bytes that one run reads before the next attempt to look back.
    private(set) var pause = 0
    private var lastPause = 0

    package init() {}

    /// Returns whether the next `count` bytes belong to the ``pause``. If so, shortens the pause by
    /// `count`.
    package mutating func skips(_ count: Int) -> Bool {
        guard pause >= count else { return false }
        pause -= count
        return true
    }

    mutating func noteRound(_ count: Int) {
        byteCount += count
        lastPause = 0
    }

    /// Doubles the pause, so that an input that doesn't converge costs only a few attempts.
    mutating func noteFailure(_ size: Int) {
        lastPause = max(lastPause &* 2, size)
        pause = lastPause
    }
}

/// Reads a long input in rounds of eight parallel chunks.
///
/// The first chunk begins at the run's current row. ``StateConvergence`` computes the start of each
/// other chunk from the bytes before it; the start is right unless the verdict is certain before
/// it. After a round the end of each chunk is compared with the start of the next one. The chunk in
/// which the input was decided is read again by one run, so the result is exactly that of one run.
/// If looking back doesn't determine a start, one run reads on for a while.
///
/// - Complexity: O(length).
///
/// Reference: Mytkowicz, Musuvathi and Schulte, *Data-parallel finite-state machines* (2014,
/// doi:10.1145/2541940.2541988).
package struct ChunkReading {
    private let chains: ChunkChains
    private let tables: LongInputTables
    private let bytes: UnsafeBufferPointer<UInt8>
    private let classes: UnsafeBufferPointer<UInt8>
    private let first: UnsafePointer<UInt8>
    private let classesStart: UnsafePointer<UInt8>
    private let stop: FrozenTable.Position
    private let shuffling: RowShuffling?
    private var table: FrozenTable { chains.table }

    /// The shortest round. Shorter ones gain little, and are too short to look back: with rounds of
    /// 1 KiB, most URLs were read by one run.
    static let minimumRoundLength = 2048
    /// The longest round, with chunks of 32 KiB. Half and double the size are as fast, and after a
    /// decision the rest of a round is wasted.
    static let maximumRoundLength = ChunkChains.count << 15
    /// The maximum ratio of a round to all that was read before. Chunks are some five times as fast
    /// as one run, so a wasted round takes no longer than one run has taken until then.
    static let growth = 4
    /// The minimum ratio of a chunk to the bytes for looking back: a failed attempt takes a
    /// hundredth of the time that one run needs for the round.
    static let lookBackRatio = 16
    /// The minimum number of bytes for looking back. Most automata converge in fewer bytes; half or
    /// double the number makes no difference.
    private static let minimumLookBackLength = 16

    /// Returns whether a piece of `count` bytes is long enough for a round after `readCount` bytes
    /// of the same scan.
    @inline(__always)
    package static func isWorthwhile(_ count: Int, after readCount: Int) -> Bool {
        count >= minimumRoundLength + max(0, minimumRoundLength / growth &- readCount)
    }

    init?(
        _ table: FrozenTable, _ tables: LongInputTables, _ bytes: UnsafeBufferPointer<UInt8>,
        classes: UnsafeBufferPointer<UInt8>, stoppingAt stop: FrozenTable.Position, shuffling: RowShuffling?
    ) {
        guard let first = bytes.baseAddress, let classesStart = classes.baseAddress, classes.count == 256 else {
            return nil
        }
        chains = ChunkChains(table: table, pairs: tables.pairs, classes: classesStart)
        self.tables = tables
        self.bytes = bytes
        self.classes = classes
        self.first = first
        self.classesStart = classesStart
        (self.stop, self.shuffling) = (stop, shuffling)
    }

    /// Reads all bytes, or those up to the one that led to the dead row or to `stop`.
    ///
    /// - Parameters:
    ///   - readCount: the number of bytes that the scan has read before.
    ///   - progress: the progress of chunk reading in the scan.
    /// - Returns: the number of bytes read.
    func read(
        from position: inout FrozenTable.Position, after readCount: Int, _ progress: inout ChunkProgress
    ) -> Int {
        var index = 0
        while index < bytes.count, !isDecided(position) {
            let remaining = bytes.count - index
            let size = min(remaining, Self.maximumRoundLength, (readCount &+ index) &* Self.growth)
            if remaining < Self.minimumRoundLength {
                index += readPlainly(index..<bytes.count, from: &position)
            } else if size < Self.minimumRoundLength {
                index += readPlainly(index..<index + Self.minimumRoundLength / Self.growth, from: &position)
            } else if progress.pause > 0 {
                let count = min(remaining, progress.pause)
                if progress.skips(count) { index += readPlainly(index..<index + count, from: &position) }
            } else if let starts = starts(at: index, size / ChunkChains.count & ~7, from: position) {
                let count = readRound(at: index, size / ChunkChains.count & ~7, starts, &position)
                progress.noteRound(count)
                index += count
            } else {
                progress.noteFailure(size)
            }
        }
        return index
    }

    private func isDecided(_ position: FrozenTable.Position) -> Bool {
        position == FrozenTable.dead || position == stop
    }

    private func readPlainly(_ range: Range<Int>, from position: inout FrozenTable.Position) -> Int {
        let part = UnsafeBufferPointer(start: first + range.lowerBound, count: range.count)
        return shuffling?.read(part, from: &position)
            ?? table.read(part, classes: classes, from: &position, stoppingAt: stop)
    }

    /// Reads one round.
    ///
    /// - Returns: the number of bytes read: all, those up to a decision, or those before a chunk
    ///   whose start was wrong.
    private func readRound(
        at index: Int, _ chunkSize: Int, _ starts: ChunkChains.Rows, _ position: inout FrozenTable.Position
    ) -> Int {
        let ends = chains.read(first + index, chunkSize: chunkSize, from: starts)
        var last = 0
        while last < ChunkChains.count - 1, !isDecided(ends[last] * table.stride), ends[last] == starts[last + 1] {
            last += 1
        }
        position = ends[last] * table.stride
        guard isDecided(position) else { return (last + 1) * chunkSize }
        position = starts[last] * table.stride
        let start = index + last * chunkSize
        return last * chunkSize + readPlainly(start..<start + chunkSize, from: &position)
    }

    /// Returns the row in which each chunk begins, or `nil` if one of them isn't known.
    private func starts(
        at index: Int, _ chunkSize: Int, from position: FrozenTable.Position
    ) -> ChunkChains.Rows? {
        var starts = ChunkChains.Rows(repeating: position / table.stride)
        for chunk in 1..<ChunkChains.count {
            guard let row = row(at: index + chunk * chunkSize, lookingBackAtMost: chunkSize / Self.lookBackRatio) else {
                return nil
            }
            starts[chunk] = row
        }
        return starts
    }

    /// Returns the row before the byte at `index`, unless the input was decided before.
    private func row(at index: Int, lookingBackAtMost most: Int) -> Int? {
        var length = min(Self.minimumLookBackLength, most)
        while true {
            let precedingBytes = UnsafeBufferPointer(start: first + (index - length), count: length)
            if let (row, count) = tables.convergence.survivor(of: precedingBytes, classes: classesStart) {
                var position = row * table.stride
                _ = readPlainly(index - length + count..<index, from: &position)
                return position / table.stride
            }
            if length == most { return nil }
            length = min(length * 4, most)
        }
    }
}
