/// Conversion of any bytes to a `String` and back, because paths and arguments may not be UTF-8.
///
/// A byte that belongs to no UTF-8 character becomes a private-use scalar, from U+10FE80 for 0x80
/// to U+10FEFF for 0xFF. The UTF-8 of these scalars is converted byte by byte, too, so that each
/// text represents one sequence of bytes.
public enum RawText {
    private static let base: UInt32 = 0x10_FE00

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
        (base + 0x80...base + 0xFF).contains(scalar.value)
    }

    /// Returns bytes as text, which ``bytes(of:)`` converts back to the same bytes.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
            return text
        }
        var text = String.UnicodeScalarView()
        func append(_ byte: UInt8) { if let escape = Unicode.Scalar(base + UInt32(byte)) { text.append(escape) } }
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var index = bytes.startIndex
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return String(text)
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if isEscape(scalar) { encoded.forEach(append) } else { text.append(scalar) }
                index = bytes.index(index, offsetBy: encoded.count)
            case .error(let length):
                let end = bytes.index(index, offsetBy: length)
                bytes[index..<end].forEach(append)
                index = end
            }
        }
    }

    /// Returns the text of bytes up to the first zero.
    public static func text(cString: UnsafePointer<CChar>) -> String {
        var length = 0
        while cString[length] != 0 { length += 1 }
        return UnsafeRawBufferPointer(start: cString, count: length).withMemoryRebound(to: UInt8.self) { text($0) }
    }

    /// Returns the bytes that a text represents.
    public static func bytes(of text: String) -> [UInt8] {
        // The first byte of each escape.
        guard text.utf8.contains(0xF4) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if isEscape(scalar) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value - base))
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return bytes
    }

    /// Returns the bytes of a text read as UTF-8; `nil` if they aren't UTF-8.
    public static func utf8(_ text: String) -> String? { String(validating: bytes(of: text), as: UTF8.self) }

    /// Returns the text with escapes such as `\xE9` for bytes that aren't UTF-8, for people and for
    /// formats that contain only Unicode.
    public static func readable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isEscape) else { return text }
        return text.unicodeScalars.map { scalar in
            isEscape(scalar) ? "\\x" + String(scalar.value - base, radix: 16, uppercase: true) : String(scalar)
        }.joined()
    }
}

extension Path {
    /// Calls a function with the zero-terminated bytes of a path, as system calls require.
    public static func withBytes<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        body(RawText.bytes(of: path).map { CChar(bitPattern: $0) } + [0])
    }
}
