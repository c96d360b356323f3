/// The tokens of a DOT text.
struct DOTLexer {
    enum Token: Equatable {
        case end
        /// A punctuation character: one of `{ } [ ] ; , = : +`.
        case punctuation(UInt8)
        case arrow
        case undirectedEdge
        case identifier(Identifier)
    }

    /// A name, and how it was written.
    struct Identifier: Equatable {
        enum Kind { case plain, quoted, html }

        var bytes: [UInt8]
        var kind: Kind

        /// Returns whether this is the given keyword, in any case.
        func isKeyword(_ keyword: String) -> Bool {
            kind == .plain && bytes.count == keyword.utf8.count
                && zip(bytes, keyword.utf8).allSatisfy { $0 | 0x20 == $1 }
        }
    }

    let input: TextInput
    private var position: Int
    /// The current token.
    private(set) var token = Token.end
    private(set) var offset = 0
    /// The bytes that are held besides the token.
    var heldBytes = 0
    private var nextTokenCheck = 0

    init(_ input: TextInput) throws(FormatError) {
        self.input = input
        position = input.offsetPastByteOrderMark
        try advance()
    }

    /// The name of the token in messages.
    var found: String { token == .end ? "the end of the file" : input.found(at: offset) }

    func error(expected: String) -> FormatError { input.error(at: offset, "expected \(expected), found \(found)") }

    /// Checks the budget regularly for a growing token and its copies.
    mutating func check(tokenCount: Int) throws(FormatError) {
        if tokenCount < nextTokenCheck { return }
        nextTokenCheck = tokenCount + 1 << 16
        try input.check(bytes: heldBytes + 4 * tokenCount)
    }

    /// Goes to the next token.
    mutating func advance() throws(FormatError) {
        try skipBlanks()
        offset = position
        nextTokenCheck = 1 << 16
        guard position < input.count else {
            token = .end
            return
        }
        let byte = input[position]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ";"),
            UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ":"):
            position += 1
            token = .punctuation(byte)
        case UInt8(ascii: "-") where position + 1 < input.count && input[position + 1] == UInt8(ascii: ">"):
            position += 2
            token = .arrow
        case UInt8(ascii: "-") where position + 1 < input.count && input[position + 1] == UInt8(ascii: "-"):
            position += 2
            token = .undirectedEdge
        case UInt8(ascii: "\""): token = .identifier(Identifier(bytes: try quoted(), kind: .quoted))
        case UInt8(ascii: "<"): token = .identifier(Identifier(bytes: try html(), kind: .html))
        default:
            let start = position
            if Self.isNumeral(byte) {
                position += 1
                while position < input.count, Self.isNumeral(input[position]), input[position] != UInt8(ascii: "-") {
                    position += 1
                }
            } else {
                while position < input.count, Self.isLetter(input[position]) || Self.isDigit(input[position]) {
                    position += 1
                }
            }
            guard position > start else {
                throw input.error(
                    at: start, "expected a name, a number, a string or punctuation, found \(input.found(at: start))")
            }
            token = .identifier(Identifier(bytes: Array(input.slice(start..<position)), kind: .plain))
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    private static func isNumeral(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// Returns whether a byte can start a name; all bytes beyond ASCII can.
    static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    private mutating func skipBlanks() throws(FormatError) {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C:
                position += 1
            case UInt8(ascii: "#") where isFirstOfLine(position): skipLine()
            case UInt8(ascii: "/") where position + 1 < input.count && input[position + 1] == UInt8(ascii: "/"):
                skipLine()
            case UInt8(ascii: "/") where position + 1 < input.count && input[position + 1] == UInt8(ascii: "*"):
                let start = position
                position += 2
                while position + 1 < input.count,
                    input[position] != UInt8(ascii: "*") || input[position + 1] != UInt8(ascii: "/")
                {
                    position += 1
                }
                guard position + 1 < input.count else { throw input.error(at: start, "expected '*/' after this '/*'") }
                position += 2
            default: return
            }
        }
    }

    private func isFirstOfLine(_ offset: Int) -> Bool {
        var index = offset
        while index > 0, input[index - 1] == UInt8(ascii: " ") || input[index - 1] == UInt8(ascii: "\t") { index -= 1 }
        return index == 0 || input[index - 1] == UInt8(ascii: "\n")
    }

    private mutating func skipLine() {
        while position < input.count, input[position] != UInt8(ascii: "\n") { position += 1 }
    }

    /// Reads a string in quotes: `\"` is a quote, a `\` at the end of a line joins lines, and any
    /// other `\` is kept for the labels.
    private mutating func quoted() throws(FormatError) -> [UInt8] {
        let start = position
        var bytes: [UInt8] = []
        position += 1
        while position < input.count {
            let byte = input[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return bytes }
            try check(tokenCount: bytes.count)
            guard byte == UInt8(ascii: "\\"), position < input.count else {
                bytes.append(byte)
                continue
            }
            switch input[position] {
            case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\n"): break
            case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
            case let other: bytes += [UInt8(ascii: "\\"), other]
            }
            position += 1
        }
        throw input.error(at: start, "expected a closing '\"' after this one")
    }

    /// Reads an HTML string without its outer angle brackets, which must balance.
    private mutating func html() throws(FormatError) -> [UInt8] {
        let start = position
        var depth = 0
        while position < input.count {
            if input[position] == UInt8(ascii: "<") { depth += 1 }
            if input[position] == UInt8(ascii: ">") { depth -= 1 }
            position += 1
            try check(tokenCount: position - start)
            if depth == 0 { return Array(input.slice(start + 1..<position - 1)) }
        }
        throw input.error(at: start, "expected a closing '>' for this '<'")
    }

    /// Skips a `+` that joins strings; returns `false` if there is none.
    mutating func skipPlus() throws(FormatError) -> Bool {
        var copy = self
        try copy.skipBlanks()
        guard copy.position < input.count, input[copy.position] == UInt8(ascii: "+") else { return false }
        position = copy.position + 1
        return true
    }
}
