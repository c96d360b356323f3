@_spi(Tool) internal import Automata

/// A short text for sets of symbols, as textbooks write it: `0–9`, `a–z, _`, `not "`, `Σ`.
package enum Label {
    /// Returns the text for a transition's symbols.
    ///
    /// - Parameters:
    ///   - symbols: The symbols, sorted by their bytes.
    ///   - hasEpsilon: A Boolean value that indicates whether ε belongs to them.
    ///   - alphabet: All symbols of the diagram, sorted by their bytes.
    static func text(_ symbols: [String], hasEpsilon: Bool, of alphabet: [String]) -> String {
        var parts: [String] = []
        if symbols.count == alphabet.count, alphabet.count > 4 {
            parts = ["Σ"]
        } else if alphabet.count > 4, alphabet.count - symbols.count <= 2, !symbols.isEmpty {
            let bytes = Set(symbols.map { Array($0.utf8) })
            let missing = alphabet.filter { !bytes.contains(Array($0.utf8)) }
            parts = ["not " + missing.map(brief).joined(separator: ", ")]
        } else {
            parts = ranges(of: symbols)
        }
        if hasEpsilon { parts.append("ε") }
        return parts.joined(separator: ", ")
    }

    /// Returns symbols with runs of four and more digits or letters shown by their first and last
    /// one.
    private static func ranges(of symbols: [String]) -> [String] {
        var parts: [String] = []
        var index = 0
        while index < symbols.count {
            var end = index
            while end + 1 < symbols.count, follows(symbols[end + 1], symbols[end]) { end += 1 }
            if end - index >= 3 {
                parts.append("\(symbols[index])–\(symbols[end])")
            } else {
                parts += symbols[index...end].map(brief)
            }
            index = end + 1
        }
        return parts
    }

    /// Returns whether a symbol is the digit or letter after another one.
    private static func follows(_ symbol: String, _ other: String) -> Bool {
        let (new, old) = (Array(symbol.utf8), Array(other.utf8))
        guard new.count == 1, old.count == 1, new[0] == old[0] &+ 1 else { return false }
        return [
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"),
        ]
        .contains { $0.contains(new[0]) && $0.contains(old[0]) }
    }

    /// Returns a symbol as ``shown(_:)`` does, shortened if it is too long for a picture.
    package static func brief(_ symbol: String) -> String { shortened(shown(symbol), toWidth: 10) }

    /// Returns a symbol with visible characters instead of blanks and control characters, and in
    /// quotation marks if it looks like ε, several symbols or another notation in labels.
    static func shown(_ symbol: String) -> String {
        if symbol == " " { return "␣" }
        if symbol == "," { return "‘,’" }
        return String(
            String.UnicodeScalarView(
                symbol.symbolLabel.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? scalar
                    case 0x7F: "␡"
                    default: scalar
                    }
                }))
    }

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

    /// Returns a text that is at most as wide as a bound, in units of the font's size: the text
    /// itself, or its beginning and end with `…` between them. At least the first character is
    /// kept.
    ///
    /// - Complexity: O(length)
    package static func shortened(_ text: String, toWidth bound: Double) -> String {
        guard width(of: text) > bound else { return text }
        var (head, tail) = (text.startIndex, text.endIndex)
        var rest = text[...]
        var left = bound - width(of: "…")
        var takesHead = true
        while let next = takesHead ? rest.popFirst() : rest.popLast() {
            left -= width(of: String(next))
            guard left >= 0 || head == text.startIndex else { break }
            (head, tail) = (rest.startIndex, rest.endIndex)
            takesHead.toggle()
        }
        return head == tail ? text : text[..<head] + "…" + text[tail...]
    }

    /// Splits a name before the digits at its end, which are shown as its index: `q` and `12` for
    /// `q12`.
    package static func split(_ name: String) -> (base: String, index: String) {
        let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
        guard digits > 0, digits < name.count, let last = name.dropLast(digits).last, last.isLetter else {
            return (name, "")
        }
        return (String(name.dropLast(digits)), String(name.suffix(digits)))
    }
}
