internal import Automata
package import ByteScanning
internal import RegularExpressions

/// Grams, some of which all words have one behind the other, as a table of hashes.
package struct QGramTable: Sendable {
    /// A bit for each offset of grams with a hash, the last one lowest.
    let cells: [UInt8]
    /// The binary logarithm of the number of cells.
    let bits: Int
    /// The offset of the first gram.
    let offset: Int
    /// The number of offsets.
    package let count: Int
    /// The number of bytes of a gram.
    let length: Int
    /// The bits of a gram that are hashed.
    package let mask: UInt64

    /// The bytes of words, as a factor at the offset that all words have.
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

    /// The positions of a block that tell how many of the others have bytes of words.
    private static let sampleSize = 256

    /// Marks the positions at which each gram may be one of a word; returns whether there is one.
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
