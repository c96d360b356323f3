/// The transition function of a ``Matcher``: rows of columns, each column a class of symbols.
///
/// Invariants: a position is the start of a row, so a step is one look-up without a multiplication.
/// Position 0 is the dead row; then come the rejecting rows, then the accepting ones, and last the
/// all-accepting row if there is one. The last column, which leads to the dead row, is for symbols
/// that no live state can read.
package final class FrozenTable: Sendable {
    package typealias Position = Int

    /// The cells: positions, in the narrowest integer type that fits all of them.
    package enum Cells: Sendable {
        case bytes([UInt8])
        case shorts([UInt16])
        case words([UInt32])
        /// Sparse rows, if few cells have targets. Positions are then row numbers.
        case sparse(Transitions)
    }

    package let cells: Cells
    /// The distance between rows: the number of columns, or 1 if the rows are sparse.
    package let stride: Int
    let start: Position
    /// The first accepting position; all later positions accept too.
    let firstAccepting: Position
    /// The row that accepts any continuation, or ``noPosition``.
    package let allAcceptingPosition: Position

    static let dead: Position = 0
    package static let noPosition: Position = .max

    package init(cells: Cells, stride: Int, start: Position, firstAccepting: Position, allAcceptingPosition: Position) {
        self.cells = cells
        self.stride = stride
        self.start = start
        self.firstAccepting = firstAccepting
        self.allAcceptingPosition = allAcceptingPosition
    }

    /// The number of cells, or 0 if the rows are sparse.
    var denseCellCount: Int {
        switch cells {
        case .bytes(let cells): cells.count
        case .shorts(let cells): cells.count
        case .words(let cells): cells.count
        case .sparse: 0
        }
    }

    package var byteCount: Int {
        switch cells {
        case .bytes(let cells): cells.count
        case .shorts(let cells): cells.count * 2
        case .words(let cells): cells.count * 4
        case .sparse(let rows): rows.count * 8 + rows.offsets.count * 4
        }
    }

    /// Reads bytes as symbols.
    ///
    /// - Returns: the number of bytes read, up to the one that leads to the dead row or to `stop`.
    package func read(
        _ bytes: UnsafeBufferPointer<UInt8>, classes: UnsafeBufferPointer<UInt8>, from position: inout Position,
        stoppingAt stop: Position
    ) -> Int {
        guard let first = classes.baseAddress, classes.count == 256 else { return 0 }
        return read(bytes, ByteColumnMap(classes: first), from: &position, stoppingAt: stop)
    }

    /// Reads symbols.
    ///
    /// - Returns: the number of symbols read, up to the one that leads to the dead row or to
    ///   `stop`.
    func read(
        _ word: UnsafeBufferPointer<Symbol>, classes: UnsafeBufferPointer<Symbol>, foreignSymbol: Symbol,
        from position: inout Position, stoppingAt stop: Position
    ) -> Int {
        read(word, SymbolColumnMap(classes: classes, foreignSymbol: foreignSymbol), from: &position, stoppingAt: stop)
    }

    @inline(__always)
    private func read<Columns: ColumnMap>(
        _ input: UnsafeBufferPointer<Columns.Element>, _ columns: Columns, from position: inout Position,
        stoppingAt stop: Position
    ) -> Int {
        guard position != Self.dead, position != stop, let first = input.baseAddress else { return 0 }
        let blocks = BlockReading(input: first, count: input.count, columns: columns, stop: stop)
        switch cells {
        case .bytes(let cells):
            return cells.withUnsafeBufferPointer { blocks.read(DenseTableRows(cells: $0), from: &position) }
        case .shorts(let cells):
            return cells.withUnsafeBufferPointer { blocks.read(DenseTableRows(cells: $0), from: &position) }
        case .words(let cells):
            return cells.withUnsafeBufferPointer { blocks.read(DenseTableRows(cells: $0), from: &position) }
        case .sparse(let rows):
            return blocks.read(SparseTableRows(rows: rows), from: &position)
        }
    }

    /// Reads UTF-8 with scalars as symbols.
    ///
    /// - Returns: the number of bytes read, up to the one that leads to the dead row or to `stop`.
    func read(
        _ bytes: UnsafeBufferPointer<UInt8>, decoding decoder: inout ScalarDecoder, with scalars: ScalarClasses,
        from position: inout Position, stoppingAt stop: Position
    ) -> Int {
        guard position != Self.dead, position != stop || decoder.isInsideScalar else { return 0 }
        let decoding = ScalarReading(input: bytes, scalars: scalars, stop: stop)
        switch cells {
        case .bytes(let cells):
            return cells.withUnsafeBufferPointer { decoding.read(DenseTableRows(cells: $0), &decoder, from: &position) }
        case .shorts(let cells):
            return cells.withUnsafeBufferPointer { decoding.read(DenseTableRows(cells: $0), &decoder, from: &position) }
        case .words(let cells):
            return cells.withUnsafeBufferPointer { decoding.read(DenseTableRows(cells: $0), &decoder, from: &position) }
        case .sparse(let rows):
            return decoding.read(SparseTableRows(rows: rows), &decoder, from: &position)
        }
    }
}

