internal import Automata

/// The words of a `.mata` text.
///
/// Blanks, and a `\` at the end of a line, separate words; `#` starts a comment.
struct MataLexer {
    let input: TextInput
    var position: Int
    /// The bytes of the last quoted name.
    private var unquoted: [UInt8] = []

    init(_ input: TextInput) {
        self.input = input
        position = input.offsetPastByteOrderMark
    }

    enum Name {
        case plain(Range<Int>)
        case unquoted
    }

    enum Operator {
        case `operator`(UInt8)
        case `true`, `false`
    }

    /// The byte at the position, which must not be the end.
    var byte: UInt8 { input[position] }

    var found: String { input.found(at: position) }

    func error(_ message: String, remedy: String? = nil) -> FormatError {
        input.error(at: position, message, remedy: remedy)
    }

    func error(_ error: AutomataError) -> FormatError { input.error(error, at: position) }

    // MARK: Blanks

    /// Moves to the next word on this or a later line; returns `false` if there is none.
    mutating func skipBlankLines() -> Bool {
        while true {
            skipBlanks()
            guard position < input.count else { return false }
            if input[position] != UInt8(ascii: "\n") { return true }
            position += 1
        }
    }

    /// Moves to the next word on this line; returns `true` if there is none.
    mutating func isAtLineEnd() -> Bool {
        skipBlanks()
        return position == input.count || input[position] == UInt8(ascii: "\n")
    }

    mutating func expectLineEnd() throws(FormatError) {
        if !isAtLineEnd() { throw error("expected the end of the line, found \(found)") }
    }

    private mutating func skipBlanks() {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: position += 1
            case UInt8(ascii: "#"):
                while position < input.count, input[position] != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "\\"):
                guard let end = offsetPastLineContinuation(at: position) else { return }
                position = end
            default: return
            }
        }
    }

    private func offsetPastLineContinuation(at offset: Int) -> Int? {
        var index = offset + 1
        if index < input.count, input[index] == UInt8(ascii: "\r") { index += 1 }
        return index < input.count && input[index] == UInt8(ascii: "\n") ? index + 1 : nil
    }

    // MARK: Words

    /// Reads the word at the position, up to a blank, a comment or a quote.
    mutating func wordRange(endingAtOperators: Bool = false) -> Range<Int> {
        let start = position
        while position < input.count {
            switch input[position] {
            case 0...0x20 where Self.isBlank(input[position]): return start..<position
            case UInt8(ascii: "#"), UInt8(ascii: "\""): return start..<position
            case UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
                if endingAtOperators { return start..<position }
                position += 1
            case UInt8(ascii: "\\"):
                if offsetPastLineContinuation(at: position) != nil { return start..<position }
                position += 1
            default: position += 1
            }
        }
        return start..<position
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }

    /// Reads the name at the position, plain or quoted, and returns it with its start.
    mutating func name(
        expecting expected: String, endingAtOperators: Bool
    ) throws(FormatError) -> (name: Name, offset: Int) {
        if isAtLineEnd() { throw error("expected \(expected), found \(found)") }
        let start = position
        if byte == UInt8(ascii: "\"") {
            try unquote()
            return (.unquoted, start)
        }
        let range = wordRange(endingAtOperators: endingAtOperators)
        guard !range.isEmpty else { throw error("expected \(expected), found \(found)") }
        if position == input.count, input[position - 1] == UInt8(ascii: "\\") {
            throw error("expected another line after '\\', found the end of the text")
        }
        return (.plain(range), start)
    }

    func withBytes<Result, Failure: Error>(
        of name: Name, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch name {
        case .plain(let range): try body(input.slice(range))
        case .unquoted:
            try unquoted.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(bytes) }
        }
    }

    /// Reads a quoted name; `\"`, `\\`, `\n`, `\r` and `\t` stand for one byte, any other `\` for
    /// itself.
    private mutating func unquote() throws(FormatError) {
        let start = position
        unquoted.removeAll(keepingCapacity: true)
        position += 1
        while position < input.count, input[position] != UInt8(ascii: "\n") {
            let byte = input[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            guard byte == UInt8(ascii: "\\"), position < input.count else {
                unquoted.append(byte)
                continue
            }
            if let escaped = Self.escaped(input[position]) {
                unquoted.append(escaped)
                position += 1
            } else {
                unquoted.append(byte)
            }
        }
        throw input.error(at: start, "expected a closing '\"' on the same line")
    }

    private static func escaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        default: nil
        }
    }

    // MARK: Operators

    /// Returns the operator, parenthesis, `\true` or `\false` at the position, without moving past
    /// it.
    func operatorOrConstant() -> Operator? {
        switch input[position] {
        case UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
            return .operator(input[position])
        case UInt8(ascii: "\\"):
            var copy = self
            switch String(decoding: input.slice(copy.wordRange(endingAtOperators: true)), as: UTF8.self) {
            case "\\true": return .true
            case "\\false": return .false
            default: return nil
            }
        default: return nil
        }
    }

    mutating func skip(_ token: Operator) {
        switch token {
        case .operator: position += 1
        case .true: position += 5
        case .false: position += 6
        }
    }
}
