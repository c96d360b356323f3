internal import Diagrams

/// A text in short lines, within a bound.
struct TextBlock: Hashable {
    /// The lines that are shown.
    var lines: [String] = []
    /// The whole text.
    var full = ""
    /// The size of the font.
    var size: Double
    /// The width of the widest line.
    var width = 0.0

    /// The distance between lines, in units of the font's size.
    static let leading = 1.25
    /// The greatest factor by which the letters of usual fonts are wider than those of Helvetica.
    private static let fontFactor = 1.14

    var height: Double { Double(lines.count) * size * Self.leading }
    var isEmpty: Bool { lines.isEmpty }
    var isShortened: Bool { lines.joined(separator: " ") != full }

    /// Breaks a text into lines between words. What is too long ends with an ellipsis.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - size: The size of the font.
    ///   - width: The greatest width of a line.
    ///   - lineCount: The greatest number of lines.
    init(_ text: String, size: Double, width bound: Double, lineCount: Int) {
        self.size = size
        let words = text.split { $0.isWhitespace }
        full = words.joined(separator: " ")
        let room = bound / size
        var line = ""
        var lineWidth = 0.0
        let space = Label.width(of: " ")
        for word in words {
            let wordWidth = Label.width(of: String(word))
            let isNext = line.isEmpty || lineWidth + space + wordWidth <= room
            guard !isNext else {
                lineWidth += (line.isEmpty ? 0 : space) + wordWidth
                line += (line.isEmpty ? "" : " ") + word
                continue
            }
            lines.append(line)
            if lines.count == lineCount {
                lines[lineCount - 1] += " …"
                line = ""
                break
            }
            (line, lineWidth) = (String(word), wordWidth)
        }
        if !line.isEmpty { lines.append(line) }
        for index in lines.indices where Label.width(of: lines[index]) > room {
            lines[index] = Label.shortened(lines[index], toWidth: room)
        }
        self.width = lines.reduce(0) { max($0, Label.width(of: $1)) } * size * Self.fontFactor
    }

    /// Puts texts below each other.
    init(_ texts: [String], size: Double, width bound: Double, lineCount: Int) {
        self.size = size
        for text in texts {
            let block = TextBlock(text, size: size, width: bound, lineCount: 2)
            guard lines.count + block.lines.count <= lineCount else {
                if lines.last != "…" { lines.append("…") }
                continue
            }
            lines += block.lines
            width = max(width, block.width)
        }
        full = texts.joined(separator: "\n")
    }
}