/// The rows of a table in either form.
protocol TableRows {
    /// Returns the position that the row at `position` leads to in a column.
    func target(from position: FrozenTable.Position, in column: Int) -> FrozenTable.Position
}

struct DenseTableRows<Cell: FixedWidthInteger & UnsignedInteger>: TableRows {
    private let cells: UnsafePointer<Cell>?

    init(cells: UnsafeBufferPointer<Cell>) {
        self.cells = cells.baseAddress
    }

    /// Returns the position that a row leads to. The address of the column doesn't depend on the
    /// row, so a step waits for only one load.
    @inline(__always)
    func target(from position: FrozenTable.Position, in column: Int) -> FrozenTable.Position {
        guard let cells else { return FrozenTable.dead }
        return Int(truncatingIfNeeded: (cells + column)[position])
    }
}

struct SparseTableRows: TableRows {
    let rows: Transitions

    @inline(__always)
    func target(from position: FrozenTable.Position, in column: Int) -> FrozenTable.Position {
        rows.range(of: StateID(truncatingIfNeeded: position), on: Symbol(truncatingIfNeeded: column)).first
            .map { Int(rows.targets[$0]) } ?? FrozenTable.dead
    }
}

/// A map from units of an input to columns.
protocol ColumnMap {
    associatedtype Element
    func column(of element: Element) -> Int
}

/// A map from the 256 bytes to columns.
struct ByteColumnMap: ColumnMap {
    let classes: UnsafePointer<UInt8>

    @inline(__always)
    func column(of byte: UInt8) -> Int { Int(truncatingIfNeeded: classes[Int(truncatingIfNeeded: byte)]) }
}

struct SymbolColumnMap: ColumnMap {
    let classes: UnsafeBufferPointer<Symbol>
    /// The column of a number that isn't a symbol.
    let foreignSymbol: Symbol

    @inline(__always)
    func column(of symbol: Symbol) -> Int {
        Int(Int(symbol) < classes.count ? classes[Int(symbol)] : foreignSymbol)
    }
}

/// Reads an input in blocks, and checks only after each block whether the run is decided.
///
/// This is correct because both decided rows lead to themselves; the loop over a block does nothing
/// but look-ups.
private struct BlockReading<Columns: ColumnMap> {
    let input: UnsafePointer<Columns.Element>
    let count: Int
    let columns: Columns
    let stop: FrozenTable.Position

    private static var blockSize: Int { 4096 }

    @inline(__always)
    func read(_ rows: some TableRows, from position: inout FrozenTable.Position) -> Int {
        var start = 0
        while start < count {
            let end = min(start &+ Self.blockSize, count)
            let beforeBlock = position
            var current = position
            var index = start
            while index < end {
                current = rows.target(from: current, in: columns.column(of: input[index]))
                index &+= 1
            }
            position = current
            if isDecided(current) {
                position = beforeBlock
                return findDecision(rows, in: start..<end, from: &position)
            }
            start = end
        }
        return count
    }

    @inline(__always)
    private func isDecided(_ position: FrozenTable.Position) -> Bool {
        position == FrozenTable.dead || position == stop
    }

    @inline(never)
    private func findDecision(
        _ rows: some TableRows, in block: Range<Int>, from position: inout FrozenTable.Position
    ) -> Int {
        for index in block {
            position = rows.target(from: position, in: columns.column(of: input[index]))
            if isDecided(position) { return index + 1 }
        }
        return block.upperBound
    }
}

/// Reads UTF-8 scalar by scalar, with ASCII bytes undecoded.
private struct ScalarReading {
    let input: UnsafeBufferPointer<UInt8>
    let scalars: ScalarClasses
    let stop: FrozenTable.Position

    @inline(__always)
    func read(
        _ rows: some TableRows, _ decoder: inout ScalarDecoder, from position: inout FrozenTable.Position
    ) -> Int {
        scalars.ascii.withUnsafeBufferPointer { ascii in
            var current = position
            var index = 0
            while index < input.count {
                let byte = input[index]
                index &+= 1
                if byte < 0x80, !decoder.isInsideScalar {
                    current = rows.target(from: current, in: Int(ascii[Int(byte)]))
                } else {
                    switch decoder.decode(byte) {
                    case .incomplete: continue
                    case .illFormed: current = FrozenTable.dead
                    case .scalar(let value): current = rows.target(from: current, in: scalars.column(of: value))
                    }
                }
                if current == FrozenTable.dead || current == stop { break }
            }
            position = current
            return index
        }
    }
}
