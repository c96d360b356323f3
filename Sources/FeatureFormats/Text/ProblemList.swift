internal import TextSupport
internal import WorkLimits

/// The problems of a text so far.
struct ProblemList {
    private var ownProblems: [TextProblem] = []
    /// Problems of other texts, which have their places already.
    private var otherProblems: [LocatedProblem] = []
    private var omittedCount = 0
    /// The reason why the reading was stopped.
    private(set) var stop: LimitError?

    /// The maximum number of problems that are reported.
    static let maximumCount = 1_000

    var isEmpty: Bool { ownProblems.isEmpty && otherProblems.isEmpty && stop == nil }

    /// Notes that the reading was stopped, and returns the problem that ends it.
    mutating func stop(_ error: LimitError) -> TextProblem {
        stop = error
        return TextProblem(message: error.description, isLimit: true)
    }

    mutating func add(_ problem: TextProblem) {
        if ownProblems.count < Self.maximumCount { ownProblems.append(problem) } else { omittedCount += 1 }
    }

    /// Adds a problem, whose sentences are made only if it is reported.
    mutating func add(
        _ offset: Int, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String? = nil
    ) {
        guard ownProblems.count < Self.maximumCount else {
            omittedCount += 1
            return
        }
        ownProblems.append(TextProblem(offset: offset, message: message(), remedy: remedy()))
    }

    mutating func add(_ list: ProblemList) {
        for problem in list.ownProblems { add(problem) }
        omittedCount += list.omittedCount
    }

    mutating func add(_ error: FeatureFormatError) {
        omittedCount += error.omittedProblemCount
        stop = stop ?? error.stop
        for problem in error.problems {
            if otherProblems.count < Self.maximumCount { otherProblems.append(problem) } else { omittedCount += 1 }
        }
    }

    /// Returns the error with all problems; problems of other texts are last.
    func error(in text: UnsafeRawBufferPointer, name: String?) -> FeatureFormatError {
        if let stop { return FeatureFormatError(stop) }
        let placed = ownProblems.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
        let places = TextPosition.positions(of: placed.map { $0.offset ?? 0 }, in: text)
        let problems = zip(placed, places).map { problem, place in
            LocatedProblem(problem, inputName: name, at: problem.offset == nil ? nil : place)
        }
        return FeatureFormatError(problems + otherProblems, omittedProblemCount: omittedCount)
    }
}
