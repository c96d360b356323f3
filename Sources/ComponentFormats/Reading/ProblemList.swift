internal import TextSupport

/// Findings in files, up to a limit; their places are found together, as each search reads a text.
struct ProblemList {
    private var waiting: [(problem: TextProblem, source: AssemblySource)] = []
    private var located: [LocatedProblem] = []
    /// The number of findings beyond the limit.
    private var furtherCount = 0

    /// The maximum number of findings.
    static let maximumCount = 1_000

    var isEmpty: Bool { waiting.isEmpty && located.isEmpty }

    private mutating func hasRoom() -> Bool {
        if waiting.count + located.count < Self.maximumCount { return true }
        furtherCount += 1
        return false
    }

    mutating func add(_ problem: @autoclosure () -> TextProblem, in source: AssemblySource) {
        if hasRoom() { waiting.append((problem(), source)) }
    }

    mutating func add(_ problem: LocatedProblem) { if hasRoom() { located.append(problem) } }

    mutating func add(_ other: ProblemList) {
        for (problem, source) in other.waiting { add(problem, in: source) }
        for problem in other.located { add(problem) }
        furtherCount += other.furtherCount
    }

    /// The findings, each once, by files and places; the last one says how many are left out.
    var list: [LocatedProblem] {
        var sources: [AssemblySource] = []
        var problems: [ObjectIdentifier: [TextProblem]] = [:]
        for (problem, source) in waiting {
            if problems[ObjectIdentifier(source)] == nil { sources.append(source) }
            problems[ObjectIdentifier(source), default: []].append(problem)
        }
        let all = sources.flatMap { $0.located(problems[ObjectIdentifier($0)] ?? []) } + located
        var files: [String?: Int] = [:]
        for problem in all { files[problem.inputName] = files[problem.inputName] ?? files.count }
        func place(_ problem: LocatedProblem) -> (Int, Int, Int) {
            (files[problem.inputName] ?? 0, problem.line ?? 0, problem.column ?? 0)
        }
        var known: Set<LocatedProblem> = []
        let sorted = all.filter { known.insert($0).inserted }.sorted { place($0) < place($1) }
        guard furtherCount > 0 else { return sorted }
        return sorted + [
            LocatedProblem(message: "\(furtherCount) more findings aren't listed; correct the ones above first")
        ]
    }
}
