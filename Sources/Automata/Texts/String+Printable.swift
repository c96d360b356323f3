extension String {
    /// The text with control characters written as `\n`, `\u{1B}`, `\u{202E}` and so on. Thus a
    /// name from a file can't break a line, reverse the writing direction, or control a terminal.
    @_spi(Tool) public var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { $0.isControl ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// The name of a symbol for a label, in quotation marks if it could be misread: `"ε"` could be
    /// the empty word, and `"a, b"` two symbols.
    @_spi(Tool) public var symbolLabel: String {
        guard isMistakableSymbol else { return self }
        return "\"" + unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// A Boolean value that indicates whether the name of a symbol looks like ε, a list, a range or
    /// another sign of labels, or begins or ends with a blank. Classes of symbols stand in
    /// brackets, and may have commas.
    private var isMistakableSymbol: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return false }
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return ["ε", "Σ", "␣"].contains(first) }
        return first == "\"" || first == " " || last == " " || hasPrefix("not ")
            || scalars.contains(",") && !(first == "[" && last == "]")
            || scalars.contains("–") && scalars.prefix(4).count == 3
    }
}

extension Unicode.Scalar {
    /// Whether it controls output instead of being part of it: C0, C1, delete, line separators, and
    /// characters that change the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
