@_spi(Tool) internal import Automata

/// Short texts for sets of symbols, as textbooks write them: `0–9`, `a–z, _`, `not "`, `Σ`.
extension Label {
    /// Returns the text for a transition's symbols.
    ///
    /// - Parameters:
    ///   - symbols: The symbols, sorted by their bytes.
    ///   - hasEpsilon: A Boolean value that indicates whether ε belongs to them.
    ///   - alphabet: All symbols of the diagram, sorted by their bytes.
    package static func text(_ symbols: [String], hasEpsilon: Bool, of alphabet: [String]) -> String {
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
}
