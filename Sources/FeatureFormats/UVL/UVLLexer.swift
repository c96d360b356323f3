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
            /// A punctuation mark or an operator.
            case symbol
            case newline, indent, dedent, end
            /// An invalid token; ``UVLLexer/fault`` has the problem.
            case fault
        }

        var kind: Kind
        var start: Int
        var end: Int
    }

    /// The width of an indentation, with a tab as eight columns and as one column. If the order of
    /// two lines by one width isn't their order by the other width, they mix tabs and blanks.
    private struct Indentation: Equatable {
        var tabbedWidth = 0
        var characterCount = 0
    }

    let text: UnsafeRawBufferPointer
    /// The problem of the last invalid token.
    private(set) var fault: TextProblem?
    /// The problems of indentations, whose lines are skipped.
    private(set) var problems = ProblemList()
    /// The offset of the next byte.
    private(set) var position: Int
    /// The number of open brackets, within which lines don't end.
    private var openCount: Int
    private var indentations = [Indentation()]
    private var dedentCount = 0
    private var isAtLineStart: Bool
    /// The place of the first token of the line; lines don't end within brackets.
    private var lineStart = 0
    /// The bytes that may still be searched for the ends of open brackets.
    private var searchBudget: Int

    /// Creates a lexer that begins with a text.
    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        position = text.byteOrderMarkLength
        (openCount, isAtLineStart) = (0, true)
        searchBudget = 8 * text.count
    }

    /// Creates a lexer that begins at a token within brackets.
    init(_ text: UnsafeRawBufferPointer, inBracketsAt position: Int) {
        (self.text, self.position) = (text, position)
        (openCount, isAtLineStart) = (1, false)
        searchBudget = 0
    }

    /// Returns the next token.
    mutating func next() -> Token {
        do throws(TextProblem) { return try read() } catch {
            fault = error
            let start = error.offset ?? position
            position = max(position, min(start + 1, text.count))
            return Token(kind: .fault, start: start, end: position)
        }
    }

    private mutating func read() throws(TextProblem) -> Token {
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

    /// Moves to the first token of the next line that has one. Lines whose indentation matches no
    /// open one are noted, and skipped with their deeper lines.
    ///
    /// - Returns: The change of indentation, or the end; `nil` if the indentation is unchanged, or
    ///   dedents were counted.
    private mutating func beginLine() throws(TextProblem) -> Token? {
        var skipsLines = false
        while true {
            let (start, indentation) = try skipIndentation()
            guard position < text.count else {
                guard indentations.count > 1 else { return Token(kind: .end, start: position, end: position) }
                indentations.removeLast()
                return Token(kind: .dedent, start: position, end: position)
            }
            if skipsLines, !indentations.contains(indentation) {
                skipRestOfLine()
                continue
            }
            switch compare(indentation) {
            case .same: break
            case .deeper:
                indentations.append(indentation)
                beginTokens()
                return Token(kind: .indent, start: position, end: position)
            case .fault(let message, let remedy):
                problems.add(start, message, remedy)
                skipRestOfLine()
                skipsLines = true
                continue
            }
            beginTokens()
            return nil
        }
    }

    private mutating func beginTokens() { (isAtLineStart, lineStart) = (false, position) }

    /// Moves past lines without tokens, and the indentation of the next one.
    private mutating func skipIndentation() throws(TextProblem) -> (start: Int, Indentation) {
        var indentation = Indentation()
        var start = position
        while position < text.count {
            (start, indentation) = (position, Indentation())
            while position < text.count {
                if text[position] == UInt8(ascii: "\t") {
                    indentation.tabbedWidth += 8 - indentation.tabbedWidth % 8
                } else if text[position] == UInt8(ascii: " ") {
                    indentation.tabbedWidth += 1
                } else {
                    break
                }
                indentation.characterCount += 1
                position += 1
            }
            try skipBlanks()
            guard position < text.count, isLineEnd(text[position]) else { break }
            position += 1
        }
        return (start, indentation)
    }

    private enum Change {
        case same, deeper
        case fault(message: String, remedy: String?)
    }

    /// Compares a line's indentation with the open lines' indentations, and counts dedents.
    private mutating func compare(_ indentation: Indentation) -> Change {
        let last = indentations[indentations.count - 1]
        if indentation == last { return .same }
        if indentation.tabbedWidth > last.tabbedWidth, indentation.characterCount > last.characterCount {
            return .deeper
        }
        while let last = indentations.last, last.tabbedWidth > indentation.tabbedWidth,
            last.characterCount > indentation.characterCount
        {
            indentations.removeLast()
            dedentCount += 1
        }
        if indentations.last == indentation { return .same }
        let isMixed = indentations.last.map {
            ($0.tabbedWidth < indentation.tabbedWidth) != ($0.characterCount < indentation.characterCount)
                || $0.tabbedWidth == indentation.tabbedWidth
        }
        return isMixed ?? false
            ? .fault(
                message: "the indentation mixes tabs and blanks",
                remedy: "indent all lines with tabs, or all with blanks")
            : .fault(message: "the indentation matches no line above", remedy: "indent this line like a line above")
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
        if let longSymbol = symbols.first(where: { starts(with: $0) }) {
            position += longSymbol.utf8CodeUnitCount
            return Token(kind: .symbol, start: start, end: position)
        }
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openCount += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): openCount = max(0, openCount - 1)
        default:
            guard "!&|<>+-*/,".utf8.contains(byte) else {
                throw TextProblem(
                    offset: position,
                    message: "expected a name or a symbol of UVL, found \(Message.foundText(at: start, in: text))",
                    remedy: byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
                        ? "write attributes as {name value}"
                        : "write names with other characters in double quotes")
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
                // Values have names such as `Memory.16`.
                UVL.isNameStart(text[position + 1]) || text[position + 1] == UInt8(ascii: "\"")
                    || text[position + 1] &- UInt8(ascii: "0") < 10
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

// MARK: - Lines with errors

extension UVLLexer {
    /// Moves to the next line.
    ///
    /// - Parameter token: The last token: deeper lines are skipped if it is an indentation.
    mutating func skipLine(at token: Token) {
        switch token.kind {
        case .dedent: return
        case .newline where isAtLineStart: return
        case .indent:
            indentations.removeLast()
            repeat { skipRestOfLine() } while beginsDeeperLine()
        default:
            if openCount > 0, !skipBrackets() {
                // The brackets have no end: a line that begins with the token is read by itself.
                guard let start = start(ofLineBeginningWith: token) else { return skipRestOfLine() }
                position = start
            } else if openCount == 0 {
                return skipRestOfLine()
            }
            (openCount, isAtLineStart) = (0, true)
        }
    }

    /// Returns whether the indentation of the next line matches no open one, after moving into it.
    private mutating func beginsDeeperLine() -> Bool {
        let start = position
        guard let (_, indentation) = try? skipIndentation(), position < text.count else { return false }
        if !indentations.contains(indentation) { return true }
        position = start
        return false
    }

    /// Returns the start of the line that a token begins; `nil` if it is the first token after
    /// closed brackets.
    private func start(ofLineBeginningWith token: Token) -> Int? {
        var start = token.start
        while start > lineStart, !isLineEnd(text[start - 1]) {
            start -= 1
            guard text[start] == UInt8(ascii: " ") || text[start] == UInt8(ascii: "\t") else { return nil }
        }
        return start > lineStart ? start : nil
    }

    /// Moves past the line, and over lines up to the ends of brackets in it.
    private mutating func skipRestOfLine() {
        openCount = 0
        if !skipBrackets() {
            while position < text.count, !isLineEnd(text[position]) { position += 1 }
            if position < text.count { position += 1 }
        }
        (openCount, isAtLineStart) = (0, true)
    }

    /// Moves past the line in which all open brackets end.
    ///
    /// - Returns: Whether they end.
    private mutating func skipBrackets() -> Bool {
        var (index, depth) = (position, openCount)
        func skip(while condition: (UInt8) -> Bool) {
            while index < text.count, condition(text[index]) { index += 1 }
        }
        while index < text.count, index - position <= searchBudget {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skip { $0 != byte && !isLineEnd($0) }
                if index < text.count, text[index] == byte { index += 1 }
            case UInt8(ascii: "/") where index < text.count && text[index] == byte: skip { !isLineEnd($0) }
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if depth > 0 { break }
                position = index
                return true
            default: if UVL.isNameStart(byte) { skip(while: UVL.isNameByte) }
            }
        }
        if index == text.count, depth == 0 {
            position = index
            return true
        }
        searchBudget -= index - position
        return false
    }
}

// MARK: - Parts without tokens

extension UVLLexer {
    /// Reads the rest of a cardinality, after its opening bracket.
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
                message: "expected ']', or '..' and a bound, found \(Message.foundText(at: position, in: text))")
        }
        position += 1
        openCount = max(0, openCount - 1)
        return (lower, upper)
    }

    /// The greatest bound of a group or cardinality.
    private static let maximumBound = 1_000_000_000_000_000_000

    private mutating func bound() throws(TextProblem) -> Int {
        let start = position
        var value = 0
        while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            guard value <= Self.maximumBound / 10 else {
                throw TextProblem(
                    offset: start, message: "the number is too large", remedy: "write *, or a smaller number")
            }
            value = value * 10 + Int(digit)
            position += 1
        }
        guard position > start else {
            throw TextProblem(
                offset: start, message: "expected a number, found \(Message.foundText(at: start, in: text))")
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
