public import WorkLimits

/// All reasons why a chart can't be compiled.
public struct StatechartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The findings that make the chart invalid, in document order; empty if the budget stopped the
    /// compilation.
    public let findings: [StatechartFinding]
    /// The reason why the compilation was stopped: the budget's limit or its cancellation check;
    /// `nil` if the chart is invalid.
    public let stop: LimitError?

    package init(_ findings: [StatechartFinding]) { (self.findings, stop) = (findings, nil) }

    package init(_ stop: LimitError) { (findings, self.stop) = ([], stop) }

    /// The findings, one per line, or the reason why the compilation was stopped.
    public var description: String {
        stop?.description(unit: "state") ?? findings.map(\.description).joined(separator: "\n")
    }
}

/// A finding about a chart.
public struct StatechartFinding: Hashable, Sendable, CustomStringConvertible {
    /// The names of the states from the root to the state with the finding.
    public let path: [String]
    /// A sentence that says what is wrong and what to do.
    public let message: String

    /// A Boolean value that indicates whether the chart exceeds a fixed limit.
    package let isLimit: Bool

    /// Creates a finding about the last state of a path from the root.
    public init(path: [String], message: String) { self.init(path: path, message: message, isLimit: false) }

    package init(path: [String], message: String, isLimit: Bool) {
        (self.path, self.message, self.isLimit) = (path, message, isLimit)
    }

    /// The path, unless it has no names, and the message; the middle of a long path is left out.
    public var description: String {
        let path = Self.shortened(path.joined(separator: "/"))
        return path.isEmpty ? message : path + ": " + message
    }

    /// The maximum number of characters that a long path keeps at each end.
    private static let maximumEnd = 120

    private static func shortened(_ path: String) -> String {
        path.utf8.count <= 2 * maximumEnd ? path : path.prefix(maximumEnd) + "…" + path.suffix(maximumEnd)
    }
}
