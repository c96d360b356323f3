@_exported public import TextSupport

/// All reasons why a product can't be assembled.
public struct ProductLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A reason, with its place if it is about a text.
    public struct Finding: TextualError {
        /// The name of the text; `nil` if it has none, or the finding isn't about a text.
        public var inputName: String?
        /// The line, counted from 1.
        public var line: Int?
        /// The column in bytes, counted from 1.
        public var column: Int?
        /// The problem, and what was expected.
        public var message: String
        /// The remedy, if the message doesn't say it.
        public var remedy: String?
        /// A Boolean value that indicates whether a limit was exceeded.
        public var isLimit = false
    }

    /// The findings in the order of the texts, those without a place last; not empty.
    public let findings: [Finding]
    /// The number of findings beyond the first 1,000, which `findings` leaves out.
    public let omittedFindingCount: Int

    /// The findings, a line each.
    public var description: String {
        var lines = findings.map(\.description)
        if omittedFindingCount > 0 { lines.append("and \(omittedFindingCount) more") }
        return lines.joined(separator: "\n")
    }

    /// Creates the error with one finding, for handlers that refuse to go on.
    public init(_ finding: Finding) { self.init([finding], omittedFindingCount: 0) }

    init(_ findings: [Finding], omittedFindingCount: Int) {
        self.findings = findings
        self.omittedFindingCount = omittedFindingCount
    }
}
