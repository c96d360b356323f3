internal import Synchronization

/// The tables for long inputs of a ``Matcher``, made when it has read enough for them to pay.
///
/// That is when it has read twice as many bytes in long pieces as making them takes steps. A byte
/// takes 1.2 ns and a step up to 2.7, so that making them takes about as long as what was read
/// before at most.
///
/// Any number of threads may use it at once. None waits: while one makes the tables, the others
/// read on without them.
final class LongInputReading: Sendable {
    private let table: FrozenTable
    private let classes: [UInt8]
    private let stop: FrozenTable.Position
    /// How many bytes more are to be read before the tables are made; negative from then on.
    private let missingCount: Atomic<Int>
    private let made = AtomicLazyReference<LongInputTables>()

    /// Fails if inputs aren't read byte by byte, or the table is sparse.
    init?(_ table: FrozenTable, _ symbols: SymbolClasses) {
        guard symbols.ofByte.count == 256, table.denseCellCount > 0 else { return nil }
        self.table = table
        classes = symbols.ofByte
        stop = symbols.coverAllText ? table.allAccepting : FrozenTable.nowhere
        missingCount = Atomic(2 * LongInputTables.work(table))
    }

    /// The tables, once they have been made; `nil` for good if the runs of the automaton don't
    /// converge.
    var tables: LongInputTables? { made.load() }

    /// Reads a long piece.
    ///
    /// - Parameters:
    ///   - readCount: the number of bytes that the scan has read before.
    ///   - progress: how looking back went in the scan.
    /// - Returns: how many bytes were read.
    func read(
        _ bytes: UnsafeBufferPointer<UInt8>, from position: inout FrozenTable.Position, after readCount: Int,
        _ progress: inout ChunkProgress
    ) -> Int {
        classes.withUnsafeBufferPointer { classes in
            var index = 0
            while index < bytes.count, position != FrozenTable.dead, position != stop {
                let rest = UnsafeBufferPointer(rebasing: bytes[index...])
                if let tables,
                    let reading = ChunkReading(table, tables, rest, classes: classes, stoppingAt: stop)
                {
                    return index + reading.read(from: &position, after: readCount &+ index, &progress)
                }
                let missing = missingCount.load(ordering: .relaxed)
                let part = min(rest.count, missing > 0 ? missing : ChunkReading.longestRound)
                let count = table.read(
                    UnsafeBufferPointer(rebasing: rest[..<part]), classes: classes, from: &position, stoppingAt: stop)
                index += count
                if missing > 0 { countDown(by: count) }
            }
            return index
        }
    }

    /// The thread that counts down to zero makes the tables.
    private func countDown(by count: Int) {
        let (before, after) = missingCount.subtract(count, ordering: .relaxed)
        if before > 0, after <= 0 { makeTables() }
    }

    /// Makes the tables, if the runs of the automaton converge.
    func makeTables() {
        missingCount.store(0, ordering: .relaxed)
        if let tables = LongInputTables(table, classes: classes, stoppingAt: stop) { _ = made.storeIfNil(tables) }
    }
}
