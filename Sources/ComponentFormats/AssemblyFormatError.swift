public import TextSupport

/// All reasons why an assembly can't be read.
public struct AssemblyFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors with their places, at most a thousand.
    public let errors: [LocatedProblem]

    init(_ errors: [LocatedProblem]) {
        var known: Set<LocatedProblem> = []
        var files: [String?: Int] = [:]
        for error in errors { files[error.inputName] = files[error.inputName] ?? files.count }
        func place(_ error: LocatedProblem) -> (Int, Int, Int) {
            (files[error.inputName] ?? 0, error.line ?? 0, error.column ?? 0)
        }
        let all = errors.filter { known.insert($0).inserted }.sorted { place($0) < place($1) }
        let limit = AssemblyLimits.findingCount
        let rest = LocatedProblem(
            message: "\(all.count - limit) more errors aren't listed; correct the ones above first")
        self.errors = all.count <= limit ? all : all.prefix(limit) + [rest]
    }

    /// Whether the assembly is only too large, and may be valid otherwise.
    public var isLimit: Bool { errors.allSatisfy(\.isLimit) }

    /// The errors, one on each line.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
