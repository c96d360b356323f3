internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The pairs of bytes with which a word may begin, and the pairs that may follow its first byte.
///
/// Two tables, each with a cell for the classes of two bytes, at *c* · 2^shift + *d*.
struct LeadingBytePairs: Sendable {
    typealias Row = SearchDFA.Row

    /// A bit for each side after which a word may begin with the two bytes, consist of the first
    /// byte alone, or be empty.
    let first: [UInt8]
    /// Nonzero if a word may begin at the first of the two bytes, or at the byte before it, after
    /// any side.
    let near: [UInt8]

    /// The maximum number of steps to make the second table; if it would take more, all its cells
    /// are 1.
    private static let maximumSteps = 1 << 20

    init(first: [UInt8], near: [UInt8]) { (self.first, self.near) = (first, near) }

    /// - Complexity: O(*c*²) for *c* classes for the first table, and at most 2²⁰ steps for the
    ///   other.
    init(
        cells: [Row], shift: Int, starts: [Row], firstAccepting: Row, acceptedSides: [UInt8], classOfByte: [UInt8],
        sideOfByte: [UInt8]
    ) {
        let count = 1 << shift
        // All bytes of a class are of one side.
        var sides = [UInt8](repeating: 0, count: count)
        for byte in 0...255 { sides[Int(classOfByte[byte])] = sideOfByte[byte] }
        func accepts(_ row: Row, before column: Int) -> Bool {
            row >= firstAccepting && acceptedSides[Int(row - firstAccepting)] >> sides[column] & 1 != 0
        }
        func target(_ row: Row, _ column: Int) -> Row { cells[Int(row) << shift + column] }
        /// Calls a function with each pair that may come next in a row.
        func forEachPair(from row: Row, _ body: (Int) -> Void) {
            for first in 0..<count {
                let isAccepted = accepts(row, before: first)
                let next = target(row, first)
                if next == SearchDFA.dead, !isAccepted { continue }
                for second in 0..<count
                where isAccepted || accepts(next, before: second) || target(next, second) != SearchDFA.dead {
                    body(first << shift + second)
                }
            }
        }
        var masks = [UInt8](repeating: 0, count: count << shift)
        for (side, start) in starts.enumerated() { forEachPair(from: start) { masks[$0] |= 1 << UInt8(side) } }
        first = masks
        let rows = Set(starts.flatMap { start in (0..<count).map { target(start, $0) } }).subtracting([
            SearchDFA.dead
        ])
        // The empty word may begin at the byte before any pair.
        let hasEmptyWord = starts.contains { $0 >= firstAccepting }
        guard !hasEmptyWord, rows.count * masks.count <= Self.maximumSteps else {
            near = [UInt8](repeating: 1, count: masks.count)
            return
        }
        for row in rows { forEachPair(from: row) { masks[$0] |= 1 } }
        near = masks
    }

    var byteCount: Int { first.count + near.count }

    /// Calls a function with both tables.
    func withTables(_ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Void) {
        first.withUnsafeBufferPointer { first in
            near.withUnsafeBufferPointer { near in
                guard let first = first.baseAddress, let near = near.baseAddress else { return }
                body(first, near)
            }
        }
    }
}
