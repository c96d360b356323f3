package import TextSupport

package enum XMLText {
    /// Returns whether a text is UTF-8 with only the characters that XML 1.0 allows.
    package static func canHold(_ text: ArraySlice<UInt8>) -> Bool {
        guard let string = String(validating: text, as: UTF8.self) else { return false }
        return string.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || $0 == "\t" || $0 == "\n" || $0 == "\r"
        }
    }

    /// Writes a text for an element or an attribute.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - output: The output.
    ///   - keepsLines: Whether tabs and line feeds stay unchanged, for text in elements. Otherwise
    ///     they are escaped, because parsers normalize them in attributes.
    package static func append(_ text: ArraySlice<UInt8>, to output: inout TextOutput, keepsLines: Bool = false) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output.append("&amp;")
            case UInt8(ascii: "<"): output.append("&lt;")
            case UInt8(ascii: ">"): output.append("&gt;")
            case UInt8(ascii: "\""): output.append("&quot;")
            case UInt8(ascii: "\t") where !keepsLines: output.append("&#9;")
            case UInt8(ascii: "\n") where !keepsLines: output.append("&#10;")
            case UInt8(ascii: "\r"): output.append("&#13;")
            default: output.append(byte)
            }
        }
    }
}
