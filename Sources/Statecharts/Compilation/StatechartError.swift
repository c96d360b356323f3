/// All reasons why a chart can't be compiled.
public struct StatechartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The findings that make the chart invalid, in document order.
    public let findings: [StatechartFinding]

    /// The findings, a line each.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}

/// A finding about a chart.
public struct StatechartFinding: Hashable, Sendable, CustomStringConvertible {
    /// The names of the states from the root to the one that the finding is about.
    public let path: [String]
    /// A sentence that says what is wrong and what to do.
    public let message: String

    /// A Boolean value that indicates whether the chart is only too large.
    package let isLimit: Bool

    package init(path: [String], message: String, isLimit: Bool = false) {
        (self.path, self.message, self.isLimit) = (path, message, isLimit)
    }

    /// The path and the message.
    public var description: String { path.joined(separator: "/") + ": " + message }
}
