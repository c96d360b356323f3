@_exported public import TextSupport

/// All reasons why a product can't be assembled.
public struct ProductLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The findings: first the findings with a position, in the order of the texts, then the
    /// others; not empty.
    public let findings: [LocatedProblem]
    /// The number of findings after the first 1,000, which `findings` leaves out.
    public let omittedFindingCount: Int

    /// The findings, one per line.
    public var description: String {
        var lines = findings.map(\.description)
        if omittedFindingCount > 0 { lines.append("and \(omittedFindingCount) more") }
        return lines.joined(separator: "\n")
    }

    /// Creates an error with one finding, for handlers that reject a missing value.
    public init(_ finding: LocatedProblem) { self.init([finding], omittedFindingCount: 0) }

    init(_ message: String, remedy: String) { self.init(LocatedProblem(message: message, remedy: remedy)) }

    init(_ findings: [LocatedProblem], omittedFindingCount: Int) {
        self.findings = findings
        self.omittedFindingCount = omittedFindingCount
    }
}
