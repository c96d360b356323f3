internal import Automata

/// The meaning of an escape.
enum Escape {
    case member(ClassMember)
    case characters(CharacterClass)
}

extension ProgrammerParser {
    /// Parses a class in brackets.
    mutating func characterClass() throws(RegularExpressionError) -> CharacterClass {
        let start = text.offset
        text.advance()
        let isNegated = text.consume("^")
        var collector = ClassCollector(unit: options.unit)
        var isFirst = true
        while true {
            try step(holding: collector.byteCount)
            guard let byte = text.next else {
                throw text.error(
                    .syntax, at: start, "this '[' has no ']'", remedy: "close it, or write \\[ for the character")
            }
            if byte == UInt8(ascii: "]"), !isFirst { break }
            isFirst = false
            if byte == UInt8(ascii: "["), let characters = try posixClass() {
                try step(characters.set.ranges.count, holding: collector.byteCount)
                collector.add(characters)
                continue
            }
            let offset = text.offset
            switch try classItem(start) {
            case .characters(let characters):
                try step(characters.set.ranges.count, holding: collector.byteCount)
                collector.add(characters)
            case .member(let lower):
                guard text.next == UInt8(ascii: "-"), let after = text.peek(1), after != UInt8(ascii: "]") else {
                    collector.add(lower)
                    continue
                }
                text.advance()
                switch try classItem(start) {
                case .characters(let characters):
                    // Only a character can end a range, so the hyphen is literal.
                    collector.add(lower)
                    collector.add(ClassMember(value: 0x2D, isByte: false))
                    try step(characters.set.ranges.count, holding: collector.byteCount)
                    collector.add(characters)
                case .member(let upper):
                    guard lower.value <= upper.value else {
                        throw text.error(
                            .syntax, at: offset, "this range ends before it begins", remedy: "swap its ends")
                    }
                    collector.add(from: lower, to: upper)
                }
            }
        }
        text.advance()
        if collector.isMixed {
            throw text.error(
                .syntax, at: start,
                "this class has bytes beyond \\x7F as well as characters of several bytes",
                remedy: "read the expression as UTF-8, or remove the bytes"
            )
        }
        return collector.characters(isNegated: isNegated, ignoringCase: flags.ignoresCase)
    }

    /// Parses a character of a class, or an escape.
    private mutating func classItem(_ start: Int) throws(RegularExpressionError) -> Escape {
        guard let byte = text.next else {
            throw text.error(
                .syntax, at: start, "this '[' has no ']'", remedy: "close it, or write \\[ for the character")
        }
        if byte == UInt8(ascii: "\\") { return try parseEscape(inClass: true) }
        if byte >= 0x80 { return .member(try text.readCharacter(unit: options.unit)) }
        text.advance()
        return .member(ClassMember(value: UInt32(byte), isByte: false))
    }

