internal import Statecharts

/// An implementation of a chart that is tested.
public protocol StatechartImplementation {
    /// Brings the implementation to its start.
    ///
    /// - Returns: The answer at the start; `nil` if it gives none.
    mutating func reset() throws -> ImplementationAnswer?
    /// Gives an input to the implementation, and returns its answer.
    mutating func answer(to input: StatechartInput) throws -> ImplementationAnswer
    /// Ends a run, after its last answer.
    ///
    /// - Returns: What the implementation has said without being asked; `nil` for nothing.
    mutating func finish() throws -> ImplementationAnswer?
}

extension StatechartImplementation {
    /// Says that the implementation has said nothing without being asked.
    public mutating func finish() throws -> ImplementationAnswer? { nil }
}

/// The answer of an implementation.
public enum ImplementationAnswer: Hashable, Sendable {
    /// The output, as ``StatechartOracle/outputs(for:)`` names it.
    case output(String)
    /// No output, for the reason; no more inputs are given until the next start.
    case failure(String)
}

/// The first difference of an implementation from its chart in a run.
public struct ImplementationDifference: Hashable, Sendable {
    /// The inputs, of which the last one has a wrong answer; empty if the start has one.
    public var inputs: [StatechartInput]
    /// The expected outputs, beginning with the one of the start.
    public var expected: [String]
    /// The answer to the last input.
    public var received: ImplementationAnswer
    /// The answer to the same inputs when they were given once more, if it was another one: the
    /// implementation isn't deterministic.
    public var otherAnswer: ImplementationAnswer?
}

/// A comparison of an implementation with its chart.
public struct ImplementationCheck<Implementation: StatechartImplementation> {
    private let oracle: StatechartOracle
    private var implementation: Implementation
    /// The runs that were made.
    public private(set) var runCount = 0
    /// The inputs that were given in all runs.
    public private(set) var inputCount = 0

    /// The maximum number of words that are tried to find a shorter difference.
    private static var maximumWordCount: Int { 256 }

    /// Creates a check.
    public init(_ implementation: Implementation, against oracle: StatechartOracle) {
        (self.implementation, self.oracle) = (implementation, oracle)
    }

    /// Returns a shortest difference in tests, or `nil` if there is none.
    ///
    /// No input can be left out of it. No word of inputs differs that is shorter and has a length
    /// of which there are at most 256; waits are those of the difference. In the end the inputs are
    /// given once more, and ``ImplementationDifference/otherAnswer`` tells if the answer is another
    /// one.
    ///
    /// - Complexity: O(inputs of the tests), and O(*m*²) runs for a difference of *m* inputs.
    /// - Throws: The errors of the implementation.
    public mutating func shortestDifference(
        in tests: [[StatechartInput]]
    ) throws -> ImplementationDifference? {
        var found: ImplementationDifference?
        for test in tests {
            let rest = found.map { test.prefix(max(0, $0.inputs.count - 1)) } ?? test[...]
            if found != nil, rest.isEmpty { continue }
            if let shorter = try difference(in: Array(rest)) { found = shorter }
        }
        guard var difference = found else { return nil }
        while let shorter = try shortened(difference) { difference = shorter }
        let waits = Set(difference.inputs).filter { if case .wait = $0 { true } else { false } }
        let letters = oracle.events + waits.sorted { $0.description < $1.description }
        return try repeated(exhaustive(letters, below: difference.inputs.count) ?? difference)
    }

    /// Returns the first difference in one run, or `nil` if there is none.
    public mutating func difference(in inputs: [StatechartInput]) throws -> ImplementationDifference? {
        guard let expected = oracle.outputs(for: inputs) else { return nil }
        runCount += 1
        for (index, output) in expected.enumerated() {
            let answer = index == 0 ? try implementation.reset() : try implementation.answer(to: inputs[index - 1])
            if index > 0 { inputCount += 1 }
            guard let answer, !oracle.accepts(answer, for: output) else { continue }
            return ImplementationDifference(
                inputs: Array(inputs[..<index]), expected: Array(expected[...index]), received: answer)
        }
        guard let answer = try implementation.finish() else { return nil }
        return ImplementationDifference(
            inputs: Array(inputs.prefix(expected.count - 1)), expected: expected, received: answer)
    }

    /// Gives the inputs of a difference once more, and notes another answer.
    private mutating func repeated(_ known: ImplementationDifference) throws -> ImplementationDifference {
        let again = try difference(in: known.inputs)
        guard var found = again, found.inputs.count < known.inputs.count else {
            var known = known
            let answer = again?.received ?? .output(known.expected.last ?? "-")
            if answer != known.received { known.otherAnswer = answer }
            return known
        }
        // The first time, the answer to the shorter inputs was right.
        found.otherAnswer = .output(found.expected.last ?? "-")
        return found
    }

    /// Returns a difference without some of the inputs: delta debugging.
    ///
    /// - Reference: A. Zeller, R. Hildebrandt, Simplifying and isolating failure-inducing input,
    ///   IEEE Transactions on Software Engineering 28(2), 2002, doi:10.1109/32.988498.
    private mutating func shortened(_ known: ImplementationDifference) throws -> ImplementationDifference? {
        let inputs = known.inputs
        var length = inputs.count / 2
        while length > 0 {
            for start in stride(from: 0, to: inputs.count, by: length) {
                let rest = Array(inputs[..<start] + inputs.dropFirst(start + length))
                if let found = try difference(in: rest), found.inputs.count < inputs.count { return found }
            }
            length /= 2
        }
        return nil
    }

    /// Returns the shortest difference in the words of one length, for which there are few.
    private mutating func exhaustive(
        _ letters: [StatechartInput], below limit: Int
    ) throws -> ImplementationDifference? {
        var words: [[StatechartInput]] = [[]]
        for _ in 1..<max(1, limit) where words.count * letters.count <= Self.maximumWordCount {
            words = words.flatMap { word in letters.map { word + [$0] } }
        }
        var shortest: ImplementationDifference?
        for word in words where !word.isEmpty {
            let rest = shortest.map { word.prefix(max(0, $0.inputs.count - 1)) } ?? word[...]
            if let found = try rest.isEmpty ? nil : difference(in: Array(rest)) { shortest = found }
        }
        return shortest
    }
}
