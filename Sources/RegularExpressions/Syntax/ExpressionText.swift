@_spi(Tool) internal import Automata

/// A text that is being parsed, and the current position.
package struct ExpressionText {
    package let bytes: [UInt8]
    package private(set) var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte, or `nil` at the end.
    @inline(__always)
    package var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Returns the byte at a distance from the current position.
    @inline(__always)
    package func peek(_ distance: Int) -> UInt8? { offset + distance < bytes.count ? bytes[offset + distance] : nil }

    @inline(__always)
    package mutating func advance(_ count: Int = 1) { offset = min(offset + count, bytes.count) }

    /// Moves the current position to an offset.
    package mutating func move(to offset: Int) { self.offset = offset }

    /// Consumes an ASCII character if it comes next, and returns whether it did.
    package mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, UInt32(byte) == character.value else { return false }
        offset += 1
        return true
    }

    /// Consumes a text if it comes next, and returns whether it did.
    package mutating func consume(text: String) -> Bool {
        guard bytes[offset...].starts(with: text.utf8) else { return false }
        offset += text.utf8.count
        return true
    }

    /// The character at the current position, for a message.
    var character: String {
        guard let scalar = scalar(at: offset) else { return next.map { "byte \($0)" } ?? "the end" }
        return String(scalar.value).printable
    }

    /// Skips white space and comments up to the line's end.
    mutating func skipSpaceAndComments() {
        while let byte = next {
            if byte == UInt8(ascii: "#") {
                while let byte = next, byte != UInt8(ascii: "\n") { advance() }
            } else if CharacterClasses.isSpace(byte) {
                advance()
            } else {
                return
            }
        }
    }

    /// Returns the UTF-8 character at an offset and the number of its bytes; `nil` for invalid
    /// bytes.
    package func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int)? {
        guard offset < bytes.count else { return nil }
        if bytes[offset] < 0x80 { return (Unicode.Scalar(bytes[offset]), 1) }
        var decoder = UTF8()
        var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    /// Reads a character beyond ASCII.
    mutating func readCharacter(unit: RegularExpression.Options.Unit) throws(RegularExpressionError) -> ClassMember {
        if let (scalar, length) = scalar(at: offset) {
            offset += length
            return ClassMember(value: scalar.value, isByte: false)
        }
        guard unit == .bytes, let byte = next else {
            throw error(.syntax, "invalid UTF-8", remedy: "fix it, or read the expression with bytes as its symbols")
        }
        offset += 1
        return ClassMember(value: UInt32(byte), isByte: true)
    }

    /// Reads a decimal number.
    ///
    /// - Returns: the number, or `nil` if there is no digit.
    mutating func readNumber() throws(RegularExpressionError) -> UInt32? {
        var number: UInt64?
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            let value = (number ?? 0) * 10 + UInt64(byte - UInt8(ascii: "0"))
            guard value <= UInt64(maximumCount) else {
                throw error(.tooLarge, at: start, "this number is too large", remedy: "the largest is \(maximumCount)")
            }
            number = value
            advance()
        }
        return number.map { UInt32($0) }
    }

    /// Whether the three bytes at a distance are the octal number of a byte.
    func hasThreeOctalDigits(after distance: Int) -> Bool {
        guard let first = peek(distance), (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(first) else { return false }
        return [1, 2].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(peek(distance + $0) ?? 0) }
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`; anything else isn't consumed, because it is literal.
    mutating func readBounds() throws(RegularExpressionError) -> (least: UInt32, most: UInt32)? {
        let start = offset
        guard consume("{"), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next ?? 0), let least = try readNumber()
        else {
            offset = start
            return nil
        }
        var most = least
        if consume(",") { most = try readNumber() ?? unbounded }
        guard consume("}") else {
            offset = start
            return nil
        }
        guard least <= most else {
            throw error(
                .syntax, at: start, "the minimum of the repetition exceeds its maximum", remedy: "swap them")
        }
        return (least, most)
    }

    /// Whether `{,5}` or `{,}` is next.
    var hasBoundsWithoutLeast: Bool {
        guard next == UInt8(ascii: "{"), peek(1) == UInt8(ascii: ",") else { return false }
        var distance = 2
        while let byte = peek(distance), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { distance += 1 }
        return peek(distance) == UInt8(ascii: "}")
    }

    func error(
        _ reason: RegularExpressionError.Reason, at offset: Int? = nil, _ message: String, remedy: String? = nil
    ) -> RegularExpressionError {
        RegularExpressionError(reason, in: bytes, at: offset ?? self.offset, message, remedy: remedy)
    }
}
