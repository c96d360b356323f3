import Automata

/// Questions about two automata, both in memory.
enum Comparison {
    /// The median of up to nine calls, less where they take seconds, as most take microseconds; the figures are the answer, and 0.
    static func included(_ name: String, _ left: String, _ right: String) throws {
        guard let algorithm = InclusionAlgorithm.allCases.first(where: { "\($0)" == name }) else {
            throw Failure("no algorithm '\(name)'; there are \(InclusionAlgorithm.allCases)")
        }
        let (one, other) = (try Input.automaton(left), try Input.automaton(right))
        let clock = ContinuousClock()
        var seconds: [Double] = []
        var answer = false
        while seconds.count < 9, seconds.reduce(0, +) < 1 {
            let start = clock.now
            answer = try one.isIncluded(in: other, using: algorithm)
            seconds.append((clock.now - start) / .seconds(1))
        }
        Output.report(seconds: seconds.sorted()[seconds.count / 2], answer ? 1 : 0, 0)
    }
}
