/// Reads what expressions over automata consist of, names, words, numbers and signs, and tells
/// where one is wrong.
struct LanguageScanner {
    private var text: ExpressionText
    /// The word for the meaning of a name in messages.
    private let operand: String
    /// The names of automata, in the order of their first mention.
    private(set) var names = NameTable()
    /// The words that are spelled, in the order of their first mention.
    private(set) var words = NameTable()

    /// The bytes of names and words.
    var byteCount: Int { names.byteCount + words.byteCount }

    /// More copies of an operand, or longer words, than anybody means.
    private static let maximumNumber: UInt32 = 1_000_000

    /// Begins to read a text, which must be UTF-8.
    init(_ bytes: [UInt8], operand: String) throws(LanguageExpressionError) {
        text = ExpressionText(bytes)
        self.operand = operand
        if String(validating: bytes, as: UTF8.self) != nil { return }
        var offset = 0
        while let scalar = text.scalar(at: offset) { offset += scalar.length }
        throw failure("the text isn't UTF-8 here", at: offset)
    }

    // MARK: - Signs

    /// The next byte; `nil` at the end.
    var next: UInt8? { text.next }

    /// The place of the next byte.
    var offset: Int { text.offset }

    mutating func advance(_ count: Int = 1) { text.advance(count) }

    /// Takes an ASCII character if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool { text.take(character) }

    mutating func skipSpace() {
        while let byte = text.next, CharacterClasses.isSpace(byte) { text.advance() }
    }

    /// The sign of an operator at this place, and the number of its bytes.
    var sign: (LanguageOperator, Int)? {
        guard let (scalar, length) = text.scalar(at: text.offset), let sign = LanguageOperator(sign: scalar) else {
            return nil
        }
        return (sign, length)
    }

    /// Whether an operand, or a complement of one, begins at this place.
    var startsOperand: Bool {
        guard let byte = text.next else { return false }
        if let (sign, _) = sign { return sign == .complement }
        return byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: "'") || LanguageNames.isNameByte(byte)
    }

    // MARK: - Names and words

    /// Takes a name without quotes; an empty one where there is none.
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

    /// Takes a name in quotes. In double ones `\"` and `\\` stand for the quote and the backslash;
    /// in single ones nothing does.
    mutating func quotedName() throws(LanguageExpressionError) -> [UInt8] {
        let start = text.offset
        let quote = text.bytes[start]
        text.advance()
        guard let name = takeText(upTo: quote, hasEscapes: quote == UInt8(ascii: "\"")) else {
            throw failure("this quote has no end", at: start)
        }
        guard !name.isEmpty else { throw failure("the name of \(operand) is missing between the quotes", at: start) }
        return name
    }

    /// The id of an automaton's name.
    mutating func id(ofName name: ArraySlice<UInt8>) throws(LanguageExpressionError) -> LanguageNameID {
        do throws(AutomataError) { return try names.id(adding: name) } catch { throw tooMany(error) }
    }

    /// Takes a word as it is spelled, between brackets.
    ///
    /// - Returns: its id.
    mutating func word() throws(LanguageExpressionError) -> LanguageWordID {
        let start = text.offset
        guard text.take("<") else { throw unexpected(wanting: "a word in <>") }
        guard let word = takeText(upTo: UInt8(ascii: ">"), hasEscapes: true) else {
            throw failure("this word has no '>' at its end", at: start)
        }
        do throws(AutomataError) { return try words.id(adding: word[...]) } catch { throw tooMany(error) }
    }

    private func tooMany(_ error: AutomataError) -> LanguageExpressionError { failure(error.description, .tooLarge) }

    /// Takes what stands before a delimiter, and the delimiter; with escapes a backslash makes it,
    /// or another backslash, stand for itself.
    ///
    /// - Returns: `nil` where the text has no such end.
    private mutating func takeText(upTo end: UInt8, hasEscapes: Bool) -> [UInt8]? {
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
    mutating func bounds() throws(LanguageExpressionError) -> LanguageCounts {
        let start = text.offset
        guard text.take("{") else { throw unexpected(wanting: "'{'") }
        skipSpace()
        var counts = LanguageCounts(try number())
        counts.most = counts.least
        skipSpace()
        if text.take(",") {
            skipSpace()
            counts.most = text.next == UInt8(ascii: "}") ? unbounded : try number()
            skipSpace()
        }
        guard text.take("}") else { throw unexpected(wanting: "'}'") }
        guard counts.least <= counts.most else {
            throw failure(
                "the most, \(counts.most), is fewer than the least, \(counts.least)", remedy: "swap them", at: start)
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
                throw failure("more than \(Self.maximumNumber) is too many", .tooLarge, at: start)
            }
        }
        guard text.offset > start else { throw unexpected(wanting: "a number") }
        return value
    }

    // MARK: - Errors

    /// The error about what stands at this place instead of something else.
    func unexpected(wanting expected: String) -> LanguageExpressionError {
        guard text.next != nil else { return failure("expected \(expected), found the end of the expression") }
        let found = String(decoding: text.bytes[text.offset...].prefix(64), as: UTF8.self).prefix(1)
        return failure("expected \(expected), found '\(String(found).printable)'")
    }

    /// The error about a missing operand.
    var missingOperand: LanguageExpressionError {
        var error = unexpected(wanting: "\(operand)'s name, a word in <> or '('")
        // A name of this kind is what stands for the standard input at many places.
        if text.next == UInt8(ascii: "-") { error.remedy = "\(operand)'s name that begins with - is put in quotes" }
        return error
    }

    /// An error at this place or another.
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
