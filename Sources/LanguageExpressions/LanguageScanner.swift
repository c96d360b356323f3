@_spi(Tool) internal import Automata
internal import AlgorithmSupport
internal import RegularExpressions

/// A scanner for the tokens of expressions over automata: names, words, numbers and signs.
struct LanguageScanner {
    private var text: ExpressionText
    /// The word for a named automaton in messages.
    private let operand: String
    /// The names of automata, in the order of their first mention.
    private(set) var names = NameTable()
    /// The words, in the order of their first mention.
    private(set) var words = NameTable()

    /// The number of bytes of names and words.
    var byteCount: Int { names.byteCount + words.byteCount }

    /// The maximum number in an expression, more than any practical use needs.
    private static let maximumNumber: UInt32 = 1_000_000

    /// Creates a scanner for a text, which must be UTF-8.
    init(_ bytes: [UInt8], operand: String) throws(LanguageExpressionError) {
        text = ExpressionText(bytes)
        self.operand = operand
        if String(validating: bytes, as: UTF8.self) != nil { return }
        var offset = 0
        while let scalar = text.scalar(at: offset) { offset += scalar.length }
        throw failure("invalid UTF-8", at: offset)
    }

    // MARK: - Signs

    /// The next byte, or `nil` at the end.
    var next: UInt8? { text.next }

    /// The offset of the next byte.
    var offset: Int { text.offset }

    mutating func advance(_ count: Int = 1) { text.advance(count) }

    /// Takes an ASCII character if it is the next one.
    mutating func consume(_ character: Unicode.Scalar) -> Bool { text.consume(character) }

    mutating func skipSpace() {
        while let byte = text.next, CharacterClasses.isSpace(byte) { text.advance() }
    }

    /// The operator at the current position, and the number of its bytes.
    var sign: (LanguageOperator, Int)? {
        guard let (scalar, length) = text.scalar(at: text.offset), let sign = LanguageOperator(sign: scalar) else {
            return nil
        }
        return (sign, length)
    }

