/// A text in JSON with the name that errors give as its place.
///
/// Texts have at most 16 MiB, 100,000 values, names of 200 bytes and objects nested 32 deep; others are refused with a finding.
public struct SourceText: Sendable, Hashable {
    /// The name, such as a path; `nil` if the text has none.
    public let name: String?
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// Creates a text from its bytes.
    public init(bytes: [UInt8], name: String? = nil) {
        self.bytes = bytes
        self.name = name
    }

    /// Creates a text from a string.
    public init(_ text: String, name: String? = nil) { self.init(bytes: Array(text.utf8), name: name) }

    static let maximumByteCount = 1 << 24
    static let maximumValueCount = 100_000
    static let maximumNameLength = 200
    static let maximumDepth = 32
}
