/// The byte format of compiled objects: a header, a table of sections, and the sections, each an
/// array of integers. `Documentation/formats/compiled.md` describes it.
package enum CompiledObject {
    /// The kind of an object.
    package enum Kind: UInt32, Sendable, CaseIterable {
        case searcher = 1
        case matcher = 2
        case counter = 3
        case products = 4
    }

    static let version: UInt32 = 1
    /// The first bytes of each compiled object. No text begins with them, and some of them change
    /// if the file is transferred as text.
    static let magic: [UInt8] = [0x89, 0x41, 0x55, 0x54, 0x4F, 0x0D, 0x0A, 0x1A]
    /// A number whose bytes reveal the byte order of the machine that wrote it.
    static let byteOrderMark: UInt32 = 0x0102_0304
    /// The number of bytes of the header. All parts are padded to a multiple of it.
    package static let alignment = 64

    /// The offsets of the header's fields, in bytes.
    package enum Offset {
        static let version = 8
        static let kind = 12
        static let byteOrder = 16
        static let sectionCount = 20
        package static let length = 24
        package static let checksum = 32
    }

    /// The number of bytes of an entry in the table of sections: the section's offset and length.
    static let byteCountOfPlace = 16

    static func aligned(_ count: Int) -> Int { (count + alignment - 1) & ~(alignment - 1) }

    /// Returns the checksum of all bytes, in which the checksum field counts as 0.
    ///
    /// Each of four sums takes every fourth word of eight bytes. A step is a bijection of the sum,
    /// so a change of a single word always changes the checksum.
    ///
    /// - Requires: The number of bytes is a multiple of ``alignment``.
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (first, second, third, fourth): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        func step(_ sum: inout UInt64, _ offset: Int) {
            let word = offset == Offset.checksum ? 0 : bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            sum = (sum ^ word) &* multiplier
            sum = sum &<< 29 | sum &>> 35
        }
        for offset in stride(from: 0, to: bytes.count, by: 32) {
            step(&first, offset)
            step(&second, offset + 8)
            step(&third, offset + 16)
            step(&fourth, offset + 24)
        }
        return [first, second, third, fourth].reduce(UInt64(bytes.count)) { ($0 ^ $1) &* multiplier }
    }

    /// An odd number with irregular bits: 2⁶⁴ divided by the golden ratio.
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
}

extension CompiledObject.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .searcher: "searcher"
        case .matcher: "matcher"
        case .counter: "counter"
        case .products: "list of products"
        }
    }
}
