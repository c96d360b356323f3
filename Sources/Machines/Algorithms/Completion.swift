public import Automata

extension MealyMachine {
    /// The target of transitions that complete a machine.
    public enum Completion: String, Sendable, Hashable, CaseIterable {
        /// The state itself: the machine ignores the input.
        case loop
        /// A new state that reads every input and never leaves: the machine has failed.
        case sink
    }

    /// Returns the machine in which each undefined input gives `output`.
    ///
    /// The states keep their numbers and names. A sink is added only if it is needed, as the last
    /// state.
    ///
    /// - Complexity: O(*n* *k*).
    /// - Throws: ``AutomataError`` if the machine would be too large.
    public func completed(output: String, by completion: Completion = .loop) throws(AutomataError) -> MealyMachine {
        if isComplete { return self }
        var outputs = outputs.nameTable
        let answer = Symbol(try outputs.intern(output).id)
        var (cells, stateCount, names) = (cells, stateCount, names)
        if completion == .sink {
            guard stateCount < maximumCount else { throw .tooLarge("states") }
            if names != nil {
                var taken = TakenNames(states.map(name))
                try names?.intern(taken.unusedName(from: "sink"))
            }
            cells += [Cell](repeating: .undefined, count: inputs.count)
            stateCount += 1
        }
        for index in cells.indices where cells[index] == .undefined {
            let target = completion == .sink ? stateCount - 1 : index / inputs.count
            cells[index] = Cell(target: StateID(target), output: answer)
        }
        return MealyMachine(
            inputs: inputs, outputs: Alphabet(outputs), cells: cells, stateCount: stateCount,
            initialState: initialState, names: names)
    }
}
