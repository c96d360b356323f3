public import Automata

/// A word of inputs for which two machines give different outputs.
public struct MachineDifference: Sendable, Hashable {
    /// The inputs.
    public var word: [String]
    /// The first machine's outputs. If it can't read the last input, an output is missing.
    public var firstOutputs: [String]
    /// The second machine's outputs. If it can't read the last input, an output is missing.
    public var secondOutputs: [String]
}

extension MealyMachine {
    /// Returns whether both machines read the same words and give the same outputs.
    ///
    /// Inputs and outputs are compared by name; an input that a machine doesn't have is undefined
    /// in all of its states.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α(*n*₁ + *n*₂)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func isEquivalent(to other: MealyMachine, budget: Budget = .default) throws(AutomataError) -> Bool {
        try shortestDifference(from: other, budget: budget) == nil
    }

    /// Returns a shortest word for which the outputs differ or that only one of the machines can
    /// read, or `nil` if the machines are equivalent.
    ///
    /// Pairs of states are searched breadth-first, without those that already joined pairs imply.
    /// Such a pair can't shorten the word, as it differs only where a pair found before differs.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α(*n*₁ + *n*₂)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: J. E. Hopcroft, R. M. Karp, A linear algorithm for testing equivalence of finite
    ///   automata, Cornell University, TR 71-114, 1971.
    public func shortestDifference(
        from other: MealyMachine, budget: Budget = .default
    ) throws(AutomataError) -> MachineDifference? {
        var search = PairSearch(self, other)
        guard let word = try search.distinguishingWord(budget: budget) else { return nil }
        func answers(_ machine: MealyMachine) -> [String] {
            // A symbol that the machine doesn't have is undefined.
            machine.run(on: word.map { machine.inputs.symbol(named: $0) ?? .absent }).outputs.map {
                machine.outputs.name(of: $0)
            }
        }
        return MachineDifference(word: word, firstOutputs: answers(self), secondOutputs: answers(other))
    }
}

/// The search for a difference between two machines.
private struct PairSearch {
    private let first: MealyMachine
    private let second: MealyMachine
    /// The inputs of both: names, and the symbols in each.
    private var inputs: [(name: String, first: Symbol, second: Symbol)] = []
    /// The first machine's symbol for each output of the second.
    private let outputs: [Symbol]
    private var found: [Pair] = []

    private struct Pair {
        var first: StateID
        var second: StateID
        /// The pair from which it was found, and the input.
        var origin: Int
        var input: Int
    }

    init(_ first: MealyMachine, _ second: MealyMachine) {
        (self.first, self.second) = (first, second)
        outputs = second.outputs.names.map { first.outputs.symbol(named: $0) ?? .absent }
        for input in first.inputs.symbols {
            let name = first.inputs.name(of: input)
            inputs.append((name, input, second.inputs.symbol(named: name) ?? .absent))
        }
        for input in second.inputs.symbols where first.inputs.symbol(named: second.inputs.name(of: input)) == nil {
            inputs.append((second.inputs.name(of: input), .absent, input))
        }
    }

    mutating func distinguishingWord(budget: Budget) throws(AutomataError) -> [String]? {
        guard first.stateCount < maximumCount - second.stateCount else { throw .tooLarge("states") }
        let offset = UInt32(first.stateCount)
        var joined = DisjointSets()
        joined.join(first.initialState.rawValue, offset + second.initialState.rawValue)
        found = [Pair(first: first.initialState, second: second.initialState, origin: -1, input: 0)]
        var pace = BudgetPace()
        var next = 0
        while next < found.count {
            let pair = found[next]
            try budget.check(
                found.count, bytes: found.count * MemoryLayout<Pair>.stride + joined.byteCount, pace: &pace,
                work: next * inputs.count)
            for (index, input) in inputs.enumerated() {
                let one = first.transition(from: pair.first, on: input.first)
                let other = second.transition(from: pair.second, on: input.second)
                guard let one, let other, one.output == outputs[Int(other.output)] else {
                    if one == nil, other == nil { continue }
                    return word(to: next) + [input.name]
                }
                if joined.join(one.target.rawValue, offset + other.target.rawValue) {
                    found.append(Pair(first: one.target, second: other.target, origin: next, input: index))
                }
            }
            next += 1
        }
        return nil
    }

    /// Returns the word that leads to a pair.
    private func word(to index: Int) -> [String] {
        var word: [String] = []
        var pair = found[index]
        while pair.origin >= 0 {
            word.append(inputs[pair.input].name)
            pair = found[pair.origin]
        }
        return word.reversed()
    }
}
