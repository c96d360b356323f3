internal import ByteScanning

/// The steps of a ``FrozenTable`` of at most 16 rows, as shuffles of vectors of 16 rows.
///
/// A shuffle reads two bytes, and its look-ups don't wait for earlier results. It reads texts of
/// any length at the same speed, even if the runs of the automaton don't converge.
///
/// Reference: Mytkowicz, Musuvathi and Schulte, *Data-parallel finite-state machines* (2014,
/// doi:10.1145/2541940.2541988).
package final class RowShuffling: Sendable {
    private let table: FrozenTable
    private let classes: [UInt8]
    private let stop: FrozenTable.Position
    /// The number of each byte as the first of a pair; a pair's number is the sum of the numbers of
    /// both bytes.
    private let first: [UInt16]
    private let second: [UInt16]
    private let targets: [SIMD16<UInt8>]
    /// The row in the first lane; the dead row needs no lane if nothing leads there.
    private let firstRow: Int

    /// The length of the shortest input for which shuffles are faster, in bytes.
    static let minimumCount = 64
    /// The length of the longest input for shuffles, in bytes; longer inputs are read faster in
    /// chunks if runs converge.
    static let maximumCount = 1 << 15
    /// The number of bytes in one step of both runs.
    private static let bytesPerStep = 16
    /// The maximum number of columns; more take longer to prepare than most texts to read: 16 µs
    /// for 32.
    private static let maximumColumns = 32

    /// Fails if inputs aren't read byte by byte, the table is too large, or the machine has no
    /// vectors.
    package init?(_ table: FrozenTable, classes: [UInt8], stoppingAt stop: FrozenTable.Position) {
        guard VectorWidth.widest > 0, classes.count == 256, table.stride > 0,
            1...Int(AUTOMATA_MOST_SHUFFLED_ROWS) + 1 ~= table.denseCellCount / table.stride,
            let rows = RowTargets(table, classes: classes), rows.columnsOfBytes.count <= Self.maximumColumns
        else { return nil }
        let isDeadReached = (1..<max(1, rows.rowCount)).contains { row in
            rows.columnsOfBytes.contains { rows.targets[row * rows.columnCount + $0] == 0 }
        }
        firstRow = isDeadReached || rows.rowCount == 1 ? 0 : 1
        guard rows.rowCount - firstRow <= Int(AUTOMATA_MOST_SHUFFLED_ROWS) else { return nil }
        (self.table, self.classes, self.stop) = (table, classes, stop)
        let columns = rows.columnsOfBytes
        var numberOfColumn = [UInt16](repeating: 0, count: rows.columnCount)
        for (number, column) in columns.enumerated() { numberOfColumn[column] = UInt16(number) }
        second = classes.map { numberOfColumn[Int($0)] }
        first = second.map { $0 * UInt16(columns.count) }
        var targets: [SIMD16<UInt8>] = []
        targets.reserveCapacity(columns.count * columns.count)
        for one in columns {
            for two in columns {
                var lanes = SIMD16<UInt8>()
                for row in firstRow..<rows.rowCount {
                    let middle = Int(rows.targets[row * rows.columnCount + one])
                    lanes[row - firstRow] = UInt8(Int(rows.targets[middle * rows.columnCount + two]) - firstRow)
                }
                targets.append(lanes)
            }
        }
        self.targets = targets
    }

    package var byteCount: Int { 2 * (first.count + second.count) + 16 * targets.count }

    /// Reads all bytes, or those up to the one that leads to the dead row or to the all-accepting
    /// row.
    ///
    /// - Returns: the number of bytes read.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, from position: inout FrozenTable.Position) -> Int {
        let index = readBlocks(bytes, from: &position)
        // Read a deciding block again, to find the byte that decides.
        return classes.withUnsafeBufferPointer { classes in
            let rest = UnsafeBufferPointer(rebasing: bytes[index...])
            return index + table.read(rest, classes: classes, from: &position, stoppingAt: stop)
        }
    }

    /// Reads blocks up to one that leads to the dead row or to the all-accepting row. Fewer than 16
    /// bytes at the end stay unread.
    ///
    /// - Returns: the number of bytes read.
    package func readBlocks(_ bytes: UnsafeBufferPointer<UInt8>, from position: inout FrozenTable.Position) -> Int {
        guard position != FrozenTable.dead, position != stop, let start = bytes.baseAddress else { return 0 }
        var count = 0
        withShuffles { shuffles in
            var lane = lane(of: position)
            count = automata_shuffle(
                VectorWidth.widest, start, bytes.count & ~(Self.bytesPerStep - 1), &shuffles, &lane,
                firstRow == 0 ? Self.deadLane : .max, self.lane(of: stop))
            position = (Int(lane) + firstRow) * table.stride
        }
        return count
    }

    /// The lane of the dead row, if it has one.
    private static let deadLane: UInt8 = 0

    /// Returns the lane of a row, or 255, which isn't a lane, if there is no such row.
    private func lane(of position: FrozenTable.Position) -> UInt8 {
        position == FrozenTable.noPosition ? .max : UInt8(truncatingIfNeeded: position / table.stride - firstRow)
    }

    private func withShuffles(_ body: (inout automata_shuffles) -> Void) {
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                targets.withUnsafeBytes { targets in
                    var shuffles = automata_shuffles()
                    shuffles.first = first.baseAddress
                    shuffles.second = second.baseAddress
                    shuffles.targets = targets.bindMemory(to: UInt8.self).baseAddress
                    body(&shuffles)
                }
            }
        }
    }
}
