import Automata

/// Questions about two automata, both in memory.
enum Comparison {
    /// Whether the left language is within the right one.
    static func included(_ name: String, _ left: String, _ right: String) throws {
        try ask(name, left, right) { try $0.isIncluded(in: $1, using: $2) }
    }

    /// Whether both languages are one.
    static func equivalent(_ name: String, _ left: String, _ right: String) throws {
        try ask(name, left, right) { try $0.isEquivalent(to: $1, using: $2) }
    }

    /// The median of up to nine calls, less where they take seconds, as most take microseconds; the
    /// figures are the answer, and 0.
    private static func ask(
        _ name: String, _ left: String, _ right: String,
        _ question: (Automaton, Automaton, InclusionAlgorithm) throws -> Bool
    ) throws {
        guard let algorithm = InclusionAlgorithm.allCases.first(where: { "\($0)" == name }) else {
            throw Failure("no algorithm '\(name)'; there are \(InclusionAlgorithm.allCases)")
        }
        let (one, other) = (try Input.automaton(left), try Input.automaton(right))
        let clock = ContinuousClock()
        var seconds: [Double] = []
        var answer = false
        while seconds.count < 9, seconds.reduce(0, +) < 1 {
            let start = clock.now
            answer = try question(one, other, algorithm)
            seconds.append((clock.now - start) / .seconds(1))
        }
        Output.report(seconds: seconds.sorted()[seconds.count / 2], answer ? 1 : 0, 0)
    }
}
