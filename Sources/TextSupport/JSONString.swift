/// Functions that read and write strings in the syntax of JSON.
public enum JSONString {
    /// Returns a text as a JSON string, with quotes and escapes.
    public static func quoted(_ text: String) -> String {
        var output = TextOutput()
        append(text.utf8, to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// Reads the JSON string at the beginning of a text.
    ///
    /// - Returns: The string, and the number of its bytes with quotes and escapes; `nil` if the
    ///   text doesn't begin with a JSON string.
    @_spi(Tool) public static func read(_ text: ArraySlice<UInt8>) -> (string: String, byteCount: Int)? {
        text.withUnsafeBytes { text in
            var cursor = JSONCursor(text)
            guard cursor.peek == UInt8(ascii: "\""), let string = try? cursor.string() else { return nil }
            return (string, cursor.position)
        }
    }

    /// Writes UTF-8 as a JSON string, or as a string in other quotes.
    package static func append(
        _ text: some Sequence<UInt8>, to output: inout TextOutput, in quote: UInt8 = UInt8(ascii: "\"")
    ) {
        let done: Void? = text.withContiguousStorageIfAvailable { append(bytes: $0, to: &output, in: quote) }
        if done == nil { Array(text).withUnsafeBufferPointer { append(bytes: $0, to: &output, in: quote) } }
    }

    private static func append(bytes: UnsafeBufferPointer<UInt8>, to output: inout TextOutput, in quote: UInt8) {
        output.append(quote)
        for byte in bytes {
            switch byte {
            case quote, UInt8(ascii: "\\"):
                output.append("\\")
                output.append(byte)
            case UInt8(ascii: "\n"): output.append("\\n")
            case UInt8(ascii: "\r"): output.append("\\r")
            case UInt8(ascii: "\t"): output.append("\\t")
            case 0..<0x20, 0x7F:
                output.append("\\u00")
                for digit in [byte >> 4, byte & 15] {
                    output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            default: output.append(byte)
            }
        }
        output.append(quote)
    }
}
