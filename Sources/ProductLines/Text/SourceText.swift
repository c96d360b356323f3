/// A text in JSON, with a name for errors.
///
/// Readers refuse texts of more than 16 MiB or more than 100,000 values. They also refuse names of
/// more than 200 bytes, and objects nested more than 32 levels deep.
public struct SourceText: Sendable, Hashable {
    /// The name of the text, such as a path; `nil` if the text has none.
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
    package static let maximumValueCount = 100_000
    static let maximumNameLength = 200
    static let maximumDepth = 32
}
