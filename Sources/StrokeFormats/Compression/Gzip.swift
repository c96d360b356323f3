internal import TextSupport

/// Reads files of gzip (RFC 1952).
enum Gzip {
    /// Returns whether bytes are compressed.
    static func isCompressed(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the greatest length to which a file may grow: no drawing is so uniform, but a file
    /// made to exhaust memory is.
    private static func limit(for count: Int) -> Int { (16 << 20) + 100 * count }

    /// Decompresses a file.
    ///
    /// - Throws: A problem if the file is damaged, or grows beyond its limit or the budget.
    static func decompress(
        _ bytes: UnsafeRawBufferPointer, budget: ReadingBudget
    ) throws(TextProblem) -> [UInt8] {
        let limit = limit(for: bytes.count)
        var inflater = Inflater(bytes, limit: limit, budget: budget)
        var offset = 0
        repeat {
            let start = inflater.output.count
            offset = try endOfHeader(bytes, from: offset)
            guard let end = try inflater.inflate(bytes, from: offset) else {
                throw TextProblem(
                    message: "the compressed file grows from \(bytes.count) to more than \(limit) bytes",
                    remedy: "unpack it with gunzip if it is a drawing", isLimit: true)
            }
            var bits = BitReader(bytes, from: end)
            let (checksum, count) = (try bits.read(32), try bits.read(32))
            guard checksum == Int(crc(inflater.output[start...])),
                count == (inflater.output.count - start) & 0xFFFF_FFFF
            else { throw Inflater.damaged }
            offset = end + 8
            // Tapes and some programs pad files with zeros.
        } while bytes[offset...].contains(where: { $0 != 0 })
        return inflater.output
    }

    /// Returns the beginning of a compressed text, as far as it can be read.
    static func beginning(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let budget = ReadingBudget(textLength: bytes.count, options: InkReadOptions())
        var inflater = Inflater(bytes, limit: 1 << 16, budget: budget)
        if let start = try? endOfHeader(bytes, from: 0) { _ = try? inflater.inflate(bytes, from: start) }
        return inflater.output
    }

    /// Returns the offset after a header, with its optional extra field, name, comment and
    /// checksum.
    private static func endOfHeader(
        _ bytes: UnsafeRawBufferPointer, from start: Int
    ) throws(TextProblem) -> Int {
        var reader = BitReader(bytes, from: start)
        let header = try reader.readBytes(10)
        let flags = header[3]
        guard header.starts(with: [0x1F, 0x8B, 8]), flags < 32 else { throw Inflater.damaged }
        if flags & 4 != 0 {
            let count = try reader.read(16)
            _ = try reader.readBytes(count)
        }
        for flag: UInt8 in [8, 16] where flags & flag != 0 {
            while try reader.readBytes(1)[0] != 0 {}
        }
        if flags & 2 != 0 { _ = try reader.readBytes(2) }
        return reader.position
    }

    /// The remainders of all bytes, for the checksum.
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }

    /// Returns the checksum of bytes.
    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { Self.remainders[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
