internal import Automata

/// A DFA by its letters, with the system of the numbers of words of each length from each state.
struct DeterministicCounts: Sendable {
    let rows: LetterRows
    /// The system; states from which equally many words of each length are accepted are merged.
    let system: CountingSystem
    /// The state of the system for each state of the DFA.
    let classOf: [Int]

    init(_ dfa: DFA, budget: Budget) throws(AutomataError) {
        rows = try LetterRows(dfa, budget: budget)
        let states = rows.stateCount
        try budget.check(statesBuilt: states, bytes: rows.byteCount * 4 + states * 160)
        let rows = rows
        let full = CountingSystem(
            matrix: WeightMatrix(size: states, columnCount: states) { row, add in
                for index in rows.range(of: StateID(row)) { add(Int(rows.targets[index]), rows.width(index)) }
            },
            initial: (0..<StateID(states)).map { $0 == rows.initialState ? 1 : 0 },
            final: (0..<StateID(states)).map { rows.finalStates.contains($0) ? 1 : 0 })
        let lumped = try full.lumped(budget: budget)
        system = lumped?.system ?? full
        classOf = lumped?.classOf ?? Array(0..<states)
    }
}
