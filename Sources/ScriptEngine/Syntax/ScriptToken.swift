/// A word of at most eight letters, or a sign, as a number that is compared quickly.
struct ScriptWord: Equatable, ExpressibleByStringLiteral {
    private var code: UInt64 = 0

    /// Longer words that mean something, by numbers that no short word has.
    private static let longWords: [(text: [UInt8], code: UInt64)] = [
        (Array("instanceof".utf8), 1), (Array("constructor".utf8), 2), (Array("__proto__".utf8), 3),
    ]

    init(_ bytes: some Collection<UInt8>) {
        if bytes.count > 8 { code = Self.longWords.first { $0.text.elementsEqual(bytes) }?.code ?? 0 }
        if bytes.count <= 8 { for byte in bytes { code = code << 8 | UInt64(byte) } }
    }

    /// Creates a word without an array, as it is compared with each token.
    init(stringLiteral text: StaticString) {
        self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// No word.
    static let none = ScriptWord([])
}

/// A token of ECMAScript, by its place in the source.
struct ScriptToken {
    enum Kind { case word, privateName, number, string, pattern, sign, end }

    var kind: Kind
    /// The word, unless it has escapes, or the sign.
    var word: ScriptWord
    var start: Int
    var end: Int
    var line: Int
    var followsNewline: Bool
}

/// Splits a source into tokens, one at a time, for only the parser can tell a pattern from a
/// division.
struct ScriptLexer {
    let source: [UInt8]
    private(set) var index = 0
    private(set) var line = 1
    private var isFresh = true

