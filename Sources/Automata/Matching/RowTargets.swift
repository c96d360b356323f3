/// The dense cells of a ``FrozenTable`` as row numbers, for making the tables for long inputs.
package struct RowTargets {
    package let rowCount: Int
    package let columnCount: Int
    /// The columns that some byte belongs to.
    let columnsOfBytes: [Int]
    /// The targets; the one of row *r* in column *c* has the index *r* · ``columnCount`` + *c*.
    package let targets: [UInt32]

    /// Fails if the table is sparse.
    ///
    /// - Complexity: O(number of cells).
    package init?(_ table: FrozenTable, classes: [UInt8]) {
        columnCount = table.stride
        switch table.cells {
        case .bytes(let cells): targets = Self.rows(cells, table.stride)
        case .shorts(let cells): targets = Self.rows(cells, table.stride)
        case .words(let cells): targets = Self.rows(cells, table.stride)
        case .sparse: return nil
        }
        rowCount = targets.count / max(table.stride, 1)
        columnsOfBytes = Set(classes).sorted().map(Int.init)
    }

    private static func rows(_ positions: [some FixedWidthInteger], _ stride: Int) -> [UInt32] {
        let divisor = UInt32(truncatingIfNeeded: max(stride, 1))
        return positions.map { UInt32(truncatingIfNeeded: $0) / divisor }
    }
}
