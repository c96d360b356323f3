internal import Drawing
@_spi(Tool) internal import Automata
internal import TextSupport

/// Short texts for sets of symbols, as textbooks write them: `0–9`, `a–z, _`.
extension Label {
    /// The maximum width of a line of a label, in units of the font's size.
    static let maximumLineWidth = 11.0
    /// The maximum number of lines of a label that lists its symbols, if the picture shows the
    /// alphabet.
    private static let listedLineCount = 3

    /// Returns the lines of a transition's label: its symbols in natural order, with numbers
    /// ordered by value.
    ///
    /// - Parameters:
    ///   - symbols: The symbols.
    ///   - hasEpsilon: A Boolean value that indicates whether ε is one of the symbols.
    ///   - alphabet: All symbols, if the picture shows them; then `Σ` or a complement such as `not
    ///     a, b` replaces long lists. If the picture doesn't show them, `nil`.
    /// - Complexity: O(*k* log *k*) for *k* symbols.
    package static func lines(_ symbols: [String], hasEpsilon: Bool, of alphabet: [String]? = nil) -> [String] {
        let epsilon = hasEpsilon ? ["ε"] : []
        let listed = wrapped(ranges(of: inOrder(symbols)) + epsilon, width: maximumLineWidth)
        // A complement that has more symbols isn't shorter.
        guard let alphabet, listed.count > listedLineCount, alphabet.count <= 2 * symbols.count else { return listed }
        let listedBytes = Set(symbols.map { Array($0.utf8) })
        let missing = alphabet.filter { !listedBytes.contains(Array($0.utf8)) }
        if missing.isEmpty { return wrapped(["Σ"] + epsilon, width: maximumLineWidth) }
        var complement = ranges(of: inOrder(missing))
        complement[0] = "not " + complement[0]
        // An ε would read as one of the missing symbols.
        let short = wrapped(complement, width: maximumLineWidth) + epsilon
        return short.count < listed.count ? short : listed
    }

    /// Returns the parts as lines with commas between them. A line is wider than the bound only if
    /// it is a single part.
    package static func wrapped(_ parts: [String], width bound: Double) -> [String] {
        var lines: [String] = []
        var room = 0.0
        for (index, part) in parts.enumerated() {
            let text = index + 1 < parts.count ? part + "," : part
            let width = width(of: text)
            if let last = lines.last, width + self.width(of: " ") <= room {
                lines[lines.count - 1] = last + " " + text
                room -= width + self.width(of: " ")
            } else {
                lines.append(text)
                room = bound - width
            }
        }
        return lines
    }

    /// Returns symbols in the order of labels: numbers by value, then other names in natural order.
    ///
    /// - Complexity: O(*k* log *k*) comparisons for *k* symbols.
    package static func inOrder(_ symbols: [String]) -> [String] {
        let keys = symbols.map { (symbol: $0, number: Int($0), bytes: Array($0.utf8)) }
        return keys.sorted { left, right in
            switch (left.number, right.number) {
            case (let one?, let other?) where one != other: return one < other
            case (.some, nil): return true
            case (nil, .some): return false
            default:
                return left.bytes.withUnsafeBufferPointer { bytes in
                    right.bytes.withUnsafeBufferPointer { NaturalOrder.isLess(bytes, $0) }
                }
            }
        }
        .map(\.symbol)
    }

    /// Returns the symbols with each run of at least four consecutive numbers or letters replaced
    /// by its first and last member.
    package static func ranges(of symbols: [String]) -> [String] {
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

    /// Returns whether a symbol is the number or letter after another one.
    private static func follows(_ symbol: String, _ other: String) -> Bool {
        if let new = number(symbol), let old = number(other) { return new == old + 1 }
        let (new, old) = (Array(symbol.utf8), Array(other.utf8))
        guard new.count == 1, old.count == 1, new[0] == old[0] &+ 1 else { return false }
        return [UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z")]
            .contains { $0.contains(new[0]) && $0.contains(old[0]) }
    }

    /// Returns the number of at most nine digits that a symbol is written as, without signs and
    /// leading zeros.
    private static func number(_ symbol: String) -> Int? {
        guard symbol.utf8.count <= 9, symbol.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
        return symbol == "0" || symbol.utf8.first != UInt8(ascii: "0") ? Int(symbol) : nil
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
