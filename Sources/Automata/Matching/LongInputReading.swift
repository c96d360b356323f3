internal import Synchronization

/// The tables of a ``Matcher`` for long inputs, made as soon as they are worth their cost.
///
/// They are made when the bytes read in long pieces are twice the steps of making them. A byte
/// takes 1.2 ns and a step up to 2.7 ns, so making them takes at most about as long as reading.
///
/// Any number of threads may share an instance, without waiting: while one makes the tables, the
/// others read on without them.
package final class LongInputReading: Sendable {
    private let table: FrozenTable
    private let classes: [UInt8]
    private let stop: FrozenTable.Position
    private let shuffling: RowShuffling?
    /// The number of bytes to read before the tables are made; negative from then on.
    private let missingCount: Atomic<Int>
    private let tableReference = AtomicLazyReference<LongInputTables>()

    /// The largest supported table, whose tables take a tenth of a second and 40 MiB at most.
    private static let maximumCells = 1 << 22

    /// Fails if inputs aren't read byte by byte, or the table is sparse or very large.
    ///
    /// - Parameter shuffling: The reader of parts that aren't read in chunks.
    package init?(
        _ table: FrozenTable, classes: [UInt8], stoppingAt stop: FrozenTable.Position, shuffling: RowShuffling?
    ) {
        guard classes.count == 256, 1...Self.maximumCells ~= table.denseCellCount else { return nil }
        (self.table, self.classes, self.stop, self.shuffling) = (table, classes, stop, shuffling)
        missingCount = Atomic(2 * LongInputTables.work(table))
    }

    /// The tables, if they have been made; permanently `nil` if the runs of the automaton don't
    /// converge.
    package var tables: LongInputTables? { tableReference.load() }

    /// Reads a long piece.
    ///
    /// - Parameters:
    ///   - readCount: the number of bytes that the scan has read before.
    ///   - progress: the progress of chunk reading in the scan.
    /// - Returns: the number of bytes read.
    package func read(
        _ bytes: UnsafeBufferPointer<UInt8>, from position: inout FrozenTable.Position, after readCount: Int,
        _ progress: inout ChunkProgress
    ) -> Int {
        classes.withUnsafeBufferPointer { classes in
            var index = 0
            while index < bytes.count, position != FrozenTable.dead, position != stop {
                let rest = UnsafeBufferPointer(rebasing: bytes[index...])
                if let tables,
                    let reading = ChunkReading(
                        table, tables, rest, classes: classes, stoppingAt: stop, shuffling: shuffling)
                {
                    return index + reading.read(from: &position, after: readCount &+ index, &progress)
                }
                let missing = missingCount.load(ordering: .relaxed)
                let part = min(rest.count, missing > 0 ? missing : ChunkReading.maximumRoundLength)
                let bytes = UnsafeBufferPointer(rebasing: rest[..<part])
                let count =
                    shuffling?.read(bytes, from: &position)
                    ?? table.read(bytes, classes: classes, from: &position, stoppingAt: stop)
                index += count
                if missing > 0 { countDownToTables(by: count) }
            }
            return index
        }
    }

    /// Counts down; the thread that reaches zero makes the tables.
    private func countDownToTables(by count: Int) {
        let (before, after) = missingCount.subtract(count, ordering: .relaxed)
        if before > 0, after <= 0 { makeTables() }
    }

    /// Makes the tables, if the runs of the automaton converge.
    package func makeTables() {
        missingCount.store(0, ordering: .relaxed)
        if let tables = LongInputTables(table, classes: classes, stoppingAt: stop) {
            _ = tableReference.storeIfNil(tables)
        }
    }
}
