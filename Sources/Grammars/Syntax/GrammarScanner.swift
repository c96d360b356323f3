internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions
internal import TextSupport
internal import WorkLimits

/// The text of a token: a dense index in the table of all texts.
struct GrammarTextID: DenseID { let rawValue: UInt32 }

/// A token of a grammar's text.
struct GrammarToken {
    enum Kind: UInt8 {
        /// A sequence of letters, digits and marks such as primes.
        case run
        /// A single character that isn't part of such a sequence.
        case sign
        /// A terminal in quotes, or after a backslash.
        case quoted
        /// A nonterminal in angle brackets.
        case bracketed
        case epsilon
        case emptySet
        case bar, arrow, newline
    }

    var kind: Kind
    /// Whether white space stands before the token.
    var isAfterSpace: Bool
    /// The token's text; 0 if it has none.
    var text: GrammarTextID
    /// The offset of the token's first byte.
    var start: Int
    var end: Int
}

/// A scanner that divides a grammar's text into tokens.
///
///     token   = run | sign | quoted | "<" name ">" | "ε" | "∅" | "|" | arrow | newline
///     arrow   = "→" | "⟶" | "->" | "-->" | "::="
///     quoted  = """ name """ | "'" name "'" | "\" character
///
/// A comment is a line that begins with `#`, or the rest of a line from `//` on, at its start or
/// after white space. A `'` after a letter or digit is a prime; elsewhere it opens a quotation. A
/// `<` opens a name only if a `>` closes it in the same line before a bar, a quote or another
/// bracket. The name has no white space at its ends. Otherwise `<` and `>` are signs.
struct GrammarScanner {
    private var text: ExpressionText
    private(set) var tokens: [GrammarToken] = []
    /// The texts of runs, signs and names, each once.
    private(set) var texts = NameTable()
    private var name: [UInt8] = []

    static func scan(
        _ bytes: [UInt8], steps: inout BudgetSteps
    ) throws(GrammarError) -> (tokens: [GrammarToken], texts: NameTable) {
        var scanner = GrammarScanner(bytes)
        try scanner.run(steps: &steps)
        return (scanner.tokens, scanner.texts)
    }

    /// Returns the number of bytes of tokens and their texts, including growing arrays.
    static func byteCount(_ tokens: [GrammarToken], _ texts: NameTable) -> Int {
        3 * MemoryLayout<GrammarToken>.stride / 2 * tokens.capacity + 2 * texts.byteCount
    }

    private init(_ bytes: [UInt8]) {
        text = ExpressionText(bytes)
        text.advance(bytes.byteOrderMarkLength)
    }

    private mutating func run(steps: inout BudgetSteps) throws(GrammarError) {
        var (isAfterSpace, isLineStart) = (true, true)
        while let (scalar, length) = try character() {
            do throws(AutomataError) { try steps.step(holding: Self.byteCount(tokens, texts)) } catch {
                throw GrammarError(limit: error)
            }
            let start = text.offset
            if scalar == "\n" {
                text.advance()
                append(.newline, start, isAfterSpace: true)
                (isAfterSpace, isLineStart) = (true, true)
                continue
            }
            if GrammarCharacter.isSpace(scalar) {
                text.advance(length)
                isAfterSpace = true
                continue
            }
            if (scalar == "#" && isLineStart) || (isAfterSpace && scalar == "/" && text.peek(1) == UInt8(ascii: "/")) {
                while let byte = text.next, byte != UInt8(ascii: "\n") { text.advance() }
                continue
            }
            try scanToken(scalar, length, isAfterSpace: isAfterSpace)
            (isAfterSpace, isLineStart) = (false, false)
        }
    }

    /// Returns the next character, or `nil` at the end.
    private func character() throws(GrammarError) -> (value: Unicode.Scalar, length: Int)? {
        guard text.next != nil else { return nil }
        guard let scalar = text.scalar(at: text.offset) else { throw error("invalid UTF-8") }
        return scalar
    }

    private mutating func scanToken(
        _ scalar: Unicode.Scalar, _ length: Int, isAfterSpace: Bool
    ) throws(GrammarError) {
        let start = text.offset
        switch scalar {
        case "→", "⟶":
            text.advance(length)
            append(.arrow, start, isAfterSpace: isAfterSpace)
        case "-" where text.consume(text: "->"), "-" where text.consume(text: "-->"),
            ":" where text.consume(text: "::="):
            append(.arrow, start, isAfterSpace: isAfterSpace)
        case "|":
            text.advance()
            append(.bar, start, isAfterSpace: isAfterSpace)
        case "∅":
            text.advance(length)
            append(.emptySet, start, isAfterSpace: isAfterSpace)
        case "ε", "ϵ", "ɛ":
            text.advance(length)
            append(.epsilon, start, isAfterSpace: isAfterSpace)
        case "\"", "'":
            try scanQuotation(scalar)
            // An empty quotation is the empty word.
            try appendName(text.offset == start + 2 ? .epsilon : .quoted, start, isAfterSpace: isAfterSpace)
        case "\\":
            text.advance()
            guard let (next, length) = try character(), next != "\n" else {
                throw error(at: start, "nothing follows this '\\'", remedy: "write \\\\ for the symbol")
            }
            name = Array(String(next).utf8)
            text.advance(length)
            try appendName(.quoted, start, isAfterSpace: isAfterSpace)
        case "<":
            if try scanBrackets() { return try appendName(.bracketed, start, isAfterSpace: isAfterSpace) }
            try appendText(.sign, start, length, isAfterSpace: isAfterSpace)
        case _ where GrammarCharacter.beginsName(scalar):
            var end = start + length
            while let (next, length) = text.scalar(at: end), GrammarCharacter.continuesName(next) { end += length }
            try appendText(.run, start, end - start, isAfterSpace: isAfterSpace)
        default:
            try appendText(.sign, start, length, isAfterSpace: isAfterSpace)
        }
    }

