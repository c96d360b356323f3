internal import AlgorithmSupport
internal import TextSupport

/// A row of a table.
struct TableRow {
    /// The maximum number of cells that are kept.
    static let maximumCellCount = 64

    private(set) var cells: [TableCell] = []
    /// The number of cells, including cells that aren't kept.
    private(set) var cellCount = 0
    /// The place of the row.
    var start: Int
    /// A Boolean value that indicates whether the row names the columns of the rows below.
    var isHeader = false

    init(start: Int) { self.start = start }

    mutating func append(_ cell: TableCell) {
        cellCount += 1
        if cells.count < Self.maximumCellCount { cells.append(cell) }
    }
}

/// The content of a cell, without the table's syntax and surrounding blanks.
struct TableCell {
    private(set) var bytes: [UInt8] = []
    /// The place of the first byte.
    private var start: Int
    /// The indices of bytes that are escaped in the text.
    private var escaped: [Int] = []

    init(start: Int) { self.start = start }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func appendEscaped(_ byte: UInt8) {
        escaped.append(bytes.count)
        bytes.append(byte)
    }

    /// Removes the first byte.
    mutating func removeFirst() { removeFirst(1) }

    private mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
        start += count
        for index in escaped.indices { escaped[index] -= count }
    }

    /// Removes blanks and line ends at both ends.
    mutating func trim() {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        let count = bytes.prefix(while: isBlank).count
        if count > 0 { removeFirst(count) }
    }

    /// Returns the place of a byte in the text, or of the byte that escapes it.
    func offset(of index: Int) -> Int {
        // Escaped bytes are in order.
        start + index + escaped.partitioningIndex { $0 >= index }
    }
}

/// A reader of a table's rows.
protocol TableReader {
    /// Returns the next row; `nil` after the last row.
    mutating func nextRow() throws(TextProblem) -> TableRow?
}
