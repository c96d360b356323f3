internal import TextSupport

/// Names, texts and numbers of UVL.
enum UVLText {
    /// Returns a name that can stand in double quotes.
    static func withoutQuotes(_ name: String) -> String {
        replacing(name, UInt8(ascii: "\""), by: UInt8(ascii: "'"))
    }

    /// Returns a text that can stand in single quotes.
    static func withoutApostrophes(_ text: String) -> String {
        replacing(text, UInt8(ascii: "'"), by: UInt8(ascii: "\""))
    }

    private static func replacing(_ text: String, _ quote: UInt8, by other: UInt8) -> String {
        guard text.utf8.contains(where: { $0 == quote || $0 == 0x0A || $0 == 0x0D }) else { return text }
        let bytes = text.utf8.map { $0 == quote ? other : $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a name with quotes if needed. Each part between dots has its own quotes, as other
    /// readers expect.
    static func reference(_ name: String) -> String {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else { return "\"\(name)\"" }
        return parts.map { part in
            let part = String(decoding: part, as: UTF8.self)
            return needsQuotes(part) ? "\"\(part)\"" : part
        }.joined(separator: ".")
    }

    private static func needsQuotes(_ part: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        guard let first = part.utf8.first, isLetter(first) else { return true }
        let isPlain = part.utf8.allSatisfy { byte in
            isLetter(byte) || byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        return !isPlain || UVL.reservedWords.contains(part)
    }

    /// Returns a finite number without an exponent, in the fewest digits that identify it.
    static func decimal(_ number: Double) -> String {
        let text = number.description
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "e")) else {
            return text.hasSuffix(".0") && number != 0 ? String(text.dropLast(2)) : text == "0.0" ? "0" : text
        }
        let exponent = Int(text[text.utf8.index(after: mark)...]) ?? 0
        let mantissa = text[..<mark].utf8.filter { $0 != UInt8(ascii: "-") }
        let digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        let whole = (mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count) + exponent
        let zero = UInt8(ascii: "0")
        var bytes: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
        if whole <= 0 {
            bytes += [zero, UInt8(ascii: ".")] + Array(repeating: zero, count: -whole) + digits
        } else {
            bytes += digits.prefix(whole) + Array(repeating: zero, count: max(0, whole - digits.count))
            // A whole number may have zeros after its decimal point.
            let fraction = digits.dropFirst(whole)
            if fraction.contains(where: { $0 != zero }) { bytes += [UInt8(ascii: ".")] + fraction }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
