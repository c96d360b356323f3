/// Functions for the width of texts.
package enum Label {
    /// Returns the width of a text in units of the font's size, according to Helvetica's letters.
    package static func width(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar {
            case "i", "j", "l", "'", "|": sum + 0.222
            case "f", "t", " ", ".", ",", ":", ";", "!", "I", "/", "[", "]": sum + 0.278
            case "r", "(", ")", "-", "{", "}", "`", "\"": sum + 0.333
            case "m", "M": sum + 0.833
            case "w": sum + 0.722
            case "W", "@", "%": sum + 0.944
            case "c", "k", "s", "v", "x", "y", "z", "J": sum + 0.5
            case "A"..."Z", "Σ": sum + 0.72
            default: sum + (scalar.value < 0x1100 ? 0.556 : 1)
            }
        }
    }

    /// Returns a text of at most the given width, in units of the font's size: the text itself, or
    /// its beginning and end with `…` between them. The first character always remains.
    ///
    /// - Complexity: O(length)
    package static func shortened(_ text: String, toWidth bound: Double) -> String {
        guard width(of: text) > bound else { return text }
        var (head, tail) = (text.startIndex, text.endIndex)
        var rest = text[...]
        var left = bound - width(of: "…")
        var takesFromHead = true
        while let next = takesFromHead ? rest.popFirst() : rest.popLast() {
            left -= width(of: String(next))
            guard left >= 0 || head == text.startIndex else { break }
            (head, tail) = (rest.startIndex, rest.endIndex)
            takesFromHead.toggle()
        }
        return head == tail ? text : text[..<head] + "…" + text[tail...]
    }
}
