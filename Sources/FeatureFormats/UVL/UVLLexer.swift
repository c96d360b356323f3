internal import TextSupport

/// The tokens of a UVL text. Indentation makes tokens, as in Python.
struct UVLLexer {
    /// A token, with its place.
    struct Token: Equatable {
        enum Kind: Equatable {
            /// Names with dots between them, some of them perhaps in quotes.
            case name(isPlain: Bool)
            case number
            /// A text in single quotes.
            case text
            /// A mark or an operator.
            case symbol
            case newline, indent, dedent, end
        }

        var kind: Kind
        var start: Int
        var end: Int
    }

    /// The width of an indentation, with tabs as eight columns and as one: lines that compare
    /// differently in both mix tabs and blanks.
    private struct Indentation: Equatable {
        var wide = 0
        var narrow = 0
    }

    let text: UnsafeRawBufferPointer
    /// The offset of the next byte.
    private(set) var position: Int
    /// The number of open brackets, within which lines don't end.
    private var openCount: Int
    private var indentations = [Indentation()]
    private var dedentCount = 0
    private var isAtLineStart: Bool

    /// Creates a lexer that begins with a text.
    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        (openCount, isAtLineStart) = (0, true)
    }

    /// Creates a lexer that begins at a token within brackets.
    init(_ text: UnsafeRawBufferPointer, inBracketsAt position: Int) {
        (self.text, self.position) = (text, position)
        (openCount, isAtLineStart) = (1, false)
    }

    /// Returns the next token.
    mutating func next() throws(TextProblem) -> Token {
        if isAtLineStart, let token = try beginLine() { return token }
        if dedentCount > 0 {
            dedentCount -= 1
            return Token(kind: .dedent, start: position, end: position)
        }
        while true {
            try skipBlanks()
            guard position < text.count else { return endOfText() }
            guard isLineEnd(text[position]) else { return try token() }
            let start = position
            position += 1
            if openCount == 0 {
                isAtLineStart = true
                return Token(kind: .newline, start: start, end: position)
            }
        }
    }

    /// Ends the last line and the indentations.
    private mutating func endOfText() -> Token {
        // A text may end in the middle of a line.
        if openCount == 0 { isAtLineStart = true }
        return Token(kind: openCount == 0 ? .newline : .end, start: position, end: position)
    }

    // MARK: Lines

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// Moves to the first token of the next line that has one.
    ///
    /// - Returns: The change of indentation, or the end; `nil` if the indentation is as before, or
    ///   dedents were counted.
    private mutating func beginLine() throws(TextProblem) -> Token? {
        var indentation = Indentation()
        var lineStart = position
        while position < text.count {
            (lineStart, indentation) = (position, Indentation())
            while position < text.count {
                if text[position] == UInt8(ascii: "\t") {
                    indentation.wide += 8 - indentation.wide % 8
                } else if text[position] == UInt8(ascii: " ") {
                    indentation.wide += 1
                } else {
                    break
                }
                indentation.narrow += 1
                position += 1
            }
            try skipBlanks()
            guard position < text.count, isLineEnd(text[position]) else { break }
            position += 1
        }
        isAtLineStart = false
        if position >= text.count {
            isAtLineStart = true
            guard indentations.count > 1 else { return Token(kind: .end, start: position, end: position) }
            indentations.removeLast()
            return Token(kind: .dedent, start: position, end: position)
        }
        return try compare(indentation, lineStart: lineStart)
    }

    private mutating func compare(_ indentation: Indentation, lineStart: Int) throws(TextProblem) -> Token? {
        let last = indentations[indentations.count - 1]
        if indentation == last { return nil }
        if indentation.wide > last.wide, indentation.narrow > last.narrow {
            indentations.append(indentation)
            return Token(kind: .indent, start: position, end: position)
        }
        while let last = indentations.last, last.wide > indentation.wide, last.narrow > indentation.narrow {
            indentations.removeLast()
            dedentCount += 1
        }
        if indentations.last == indentation { return nil }
        let isMixed = indentations.last.map {
            ($0.wide < indentation.wide) != ($0.narrow < indentation.narrow) || $0.wide == indentation.wide
        }
        throw TextProblem(
            offset: lineStart,
            message: isMixed ?? false
                ? "the indentation mixes tabs and blanks" : "the indentation is that of no line above",
            remedy: isMixed ?? false ? "indent all lines with tabs, or all with blanks" : nil)
    }

    /// Moves past blanks and comments within a line.
    private mutating func skipBlanks() throws(TextProblem) {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0C: position += 1
            case UInt8(ascii: "/") where position + 1 < text.count && text[position + 1] == UInt8(ascii: "/"):
                while position < text.count, !isLineEnd(text[position]) { position += 1 }
            case UInt8(ascii: "/") where position + 1 < text.count && text[position + 1] == UInt8(ascii: "*"):
                let start = position
                position += 2
                while !text[position...].starts(with: "*/".utf8) {
                    guard position < text.count else {
                        throw TextProblem(offset: start, message: "expected '*/' at the end of a comment")
                    }
                    position += 1
                }
                position += 2
            default: return
            }
        }
    }

    // MARK: Tokens

    private mutating func token() throws(TextProblem) -> Token {
        let start = position
        let byte = text[position]
        if UVL.isNameStart(byte) || byte == UInt8(ascii: "\"") { return try name() }
        if isNumber(at: position) {
            number()
            return Token(kind: .number, start: start, end: position)
        }
        if byte == UInt8(ascii: "'") {
            try skipQuoted(byte, "a text")
            return Token(kind: .text, start: start, end: position)
        }
        let symbols: [StaticString] = ["<=>", "<->", "=>", "->", "==", "<=", ">=", "!="]
        if let long = symbols.first(where: { starts(with: $0) }) {
            position += long.utf8CodeUnitCount
            return Token(kind: .symbol, start: start, end: position)
        }
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openCount += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): openCount = max(0, openCount - 1)
        default:
            guard "!&|<>+-*/,".utf8.contains(byte) else {
                throw TextProblem(
                    offset: position,
                    message: "expected a name or a sign of UVL, found \(Message.found(at: start, in: text))",
                    remedy: byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
                        ? "attributes are written without it: {name value}"
                        : "write names with other signs in double quotes")
            }
        }
        position += 1
        return Token(kind: .symbol, start: start, end: position)
    }

    private func starts(with word: StaticString) -> Bool {
        guard text.count - position >= word.utf8CodeUnitCount else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { text[position + $0] == word.utf8Start[$0] }
    }

    private mutating func name() throws(TextProblem) -> Token {
        let start = position
        var isPlain = true
        while true {
            if text[position] == UInt8(ascii: "\"") {
                isPlain = false
                try skipQuoted(text[position], "a name")
            } else {
                while position < text.count, UVL.isNameByte(text[position]) { position += 1 }
            }
            guard position + 1 < text.count, text[position] == UInt8(ascii: "."),
                UVL.isNameStart(text[position + 1]) || text[position + 1] == UInt8(ascii: "\"")
            else {
                return Token(kind: .name(isPlain: isPlain), start: start, end: position)
            }
            isPlain = false
            position += 1
        }
    }

    private mutating func skipQuoted(_ quote: UInt8, _ things: String) throws(TextProblem) {
        let start = position
        position += 1
        while position < text.count, text[position] != quote, !isLineEnd(text[position]) { position += 1 }
        guard position < text.count, text[position] == quote else {
            throw TextProblem(
                offset: start, message: "expected \(Character(Unicode.Scalar(quote))) at the end of \(things)")
        }
        position += 1
    }

    private func isNumber(at index: Int) -> Bool {
        func isDigit(_ index: Int) -> Bool { index < text.count && text[index] &- UInt8(ascii: "0") < 10 }
        let start = text[index] == UInt8(ascii: "-") ? index + 1 : index
        return isDigit(start) || start < text.count && text[start] == UInt8(ascii: ".") && isDigit(start + 1)
    }

    private mutating func number() {
        if text[position] == UInt8(ascii: "-") { position += 1 }
        func skipDigits(_ position: inout Int) {
            while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        }
        skipDigits(&position)
        if position < text.count, text[position] == UInt8(ascii: "."), isNumber(at: position) {
            position += 1
            skipDigits(&position)
        }
    }
}

