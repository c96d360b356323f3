/// Scans numbers and words in the attributes of SVG.
struct SVGScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Moves past blanks and commas.
    mutating func skipSeparators() {
        while let byte = peek, byte <= 0x20 || byte == UInt8(ascii: ",") { position += 1 }
    }

    /// Moves past a byte, if that byte comes next.
    mutating func skip(_ byte: UInt8) -> Bool {
        skipSeparators()
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Reads a letter, if one comes next.
    mutating func letter() -> UInt8? {
        skipSeparators()
        guard let byte = peek, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 else { return nil }
        position += 1
        return byte
    }

    /// Reads a word of letters.
    mutating func word() -> String {
        skipSeparators()
        let start = position
        while let byte = peek, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads a number, if one comes next.
    mutating func number() -> Double? {
        skipSeparators()
        let start = position
        if let sign = peek, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
        let digits = skipDigits()
        var fraction = 0
        if peek == UInt8(ascii: ".") {
            position += 1
            fraction = skipDigits()
        }
        guard digits + fraction > 0 else {
            position = start
            return nil
        }
        let mantissa = position
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if let sign = peek, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
            // An `e` without digits begins a unit.
            if skipDigits() == 0 { position = mantissa }
        }
        var text = String(decoding: bytes[start..<position], as: UTF8.self)
        if text.hasSuffix(".") { text += "0" }
        return Double(text)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    /// Reads a flag, `0` or `1`, which needs no separator after it.
    mutating func flag() -> Bool? {
        skipSeparators()
        guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
        position += 1
        return byte == UInt8(ascii: "1")
    }

    /// The numbers of a list.
    static func numbers(_ text: String) -> [Double] {
        var (scanner, numbers) = (SVGScanner(text), [Double]())
        while let number = scanner.number() { numbers.append(number) }
        return numbers
    }

    /// Returns a length in pixels; `nil` for percentages of an unknown whole and other texts.
    static func length(_ text: String?, whole: Double? = nil) -> Double? {
        guard let text else { return nil }
        var scanner = SVGScanner(text)
        guard let number = scanner.number() else { return nil }
        let factor: Double? =
            switch scanner.word() {
            case "": scanner.skip(UInt8(ascii: "%")) ? whole.map { $0 / 100 } : scanner.isAtEnd ? 1 : nil
            case "px": 1
            case "pt": 4.0 / 3
            case "pc": 16
            case "mm": 96 / 25.4
            case "cm": 96 / 2.54
            case "in": 96
            case "em": 16
            default: nil
            }
        return factor.map { number * $0 }
    }
}
