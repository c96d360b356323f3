internal import TextSupport

/// A reader of the tokens of UVL.
protocol UVLTokenReader {
    var lexer: UVLLexer { get set }
    /// The next token.
    var token: UVLLexer.Token { get set }
    /// The name of the end of the text in messages.
    var endName: String { get }
}

extension UVLTokenReader {
    var text: UnsafeRawBufferPointer { lexer.text }
    var endName: String { "the end of the file" }

    mutating func advance() { token = lexer.next() }

    /// Returns whether the next token is a symbol or a word without quotes.
    func isNext(_ word: StaticString) -> Bool {
        guard token.kind == .symbol || token.kind == .name(isPlain: true) else { return false }
        return spells(word)
    }

    private func spells(_ word: StaticString) -> Bool {
        guard token.end - token.start == word.utf8CodeUnitCount else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { text[token.start + $0] == word.utf8Start[$0] }
    }

    mutating func skip(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        advance()
        return true
    }

    /// Returns the problem of an unexpected next token.
    func problem(_ expected: String) -> TextProblem {
        if token.kind == .fault, let fault = lexer.fault { return fault }
        let found =
            switch token.kind {
            case .indent: "a deeper indentation"
            case .dedent: "the end of the indentation"
            case .newline: "the end of the line"
            case .end: endName
            default: Message.quoted(text[token.start..<token.end].prefix(100))
            }
        return TextProblem(offset: token.start, message: "expected \(expected), found \(found)")
    }

    mutating func endLine() throws(TextProblem) {
        guard token.kind == .newline else { throw problem("the end of the line") }
        advance()
    }

    /// The next token, if it is a name without quotes and dots.
    var plainWord: String? {
        guard token.kind == .name(isPlain: true) else { return nil }
        return String(decoding: text[token.start..<token.end], as: UTF8.self)
    }

    /// Reads names with dots between them.
    mutating func reference(_ expected: String) throws(TextProblem) -> String {
        guard case .name(let isPlain) = token.kind else { throw problem(expected) }
        let bytes = text[token.start..<token.end]
        guard let written = String(validating: bytes, as: UTF8.self) else {
            throw TextProblem(offset: token.start, message: "expected UTF-8, found invalid bytes")
        }
        if isPlain, UVL.reservedWords.contains(written) {
            var problem = problem(expected)
            problem.remedy = "write \"\(written)\" in quotes if it is a name"
            throw problem
        }
        let name = isPlain ? written : String(decoding: bytes.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        if name.isEmpty { throw TextProblem(offset: token.start, message: "expected a name, found an empty name") }
        advance()
        return name
    }
}
