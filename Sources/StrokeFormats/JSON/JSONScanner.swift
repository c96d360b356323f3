internal import TextSupport

/// Goes through JSON text value by value, without a tree.
///
/// Files of ink are millions of numbers: a tree of them takes twenty times their size and, with the parser that the readers of
/// automata use, six times as long. Places for errors come for free.
///
/// Nothing here recurses, so that depth costs nothing.
struct JSONScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private let end: Int
    private(set) var position: Int

    /// Begins at an offset of a text; what is behind the end isn't looked at.
    init(_ text: UnsafeRawBufferPointer, from start: Int = 0, to end: Int? = nil) {
        self.text = text.assumingMemoryBound(to: UInt8.self)
        self.end = end ?? text.count
        position = start
    }

    var isAtEnd: Bool { position >= end }

    /// The next byte; `nil` at the end.
    @inline(__always)
    var peek: UInt8? { position < end ? text[position] : nil }

    @inline(__always)
    mutating func skipBlanks() {
        while position < end {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    /// Goes past a byte if it comes next, blanks aside.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard position < end, text[position] == byte else { return false }
        position &+= 1
        return true
    }

    func problem(_ expected: String, at offset: Int? = nil) -> TextProblem {
        let offset = offset ?? position
        let found =
            offset >= end && end < text.count
            ? "the end of the line" : Message.found(at: offset, in: UnsafeRawBufferPointer(text))
        return TextProblem(offset: offset, message: "expected \(expected), found \(found)")
    }

    // MARK: Numbers

    /// A number; `null`, and `NaN` and `Infinity` as Python writes them, are no finite one.
    mutating func number() throws(TextProblem) -> Double {
        skipBlanks()
        let start = position
        let isNegative = position < end && text[position] == UInt8(ascii: "-")
        if isNegative { position &+= 1 }
        var mantissa: UInt64 = 0
        let firstDigit = position
        digits(&mantissa)
        var digitCount = position - firstDigit
        guard digitCount > 0 else { return try unusualNumber(from: start) }
        guard digitCount == 1 || text[firstDigit] != UInt8(ascii: "0") else {
            throw problem("a number without leading zeros", at: start)
        }
        var exponent = 0
        if position < end, text[position] == UInt8(ascii: ".") {
            position &+= 1
            let fraction = position
            digits(&mantissa)
            guard position > fraction else { throw problem("a digit after the point of a number") }
            exponent = fraction - position
            digitCount += position - fraction
        }
        if position < end, text[position] | 0x20 == UInt8(ascii: "e") {
            exponent = exponent &+ (try self.exponent())
        }
        if let magnitude = DecimalNumber.value(mantissa: mantissa, digitCount: digitCount, exponent: exponent) {
            return isNegative ? -magnitude : magnitude
        }
        // Too large is infinite here.
        return Double(String(decoding: text[start..<position], as: UTF8.self)) ?? .nan
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
        var isNegative = false
        if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
            isNegative = text[position] == UInt8(ascii: "-")
            position += 1
        }
        let start = position
        var value = 0
        while position < end, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            // Further digits don't make a difference.
            if value < 100_000 { value = value * 10 + Int(digit) }
            position += 1
        }
        guard position > start else { throw problem("a digit in the exponent of a number") }
        return isNegative ? -value : value
    }

    private mutating func unusualNumber(from start: Int) throws(TextProblem) -> Double {
        for (word, value) in [("null", Double.nan), ("NaN", .nan), ("Infinity", .infinity)] {
            guard start == position || word == "Infinity" else { continue }
            if skipWord(word) { return value }
        }
        throw problem("a number", at: start)
    }

    // MARK: Words and strings

    /// Goes past a word if it comes next.
    mutating func skipWord(_ word: String) -> Bool {
        let count = word.utf8.count
        guard end - position >= count, text[position..<position + count].elementsEqual(word.utf8) else { return false }
        position += count
        return true
    }

    /// The text of a number, a word, or a string; `nil` for `null`.
    mutating func scalar() throws(TextProblem) -> String? {
        skipBlanks()
        if peek == UInt8(ascii: "\"") { return try string() }
        let start = position
        if skipWord("true") || skipWord("false") { return String(decoding: text[start..<position], as: UTF8.self) }
        if skipWord("null") { return nil }
        _ = try number()
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// A string, of which a quotation mark is the next byte.
    mutating func string() throws(TextProblem) -> String {
        guard skip(UInt8(ascii: "\"")) else { throw problem("a string") }
        let start = position
        while position < end, text[position] != UInt8(ascii: "\""), text[position] != UInt8(ascii: "\\"),
            text[position] >= 0x20
        {
            position += 1
        }
        var bytes = Array(text[start..<position])
        while true {
            guard position < end else { throw problem("a closing '\"'") }
            let byte = text[position]
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { throw problem("an escape for a control character") }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &bytes) } else { bytes.append(byte) }
        }
        position += 1
        guard let string = String(validating: bytes, as: UTF8.self) else {
            throw TextProblem(offset: start, message: "expected UTF-8, found other bytes")
        }
        return string
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(TextProblem) {
        guard position < end else { throw problem("a closing '\"'") }
        let start = position - 1
        position += 1
        switch text[position - 1] {
        case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            var value = hexadecimal()
            if let high = value, 0xD800...0xDBFF ~= high {
                guard skipWord("\\u"), let low = hexadecimal(), 0xDC00...0xDFFF ~= low else {
                    throw problem("the other half of a surrogate pair", at: start)
                }
                value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = value.flatMap(Unicode.Scalar.init) else {
                throw problem("four hexadecimal digits of a character", at: start)
            }
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: throw problem("an escape that JSON has", at: start)
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

    // MARK: Lists and objects

    /// Begins a list or an object, of which the opening bracket comes next.
    mutating func open(_ bracket: UInt8, _ expected: String) throws(TextProblem) {
        guard skip(bracket) else { throw problem(expected) }
    }

    /// Goes to the next member of a list or an object: whether there is one.
    ///
    /// - Parameter isFirst: whether no member came before, so that no comma is needed; it is set to `false`.
    @inline(__always)
    mutating func next(before bracket: UInt8, isFirst: inout Bool) throws(TextProblem) -> Bool {
        skipBlanks()
        if skip(bracket) { return false }
        if isFirst {
            isFirst = false
            return true
        }
        guard skip(UInt8(ascii: ",")) else {
            throw problem("',' or '\(Character(Unicode.Scalar(bracket)))'")
        }
        skipBlanks()
        return true
    }

    /// The key of an object's member, and past its colon.
    mutating func key() throws(TextProblem) -> (name: String, offset: Int) {
        skipBlanks()
        let offset = position
        guard peek == UInt8(ascii: "\"") else { throw problem("a key in quotes") }
        let name = try string()
        guard skip(UInt8(ascii: ":")) else { throw problem("':' after a key") }
        skipBlanks()
        return (name, offset)
    }

    /// Goes past a value, of any depth; its brackets must match, but what stands between them isn't looked at further.
    mutating func skipValue() throws(TextProblem) {
        skipBlanks()
        let start = position
        var brackets: [UInt8] = []
        repeat {
            skipBlanks()
            guard let byte = peek else {
                throw problem(brackets.last.map { "a closing '\(Character(Unicode.Scalar($0)))'" } ?? "a value")
            }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                brackets.append(byte + 2)
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard brackets.popLast() == byte else { throw problem("a value") }
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard !brackets.isEmpty else { throw problem("a value", at: start) }
                position += 1
            default: _ = try scalar()
            }
        } while !brackets.isEmpty
    }
}
