/// The labels of DOT: escapes and entities, and lists of symbols on edges.
enum DOTLabel {
    // MARK: Text

    /// Returns the text of a label, without markup, entities and escapes; any line break becomes a
    /// line feed.
    static func text(of label: DOTLexer.Identifier) -> [UInt8] {
        switch label.kind {
        case .plain: label.bytes
        case .quoted: decodingEntities(decodingEscapes(label.bytes))
        case .html: decodingEntities(removingTags(label.bytes))
        }
    }

    private static func decodingEscapes(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                result.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"), UInt8(ascii: "l"), UInt8(ascii: "r"): result.append(UInt8(ascii: "\n"))
            case let byte: result.append(byte)
            }
            index += 2
        }
        return result
    }

    private static func removingTags(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var tag: [UInt8]?
        for byte in bytes {
            if byte == UInt8(ascii: "<") {
                tag = []
            } else if byte == UInt8(ascii: ">") {
                if let tag, tag.count >= 2, tag[0] | 0x20 == UInt8(ascii: "b"), tag[1] | 0x20 == UInt8(ascii: "r") {
                    result.append(UInt8(ascii: "\n"))
                }
                tag = nil
            } else if tag != nil {
                tag?.append(byte)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func decodingEntities(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index..<min(index + 12, bytes.count)].firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(named: String(decoding: bytes[index + 1..<end], as: UTF8.self))
            {
                result += Array(String(scalar).utf8)
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return "\u{A0}"
        case "epsilon": return "ε"
        case "lambda": return "λ"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            if let first = digits.first, first == "x" || first == "X" {
                return UInt32(digits.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
            }
            return UInt32(digits).flatMap(Unicode.Scalar.init)
        }
    }

    // MARK: Lists of symbols

    private static let epsilonNames = ["", "ε", "ϵ", "ɛ", "epsilon", "λ", "@0@", "<eps>"]

    /// Calls a function with each symbol in an edge's label, or `nil` for ε. Commas or line breaks
    /// separate them. An entry in apostrophes is a verbatim symbol; `''` stands for an apostrophe
    /// in it.
    ///
    /// - Returns: `false` if an entry between commas is empty, after calls for the entries before
    ///   it.
    static func forEachEntry<Failure: Error>(
        of text: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        func entry(_ text: ArraySlice<UInt8>) throws(Failure) { try body(isEpsilon(text) ? nil : text) }
        let (blank, comma) = (UInt8(ascii: " "), UInt8(ascii: ","))
        // foma writes a blank after each symbol.
        if text.count > 1, text.last == blank {
            var rest = text.drop { $0 == blank }
            while !rest.isEmpty {
                let end = rest.firstIndex(of: blank) ?? rest.endIndex
                try entry(rest[..<end])
                rest = rest[end...].drop { $0 == blank }
            }
            return true
        }
        if text.count == 1, text.first == comma {
            try body(text)
            return true
        }
        var index = text.startIndex
        var isFirst = true
        while true {
            while index < text.endIndex, text[index] == blank { index += 1 }
            let quoted = quoted(text, from: index)
            let start = index
            if let quoted {
                index = quoted.end
            } else {
                while index < text.endIndex, !isSeparator(text[index]) { index += 1 }
            }
            // A line break at the very end ends the last line and doesn't start another one.
            let isLast =
                index == text.endIndex || index == text.endIndex - 1 && text[index] == UInt8(ascii: "\n")
            if let quoted {
                try body(quoted.text[...])
            } else {
                var end = index
                while end > start, text[end - 1] == blank { end -= 1 }
                if end == start, !(isFirst && isLast) { return false }
                try entry(text[start..<end])
            }
            if isLast { return true }
            (index, isFirst) = (index + 1, false)
        }
    }

    private static func isEpsilon(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= 7 && epsilonNames.contains { text.elementsEqual($0.utf8) }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") }

    /// Returns the entry in apostrophes at an index, if it ends at a separator.
    private static func quoted(_ text: ArraySlice<UInt8>, from start: Int) -> (text: [UInt8], end: Int)? {
        let apostrophe = UInt8(ascii: "'")
        guard start < text.endIndex, text[start] == apostrophe else { return nil }
        var result: [UInt8] = []
        var index = start + 1
        while index < text.endIndex {
            if text[index] == apostrophe {
                if index + 1 < text.endIndex, text[index + 1] == apostrophe {
                    index += 1
                } else {
                    var end = index + 1
                    while end < text.endIndex, text[end] == UInt8(ascii: " ") { end += 1 }
                    return end == text.endIndex || isSeparator(text[end]) ? (result, end) : nil
                }
            }
            result.append(text[index])
            index += 1
        }
        return nil
    }

    // MARK: Writing

    /// Returns a symbol as an entry of a list, in apostrophes if it would be read as something
    /// else.
    static func entry(for symbol: [UInt8]) -> [UInt8] {
        let needsQuotes =
            isEpsilon(symbol[...]) || symbol.first == UInt8(ascii: "'") || symbol.first == UInt8(ascii: " ")
            || symbol.last == UInt8(ascii: " ") || symbol.contains(where: isSeparator)
        guard needsQuotes else { return symbol }
        var entry = [UInt8(ascii: "'")]
        for byte in symbol {
            entry.append(byte)
            if byte == UInt8(ascii: "'") { entry.append(byte) }
        }
        return entry + [UInt8(ascii: "'")]
    }

    /// Returns a text as a quoted string, from which ``text(of:)`` makes the same text again.
    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var result = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): result += Array("\\\"".utf8)
            case UInt8(ascii: "\\"): result += Array("\\\\".utf8)
            case UInt8(ascii: "\n"): result += Array("\\n".utf8)
            case UInt8(ascii: "&"): result += Array("&amp;".utf8)
            default: result.append(byte)
            }
        }
        return result + [UInt8(ascii: "\"")]
    }
}