    /// Parses `[:alpha:]` or `[:^alpha:]`; returns `nil` for anything else.
    private mutating func posixClass() throws(RegularExpressionError) -> CharacterClass? {
        let start = text.offset
        guard let kind = text.peek(1), [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(kind) else {
            return nil
        }
        text.advance(2)
        let isNegated = text.consume("^")
        let nameStart = text.offset
        while let byte = text.next, CharacterClasses.word.contains(UInt32(byte)) { text.advance() }
        let name = String(decoding: text.bytes[nameStart..<text.offset], as: UTF8.self)
        guard text.next == kind, text.peek(1) == UInt8(ascii: "]") else {
            text.move(to: start)
            return nil
        }
        guard kind == UInt8(ascii: ":") else {
            throw text.error(.syntax, at: start, "collating elements aren't supported", remedy: "write the characters")
        }
        guard let set = CharacterClasses.posix(name) else {
            throw text.error(
                .syntax, at: start,
                "unknown class '\(name)'",
                remedy:
                    "the classes are alnum, alpha, ascii, blank, cntrl, digit, graph, lower, print, punct, space, upper, word, xdigit"
            )
        }
        text.advance(2)
        return characters(set, isNegated: isNegated)
    }

    /// Returns a class within ASCII, or its complement. If case is ignored, `[:upper:]` has both
    /// cases, and no class extends beyond ASCII.
    private func characters(_ set: ValueSet, isNegated: Bool) -> CharacterClass {
        var set = flags.ignoresCase ? CaseFolding.closureInASCII(of: set) : set
        if isNegated { set = set.complement(in: options.unit.classDomain) }
        return CharacterClass(set: set, isScalars: options.unit != .bytes)
    }

    // MARK: Escapes

    /// Parses an escape for characters; the next byte must be its `\`.
    mutating func parseEscape(inClass: Bool) throws(RegularExpressionError) -> Escape {
        let start = text.offset
        text.advance()
        guard let byte = text.next else {
            throw text.error(.syntax, at: start, "nothing follows this '\\'", remedy: "write \\\\ for the character")
        }
        if byte >= 0x80 { return .member(try text.readCharacter(unit: options.unit)) }
        text.advance()
        if let set = shorthand(byte) {
            return .characters(characters(set, isNegated: byte & 0x20 == 0))
        }
        switch byte {
        case UInt8(ascii: "a"): return ascii(0x07)
        case UInt8(ascii: "e"): return ascii(0x1B)
        case UInt8(ascii: "f"): return ascii(0x0C)
        case UInt8(ascii: "n"): return ascii(0x0A)
        case UInt8(ascii: "r"): return ascii(0x0D)
        case UInt8(ascii: "t"): return ascii(0x09)
        case UInt8(ascii: "b") where inClass: return ascii(0x08)
        case UInt8(ascii: "x"):
            if text.next == UInt8(ascii: "{") { return try bracedCode(start, radix: 16, isByteCode: true) }
            return try code(start, digits: 1...2, isByteCode: true)
        case UInt8(ascii: "u"):
            if text.next == UInt8(ascii: "{") { return try bracedCode(start, radix: 16, isByteCode: false) }
            return try code(start, digits: 4...4, isByteCode: false)
        case UInt8(ascii: "U"): return try code(start, digits: 8...8, isByteCode: false)
        case UInt8(ascii: "N") where text.consume(text: "{U+"):
            text.move(to: text.offset - 3)
            return try bracedCode(start, radix: 16, isByteCode: false, prefix: "U+")
        case UInt8(ascii: "o") where text.next == UInt8(ascii: "{"):
            return try bracedCode(start, radix: 8, isByteCode: true)
        case UInt8(ascii: "0"): return try octalCode(start)
        case UInt8(ascii: "1")...UInt8(ascii: "7") where inClass || text.hasThreeOctalDigits(after: -1):
            return try octalCode(start)
        case UInt8(ascii: "c"):
            guard let control = text.next, (0x20..<0x7F).contains(control) else {
                throw text.error(.syntax, at: start, "expected a letter after \\c, such as \\cA")
            }
            text.advance()
            let upper = (0x61...0x7A).contains(control) ? control - 0x20 : control
            return ascii(UInt32(upper ^ 0x40))
        case UInt8(ascii: "p"), UInt8(ascii: "P"):
            return .characters(try unicodeClass(start, isNegated: byte == UInt8(ascii: "P")))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            throw text.error(
                .syntax, at: start,
                "invalid escape \\\(UnicodeScalar(byte))\(inClass ? " in a class" : "")",
                remedy: "leave out the '\\' for the character itself"
            )
        default: return ascii(UInt32(byte))
        }
    }

    private func ascii(_ value: UInt32) -> Escape { .member(ClassMember(value: value, isByte: false)) }

    /// Returns the class of `\d`, `\D` and so on, without negation.
    private func shorthand(_ byte: UInt8) -> ValueSet? {
        switch byte | 0x20 {
        case UInt8(ascii: "d"): CharacterClasses.digit
        case UInt8(ascii: "w"): CharacterClasses.word
        case UInt8(ascii: "s"): CharacterClasses.space
        case UInt8(ascii: "h"): CharacterClasses.horizontalSpace(options.unit)
        case UInt8(ascii: "v"): CharacterClasses.verticalSpace(options.unit)
        default: nil
        }
    }

    /// Returns a character by its number. If the text is bytes, `isByteCode` indicates whether a
    /// number below 256 is a byte.
    private func member(_ value: UInt32, _ start: Int, isByteCode: Bool) throws(RegularExpressionError) -> Escape {
        guard SymbolPartition.Domain.scalars.contains(value) else {
            throw text.error(
                .syntax, at: start,
                "invalid scalar U+\(String(value, radix: 16, uppercase: true))",
                remedy: "use U+0 to U+D7FF or U+E000 to U+10FFFF"
            )
        }
        return .member(
            ClassMember(
                value: value, isByte: options.unit == .bytes && isByteCode && (0x80...0xFF).contains(value)))
    }

    private mutating func readDigits(radix: UInt32, atMost count: Int) -> (value: UInt32, count: Int) {
        var (value, taken): (UInt32, Int) = (0, 0)
        while taken < count, let byte = text.next, let digit = Character(UnicodeScalar(byte)).hexDigitValue,
            digit < radix
        {
            // A number that is too large stays too large.
            value = min(value &* radix &+ UInt32(digit), 0xFF_FFFF)
            taken += 1
            text.advance()
        }
        return (value, taken)
    }

    private mutating func code(
        _ start: Int, digits: ClosedRange<Int>, isByteCode: Bool
    ) throws(RegularExpressionError) -> Escape {
        let (value, count) = readDigits(radix: 16, atMost: digits.upperBound)
        guard digits.contains(count) else {
            let wantedCount = digits.lowerBound == digits.upperBound ? "\(digits.lowerBound)" : "one or two"
            throw text.error(.syntax, at: start, "expected \(wantedCount) hexadecimal digits, or digits in braces")
        }
        return try member(value, start, isByteCode: isByteCode)
    }

    private mutating func bracedCode(
        _ start: Int, radix: UInt32, isByteCode: Bool, prefix: String = ""
    ) throws(RegularExpressionError) -> Escape {
        text.advance()
        _ = text.consume(text: prefix)
        let (value, count) = readDigits(radix: radix, atMost: .max)
        guard count > 0, text.consume("}") else {
            throw text.error(
                .syntax, at: start, "expected \(radix == 16 ? "hexadecimal" : "octal") digits and a '}'")
        }
        return try member(value, start, isByteCode: isByteCode)
    }

    /// Parses up to three octal digits; the first one is already consumed.
    private mutating func octalCode(_ start: Int) throws(RegularExpressionError) -> Escape {
        text.move(to: start + 1)
        let (value, _) = readDigits(radix: 8, atMost: 3)
        return try member(value, start, isByteCode: true)
    }
}
