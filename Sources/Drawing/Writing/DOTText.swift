/// Functions that write texts in DOT, the language of Graphviz.
package enum DOTText {
    /// Returns a text in quotation marks.
    package static func quoted(_ text: String) -> String { quotedText(escaped(text, newline: "\\n")) }

    /// The maximum number of characters between two backslashes, because Graphviz can't read pieces
    /// of 16 KiB.
    private static let maximumPieceLength = 4000

    /// Returns an escaped text in quotation marks. A long text is split into lines that backslashes
    /// join.
    package static func quotedText(_ escaped: String) -> String {
        guard escaped.utf8.count > maximumPieceLength else { return "\"\(escaped)\"" }
        var (result, count) = ("\"", 0)
        var isEscape = false
        for scalar in escaped.unicodeScalars {
            if count >= maximumPieceLength, !isEscape {
                result += "\\\n"
                count = 0
            }
            isEscape = !isEscape && scalar == "\\"
            count = isEscape ? 0 : count + 1
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// Returns a text with escapes, as it is written between quotation marks.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - newline: The text that replaces a line end.
    package static func escaped(_ text: String, newline: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "&": result += "&amp;"
            case "\n": result += newline
            case "\t", "\r": result += " "
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
