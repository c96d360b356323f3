internal import Automata
package import ByteScanning
internal import RegularExpressions

/// A hash table of the q-grams that words contain at several consecutive offsets.
package struct QGramTable: Sendable {
    /// For each hash, a bit for each offset at which some word has a gram with that hash. The
    /// lowest bit is that of the last offset.
    let cells: [UInt8]
    /// The binary logarithm of the number of cells.
    let bits: Int
    /// The offset of the first gram.
    let offset: Int
    /// The number of offsets.
    package let count: Int
    /// The number of bytes of a gram.
    let length: Int
    /// The bits of a q-gram that are hashed.
    package let mask: UInt64

    /// The bytes that occur in words, as a set of factors that the first bytes of the grams must
    /// match.
    let bytes: automata_factors

    package init(
        cells: [UInt8], bits: Int, offset: Int, count: Int, length: Int, mask: UInt64, bytes: automata_factors
    ) {
        self.cells = cells
        self.bits = bits
        self.offset = offset
        self.count = count
        self.length = length
        self.mask = mask
        self.bytes = bytes
    }

    /// The number of positions of a block that are sampled to estimate how many positions have
    /// bytes of words.
    private static let sampleSize = 256

    /// Marks the positions at which all grams may be those of a word; returns whether there is such
    /// a position.
    ///
    /// - Requires: The text has all bytes of the grams at each position, the marks a bit for each
    ///   position.
    func mark(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ marks: UnsafeMutablePointer<UInt64>, vectors: Int32
    ) -> Bool {
        let text = text + offset
        // If few bytes of the text are bytes of words, vector instructions find these faster.
        var bytes = bytes
        let sampleSize = min(count, Self.sampleSize)
        _ = automata_mark_factors(vectors, text, sampleSize, &bytes, marks)
        let sample = UnsafeBufferPointer(start: marks, count: (sampleSize + 63) / 64)
        if 2 * sample.count(where: { $0 != 0 }) > sample.count {
            marks.update(repeating: .max, count: (count + 63) / 64)
            if count % 64 != 0 { marks[count / 64] = 1 << UInt64(count % 64) - 1 }
        } else if !automata_mark_factors(vectors, text, count, &bytes, marks) {
            return false
        }
        return cells.withUnsafeBufferPointer { cells in
            var grams = automata_grams(
                cells: cells.baseAddress, bits: Int32(bits), count: Int32(self.count), length: Int32(length),
                mask: mask)
            return automata_keep_grams(text, count, &grams, marks)
        }
    }
}
