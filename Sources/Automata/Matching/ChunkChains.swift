/// Reads eight chunks of an input in parallel, each from a row of its own.
///
/// A step of one run waits some five cycles for the previous look-up; eight independent runs fill
/// this time. Sixteen don't fit the registers and were slower.
struct ChunkChains {
    static let count = 8
    typealias Rows = InlineArray<8, Int>

    let table: FrozenTable
    /// The table of byte pairs, or `nil` if it would be too large; then a step reads one byte.
    let pairs: BytePairTable?
    let classes: UnsafePointer<UInt8>

    /// Returns the rows at the ends of eight chunks.
    ///
    /// - Parameters:
    ///   - first: the first byte of the first chunk; the others follow it without a gap.
    ///   - chunkSize: the number of bytes of each chunk, a multiple of 8.
    ///   - rows: the row in which each chunk begins.
    func read(_ first: UnsafeRawPointer, chunkSize: Int, from rows: Rows) -> Rows {
        if let pairs {
            return pairs.columnOfPair.withUnsafeBufferPointer { columns in
                guard let columns = columns.baseAddress else { return rows }
                return switch pairs.cells {
                case .shorts(let cells):
                    cells.withUnsafeBufferPointer {
                        Self.read(first, chunkSize, rows, PairSteps(columns, $0, pairs.stride))
                    }
                case .words(let cells):
                    cells.withUnsafeBufferPointer {
                        Self.read(first, chunkSize, rows, PairSteps(columns, $0, pairs.stride))
                    }
                }
            }
        }
        return switch table.cells {
        case .bytes(let cells):
            cells.withUnsafeBufferPointer { Self.read(first, chunkSize, rows, ByteSteps(classes, $0, table.stride)) }
        case .shorts(let cells):
            cells.withUnsafeBufferPointer { Self.read(first, chunkSize, rows, ByteSteps(classes, $0, table.stride)) }
        case .words(let cells):
            cells.withUnsafeBufferPointer { Self.read(first, chunkSize, rows, ByteSteps(classes, $0, table.stride)) }
        case .sparse: rows
        }
    }

    /// Separate variables keep the eight positions in registers.
    @inline(__always)
    private static func read(
        _ first: UnsafeRawPointer, _ chunkSize: Int, _ rows: Rows, _ steps: some EightByteSteps
    ) -> Rows {
        var p0 = rows[0] &* steps.stride
        var p1 = rows[1] &* steps.stride
        var p2 = rows[2] &* steps.stride
        var p3 = rows[3] &* steps.stride
        var p4 = rows[4] &* steps.stride
        var p5 = rows[5] &* steps.stride
        var p6 = rows[6] &* steps.stride
        var p7 = rows[7] &* steps.stride
        var next = first
        let end = first + chunkSize
        while next < end {
            p0 = steps.target(from: p0, over: next)
            p1 = steps.target(from: p1, over: next + chunkSize)
            p2 = steps.target(from: p2, over: next + 2 &* chunkSize)
            p3 = steps.target(from: p3, over: next + 3 &* chunkSize)
            p4 = steps.target(from: p4, over: next + 4 &* chunkSize)
            p5 = steps.target(from: p5, over: next + 5 &* chunkSize)
            p6 = steps.target(from: p6, over: next + 6 &* chunkSize)
            p7 = steps.target(from: p7, over: next + 7 &* chunkSize)
            next += 8
        }
        let stride = max(steps.stride, 1)
        return [
            p0 / stride, p1 / stride, p2 / stride, p3 / stride, p4 / stride, p5 / stride, p6 / stride, p7 / stride,
        ]
    }
}

/// Steps of a run over eight bytes.
private protocol EightByteSteps {
    /// The distance between the positions of two rows.
    var stride: Int { get }
    func target(from position: Int, over bytes: UnsafeRawPointer) -> Int
}

/// One look-up per byte.
private struct ByteSteps<Cell: FixedWidthInteger & UnsignedInteger>: EightByteSteps {
    private let columns: ByteColumnMap
    private let rows: DenseTableRows<Cell>
    let stride: Int

    init(_ classes: UnsafePointer<UInt8>, _ cells: UnsafeBufferPointer<Cell>, _ stride: Int) {
        columns = ByteColumnMap(classes: classes)
        rows = DenseTableRows(cells: cells)
        self.stride = stride
    }

    @inline(__always)
    func target(from position: Int, over bytes: UnsafeRawPointer) -> Int {
        var word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        var position = position
        for _ in 0..<8 {
            position = rows.target(from: position, in: columns.column(of: UInt8(truncatingIfNeeded: word)))
            word &>>= 8
        }
        return position
    }
}

/// One look-up for two bytes.
private struct PairSteps<Cell: FixedWidthInteger & UnsignedInteger>: EightByteSteps {
    private let columns: UnsafePointer<UInt16>
    private let rows: DenseTableRows<Cell>
    let stride: Int

    init(_ columns: UnsafePointer<UInt16>, _ cells: UnsafeBufferPointer<Cell>, _ stride: Int) {
        self.columns = columns
        rows = DenseTableRows(cells: cells)
        self.stride = stride
    }

    @inline(__always)
    func target(from position: Int, over bytes: UnsafeRawPointer) -> Int {
        var word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        var position = position
        for _ in 0..<4 {
            position = rows.target(
                from: position, in: Int(truncatingIfNeeded: columns[Int(truncatingIfNeeded: word & 0xFFFF)]))
            word &>>= 16
        }
        return position
    }
}
