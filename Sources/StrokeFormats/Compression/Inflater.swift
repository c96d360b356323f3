internal import TextSupport

/// Decompresses DEFLATE (RFC 1951), which gzip files contain.
struct Inflater {
    private var bits: BitReader
    private(set) var output: [UInt8] = []
    /// The length of the output at which decompression ends.
    private let limit: Int
    private let budget: ReadingBudget

    static let damaged = TextProblem(
        message: "the compressed file is damaged", remedy: "copy or download it again")

    init(_ bytes: UnsafeRawBufferPointer, limit: Int, budget: ReadingBudget) {
        bits = BitReader(bytes, from: 0)
        (self.limit, self.budget) = (limit, budget)
    }

    /// Decompresses the data that begins at an offset, after earlier output.
    ///
    /// - Returns: The offset after the data; `nil` if the output became longer than the limit.
    mutating func inflate(_ bytes: UnsafeRawBufferPointer, from start: Int) throws(TextProblem) -> Int? {
        bits = BitReader(bytes, from: start)
        // Earlier members of the file can't be referred to.
        let first = output.count
        var isLast = false
        while !isLast {
            isLast = try bits.read(1) == 1
            switch try bits.read(2) {
            case 0: try copyStored()
            case 1: try inflate(Self.fixedCodes, after: first)
            case 2: try inflate(try readCodes(), after: first)
            default: throw Self.damaged
            }
            if output.count > limit { return nil }
        }
        bits.alignToByte()
        return bits.position
    }

    private mutating func copyStored() throws(TextProblem) {
        bits.alignToByte()
        let count = try bits.read(16)
        guard try bits.read(16) == count ^ 0xFFFF else { throw Self.damaged }
        bits.alignToByte()
        output.append(contentsOf: try bits.readBytes(count))
        try budget.check(holding: output.count, offset: nil)
    }

    // MARK: Codes

    private typealias Codes = (literals: PrefixCode, distances: PrefixCode)

    /// Returns the codes of blocks that don't have their own.
    private static var fixedCodes: Codes {
        get throws(TextProblem) {
            let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            return (try PrefixCode(lengths: lengths), try PrefixCode(lengths: repeatElement(5, count: 30)))
        }
    }

    /// Reads the codes of a block, whose lengths are themselves in a code.
    private mutating func readCodes() throws(TextProblem) -> Codes {
        let literalCount = try bits.read(5) + 257
        let distanceCount = try bits.read(5) + 1
        let lengthCount = try bits.read(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw Self.damaged }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var ownLengths = [Int](repeating: 0, count: order.count)
        for symbol in order.prefix(lengthCount) { ownLengths[symbol] = try bits.read(3) }
        let code = try PrefixCode(lengths: ownLengths)
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try code.read(&bits)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Self.damaged }
                lengths += repeatElement(last, count: try bits.read(2) + 3)
            case 17: lengths += repeatElement(0, count: try bits.read(3) + 3)
            case 18: lengths += repeatElement(0, count: try bits.read(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[Self.endOfBlock] > 0 else { throw Self.damaged }
        return (
            try PrefixCode(lengths: lengths[..<literalCount]), try PrefixCode(lengths: lengths[literalCount...])
        )
    }

    // MARK: Contents

    private static let endOfBlock = 256
    /// The least length and the number of extra bits of the symbols from 257 on.
    private static let lengths = bases(from: 3, symbolCount: 28, symbolsPerBit: 4) + [(base: 258, bits: 0)]
    /// The least distance and the number of extra bits of each symbol.
    private static let distances = bases(from: 1, symbolCount: 30, symbolsPerBit: 2)

    /// Returns the bases of symbols: from the second group on, each group has one bit more.
    private static func bases(from first: Int, symbolCount: Int, symbolsPerBit: Int) -> [(base: Int, bits: Int)] {
        var (next, result) = (first, [(base: Int, bits: Int)]())
        for symbol in 0..<symbolCount {
            let bits = max(0, symbol / symbolsPerBit - 1)
            result.append((next, bits))
            next += 1 << bits
        }
        return result
    }

    private mutating func inflate(_ codes: Codes, after first: Int) throws(TextProblem) {
        while output.count <= limit {
            let symbol = try codes.literals.read(&bits)
            if symbol < Self.endOfBlock {
                output.append(UInt8(symbol))
            } else if symbol == Self.endOfBlock {
                return
            } else {
                guard symbol - 257 < Self.lengths.count else { throw Self.damaged }
                let length = Self.lengths[symbol - 257]
                let count = length.base + (try bits.read(length.bits))
                let distanceSymbol = try codes.distances.read(&bits)
                guard distanceSymbol < Self.distances.count else { throw Self.damaged }
                let distance = Self.distances[distanceSymbol]
                try copy(count, from: distance.base + (try bits.read(distance.bits)), after: first)
            }
            try budget.check(holding: output.count, offset: nil)
        }
    }

    /// Repeats earlier output; the distance may be shorter than the count.
    private mutating func copy(_ count: Int, from distance: Int, after first: Int) throws(TextProblem) {
        guard distance <= output.count - first else { throw Self.damaged }
        for _ in 0..<count { output.append(output[output.count - distance]) }
    }
}
