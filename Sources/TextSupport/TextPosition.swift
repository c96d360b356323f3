/// A position in a text, counted as in editors.
package struct TextPosition: Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// The column in bytes, counted from 1.
    package var column: Int

    /// Creates the position of a byte; offsets past the end count as the end.
    ///
    /// Lines end with a line feed. A position is computed only for an error, so reading has no cost
    /// for positions.
    package init(of offset: Int, in text: UnsafeRawBufferPointer) {
        let end = max(0, min(offset, text.count))
        var lineStart = 0
        line = 1
        for index in 0..<end where text[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        column = end - lineStart + 1
    }

    /// Returns the position of each byte in `offsets`, in ascending order of the offsets.
    ///
    /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* offsets.
    package static func positions(of offsets: [Int], in text: UnsafeRawBufferPointer) -> [TextPosition] {
        var positions = [TextPosition](repeating: TextPosition(line: 1, column: 1), count: offsets.count)
        var (line, lineStart, offset) = (1, 0, 0)
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            let end = max(0, min(offsets[index], text.count))
            while offset < end {
                offset += 1
                if text[offset - 1] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset) }
            }
            positions[index] = TextPosition(line: line, column: end - lineStart + 1)
        }
        return positions
    }

    private init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// Creates the position of a byte; offsets past the end count as the end.
    package init(of offset: Int, in text: [UInt8]) {
        self = text.withUnsafeBytes { TextPosition(of: offset, in: $0) }
    }
}
