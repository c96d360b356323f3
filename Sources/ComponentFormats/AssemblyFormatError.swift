public import TextSupport

/// All reasons why an assembly can't be read.
public struct AssemblyFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors with their places, at most a thousand; one more says how many are left out.
    public let errors: [LocatedProblem]

    init(_ problems: ProblemList) { errors = problems.list }

    /// Whether the assembly is only too large, and may be valid otherwise.
    public var isLimit: Bool { errors.allSatisfy(\.isLimit) }

    /// The errors, one on each line.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
