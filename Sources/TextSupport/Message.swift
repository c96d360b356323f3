/// Functions that write parts of messages.
package enum Message {
    /// Returns a name in quotes, shortened if it is long, with escapes for unprintable bytes.
    package static func quoted(_ name: some Sequence<UInt8>) -> String {
        // Forty characters have no more bytes than this.
        let bytes = Array(name.prefix(200))
        var (text, index) = ("", 0)
        var (rest, parser) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser())
        while true {
            let next = parser.parseScalar(from: &rest)
            if case .emptyInput = next { return "'\(text)'" }
            if text.unicodeScalars.count >= 40 { return "'\(text)…'" }
            switch next {
            case .emptyInput: break
            case .valid(let encoded):
                append(Unicode.UTF8.decode(encoded), to: &text)
                index += encoded.count
            case .error(let length):
                for byte in bytes[index..<index + length] { text += spelled(UInt32(byte)) }
                index += length
            }
        }
    }

    /// Returns a text with escapes for unprintable characters.
    package static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        if scalar.isUnprintable { text += spelled(scalar.value) } else { text.unicodeScalars.append(scalar) }
    }

    private static func spelled(_ value: UInt32) -> String {
        "\\x" + (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
    }

    /// Returns a text that lists the first few names.
    package static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", … (\(names.count) in all)" : "")
    }

    /// Returns a description of the text at an offset: a word in quotes, `the end of the line` or
    /// `the end of the file`.
    package static func foundText(at offset: Int, in text: UnsafeRawBufferPointer) -> String {
        guard offset < text.count else { return "the end of the file" }
        if text[offset] == UInt8(ascii: "\n") || text[offset] == UInt8(ascii: "\r") { return "the end of the line" }
        var end = offset + 1
        while end < text.count, end - offset < 100, text[end] > 0x20 { end += 1 }
        return quoted(text[offset..<end])
    }
}

extension Unicode.Scalar {
    package var isUnprintable: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
