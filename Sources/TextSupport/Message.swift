/// Parts of messages.
package enum Message {
    /// A name in quotes, shortened where it is long and with its unprintable bytes spelled out.
    package static func quoted(_ name: some Sequence<UInt8>) -> String {
        var text = ""
        for scalar in String(decoding: Array(name.prefix(200)), as: UTF8.self).unicodeScalars {
            if text.unicodeScalars.count >= 40 { return "'\(text)…'" }
            if scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value {
                text += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return "'\(text)'"
    }

    /// A few of many things.
    package static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", … (\(names.count) in all)" : "")
    }

    /// What stands at a place: a word in quotes, `the end of the line` or `the end of the file`.
    package static func found(at offset: Int, in text: UnsafeRawBufferPointer) -> String {
        guard offset < text.count else { return "the end of the file" }
        if text[offset] == UInt8(ascii: "\n") || text[offset] == UInt8(ascii: "\r") { return "the end of the line" }
        var end = offset + 1
        while end < text.count, end - offset < 100, text[end] > 0x20 { end += 1 }
        return quoted(text[offset..<end])
    }
}
