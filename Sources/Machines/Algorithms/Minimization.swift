public import Automata

extension MealyMachine {
    /// Returns the smallest machine that reads the same words and gives the same outputs.
    ///
    /// States are numbered breadth-first from the initial one in the order of inputs, and have no
    /// names. Equivalent machines with the same inputs and outputs have *equal* (`==`) results. A
    /// partial machine stays partial: states that read different inputs are different.
    ///
    /// - Complexity: O(*n* *k* log *n*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: J. E. Hopcroft, An n log n algorithm for minimizing states in a finite
    ///   automaton, 1971, doi:10.1016/B978-0-12-417750-5.50022-1.
    public func minimized(budget: Budget = .default) throws(AutomataError) -> MealyMachine {
        try budget.check(statesBuilt: 0, bytes: 12 * cells.count)
        var rows = Numbering<[Symbol]>()
        let classes = states.map { state in
            let row = Int(state) * inputs.count..<(Int(state) + 1) * inputs.count
            return rows.number(of: cells[row].map(\.output)).number
        }
        let quotient = try StateQuotient(
            targets: cells.map(\.target), inputCount: inputs.count, classes: classes, initialState: initialState,
            budget: budget)
        let merged = quotient.cells { index in
            let cell = cells[index]
            return cell == .undefined ? cell : Cell(target: quotient.state(of: cell.target), output: cell.output)
        }
        return MealyMachine(
            inputs: inputs, outputs: outputs, cells: merged, stateCount: quotient.representatives.count,
            initialState: 0)
    }
}
