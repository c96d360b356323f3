internal import CScriptEngine

/// Parses ECMAScript 2022 into a tree, in linear time.
///
/// Functions call each other as the grammar nests, to a bounded depth; chains of operators, calls
/// and members are loops. A bracket is parsed as an expression and made a pattern once `=`, `=>`
/// or `of` follows, as the standard's cover grammars say.
struct ScriptParser {
    typealias Refusal = ScriptSyntax.Refusal
    typealias Kind = ScriptTree.Kind

    var lexer: ScriptLexer
    var token: ScriptToken
    /// The end of the previous token.
    private(set) var lastEnd = 0
    var tree = ScriptTree()
    private var depth = 0
    /// The number of open brackets, and the number in the head of a loop, where `in` ends an
    /// expression.
    var openCount = 0
    var headCount = -1

    init(_ source: [UInt8]) throws(Refusal) {
        lexer = ScriptLexer(source)
        token = try lexer.next()
    }

    var source: [UInt8] { lexer.source }

    // MARK: - Tokens

    mutating func advance() throws(Refusal) {
        lastEnd = token.end
        switch token.word {
        case "(", "[", "{": openCount += 1
        case ")", "]", "}": openCount -= 1
        default: break
        }
        token = try lexer.next()
    }

    /// Returns the token behind the current one.
    func peek() throws(Refusal) -> ScriptToken {
        var lexer = lexer
        return try lexer.next()
    }

    func at(_ word: ScriptWord) -> Bool { token.word == word }

    mutating func skip(_ word: ScriptWord) throws(Refusal) -> Bool {
        guard token.word == word else { return false }
        try advance()
        return true
    }

    mutating func expect(_ word: StaticString) throws(Refusal) {
        guard try skip(ScriptWord(stringLiteral: word)) else { throw unexpected("write '\(word)' before it") }
    }

    func text(_ token: ScriptToken) -> String { String(decoding: source[token.start..<token.end], as: UTF8.self) }

    /// Returns an error about the current token.
    func unexpected(_ advice: String) -> Refusal {
        if token.kind == .end { return .unexpected("the script ends too early", token.line) }
        let text = text(token)
        return .unexpected("unexpected '\(text.count > 30 ? text.prefix(30) + "…" : text[...])'; \(advice)", token.line)
    }

    func refuse(_ message: String) -> Refusal { Refusal(message: message, line: token.line) }

    /// Takes the semicolon of a statement, or the line that ends it.
    mutating func endStatement() throws(Refusal) {
        if try skip(";") || at("}") || token.kind == .end || token.followsNewline { return }
        throw unexpected("write ';' before it")
    }

    // MARK: - Depth

    /// The maximum depth of expressions and statements.
    private static let maximumDepth = 900

    mutating func enter() throws(Refusal) {
        depth += 1
        if depth > Self.maximumDepth || !script_has_stack() { throw .tooDeep(token.line) }
    }

    mutating func leave() { depth -= 1 }

    // MARK: - Nodes

    mutating func node(_ kind: Kind, _ token: ScriptToken, a: Int = -1, b: Int = -1, c: Int = -1, d: Int = -1) -> Int {
        tree.nodes.append(
            ScriptTree.Node(
                kind: kind, word: token.word, line: Int32(token.line), start: Int32(token.start),
                end: Int32(token.end), a: Int32(a), b: Int32(b), c: Int32(c), d: Int32(d)))
        return tree.nodes.count - 1
    }

    mutating func node(_ kind: Kind, _ token: ScriptToken, list: [Int], a: Int = -1, b: Int = -1) -> Int {
        let index = node(kind, token, a: a, b: b)
        tree.setList(list, of: index)
        return index
    }

    /// Returns a node for a name, and skips it.
    mutating func name(_ kind: Kind = .name) throws(Refusal) -> Int {
        let index = node(kind, token)
        tree[index].symbol = tree.symbol(try decoded(token))
        try advance()
        return index
    }

    /// Returns the name that a word stands for, without escapes.
    private func decoded(_ token: ScriptToken) throws(Refusal) -> String {
        let bytes = source[token.start..<token.end]
        guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
        var (name, rest) = ([UInt8](), bytes)
        while let byte = rest.popFirst() {
            guard byte == 0x5C else {
                name.append(byte)
                continue
            }
            guard rest.popFirst() == 0x75, let code = ScriptLexer.code(ofEscape: 0x75, &rest),
                let scalar = Unicode.Scalar(code)
            else { throw unexpected("write its letters without '\\'") }
            name += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// The words that are no names of variables.
    private static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
        "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null",
        "return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    ]

    static func isReserved(_ name: String) -> Bool { reserved.contains(name) }

    /// Returns whether a token is a word that may name a variable.
    func isName(_ token: ScriptToken) -> Bool {
        guard token.kind == .word else { return false }
        // The longest reserved word has ten letters.
        return token.end - token.start > 10 || token.word == .none || !Self.reserved.contains(text(token))
    }
}
