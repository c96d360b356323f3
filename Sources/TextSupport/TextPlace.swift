/// A place in a text, as editors count it.
package struct TextPlace: Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// The column in bytes, counted from 1.
    package var column: Int

    /// The place of a byte; offsets past the end count as the end.
    ///
    /// Lines end with a line feed. Places are counted only when an error needs them, so that reading costs nothing for them.
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

    /// The place of a byte; offsets past the end count as the end.
    package init(of offset: Int, in text: [UInt8]) {
        self = text.withUnsafeBytes { TextPlace(of: offset, in: $0) }
    }
}
