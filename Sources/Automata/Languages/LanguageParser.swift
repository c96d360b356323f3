extension LanguageExpression {
    /// The expression that a text is.
    ///
    /// - Complexity: O(length).
    /// - Throws: ``LanguageExpressionError`` with the place of what is wrong.
    public init(parsing text: String) throws(LanguageExpressionError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// The expression that a text is, given as bytes, which must be UTF-8.
    ///
    /// - Complexity: O(length).
    /// - Throws: ``LanguageExpressionError`` with the place of what is wrong.
    public init(parsing text: [UInt8]) throws(LanguageExpressionError) {
        try self.init(parsing: text, named: "an automaton")
    }

    /// The expression that a text is.
    ///
    /// - Parameter operand: what messages call what a name stands for.
    package init(parsing text: [UInt8], named operand: String) throws(LanguageExpressionError) {
        self = try LanguageParser.parse(text, operand: operand)
    }
}

/// Reads expressions over automata.
///
///     expression    = exclusive { ( "|" | "∪" ) exclusive }
///     exclusive     = difference { ( "^" | "△" ) difference }
///     difference    = intersection { ( "-" | "\" | "∖" ) intersection }
///     intersection  = concatenation { ( "&" | "∩" ) concatenation }
///     concatenation = prefixed { prefixed }
///     prefixed      = { "!" | "¬" } repeated
///     repeated      = primary { "*" | "+" | "?" | bounds }
///     bounds        = "{" number [ "," [ number ] ] "}"
///     primary       = name | quoted | word | function "(" [ argument { "," argument } ] ")" | "(" expression ")"
///     word          = "<" characters ">"
///     argument      = expression | word | number | bounds, as the function has it
///
/// A name is a run of characters other than white space, quotes and the operators; a `-` or `\` within one belongs to it, so that as an
/// operator it has white space around it. A name that a `(` follows at once is a function's. In a word, `\>` and `\\` stand for
/// the bracket and the backslash.
private struct LanguageParser {
    private var text: ExpressionText
    private let operand: String
    private var stack = LanguageNodeStack()
    private var groups: [Group] = []
    private var names = NameTable()
    private var words = NameTable()

    /// More copies of an operand, or longer words, than anybody means.
    private static let maximumNumber: UInt32 = 1_000_000

    /// A parenthesis that isn't closed yet.
    private struct Group {
        /// What it is the argument list of.
        var function: LanguageFunction?
        /// Where it, or the function's name, begins.
        var offset: Int
        /// How many languages were read of it.
        var languageCount = 0
    }

    static func parse(_ bytes: [UInt8], operand: String) throws(LanguageExpressionError) -> LanguageExpression {
        guard bytes.count < maximumCount else {
            throw LanguageExpressionError(
                .tooLarge, line: 1, column: 1, message: "an expression of 4 GiB is too long; split it")
        }
        var parser = LanguageParser(text: ExpressionText(bytes), operand: operand)
        try parser.checkEncoding()
        try parser.expression()
        var lineStarts: [UInt32] = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lineStarts.append(UInt32(index + 1))
        }
        return LanguageExpression(
            nodes: parser.stack.nodes, names: parser.names, words: parser.words, offsets: parser.stack.offsets,
            lineStarts: lineStarts)
    }

    private init(text: ExpressionText, operand: String) {
        self.text = text
        self.operand = operand
    }

    private func checkEncoding() throws(LanguageExpressionError) {
        if String(validating: text.bytes, as: UTF8.self) != nil { return }
        var offset = 0
        while let scalar = text.scalar(at: offset) { offset += scalar.length }
        throw failure("the text isn't UTF-8 here", at: offset)
    }

    // MARK: - Structure

    private mutating func expression() throws(LanguageExpressionError) {
        var wantsOperand = true
        while true {
            skipSpace()
            if wantsOperand {
                wantsOperand = try !takeOperand()
            } else if text.next == nil {
                break
            } else {
                wantsOperand = try takeOperator()
            }
        }
        guard groups.isEmpty else { throw unexpected(wanting: endOfGroup) }
        stack.finishOperators()
    }

    /// Takes an operand, or what stands before one.
    ///
    /// - Returns: whether it was an operand.
    private mutating func takeOperand() throws(LanguageExpressionError) -> Bool {
        let start = text.offset
        if let (sign, length) = sign, sign == .complement {
            stack.appendComplement(at: start)
            text.advance(length)
            return false
        }
        switch text.next {
        case UInt8(ascii: "("):
            text.advance()
            open(Group(offset: start))
            return false
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            try append(name: quoted()[...], at: start)
        case UInt8(ascii: "<"):
            stack.append(LanguageNode(kind: .word, first: try word()), at: start)
        default:
            let name = bareName()
            guard !name.isEmpty else { throw unexpected(wanting: "\(operand)'s name, a word in <> or '('") }
            // Only what follows at once: "a (b)" is a concatenation.
            guard text.next == UInt8(ascii: "(") else {
                try append(name: name, at: start)
                return true
            }
            return try takeCall(name, at: start)
        }
        return true
    }

    /// Takes what stands behind an operand.
    ///
    /// - Returns: whether another operand has to follow.
    private mutating func takeOperator() throws(LanguageExpressionError) -> Bool {
        let start = text.offset
        if let (sign, length) = sign, sign != .complement {
            stack.append(sign, at: start)
            text.advance(length)
            return true
        }
        switch text.next {
        case UInt8(ascii: "*"): try takeRepetition(LanguageCounts(0))
        case UInt8(ascii: "+"): try takeRepetition(LanguageCounts(1))
        case UInt8(ascii: "?"): try takeRepetition(LanguageCounts(0, 1))
        case UInt8(ascii: "{"): stack.appendRepetition(try bounds(), at: start)
        case UInt8(ascii: ")") where !groups.isEmpty: try closeGroup()
        case UInt8(ascii: ",") where groups.last?.function != nil: return try takeComma()
        default:
            guard startsOperand else { throw unexpected(wanting: endOfGroup) }
            stack.append(.concatenation, at: start)
            return true
        }
        return false
    }

    private mutating func takeRepetition(_ counts: LanguageCounts) throws(LanguageExpressionError) {
        stack.appendRepetition(counts, at: text.offset)
        text.advance()
    }

    private mutating func open(_ group: Group) {
        groups.append(group)
        stack.openGroup()
    }

    /// What may follow where no operator does.
    private var endOfGroup: String {
        guard let group = groups.last else { return "an operator or the end" }
        return group.function == nil ? "')'" : "',' or ')'"
    }

    private mutating func closeGroup() throws(LanguageExpressionError) {
        let group = groups[groups.count - 1]
        if let function = group.function {
            guard group.languageCount + 1 == function.languageCount, !function.takesDetail else {
                throw failure("\(function.name) takes more arguments: \(function.usage)")
            }
        }
        try close(group, detail: (0, 0))
    }

    /// Takes the parenthesis that closes a group, and makes a call of it where there is a function.
    private mutating func close(_ group: Group, detail: (UInt32, UInt32)) throws(LanguageExpressionError) {
        guard text.take(")") else {
            if let function = group.function, text.next == UInt8(ascii: ",") {
                throw failure("\(function.name) takes fewer arguments: \(function.usage)", at: group.offset)
            }
            throw unexpected(wanting: endOfGroup)
        }
        stack.closeGroup()
        groups.removeLast()
        if let function = group.function {
            let call = LanguageNode(kind: .function, first: function.rawValue, second: detail.0, third: detail.1)
            stack.append(call, at: group.offset)
        }
    }

    // MARK: - Functions

    /// Takes the parenthesis after a function's name, and all arguments of one that takes no languages.
    ///
    /// - Returns: whether the call is whole.
    private mutating func takeCall(
        _ name: ArraySlice<UInt8>, at start: Int
    ) throws(LanguageExpressionError) -> Bool {
        guard let function = LanguageFunction(named: name) else {
            let known = LanguageFunction.allCases.map(\.name).joined(separator: ", ")
            let name = String(decoding: name, as: UTF8.self).printable
            throw failure("there is no function '\(name)'; there are: \(known)", at: start)
        }
        text.advance()
        let group = Group(function: function, offset: start)
        open(group)
        guard function.languageCount == 0 else { return false }
        skipSpace()
        try close(group, detail: try detail(of: function))
        return true
    }

    /// Takes the comma behind a language, and the last argument where that isn't one.
    ///
    /// - Returns: whether another language has to follow.
    private mutating func takeComma() throws(LanguageExpressionError) -> Bool {
        stack.finishOperators()
        groups[groups.count - 1].languageCount += 1
        let group = groups[groups.count - 1]
        guard let function = group.function else { return false }
        if group.languageCount < function.languageCount {
            text.advance()
            return true
        }
        var detail: (UInt32, UInt32) = (0, 0)
        if function.takesDetail {
            text.advance()
            skipSpace()
            detail = try self.detail(of: function)
        }
        try close(group, detail: detail)
        return false
    }

    /// What a function takes after its languages, and the white space behind it.
    private mutating func detail(of function: LanguageFunction) throws(LanguageExpressionError) -> (UInt32, UInt32) {
        defer { skipSpace() }
        switch function {
        case .lengths:
            let counts = try bounds()
            return (counts.least, counts.most)
        case .project: return (try word(), 0)
        case .neighbourhood:
            let word = try word()
            skipSpace()
            guard text.take(",") else { throw failure("\(function.name) takes more arguments: \(function.usage)") }
            skipSpace()
            return (word, try number())
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
            .leftQuotient, .rightQuotient, .shuffle, .any:
            return (0, 0)
        }
    }

    // MARK: - Characters

    private mutating func skipSpace() {
        while let byte = text.next, CharacterClasses.isSpace(byte) { text.advance() }
    }

    /// The sign of an operator at this place, and the number of its bytes.
    private var sign: (LanguageOperator, Int)? {
        guard let (scalar, length) = text.scalar(at: text.offset), let sign = LanguageOperator(sign: scalar) else {
            return nil
        }
        return (sign, length)
    }

    private var startsOperand: Bool {
        guard let byte = text.next else { return false }
        if let (sign, _) = sign { return sign == .complement }
        return byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: "'") || LanguageNames.isNameByte(byte)
    }

    private mutating func bareName() -> ArraySlice<UInt8> {
        let start = text.offset
        // A '-' that starts a name would be an operator.
        if sign != nil { return [] }
        while let byte = text.next, LanguageNames.isNameByte(byte) {
            if byte >= 0x80, sign != nil { break }
            text.advance()
        }
        return text.bytes[start..<text.offset]
    }

    private mutating func append(name: ArraySlice<UInt8>, at start: Int) throws(LanguageExpressionError) {
        stack.append(LanguageNode(kind: .name, first: try number(of: name, in: &names)), at: start)
    }

    private func number(
        of name: ArraySlice<UInt8>, in table: inout NameTable
    ) throws(LanguageExpressionError) -> UInt32 {
        do throws(AutomataError) {
            return try name.withUnsafeBufferPointer { (name) throws(AutomataError) in try table.intern(name).id }
        } catch {
            throw failure(error.description, .tooLarge)
        }
    }

    /// In double quotes `\"` and `\\` stand for the quote and the backslash; in single quotes nothing does.
    private mutating func quoted() throws(LanguageExpressionError) -> [UInt8] {
        let start = text.offset
        let quote = text.bytes[start]
        text.advance()
        guard let name = takeText(upTo: quote, hasEscapes: quote == UInt8(ascii: "\"")) else {
            throw failure("this quote has no end", at: start)
        }
        guard !name.isEmpty else { throw failure("the name of \(operand) is missing between the quotes", at: start) }
        return name
    }

    /// A word as it is spelled, between brackets: its number.
    private mutating func word() throws(LanguageExpressionError) -> UInt32 {
        let start = text.offset
        guard text.take("<") else { throw unexpected(wanting: "a word in <>") }
        guard let word = takeText(upTo: UInt8(ascii: ">"), hasEscapes: true) else {
            throw failure("this word has no '>' at its end", at: start)
        }
        return try number(of: word[...], in: &words)
    }

    /// Takes what stands before a delimiter, and the delimiter; with escapes a backslash makes it, or another backslash, stand for itself.
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

    /// `{2}`, `{2,}` or `{2,5}`.
    private mutating func bounds() throws(LanguageExpressionError) -> LanguageCounts {
        guard text.take("{") else { throw unexpected(wanting: "'{'") }
        skipSpace()
        var counts = LanguageCounts(try number())
        counts.most = counts.least
        skipSpace()
        if text.take(",") {
            skipSpace()
            counts.most = text.next == UInt8(ascii: "}") ? .none : try number()
            skipSpace()
        }
        guard counts.least <= counts.most else {
            throw failure("the most, \(counts.most), is fewer than the least, \(counts.least)")
        }
        guard text.take("}") else { throw unexpected(wanting: "'}'") }
        return counts
    }

    private mutating func number() throws(LanguageExpressionError) -> UInt32 {
        var value: UInt32 = 0
        var hasDigits = false
        while let byte = text.next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = value * 10 + UInt32(byte - UInt8(ascii: "0"))
            hasDigits = true
            text.advance()
            guard value <= Self.maximumNumber else {
                throw failure("more than \(Self.maximumNumber) is too many", .tooLarge)
            }
        }
        guard hasDigits else { throw unexpected(wanting: "a number") }
        return value
    }

    // MARK: - Errors

    private func unexpected(wanting expected: String) -> LanguageExpressionError {
        guard text.next != nil else { return failure("expected \(expected), found the end of the expression") }
        let found = String(decoding: text.bytes[text.offset...].prefix(64), as: UTF8.self).prefix(1)
        return failure("expected \(expected), found '\(String(found).printable)'")
    }

    private func failure(
        _ message: String, _ reason: LanguageExpressionError.Reason = .syntax, at offset: Int? = nil
    ) -> LanguageExpressionError {
        let place = ExpressionError(.syntax, in: text.bytes, at: offset ?? text.offset, message)
        return LanguageExpressionError(reason, line: place.line, column: place.column, message: message)
    }
}
