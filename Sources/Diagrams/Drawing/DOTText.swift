/// Text in the language of Graphviz.
package enum DOTText {
    /// Returns a text in quotation marks.
    package static func quoted(_ text: String) -> String { inMarks(escaped(text, newline: "\\n")) }

    /// The most characters between two backslashes, as Graphviz reads no piece of 16 KiB.
    private static let longestPiece = 4000

    /// Returns an escaped text in quotation marks, in lines that backslashes join if it is long.
    package static func inMarks(_ escaped: String) -> String {
        guard escaped.utf8.count > longestPiece else { return "\"\(escaped)\"" }
        var (result, count) = ("\"", 0)
        var isEscape = false
        for scalar in escaped.unicodeScalars {
            if count >= longestPiece, !isEscape {
                result += "\\\n"
                count = 0
            }
            isEscape = !isEscape && scalar == "\\"
            count = isEscape ? 0 : count + 1
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// Returns a text as it stands between quotation marks.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - newline: The text that stands for the end of a line.
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
