extension FiniteAutomaton {
    /// Returns an automaton for the cyclic shift of the language: the words *vu* for all accepted
    /// words *uv*, also called conjugates.
    ///
    /// For each state *q* on an accepting run, there are two copies of the automaton. One reads *v*
    /// from *q* to a final state, the other reads *u* from an initial state to *q*. Epsilon moves
    /// lead from the first copy to the second one, through a new state if that takes fewer moves. A
    /// copy contains only states accessible or co-accessible from *q*, so the result is trim.
    /// States have no names. An NFA or a DFA yields an NFA without epsilon moves.
    ///
    /// - Parameter budget: the bound on states and memory; there are *n* (2*n* + 1) states at most.
    /// - Complexity: O(*n* (*n* + *m*)), and O(*n* *f* *d*) to remove the epsilon moves, for *f*
    ///   final states and *d* transitions from the initial ones.
    /// - Throws: ``AutomataError`` if the budget stops the work; ``AutomataError/tooLarge(_:)`` if
    ///   there are too many states or transitions for any budget.
    ///
    /// Jirásková, Okhotin: *State complexity of cyclic shift*, RAIRO Theoretical Informatics and
    /// Applications 42(2), 2008, doi:10.1051/ita:2007038.
    public func cyclicShift(budget: Budget = .default) throws(AutomataError) -> Nondeterministic {
        let shift = try CyclicShiftConstruction(of: asEpsilonNFA.trimmed(budget: budget), budget: budget).run()
        return try Self.nondeterministic(shift, for: [model], budget: budget)
    }
}

/// The copies of a trim automaton that form a cyclic shift, two for each state.
private struct CyclicShiftConstruction: ~Copyable {
    private let automaton: EpsilonNFA
    private let budget: Budget
    private var rows = GrowingRows()
    private var pace = BudgetPace()

    init(of automaton: EpsilonNFA, budget: Budget) {
        self.automaton = automaton
        self.budget = budget
    }

    consuming func run() throws(AutomataError) -> EpsilonNFA {
        try check(statesBuilt: 0)
        let outgoing = automaton.targetRows
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let incoming = [try reversedRows(outgoing, stateCount: automaton.stateCount, steps: &steps)]
        var ends = Copy(stateCount: automaton.stateCount)
        var beginnings = Copy(stateCount: automaton.stateCount)
        var (initialStates, finalStates): ([StateID], [StateID]) = ([], [])
        for state in automaton.states {
            ends.keep(
                try reachableStates(from: [state], over: outgoing, stateCount: automaton.stateCount, steps: &steps))
            beginnings.keep(
                try reachableStates(from: [state], over: incoming, stateCount: automaton.stateCount, steps: &steps))
            let exitCount = ends.states.intersection(automaton.finalStates).count
            let entries = beginnings.states.intersection(automaton.initialStates)
            let hasMiddle = exitCount * entries.count > exitCount + entries.count
            let middle = rows.rowCount + ends.count
            let end = middle + (hasMiddle ? 1 : 0) + beginnings.count
            if pace.isDue(states: end, work: rows.transitionCount) || end > budget.maximumStates {
                try check(statesBuilt: end)
            }
            ends.number(from: rows.rowCount)
            beginnings.number(from: end - beginnings.count)
            initialStates.append(ends.number(of: state))
            finalStates.append(beginnings.number(of: state))

            let entryNumbers = entries.map(beginnings.number)
            try append(ends, movingTo: hasMiddle ? [StateID(middle)] : entryNumbers)
            if hasMiddle {
                rows.beginRow()
                for entry in entryNumbers { rows.appendMove(to: entry) }
                rows.endRow()
            }
            try append(beginnings)
        }
        return rows.automaton(
            alphabet: automaton.alphabet, initialStates: StateSet(initialStates), finalStates: StateSet(finalStates))
    }

    /// Appends the rows of a copy, with moves from its final states to the given targets.
    private mutating func append(_ copy: Copy, movingTo exitTargets: [StateID] = []) throws(AutomataError) {
        for state in copy.states {
            if pace.isDue(states: rows.rowCount, work: rows.transitionCount) { try check(statesBuilt: rows.rowCount) }
            rows.beginRow()
            for index in automaton.rows.range(of: state) where copy.states.contains(automaton.rows.targets[index]) {
                rows.append(copy.number(of: automaton.rows.targets[index]), on: automaton.rows.symbols[index])
            }
            for index in automaton.epsilon.range(of: state)
            where copy.states.contains(automaton.epsilon.targets[index]) {
                rows.appendMove(to: copy.number(of: automaton.epsilon.targets[index]))
            }
            if automaton.isFinal(state) { for target in exitTargets { rows.appendMove(to: target) } }
            rows.endRow()
        }
    }

    private func check(statesBuilt: Int) throws(AutomataError) {
        try budget.check(statesBuilt: statesBuilt, bytes: rows.byteCount)
        guard rows.transitionCount < maximumCount / 2, statesBuilt < maximumCount / 2 else {
            throw .tooLarge("states or transitions")
        }
    }
}

/// Some states of an automaton and their numbers in the result.
private struct Copy {
    private(set) var states = StateSet()
    private(set) var count = 0
    /// The number of each state; valid only for kept ones.
    private var numbers: [StateID]

    init(stateCount: Int) { numbers = [StateID](repeating: 0, count: stateCount) }

    mutating func keep(_ states: StateSet) {
        self.states = states
        count = states.count
    }

    mutating func number(from start: Int) {
        for (offset, state) in states.enumerated() { numbers[Int(state)] = StateID(start + offset) }
    }

    func number(of state: StateID) -> StateID { numbers[Int(state)] }
}