// MARK: - Parts without tokens

extension UVLLexer {
    /// Reads the rest of a cardinality, behind its opening bracket.
    ///
    /// - Returns: The bounds; no upper one stands for `*`.
    mutating func cardinality() throws(TextProblem) -> (lower: Int, upper: Int?) {
        let lower = try bound()
        var upper: Int? = lower
        if starts(with: "..") {
            position += 2
            if position < text.count, text[position] == UInt8(ascii: "*") {
                position += 1
                upper = nil
            } else {
                upper = try bound()
            }
        }
        guard position < text.count, text[position] == UInt8(ascii: "]") else {
            throw TextProblem(
                offset: position,
                message: "expected ']' or '..' and another bound, found \(Message.found(at: position, in: text))")
        }
        position += 1
        openCount = max(0, openCount - 1)
        return (lower, upper)
    }

    private mutating func bound() throws(TextProblem) -> Int {
        let start = position
        var value = 0
        while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            // A larger one is beyond all groups.
            value = min(value * 10 + Int(digit), Int(Int32.max))
            position += 1
        }
        guard position > start else {
            throw TextProblem(
                offset: start, message: "expected a number, found \(Message.found(at: start, in: text))")
        }
        return value
    }

    /// Moves past a word that ends before a blank, such as the name of a level.
    mutating func skipWord(from start: Int) -> String {
        position = start
        while position < text.count, text[position] > 0x20 { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }
}
