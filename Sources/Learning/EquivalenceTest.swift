internal import Automata
public import Machines

/// A way to find a word for which a hypothesis is wrong.
public enum EquivalenceTest: Sendable {
    /// The words of a test suite: the model is right if the system has at most `extraStates` more
    /// states than it.
    case suite(TestMethod, extraStates: Int)
    /// Words of random inputs, of lengths up to `maximumLength`, from a seeded generator.
    case random(count: Int, maximumLength: Int, seed: UInt64)

    /// Calls a function with test words until it returns `true`.
    ///
    /// - Parameter hypothesis: the hypothesis, as a Mealy machine.
    func search(
        _ hypothesis: MealyMachine, budget: Budget, _ isFound: ([Symbol]) throws(LearningError) -> Bool
    ) throws(LearningError) {
        switch self {
        case .suite(let method, let extraStates):
            let suite = try core { () throws(AutomataError) in
                try hypothesis.testSuite(method, extraStates: extraStates, budget: budget)
            }
            for word in suite where try isFound(word) { return }
        case .random(let count, let maximumLength, let seed):
            var random = SeededGenerator(seed: seed)
            let inputs = Array(hypothesis.inputs.symbols)
            guard !inputs.isEmpty, maximumLength > 0 else { return }
            for _ in 0..<max(0, count) {
                let length = Int.random(in: 1...maximumLength, using: &random)
                let word = (0..<length).map { _ in inputs[Int.random(in: 0..<inputs.count, using: &random)] }
                if try isFound(word) { return }
            }
        }
    }
}
