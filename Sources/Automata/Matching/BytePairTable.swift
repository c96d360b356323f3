/// The transition function of a ``FrozenTable`` for pairs of bytes.
///
/// It maps each of the 65,536 pairs of bytes to a column, and each row and column to the row that
/// both bytes lead to. Pairs that no row distinguishes share a column. A position is the start of a
/// row, as in the table itself.
///
/// - Requires: A dense table that is read byte by byte.
/// - Complexity: O(*r* *c*²) time for *r* rows and *c* columns of bytes; 128 KiB for the map and at
///   most 1 MiB for the cells.
package struct BytePairTable: Sendable {
    /// The cells: positions, in the narrowest integer type that fits all of them.
    package enum Cells: Sendable {
        case shorts([UInt16])
        case words([UInt32])
    }

    /// The column of each pair of bytes; the first byte is the low half of the index.
    package let columnOfPair: [UInt16]
    package let cells: Cells
    /// The number of columns.
    package let stride: Int

    /// The maximum size of the cells; larger tables don't fit the fast caches.
    private static let maximumBytes = 1 << 20

    /// Fails if the cells would take more than 1 MiB.
    package init?(_ rows: RowTargets, classes: [UInt8]) {
        guard classes.count == 256, let columns = PairColumns(rows, maximumCells: Self.maximumBytes / 2) else {
            return nil
        }
        let cellCount = rows.rowCount * columns.count
        let isShort = cellCount <= 1 << 16
        guard cellCount * (isShort ? 2 : 4) <= Self.maximumBytes else { return nil }
        stride = columns.count
        cells = isShort ? .shorts(columns.cells(rows)) : .words(columns.cells(rows))
        columnOfPair = [UInt16](unsafeUninitializedCapacity: 1 << 16) { map, count in
            // Second bytes of one class have the same 256 entries.
            var secondByteOfClass: [UInt8: Int] = [:]
            for second in 0..<256 {
                if let earlier = secondByteOfClass[classes[second]] {
                    for first in 0..<256 { map[second << 8 | first] = map[earlier << 8 | first] }
                    continue
                }
                secondByteOfClass[classes[second]] = second
                for first in 0..<256 {
                    map[second << 8 | first] = columns.column(of: classes[first], classes[second])
                }
            }
            count = 1 << 16
        }
    }

    var byteCount: Int {
        switch cells {
        case .shorts(let cells): columnOfPair.count * 2 + cells.count * 2
        case .words(let cells): columnOfPair.count * 2 + cells.count * 4
        }
    }
}

/// The columns of a pair table: pairs of columns of single bytes, merged if no row distinguishes
/// them.
private struct PairColumns {
    private let columnsOfBytes: [Int]
    /// The index in ``columnsOfBytes`` of each column.
    private let indexOfColumn: [Int]
    /// The column of each pair of indices.
    private var columnOfPair: [UInt16] = []
    /// The first pair of each column.
    private var pairOfColumn: [Int] = []

    var count: Int { pairOfColumn.count }

    /// Fails if there would be more than `maximumCells` cells before merging.
    init?(_ rows: RowTargets, maximumCells: Int) {
        columnsOfBytes = rows.columnsOfBytes
        var indexOfColumn = [Int](repeating: 0, count: rows.columnCount)
        for (index, column) in columnsOfBytes.enumerated() { indexOfColumn[column] = index }
        self.indexOfColumn = indexOfColumn
        let width = columnsOfBytes.count
        guard rows.rowCount <= maximumCells / max(width * width, 1) else { return nil }
        merge(rows, Self.fingerprints(rows))
    }

    func column(of first: UInt8, _ second: UInt8) -> UInt16 {
        columnOfPair[indexOfColumn[Int(first)] * columnsOfBytes.count + indexOfColumn[Int(second)]]
    }

    func cells<Cell: FixedWidthInteger & UnsignedInteger>(_ rows: RowTargets) -> [Cell] {
        [Cell](unsafeUninitializedCapacity: rows.rowCount * count) { cells, initializedCount in
            var index = 0
            for row in 0..<rows.rowCount {
                for pair in pairOfColumn {
                    cells[index] = Cell(truncatingIfNeeded: target(rows, row, pair) * count)
                    index += 1
                }
            }
            initializedCount = index
        }
    }

    private func target(_ rows: RowTargets, _ row: Int, _ pair: Int) -> Int {
        let width = columnsOfBytes.count
        let middle = Int(rows.targets[row * rows.columnCount + columnsOfBytes[pair / width]])
        return Int(rows.targets[middle * rows.columnCount + columnsOfBytes[pair % width]])
    }

    /// Returns sums of products of targets with random numbers: equal for equal columns, and almost
    /// always different for others.
    private static func fingerprints(_ rows: RowTargets) -> [UInt64] {
        let width = rows.columnsOfBytes.count
        var sums = [UInt64](repeating: 0, count: width * width)
        let slotHash = SlotHash()
        for row in 0..<rows.rowCount {
            let factor = slotHash.scattered(UInt64(row))
            var pair = 0
            for first in rows.columnsOfBytes {
                let middle = Int(rows.targets[row * rows.columnCount + first]) * rows.columnCount
                for second in rows.columnsOfBytes {
                    sums[pair] &+= factor &* UInt64(rows.targets[middle + second])
                    pair += 1
                }
            }
        }
        return sums
    }

    /// Merges columns with equal fingerprints if their targets are equal in all rows.
    private mutating func merge(_ rows: RowTargets, _ fingerprints: [UInt64]) {
        var columnOfFingerprint: [UInt64: UInt16] = [:]
        for (pair, fingerprint) in fingerprints.enumerated() {
            if let column = columnOfFingerprint[fingerprint],
                (0..<rows.rowCount).allSatisfy({
                    target(rows, $0, pair) == target(rows, $0, pairOfColumn[Int(column)])
                })
            {
                columnOfPair.append(column)
                continue
            }
            // At most 256 columns of bytes make at most 65,536 columns of pairs.
            let column = UInt16(truncatingIfNeeded: count)
            columnOfFingerprint[fingerprint] = column
            columnOfPair.append(column)
            pairOfColumn.append(pair)
        }
    }
}