    init(_ source: [UInt8]) { self.source = source }

    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < source.count ? source[index + offset] : 0 }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= source.count else { return false }
        return text.withUTF8Buffer { source[index..<index + count].elementsEqual($0) }
    }

    /// Advances by one byte, and counts lines.
    private mutating func step() {
        let current = byte()
        let isNewline =
            current == 0x0A || current == 0x0D && byte(1) != 0x0A
            || current == 0xE2 && byte(1) == 0x80 && byte(2) | 1 == 0xA9
        if isNewline { (line, isFresh) = (line + 1, true) }
        index += 1
    }

    // MARK: - Blanks

    /// The number of bytes of the blank at the place, 0 if there is none.
    private var blank: Int {
        let first = byte()
        if first <= 0x20 { return index < source.count ? 1 : 0 }
        switch first {
        case 0xC2: return byte(1) == 0xA0 ? 2 : 0
        case 0xE1: return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0
        case 0xE2:
            let last = byte(2)
            let isBlank =
                byte(1) == 0x80 ? last <= 0x8A || last | 1 == 0xA9 || last == 0xAF : byte(1) == 0x81 && last == 0x9F
            return isBlank ? 3 : 0
        case 0xE3: return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0
        case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : 0
        default: return 0
        }
    }

    private mutating func skipBlanks() {
        while index < source.count {
            let count = blank
            if count > 0 {
                step()
                index += count - 1
            } else if starts(with: "//") || starts(with: "<!--") || isFresh && starts(with: "-->") {
                while index < source.count, byte() != 0x0A, byte() != 0x0D { index += 1 }
            } else if starts(with: "/*") {
                index += 2
                while index < source.count, !starts(with: "*/") { step() }
                index = min(index + 2, source.count)
            } else {
                return
            }
        }
    }

    // MARK: - Tokens

    /// Takes the hexadecimal digits of an escape behind `x` or `u`, and returns the character's
    /// code, or `nil` if they are invalid.
    static func code(ofEscape kind: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt32? {
        let isBraced = kind == 0x75 && rest.first == 0x7B
        let count = kind == 0x75 ? 4 : 2
        let digits = isBraced ? rest.dropFirst().prefix { $0 != 0x7D } : rest.prefix(count)
        rest = rest[digits.endIndex...]
        guard isBraced ? rest.popFirst() != nil : digits.count == count, digits.first != 0x2B,
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return code <= 0x10FFFF ? code : nil
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x24 || byte == 0x5F || byte == 0x5C || isDigit(byte) || 0x41...0x5A ~= byte
            || 0x61...0x7A ~= byte
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static let signs: [StaticString] = [
        ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
    ]

    /// Returns the next token; a pattern looks like a division.
    mutating func next() throws(ScriptSyntax.Refusal) -> ScriptToken {
        skipBlanks()
        var token = ScriptToken(
            kind: .sign, word: .none, start: index, end: index, line: line, followsNewline: isFresh)
        isFresh = false
        let first = byte()
        if index >= source.count {
            token.kind = .end
        } else if Self.isDigit(first) || first == 0x2E && Self.isDigit(byte(1)) {
            token.kind = .number
            skipNumber()
        } else if Self.isWordByte(first) || first == 0x23 && Self.isWordByte(byte(1)) {
            token.kind = first == 0x23 ? .privateName : .word
            index += first == 0x23 ? 1 : 0
            skipWord()
            if token.kind == .word { token.word = ScriptWord(source[token.start..<index]) }
        } else if first == 0x22 || first == 0x27 {
            token.kind = .string
            try skipString(first)
        } else {
            skipSign()
            token.word = ScriptWord(source[token.start..<index])
        }
        token.end = index
        return token
    }

    private mutating func skipWord() {
        while Self.isWordByte(byte()), blank == 0 {
            if byte() == 0x5C, byte(1) == 0x75, byte(2) == 0x7B {
                while index < source.count, byte() != 0x7D { index += 1 }
            }
            index += 1
        }
        index = min(index, source.count)
    }

    private mutating func skipNumber() {
        if byte() == 0x30, Self.isWordByte(byte(1)), byte(1) | 0x20 != 0x65, byte(1) | 1 != 0x39 { return skipWord() }
        skipDigits()
        if byte() == 0x2E {
            index += 1
            skipDigits()
        }
        if byte() | 0x20 == 0x65 {
            index += byte(1) == 0x2B || byte(1) == 0x2D ? 2 : 1
            skipDigits()
        }
        if byte() == 0x6E { index += 1 }
    }

    private mutating func skipDigits() { while Self.isDigit(byte()) || byte() == 0x5F { index += 1 } }

    private mutating func skipString(_ quote: UInt8) throws(ScriptSyntax.Refusal) {
        let start = line
        index += 1
        while index < source.count, byte() != quote {
            if byte() == 0x5C { index += 1 } else if byte() == 0x0A || byte() == 0x0D { break }
            // A backslash before two bytes that end a line takes both.
            if index < source.count { step() }
        }
        guard byte() == quote, index < source.count else {
            throw .unexpected("a text isn't closed on its line; end it with the same quote", start)
        }
        index += 1
    }

    private mutating func skipSign() {
        // `a ?.5 : b` has a number.
        let isNumber = starts(with: "?.") && Self.isDigit(byte(2))
        let sign = isNumber ? nil : Self.signs.first { starts(with: $0) }
        index += sign?.utf8CodeUnitCount ?? 1
    }

    /// Reads the token that looked like a division as a pattern.
    mutating func pattern(_ token: ScriptToken) throws(ScriptSyntax.Refusal) -> ScriptToken {
        var token = token
        var isInClass = false
        index = token.start + 1
        while isInClass || byte() != 0x2F {
            guard index < source.count, byte() != 0x0A, byte() != 0x0D else {
                throw .unexpected("a regular expression isn't closed on its line; end it with '/'", token.line)
            }
            if byte() == 0x5C {
                index += 1
            } else if byte() == 0x5B {
                isInClass = true
            } else if byte() == 0x5D {
                isInClass = false
            }
            index += 1
        }
        index += 1
        while Self.isWordByte(byte()) { index += 1 }
        (token.kind, token.word, token.end) = (.pattern, .none, min(index, source.count))
        index = token.end
        return token
    }

    /// Reads a part of a template behind a back quote or a brace, up to `${` or a back quote.
    ///
    /// - Returns: The range of the text, and whether it is the last one.
    mutating func templatePart(behind token: ScriptToken) throws(ScriptSyntax.Refusal) -> (Range<Int>, isLast: Bool) {
        index = token.end
        while index < source.count {
            if byte() == 0x60 {
                index += 1
                return (token.end..<index - 1, true)
            }
            if byte() == 0x24, byte(1) == 0x7B {
                index += 2
                return (token.end..<index - 2, false)
            }
            if byte() == 0x5C { index += 1 }
            if index < source.count { step() }
        }
        throw .unexpected("a text in back quotes doesn't end; close it by a back quote", token.line)
    }
}
