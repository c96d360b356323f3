import Glibc

/// The secret that a page needs to use the API.
public struct AccessToken: Sendable {
    /// The secret as text, which a URL can contain without escapes.
    public let text: String

    /// Creates a token from a known text, for example for a test.
    public init(_ text: String) {
        self.text = text
    }

    /// Returns a new token of 256 random bits, as 64 hexadecimal digits.
    ///
    /// - Throws: ``EditorServerError/noRandomNumbers(code:)`` if the system has none.
    public static func random() throws(EditorServerError) -> AccessToken {
        var bytes = [UInt8](repeating: 0, count: 32)
        // getentropy(3) returns up to 256 bytes in one call.
        guard getentropy(&bytes, bytes.count) == 0 else { throw .noRandomNumbers(code: errno) }
        let digits = Array("0123456789abcdef".utf8)
        return AccessToken(
            String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
    }

    /// Returns whether `other` is the secret, in a time that depends on its length alone.
    func matches(_ other: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        let otherBytes = Array(other.utf8)
        guard !bytes.isEmpty, bytes.count == otherBytes.count else { return false }
        var difference: UInt8 = 0
        for index in bytes.indices { difference |= bytes[index] ^ otherBytes[index] }
        return difference == 0
    }
}
