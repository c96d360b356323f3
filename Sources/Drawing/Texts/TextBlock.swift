/// A text in short lines of limited width.
package struct TextBlock: Hashable {
    /// The lines that are shown.
    package var lines: [String] = []
    /// The whole text.
    package var full = ""
    /// The size of the font.
    package var size: Double
    /// The width of the widest line.
    package var width = 0.0

    /// The distance between lines, in units of the font's size.
    package static let leading = 1.25
    /// The greatest factor by which the letters of usual fonts are wider than letters of Helvetica.
    private static let fontFactor = 1.14

    package var height: Double { Double(lines.count) * size * Self.leading }
    package var isEmpty: Bool { lines.isEmpty }
    /// A Boolean value that indicates whether a part of the text is left out.
    package private(set) var isShortened = false

    /// Breaks a text into lines between words. A text that is too long is cut and ends with an
    /// ellipsis.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - size: The size of the font.
    ///   - width: The greatest width of a line.
    ///   - lineCount: The maximum number of lines.
    package init(_ text: String, size: Double, width bound: Double, lineCount: Int) {
        self.size = size
        full = text
        let room = bound / size
        lines = Self.wrapped(text, width: room)
        if lines.count > lineCount {
            lines.removeSubrange(lineCount...)
            if let last = lines.popLast() { lines.append(last + " …") }
            isShortened = true
        }
        for index in lines.indices where Label.width(of: lines[index]) > room {
            lines[index] = Label.shortened(lines[index], toWidth: room)
            isShortened = true
        }
        width = lines.reduce(0) { max($0, Label.width(of: $1)) } * size * Self.fontFactor
    }

    /// Creates a single line with a text, unchanged.
    package init(line: String, size: Double) {
        (self.size, full, lines) = (size, line, [line])
        width = Label.width(of: line) * size * Self.fontFactor
    }

    /// Creates lines of several texts below each other, each in at most two lines.
    package init(_ texts: [String], size: Double, width bound: Double, lineCount: Int) {
        self.size = size
        full = texts.joined(separator: "\n")
        for text in texts {
            let block = TextBlock(text, size: size, width: bound, lineCount: 2)
            isShortened = isShortened || block.isShortened
            guard lines.count + block.lines.count < lineCount else {
                lines.append("…")
                isShortened = true
                break
            }
            lines += block.lines
            width = max(width, block.width)
        }
    }

    /// Returns the words of a text in lines. Only a line of a single word may exceed the width.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The bound, in units of the font's size.
    package static func wrapped(_ text: String, width bound: Double) -> [String] {
        var lines: [String] = []
        var (line, lineWidth) = ("", 0.0)
        let space = Label.width(of: " ")
        for word in text.split(whereSeparator: \.isWhitespace) {
            let width = Label.width(of: String(word))
            if line.isEmpty || lineWidth + space + width > bound {
                if !line.isEmpty { lines.append(line) }
                (line, lineWidth) = (String(word), width)
            } else {
                line += " " + word
                lineWidth += space + width
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
