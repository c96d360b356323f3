internal import TextSupport

/// Reads the bits of DEFLATE, from the lowest bit of each byte on.
struct BitReader {
    private let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte.
    private(set) var position: Int
    private var bits: UInt64 = 0
    private var bitCount = 0

    init(_ bytes: UnsafeRawBufferPointer, from position: Int) { (self.bytes, self.position) = (bytes, position) }

    /// Reads up to 32 bits as a number.
    mutating func read(_ count: Int) throws(TextProblem) -> Int {
        while bitCount < count {
            guard position < bytes.count else { throw Self.truncated }
            bits |= UInt64(bytes[position]) << UInt64(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    /// Moves to the next byte.
    mutating func alignToByte() {
        // Whole bytes that were read ahead are given back.
        position -= bitCount / 8
        (bits, bitCount) = (0, 0)
    }

    /// Returns the next bytes, from the beginning of a byte on.
    mutating func readBytes(_ count: Int) throws(TextProblem) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - position else { throw Self.truncated }
        position += count
        return UnsafeRawBufferPointer(rebasing: bytes[position - count..<position])
    }

    static let truncated = TextProblem(
        message: "the compressed file ends too early", remedy: "copy or download it again")
}
