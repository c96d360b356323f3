internal import AlgorithmSupport
internal import Automata
package import ByteScanning
internal import RegularExpressions

/// A condition on the bytes at a position that is checked for many positions in parallel.
package enum Prefilter: Sendable {
    /// The byte `first` at an offset, and the byte `second` at a distance after `first`.
    case pair(first: UInt8, second: UInt8, offset: Int, distance: Int)
    /// A factor at an offset. The factors are in up to eight sets.
    case factors(automata_factors, offset: Int)
    /// A sequence of q-grams of a pattern, compared by their hashes.
    case grams(QGramTable)

    /// A condition that no position meets.
    static let none = factors(automata_factors([]), offset: 0)

    /// A condition that the byte is in a set; `nil` if the set isn't a union of at most eight
    /// products of sets of nibbles.
    init?(bytes: Set<UInt8>) {
        let parts = NibbleProduct.parts(of: bytes)
        guard parts.count <= 8 else { return nil }
        self = .factors(automata_factors(parts.map { [$0] }), offset: 0)
    }

    /// The number of bytes from a position through the last byte that is checked.
    var length: Int {
        switch self {
        case .pair(_, _, let offset, let distance): offset + distance + 1
        case .factors(let factors, let offset): offset + Int(factors.length)
        case .grams(let table): table.offset + table.count + table.length - 1
        }
    }

    /// Marks the positions that meet the condition.
    ///
    /// - Requires: The text has at least `count + length - 1` bytes, and the marks have a bit for
    ///   each position.
    /// - Returns: A Boolean value that indicates whether any position is marked.
    @inline(__always)
    func mark(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ marks: UnsafeMutablePointer<UInt64>, vectors: Int32
    ) -> Bool {
        switch self {
        case .pair(let first, let second, let offset, let distance):
            automata_mark_pairs(vectors, text + offset, count, first, second, distance, marks)
        case .factors(var factors, let offset):
            automata_mark_factors(vectors, text + offset, count, &factors, marks)
        case .grams(let table): table.mark(text, count, marks, vectors: vectors)
        }
    }
}

/// The positions of a text that meet a condition. They are marked on demand, block by block.
package struct CandidatePositions {
    private let filter: Prefilter
    private let text: UnsafeBufferPointer<UInt8>
    private let marks: UnsafeMutablePointer<UInt64>
    private let vectors: Int32
    /// The start of the range of positions whose marks are known.
    private var start = 0
    private var end = 0

    /// The maximum number of positions that are marked at a time.
    static let blockSize = 64 * wordCount
    /// The number of machine words that the marks of a block take.
    package static let wordCount = 64

    /// Creates an empty list of marks; positions are marked on the first request.
    ///
    /// - Requires: `marks` has at least ``wordCount`` words.
    package init(
        _ filter: Prefilter, in text: UnsafeBufferPointer<UInt8>, marks: UnsafeMutablePointer<UInt64>, vectors: Int32
    ) {
        (self.filter, self.text, self.marks, self.vectors) = (filter, text, marks, vectors)
    }

    /// The number of bytes from a position through the last byte that is checked.
    var length: Int { filter.length }

    /// Returns the first position at or after a given one that meets the condition, or the end of
    /// the text if there is none.
    @inline(__always)
    package mutating func first(from position: Int) -> Int {
        var position = position
        while true {
            // A search may go back, to a position after one that it tried in vain.
            while position >= start, position < end {
                let index = position &- start
                let rest = marks[index &>> 6] &>> UInt64(truncatingIfNeeded: index & 63)
                if rest != 0 { return position &+ rest.trailingZeroBitCount }
                position = start &+ (index | 63) &+ 1
            }
            if !markBlock(at: &position) { return text.count }
        }
    }

    /// Marks blocks from a position on, until a block has a mark; returns whether there is such a
    /// block, and moves the position to its start.
    @inline(never)
    private mutating func markBlock(at position: inout Int) -> Bool {
        guard let first = text.baseAddress else { return false }
        let last = text.count &- filter.length &+ 1
        while position < last {
            let count = min(Self.blockSize, last &- position)
            if filter.mark(first + position, count, marks, vectors: vectors) {
                (start, end) = (position, position &+ count)
                return true
            }
            position &+= count
        }
        (start, end) = (last, last)
        return false
    }
}
