/// A cursor over JSON text (RFC 8259), which reads expected values in the order of the text.
///
/// The cursor builds no tree, so reading takes only the memory of the result. Each error has an
/// offset. Any depth is safe, because reading isn't recursive. Unread text isn't checked.
package struct JSONCursor {
    @usableFromInline
    let text: UnsafeBufferPointer<UInt8>
    @usableFromInline
    let end: Int
    /// The offset of the next byte.
    package internal(set) var position: Int
    private let acceptsNonFinite: Bool

    /// Creates a cursor at an offset of a text.
    ///
    /// - Parameters:
    ///   - text: The text, which must outlive the cursor.
    ///   - start: The offset of the first byte.
    ///   - end: The offset after the last byte to read; the end of the text if `nil`.
    ///   - acceptsNonFinite: Whether `NaN` and `Infinity`, as Python writes them, and `null` are
    ///     accepted as numbers.
    package init(
        _ text: UnsafeRawBufferPointer, from start: Int = 0, to end: Int? = nil, acceptsNonFinite: Bool = false
    ) {
        self.text = text.assumingMemoryBound(to: UInt8.self)
        self.end = end ?? text.count
        position = start
        self.acceptsNonFinite = acceptsNonFinite
    }

    /// A Boolean value that indicates whether the cursor is at the end.
    package var isAtEnd: Bool { position >= end }

    /// The next byte; `nil` at the end.
    @inlinable @inline(__always)
    package var peek: UInt8? { position < end ? text[position] : nil }

    /// Moves past white space.
    @inlinable @inline(__always)
    package mutating func skipBlanks() {
        while position < end {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    /// Moves past white space, and past `byte` if it comes next. Returns whether it came next.
    @inlinable @inline(__always)
    package mutating func skip(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard position < end, text[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Checks that nothing but white space follows.
    ///
    /// - Parameter expected: The end that was expected, for the message.
    package mutating func finish(_ expected: String) throws(TextProblem) {
        skipBlanks()
        guard isAtEnd else { throw problem(expected) }
    }

    /// Moves past a word if it comes next, and returns whether it does.
    package mutating func skipWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for index in 0..<count where text[position + index] != word.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Returns the problem of an unexpected text at an offset, by default at the cursor's position.
    package func problem(_ expected: String, at offset: Int? = nil) -> TextProblem {
        let offset = offset ?? position
        let found =
            offset >= end && end < text.count
            ? "the end of the line" : Message.foundText(at: offset, in: UnsafeRawBufferPointer(text))
        return TextProblem(offset: offset, message: "expected \(expected), found \(found)")
    }
}

// MARK: - Numbers

extension JSONCursor {
    /// Reads a number as the nearest double; infinity if the number is too large.
    package mutating func number() throws(TextProblem) -> Double {
        skipBlanks()
        let start = position
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative { position &+= 1 }
        var mantissa: UInt64 = 0
        let firstDigit = position
        digits(&mantissa)
        var digitCount = position - firstDigit
        guard digitCount > 0 else { return try nonFiniteNumber(from: start) }
        guard digitCount == 1 || text[firstDigit] != UInt8(ascii: "0") else {
            throw problem("a number without leading zeros", at: start)
        }
        var exponent = 0
        if peek == UInt8(ascii: ".") {
            position &+= 1
            let fraction = position
            digits(&mantissa)
            guard position > fraction else { throw problem("a digit after the point of a number") }
            exponent = fraction - position
            digitCount += position - fraction
        }
        if position < end, text[position] | 0x20 == UInt8(ascii: "e") { exponent &+= try self.exponent() }
        if let magnitude = DecimalNumber.value(mantissa: mantissa, digitCount: digitCount, exponent: exponent) {
            return isNegative ? -magnitude : magnitude
        }
        return Double(String(decoding: text[start..<position], as: UTF8.self)) ?? .nan
    }

    /// Reads a natural number that consists only of digits.
    ///
    /// - Returns: `nil`, without moving, if something else comes next or the number isn't below
    ///   10¹⁸.
    package mutating func naturalNumber() -> Int? {
        let start = position
        var value: UInt64 = 0
        digits(&value)
        let count = position - start
        if 1...18 ~= count, count == 1 || text[start] != UInt8(ascii: "0") {
            guard let byte = peek, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") else {
                return Int(value)
            }
        }
        position = start
        return nil
    }

    @inline(__always)
    private mutating func digits(_ mantissa: inout UInt64) {
        while position < end {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            position &+= 1
        }
    }

    private mutating func exponent() throws(TextProblem) -> Int {
        position += 1
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative || peek == UInt8(ascii: "+") { position += 1 }
        let start = position
        var value = 0
        while let byte = peek, case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
            // Further digits make no difference.
            if value < 100_000 { value = value * 10 + Int(digit) }
            position += 1
        }
        guard position > start else { throw problem("a digit in the exponent of a number") }
        return isNegative ? -value : value
    }

    private mutating func nonFiniteNumber(from start: Int) throws(TextProblem) -> Double {
        if acceptsNonFinite {
            if skipWord("Infinity") { return .infinity }
            if start == position, skipWord("null") || skipWord("NaN") { return .nan }
        }
        throw problem("a number", at: start)
    }
}

// MARK: - Strings and words

extension JSONCursor {
    /// Reads a string, and calls a function with its UTF-8 bytes.
    @inlinable
    package mutating func withString<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(TextProblem) -> Result
    ) throws(TextProblem) -> Result {
        guard skip(UInt8(ascii: "\"")) else { throw problem("a string") }
        let start = position
        var all: UInt8 = 0
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "\""), all < 0x80 {
                position &+= 1
                return try body(UnsafeBufferPointer(rebasing: text[start..<position - 1]))
            }
            guard byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 else { break }
            all |= byte
            position &+= 1
        }
        let bytes = try restOfString(from: start)
        var result: Swift.Result<Result, TextProblem>?
        bytes.withUnsafeBufferPointer { bytes in
            result = Swift.Result { () throws(TextProblem) in try body(bytes) }
        }
        // The function was called, so there is a result.
        guard let result else { throw problem("a string") }
        return try result.get()
    }

    /// Reads a string.
    package mutating func string() throws(TextProblem) -> String {
        try withString { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a string between the given quotes, which `\` escapes in the string.
    package mutating func string(in quote: UInt8) throws(TextProblem) -> String {
        guard skip(quote) else { throw problem("a string") }
        return String(decoding: try restOfString(from: position, to: quote), as: UTF8.self)
    }

    /// Reads the rest of a string that has escapes or characters beyond ASCII.
    @usableFromInline
    mutating func restOfString(from start: Int, to quote: UInt8 = UInt8(ascii: "\"")) throws(TextProblem) -> [UInt8] {
        var bytes = Array(text[start..<position])
        while true {
            guard let byte = peek else { throw problem("a closing '\(Character(Unicode.Scalar(quote)))'") }
            guard byte >= 0x20 else { throw problem("an escape for a control character") }
            position += 1
            if byte == quote { break }
            if byte == UInt8(ascii: "\\") { try escape(into: &bytes, of: quote) } else { bytes.append(byte) }
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw TextProblem(offset: start, message: "expected UTF-8, found invalid bytes")
        }
        return bytes
    }

    private mutating func escape(into bytes: inout [UInt8], of quote: UInt8) throws(TextProblem) {
        guard position < end else { throw problem("a closing '\(Character(Unicode.Scalar(quote)))'") }
        let start = position - 1
        position += 1
        switch text[position - 1] {
        case quote, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(text[position - 1])
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            guard var value = hexadecimal() else { throw problem("four hexadecimal digits of a character", at: start) }
            if 0xD800...0xDBFF ~= value {
                guard skipWord("\\u"), let low = hexadecimal(), 0xDC00...0xDFFF ~= low else {
                    throw problem("a low surrogate such as \\udc00 after the high one", at: start)
                }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw problem("a high surrogate such as \\ud800 before the low one", at: start)
            }
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: throw problem("an escape of JSON, such as \\n or \\u0041", at: start)
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard end - position >= 4 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(text[position])).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Reads a string, a number or a word, and returns its text; `nil` for `null`.
    package mutating func scalar() throws(TextProblem) -> String? {
        skipBlanks()
        if peek == UInt8(ascii: "\"") { return try string() }
        let start = position
        if skipWord("null") { return nil }
        try skipScalar()
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func skipScalar() throws(TextProblem) {
        if peek == UInt8(ascii: "\"") { return try withString { _ in } }
        let start = position
        if skipWord("true") || skipWord("false") || skipWord("null") { return }
        do throws(TextProblem) { _ = try number() } catch {
            throw error.offset == start ? problem("a value", at: start) : error
        }
    }
}

// MARK: - Lists and objects

extension JSONCursor {
    /// Begins a list or an object, whose opening bracket comes next, and returns its offset.
    @discardableResult
    package mutating func open(_ bracket: UInt8, _ expected: String) throws(TextProblem) -> Int {
        guard skip(bracket) else { throw problem(expected) }
        return position - 1
    }

    /// Moves to the next member of a list or an object, or past its closing bracket.
    ///
    /// - Parameters:
    ///   - bracket: The closing bracket.
    ///   - isFirst: Whether the next member is the first one, so that no comma precedes it. The
    ///     value is set to `false`.
    /// - Returns: Whether there is a member.
    @inlinable @inline(__always)
    package mutating func next(before bracket: UInt8, isFirst: inout Bool) throws(TextProblem) -> Bool {
        if isFirst {
            isFirst = false
            return !skip(bracket)
        }
        if skip(UInt8(ascii: ",")) {
            skipBlanks()
            return true
        }
        guard skip(bracket) else { throw problem("',' or '\(Character(Unicode.Scalar(bracket)))'") }
        return false
    }

    /// Reads the key of an object's member, and moves past its colon.
    package mutating func key() throws(TextProblem) -> (name: String, offset: Int) {
        skipBlanks()
        let offset = position
        guard peek == UInt8(ascii: "\"") else { throw problem("a key in quotes") }
        let name = try string()
        guard skip(UInt8(ascii: ":")) else { throw problem("':' after a key") }
        skipBlanks()
        return (name, offset)
    }

    /// Moves past a value of any depth, and checks it.
    ///
    /// - Parameter look: A function that is called with the offset of each value within the value.
    package mutating func skipValue(_ look: (Int) throws(TextProblem) -> Void = { _ in }) throws(TextProblem) {
        // The closing brackets of the open lists and objects.
        var brackets: [UInt8] = []
        repeat {
            skipBlanks()
            try look(position)
            var isFirst = true
            switch peek {
            case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
            default:
                try skipScalar()
                isFirst = false
            }
            if isFirst { position += 1 }
            while let bracket = brackets.last {
                if try next(before: bracket, isFirst: &isFirst) {
                    if bracket == UInt8(ascii: "}") { _ = try key() }
                    break
                }
                brackets.removeLast()
            }
        } while !brackets.isEmpty
    }
}