    // MARK: Names

    private mutating func scanQuotation(_ quote: Unicode.Scalar) throws(GrammarError) {
        let start = text.offset
        text.advance()
        name.removeAll(keepingCapacity: true)
        while let byte = text.next, UInt32(byte) != quote.value, byte != UInt8(ascii: "\n") { try scanNameByte(byte) }
        guard text.consume(quote) else {
            throw error(at: start, "this \(quote) isn't closed in its line", remedy: "write \\\(quote) for the symbol")
        }
    }

    /// Takes `<name>`; doesn't move if there is none.
    private mutating func scanBrackets() throws(GrammarError) -> Bool {
        let start = text.offset
        text.advance()
        name.removeAll(keepingCapacity: true)
        guard let first = text.scalar(at: text.offset)?.value, !GrammarCharacter.isSpace(first) else {
            text.move(to: start)
            return false
        }
        var isAfterSpace = false
        while let byte = text.next {
            switch byte {
            case UInt8(ascii: ">") where text.offset > start + 1 && !isAfterSpace:
                text.advance()
                return true
            case UInt8(ascii: "\\"): isAfterSpace = false
            case UInt8(ascii: " "), UInt8(ascii: "\t"): isAfterSpace = true
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "\n"):
                text.move(to: start)
                return false
            default: isAfterSpace = false
            }
            try scanNameByte(byte)
        }
        text.move(to: start)
        return false
    }

    /// Takes a byte of a name, or an escape: `\n`, `\t`, `\r`, `\xFF` for a byte, `\u{1F600}` for a
    /// character, `\&` for nothing (for empty names), and `\` before any other character for
    /// itself.
    private mutating func scanNameByte(_ byte: UInt8) throws(GrammarError) {
        let start = text.offset
        text.advance()
        guard byte == UInt8(ascii: "\\") else {
            name.append(byte)
            return
        }
        guard let next = text.next, next != UInt8(ascii: "\n") else {
            throw error(at: start, "nothing follows this '\\'", remedy: "write \\\\ for the character")
        }
        text.advance()
        switch next {
        case UInt8(ascii: "n"): name.append(0x0A)
        case UInt8(ascii: "t"): name.append(0x09)
        case UInt8(ascii: "r"): name.append(0x0D)
        case UInt8(ascii: "&"): break
        case UInt8(ascii: "x"):
            guard let high = hexDigit(text.next), let low = hexDigit(text.peek(1)) else {
                throw error(at: start, "expected two hexadecimal digits, such as \\x1B")
            }
            text.advance(2)
            name.append(UInt8(high << 4 | low))
        case UInt8(ascii: "u"):
            var number: UInt32 = 0
            var count = 0
            let isOpen = text.consume("{")
            while let digit = hexDigit(text.next), count < 6 {
                number = number << 4 | digit
                count += 1
                text.advance()
            }
            guard isOpen, count > 0, text.consume("}"), let scalar = Unicode.Scalar(number) else {
                throw error(at: start, "expected the number of a Unicode character, such as \\u{3B5}")
            }
            name.append(contentsOf: String(scalar).utf8)
        default: name.append(next)
        }
    }

    private func hexDigit(_ byte: UInt8?) -> UInt32? {
        switch byte {
        case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): UInt32(byte) - 0x30
        case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
            UInt32(byte | 0x20) - 0x57
        default: nil
        }
    }

    // MARK: Tokens

    private mutating func append(
        _ kind: GrammarToken.Kind, _ start: Int, isAfterSpace: Bool, text id: GrammarTextID = 0
    ) {
        tokens.append(GrammarToken(kind: kind, isAfterSpace: isAfterSpace, text: id, start: start, end: text.offset))
    }

    private mutating func appendName(
        _ kind: GrammarToken.Kind, _ start: Int, isAfterSpace: Bool
    ) throws(GrammarError) {
        do throws(AutomataError) {
            let id = try name.withUnsafeBufferPointer { (name) throws(AutomataError) in try texts.intern(name).id }
            append(kind, start, isAfterSpace: isAfterSpace, text: GrammarTextID(id))
        } catch {
            throw GrammarError(.tooLarge, in: text.bytes, at: start, error.description)
        }
    }

    private mutating func appendText(
        _ kind: GrammarToken.Kind, _ start: Int, _ length: Int, isAfterSpace: Bool
    ) throws(GrammarError) {
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: text.bytes[start..<start + length])
        text.advance(length)
        try appendName(kind, start, isAfterSpace: isAfterSpace)
    }

    private func error(at offset: Int? = nil, _ message: String, remedy: String? = nil) -> GrammarError {
        GrammarError(.syntax, in: text.bytes, at: offset ?? text.offset, message, remedy: remedy)
    }
}
