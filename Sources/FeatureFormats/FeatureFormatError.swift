@_exported public import TextSupport

/// All reasons why a text couldn't be read, or a model couldn't be written.
///
/// After a syntax error, the UVL reader continues with the next line, and no longer reports unknown
/// names. Readers of other formats stop at the first syntax error, and report unknown and duplicate
/// names, impossible bounds and the like before it.
public struct FeatureFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A reason, with its place.
    public struct Problem: TextualError {
        /// The name of the text; `nil` if it has none, or writing failed.
        public var inputName: String?
        /// The line, counted from 1.
        public var line: Int?
        /// The column in bytes, counted from 1.
        public var column: Int?
        /// The problem, and what was expected.
        public var message: String
        /// The remedy, if the message doesn't say it.
        public var remedy: String?
        /// A Boolean value that indicates whether nothing but its size is wrong with the text.
        public var isLimit = false
    }

    /// The problems, in the order of the text; not empty.
    public let problems: [Problem]
    /// The number of further problems, which are left out.
    public let omittedProblemCount: Int

    /// A Boolean value that indicates whether nothing but its size is wrong with the text.
    public var isLimit: Bool { problems.allSatisfy(\.isLimit) }

    /// The problems, a line each.
    public var description: String {
        var lines = problems.map(\.description)
        if omittedProblemCount > 0 { lines.append("and \(omittedProblemCount) more problems") }
        return lines.joined(separator: "\n")
    }

    init(_ problems: [Problem], omittedProblemCount: Int = 0) {
        self.problems = problems
        self.omittedProblemCount = omittedProblemCount
    }
}
