public import Automata

extension MealyMachine {
    /// Returns the machine that reads only the prefixes of the words of a language.
    ///
    /// The states are pairs of a state and a state of a DFA of the language, as far as they can be
    /// reached, breadth-first; they have no names. Symbols are found by name. Fails if the language
    /// is empty, as a machine can always read the empty word.
    ///
    /// - Complexity: O(*n* *d* *k*) for a DFA with *d* states; an automaton that isn't a DFA is
    ///   determinized first.
    /// - Throws: ``AutomataError/unsupported(_:)`` for the empty language; another
    ///   ``AutomataError`` if the budget stops the work.
    public func restricted(
        to language: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> MealyMachine {
        // In a minimal partial DFA every state leads to a final one.
        let dfa = try language.minimized(budget: budget)
        guard let start = dfa.initialState else {
            throw .unsupported("the language is empty, so that no machine reads its prefixes; check the automaton")
        }
        let symbols = inputs.names.map { dfa.alphabet.symbol(named: $0) ?? .absent }
        return try product(startingAt: start, outputs: outputs, budget: budget) { cell, state, input in
            dfa.target(from: state, on: symbols[Int(input)]).map { Cell(target: $0, output: cell.output) }
        }
    }

    /// Returns the machine that gives its outputs to another one as inputs, and outputs what that
    /// one answers: the cascade, or serial composition.
    ///
    /// The states are pairs of states, as far as they can be reached, breadth-first; they have no
    /// names. An input is undefined if one of the machines can't read what it gets.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func composed(with next: MealyMachine, budget: Budget = .default) throws(AutomataError) -> MealyMachine {
        let symbols = outputs.names.map { next.inputs.symbol(named: $0) ?? .absent }
        return try product(startingAt: next.initialState, outputs: next.outputs, budget: budget) { cell, state, _ in
            next.transition(from: state, on: symbols[Int(cell.output)]).map {
                Cell(target: $0.target, output: $0.output)
            }
        }
    }

    /// Returns the product with a second system, whose `step` tells its next state and the
    /// product's output for a transition of this machine.
    private func product(
        startingAt start: StateID, outputs: Alphabet, budget: Budget,
        step: (_ cell: Cell, _ state: StateID, _ input: Symbol) -> Cell?
    ) throws(AutomataError) -> MealyMachine {
        var pairs = Numbering<[StateID]>()
        _ = pairs.number(of: [initialState, start])
        var product: [Cell] = []
        var pace = BudgetPace()
        var next = 0
        while next < pairs.count {
            let pair = pairs.values[next]
            try budget.check(pairs.count, bytes: pairs.count * 96 + product.count * 8, pace: &pace, work: product.count)
            for input in inputs.symbols {
                let cell = cell(pair[0], input)
                if cell != .undefined, let answer = step(cell, pair[1], input) {
                    let target = pairs.number(of: [cell.target, answer.target]).number
                    product.append(Cell(target: StateID(target), output: answer.output))
                } else {
                    product.append(.undefined)
                }
            }
            next += 1
        }
        return MealyMachine(
            inputs: inputs, outputs: outputs, cells: product, stateCount: pairs.count, initialState: 0)
    }
}
