public import Automata
public import Machines

extension MealyMachine {
    /// Learns a machine from a system that answers words of inputs by words of outputs.
    ///
    /// The system must be deterministic and be reset before each word. If the test is a suite, and
    /// the system has at most as many more states as the suite's `extraStates`, then the result is
    /// equivalent to it, and minimal.
    ///
    /// ```swift
    /// let learned = try MealyMachine.learned(inputs: ["push"]) { word in
    ///     try lamp.outputs(for: word) ?? []
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - test: The test of hypotheses.
    ///   - budget: The bound on states and memory.
    ///   - system: A function that returns an output for each input of a word.
    /// - Complexity: O(*k* *n*² + *n* log *m*) words for counterexamples of length *m*, and the
    ///   words of the tests.
    /// - Throws: ``LearningError`` with the word, if the system contradicts itself or fails.
    public static func learned(
        inputs: [String], testing test: EquivalenceTest = .suite(.wp, extraStates: 1), budget: Budget = .default,
        from system: ([String]) throws -> [String]
    ) throws(LearningError) -> Learned<MealyMachine> {
        let alphabet = try core { () throws(AutomataError) in try Alphabet(inputs) }
        return try withoutActuallyEscaping(system) { system throws(LearningError) in
            let observed = ObservedMachine(alphabet, budget: budget, system: system)
            let system = MealySystem(observed: observed)
            return try DiscriminationTree(system, experiment: nil, budget: budget).learned(testing: test)
        }
    }
}

/// The answers of a system, kept as a tree of inputs.
private final class ObservedMachine {
    let inputs: Alphabet
    private(set) var outputs = NameTable()
    var words = WordCounts()
    private let budget: Budget
    private let system: ([String]) throws -> [String]
    /// The node and the output of each node and input.
    private var edges: [UInt64: (node: UInt32, output: Symbol)] = [:]
    private var nodeCount: UInt32 = 1
    private var pace = BudgetPace()

    init(_ inputs: Alphabet, budget: Budget, system: @escaping ([String]) throws -> [String]) {
        (self.inputs, self.budget, self.system) = (inputs, budget, system)
    }

    /// Returns the outputs for a word, which is asked unless the answer is known.
    func outputs(for word: [Symbol]) throws(LearningError) -> [Symbol] {
        let known = knownOutputs(for: word)
        if known.count == word.count { return known }
        words.add()
        return try ask(word)
    }

    /// Asks a word again, to find out that the system isn't deterministic.
    func confirm(_ word: [Symbol]) throws(LearningError) {
        words.add()
        _ = try ask(word)
    }

    private static func key(_ node: UInt32, _ input: Symbol) -> UInt64 { UInt64(node) << 32 | UInt64(input) }

    private func knownOutputs(for word: [Symbol]) -> [Symbol] {
        var node: UInt32 = 0
        var outputs: [Symbol] = []
        for input in word {
            guard let edge = edges[Self.key(node, input)] else { break }
            outputs.append(edge.output)
            node = edge.node
        }
        return outputs
    }

    private func ask(_ word: [Symbol]) throws(LearningError) -> [Symbol] {
        let names = word.map { inputs.name(of: $0) }
        let answer: [String]
        do { answer = try system(names) } catch { throw .system(word: names, error) }
        guard answer.count == word.count else { throw .wrongOutputCount(word: names, outputs: answer) }
        var symbols: [Symbol] = []
        var node: UInt32 = 0
        for (input, name) in zip(word, answer) {
            let output = Symbol(try core { () throws(AutomataError) in try outputs.intern(name).id })
            symbols.append(output)
            let key = Self.key(node, input)
            if let edge = edges[key] {
                guard edge.output == output else {
                    let known = knownOutputs(for: word).map { outputs[$0] }
                    throw .nondeterministic(word: names, first: known, second: answer)
                }
                node = edge.node
            } else {
                try core { () throws(AutomataError) in
                    guard nodeCount < .max - 1 else { throw .tooLarge("answers") }
                    if pace.isDue(at: Int(nodeCount), every: BudgetPace.states) {
                        try budget.check(statesBuilt: 0, bytes: Int(nodeCount) * 96)
                    }
                }
                edges[key] = (nodeCount, output)
                node = nodeCount
                nodeCount += 1
            }
        }
        return symbols
    }
}

/// A Mealy machine, whose experiments show the outputs for a word.
private struct MealySystem: LearnedSystem {
    let observed: ObservedMachine
    /// The outputs of the states, in rows.
    private var outputs: [Symbol] = []

    init(observed: ObservedMachine) { self.observed = observed }

    var inputCount: Int { observed.inputs.count }
    var words: WordCounts {
        get { observed.words }
        nonmutating set { observed.words = newValue }
    }

    func answer(_ prefix: [Symbol], _ suffix: [Symbol]) throws(LearningError) -> [Symbol] {
        Array(try observed.outputs(for: prefix + suffix).dropFirst(prefix.count))
    }

    mutating func addState(_ access: [Symbol]) throws(LearningError) {
        for input in observed.inputs.symbols { outputs += try answer(access, [input]) }
    }

    func prediction(_ hypothesis: Hypothesis, from state: Int, _ suffix: ArraySlice<Symbol>) -> [Symbol] {
        var state = state
        return suffix.map { input in
            let cell = state * inputCount + Int(input)
            state = hypothesis.targets[cell]
            return outputs[cell]
        }
    }

    func counterexample(in word: [Symbol], to hypothesis: Hypothesis) throws(LearningError) -> [Symbol]? {
        let expected = prediction(hypothesis, from: 0, word[...])
        let answer = try observed.outputs(for: word)
        // The names of outputs that are new aren't in the hypothesis.
        return answer.indices.first { answer[$0] != expected[$0] }.map { Array(word[...$0]) }
    }

    func confirm(_ word: [Symbol]) throws(LearningError) { try observed.confirm(word) }

    func model(_ hypothesis: Hypothesis) -> MealyMachine { machine(hypothesis) }

    func machine(_ hypothesis: Hypothesis) -> MealyMachine {
        MealyMachine(
            inputs: observed.inputs, outputs: Alphabet(observed.outputs),
            cells: zip(hypothesis.targets, outputs).map { MealyMachine.Cell(target: StateID($0), output: $1) },
            stateCount: hypothesis.stateCount, initialState: 0)
    }
}
