@_exported public import TextSupport
public import WorkLimits

/// All reasons why a text couldn't be read, or a model couldn't be written.
///
/// After a syntax error, the UVL reader continues with the next line, and no longer reports unknown
/// names. Readers of other formats stop at the first syntax error, and report the errors in names
/// and bounds before it.
public struct FeatureFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the text; not empty.
    public let problems: [LocatedProblem]
    /// The number of further problems, which aren't in the list.
    public let omittedProblemCount: Int
    /// The reason why reading was stopped, a limit or the budget's cancellation check; `nil` if the
    /// text itself has the problems.
    public let stop: LimitError?

    /// A Boolean value that indicates whether each problem is an exceeded limit, such as the
    /// maximum number of bytes.
    public var isLimit: Bool { problems.allSatisfy(\.isLimit) }

    /// A Boolean value that indicates whether the caller gave an exceeded limit, and can raise it.
    package var isGivenLimit: Bool { isLimit && problems.contains(where: \.isGivenLimit) }

    /// The problems, one per line.
    public var description: String {
        var lines = problems.map(\.description)
        if omittedProblemCount > 0 {
            lines.append("and \(omittedProblemCount) more problem\(omittedProblemCount == 1 ? "" : "s")")
        }
        return lines.joined(separator: "\n")
    }

    init(_ problems: [LocatedProblem], omittedProblemCount: Int = 0) {
        self.problems = problems
        self.omittedProblemCount = omittedProblemCount
        stop = nil
    }

    init(_ stop: LimitError) {
        problems = [LocatedProblem(message: stop.description, isLimit: true)]
        omittedProblemCount = 0
        self.stop = stop
    }
}