    /// Whether an operand or a complement begins at the current position.
    var startsOperand: Bool {
        guard let byte = text.next else { return false }
        if let (sign, _) = sign { return sign == .complement }
        return byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: "'") || LanguageNames.isNameByte(byte)
    }

    /// Whether the `+` at the current position looks like a textbook's union sign, because an
    /// operand follows: `a + b`, `a+b`, `a +b`.
    var hasPlusLikeUnion: Bool {
        var rest = self
        rest.advance()
        let end = rest.offset
        rest.skipSpace()
        let isSeparate = CharacterClasses.isSpace(text.bytes[offset - 1])
        return (isSeparate || rest.offset == end) && rest.startsOperand
    }

    // MARK: - Names and words

    /// Takes a name without quotes; empty if there is none.
    mutating func bareName() -> ArraySlice<UInt8> {
        let start = text.offset
        // A '-' that starts a name would be an operator.
        if sign != nil { return [] }
        while let byte = text.next, LanguageNames.isNameByte(byte) {
            if byte >= 0x80, sign != nil { break }
            text.advance()
        }
        return text.bytes[start..<text.offset]
    }

    /// Takes a name in quotes. In double quotes, `\"` and `\\` stand for `"` and `\`; single quotes
    /// have no escapes.
    mutating func quotedName() throws(LanguageExpressionError) -> [UInt8] {
        let start = text.offset
        let quote = text.bytes[start]
        text.advance()
        guard let name = readText(upTo: quote, hasEscapes: quote == UInt8(ascii: "\"")) else {
            throw failure("missing closing quote", at: start)
        }
        guard !name.isEmpty else { throw failure("the name of \(operand) is missing between the quotes", at: start) }
        return name
    }

    /// Returns the id of an automaton's name.
    mutating func id(ofName name: ArraySlice<UInt8>) throws(LanguageExpressionError) -> LanguageNameID {
        do throws(AutomataError) { return try names.id(adding: name) } catch { throw tooLargeError(error) }
    }

    /// Takes a word in angle brackets.
    ///
    /// - Returns: its id.
    mutating func word() throws(LanguageExpressionError) -> LanguageWordID {
        let start = text.offset
        guard text.consume("<") else { throw unexpected(wanting: "a word in <>") }
        guard let word = readText(upTo: UInt8(ascii: ">"), hasEscapes: true) else {
            throw failure("missing '>' at the end of this word", at: start)
        }
        do throws(AutomataError) { return try words.id(adding: word[...]) } catch { throw tooLargeError(error) }
    }

    private func tooLargeError(_ error: AutomataError) -> LanguageExpressionError {
        failure(error.description, .tooLarge)
    }

    /// Takes the text before a delimiter, and the delimiter. With escapes, a backslash escapes the
    /// delimiter and the backslash.
    ///
    /// - Returns: the text, or `nil` if there is no delimiter.
    private mutating func readText(upTo end: UInt8, hasEscapes: Bool) -> [UInt8]? {
        var taken: [UInt8] = []
        while let byte = text.next {
            text.advance()
            if byte == end { return taken }
            if hasEscapes, byte == UInt8(ascii: "\\"), let escaped = text.next, escaped == end || escaped == byte {
                taken.append(escaped)
                text.advance()
            } else {
                taken.append(byte)
            }
        }
        return nil
    }

    // MARK: - Numbers

    /// Takes `{2}`, `{2,}` or `{2,5}`.
    mutating func bounds() throws(LanguageExpressionError) -> RepetitionBounds {
        let start = text.offset
        guard text.consume("{") else { throw unexpected(wanting: "'{'") }
        skipSpace()
        var counts = RepetitionBounds(try number())
        counts.most = counts.least
        skipSpace()
        if text.consume(",") {
            skipSpace()
            counts.most = text.next == UInt8(ascii: "}") ? unbounded : try number()
            skipSpace()
        }
        guard text.consume("}") else { throw unexpected(wanting: "'}'") }
        guard counts.least <= counts.most else {
            throw failure(
                "the minimum \(counts.least) exceeds the maximum \(counts.most)", remedy: "swap them", at: start)
        }
        return counts
    }

    mutating func number() throws(LanguageExpressionError) -> UInt32 {
        let start = text.offset
        var value: UInt32 = 0
        while let byte = text.next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = value * 10 + UInt32(byte - UInt8(ascii: "0"))
            text.advance()
            guard value <= Self.maximumNumber else {
                throw failure("the number is larger than \(Self.maximumNumber)", .tooLarge, at: start)
            }
        }
        guard text.offset > start else { throw unexpected(wanting: "a number") }
        return value
    }

    // MARK: - Errors

    /// Returns the error for unexpected text at the current position.
    func unexpected(wanting expected: String) -> LanguageExpressionError {
        guard text.next != nil else { return failure("expected \(expected), found the end of the expression") }
        let found = String(decoding: text.bytes[text.offset...].prefix(64), as: UTF8.self).prefix(1)
        return failure("expected \(expected), found '\(String(found).printable)'")
    }

    var missingOperand: LanguageExpressionError {
        var error = unexpected(wanting: "\(operand)'s name, '(' or a word in <>")
        // A `-` as an operand may be meant as the standard input.
        if text.next == UInt8(ascii: "-") { error.remedy = "if \(operand)'s name begins with -, put it in quotes" }
        if let next = text.next, "&|".utf8.contains(next), offset > 0, text.bytes[offset - 1] == next {
            error.remedy = "write a & b for intersection, a | b for union"
        }
        return error
    }

    /// Returns an error at the current position or another.
    func failure(
        _ message: String, remedy: String? = nil, _ reason: LanguageExpressionError.Reason = .syntax,
        at offset: Int? = nil
    ) -> LanguageExpressionError {
        LanguageExpressionError(reason, in: text.bytes, at: offset ?? text.offset, message, remedy: remedy)
    }
}

extension NameTable {
    fileprivate mutating func id<ID: DenseID>(adding name: ArraySlice<UInt8>) throws(AutomataError) -> ID {
        try name.withUnsafeBufferPointer { (name) throws(AutomataError) in ID(try intern(name).id) }
    }
}
