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

    /// The path and the message; the middle of a long path is left out.
    public var description: String { Self.shortened(path.joined(separator: "/")) + ": " + message }

    /// The greatest number of characters of a path at each end of what is left out.
    private static let maximumEnd = 120

    private static func shortened(_ path: String) -> String {
        path.utf8.count <= 2 * maximumEnd ? path : path.prefix(maximumEnd) + "…" + path.suffix(maximumEnd)
    }
}
