extension DFA {
    /// The automaton made total: missing transitions lead to a sink, a state that is not final and that nothing leaves.
    ///
    /// A total automaton is returned as it is. The sink is the last state, named `sink` where states have names; where there is no
    /// initial state it is that too. The language is kept.
    ///
    /// - Complexity: O(*n* *k*).
    public func completed() -> DFA {
        if isTotal { return self }
        let symbolCount = alphabet.count
        let sink = State(stateCount)
        let newCount = stateCount + 1
        var cells: [State]
        switch table {
        case .dense(let targets):
            cells = targets.map { $0 == .none ? sink : $0 }
            cells.append(contentsOf: repeatElement(sink, count: newCount * symbolCount - cells.count))
        case .sparse(let rows):
            cells = Array(repeating: sink, count: newCount * symbolCount)
            for state in 0..<stateCount {
                for index in rows.range(of: State(state)) {
                    cells[state * symbolCount + Int(rows.symbols[index])] = rows.targets[index]
                }
            }
        }
        return DFA(
            alphabet: alphabet, stateCount: newCount, denseTargets: cells, initialState: initialState ?? sink,
            finalStates: finalStates, names: StateNaming.addingSink(to: names))
    }

    /// ``completed()`` within a budget: fails where the result would be too large to hold, instead of exhausting the memory.
    ///
    /// - Complexity: as ``completed()``.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``,
    ///   ``AutomataError/tooLarge(_:)`` where 32-bit ids don't number the transitions.
    public func completed(budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        if isTotal { return self }
        try budget.checkCompletion(of: self, bytesPerCell: 4)
        return completed()
    }
}

extension NFA {
    /// The automaton with a transition on every symbol in every state, and with an initial state: where there is none, it leads to
    /// a sink, a state that is not final and that nothing leaves.
    ///
    /// A complete automaton is returned as it is. The sink is the last state, named `sink` where states have names. The language is kept.
    ///
    /// - Complexity: O(*n* *k* + *m*).
    public func completed() -> NFA {
        if isTotal { return self }
        let (rows, initialStates) = rows.completed(symbolCount: alphabet.count, initialStates: initialStates)
        return NFA(
            alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
            names: StateNaming.addingSink(to: names))
    }

    /// ``completed()`` within a budget: fails where the result would be too large to hold, instead of exhausting the memory.
    ///
    /// - Complexity: as ``completed()``.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``,
    ///   ``AutomataError/tooLarge(_:)`` where 32-bit ids don't number the transitions.
    public func completed(budget: Budget) throws(AutomataError) -> NFA {
        try budget.check(statesBuilt: 0)
        if isTotal { return self }
        try budget.checkCompletion(of: self, bytesPerCell: 8)
        return completed()
    }

    /// Whether there is an initial state and every state has a transition on every symbol.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isTotal: Bool { !initialStates.isEmpty && rows.haveAllSymbols(alphabet.count) }
}

extension EpsilonNFA {
    /// The automaton with a transition on every symbol in every state, and with an initial state: where there is none, it leads to
    /// a sink, a state that is not final and that nothing leaves. Epsilon moves don't count as transitions.
    ///
    /// A complete automaton is returned as it is. The sink is the last state, named `sink` where states have names. The language is kept.
    ///
    /// - Complexity: O(*n* *k* + *m*).
    public func completed() -> EpsilonNFA {
        if isTotal { return self }
        let (rows, initialStates) = rows.completed(symbolCount: alphabet.count, initialStates: initialStates)
        let moves = EpsilonMoves(
            offsets: epsilon.offsets + [epsilon.offsets[epsilon.offsets.count - 1]], targets: epsilon.targets)
        return EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: moves, initialStates: initialStates, finalStates: finalStates,
            names: StateNaming.addingSink(to: names))
    }

    /// ``completed()`` within a budget: fails where the result would be too large to hold, instead of exhausting the memory.
    ///
    /// - Complexity: as ``completed()``.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``,
    ///   ``AutomataError/tooLarge(_:)`` where 32-bit ids don't number the transitions.
    public func completed(budget: Budget) throws(AutomataError) -> EpsilonNFA {
        try budget.check(statesBuilt: 0)
        if isTotal { return self }
        try budget.checkCompletion(of: self, bytesPerCell: 8)
        return completed()
    }

    /// Whether there is an initial state and every state has a transition on every symbol; epsilon moves don't count.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isTotal: Bool { !initialStates.isEmpty && rows.haveAllSymbols(alphabet.count) }
}

extension Budget {
    /// Checks what a total automaton takes before anything is allocated.
    fileprivate func checkCompletion(
        of automaton: some FiniteAutomaton, bytesPerCell: Int
    ) throws(AutomataError) {
        let (cells, overflow) = (automaton.stateCount + 1).multipliedReportingOverflow(by: automaton.alphabet.count)
        // A nondeterministic automaton keeps the transitions that it has on top.
        let (transitions, transitionOverflow) = cells.addingReportingOverflow(automaton.transitionCount)
        let (bytes, bytesOverflow) = transitions.multipliedReportingOverflow(by: bytesPerCell)
        let isTooLarge = overflow || transitionOverflow || bytesOverflow
        try check(statesBuilt: automaton.stateCount + 1, bytes: isTooLarge ? .max : bytes)
        if isTooLarge || transitions > maximumCount { throw .tooLarge("transitions") }
    }
}

extension Transitions {
    /// Whether each row has a transition on each symbol.
    fileprivate func haveAllSymbols(_ symbolCount: Int) -> Bool {
        for state in 0..<State(stateCount) {
            let row = range(of: state)
            if row.count < symbolCount { return false }
            var distinct = 0
            for index in row where index == row.lowerBound || symbols[index] != symbols[index - 1] { distinct += 1 }
            if distinct < symbolCount { return false }
        }
        return true
    }

    /// The rows with a sink added, and the initial states.
    fileprivate func completed(symbolCount: Int, initialStates: StateSet) -> (Transitions, StateSet) {
        let sink = State(stateCount)
        var (newOffsets, newSymbols, newTargets): ([UInt32], [Symbol], [State]) = ([0], [], [])
        newOffsets.reserveCapacity(stateCount + 2)
        newSymbols.reserveCapacity(max(count, stateCount * symbolCount))
        newTargets.reserveCapacity(max(count, stateCount * symbolCount))
        for state in 0..<State(stateCount) {
            var index = range(of: state).lowerBound
            let end = range(of: state).upperBound
            for symbol in 0..<Symbol(symbolCount) {
                if index == end || symbols[index] != symbol {
                    newSymbols.append(symbol)
                    newTargets.append(sink)
                }
                while index < end, symbols[index] == symbol {
                    newSymbols.append(symbol)
                    newTargets.append(targets[index])
                    index += 1
                }
            }
            newOffsets.append(UInt32(newTargets.count))
        }
        for symbol in 0..<Symbol(symbolCount) {
            newSymbols.append(symbol)
            newTargets.append(sink)
        }
        newOffsets.append(UInt32(newTargets.count))
        return (
            Transitions(offsets: newOffsets, symbols: newSymbols, targets: newTargets),
            initialStates.isEmpty ? [sink] : initialStates
        )
    }
}

extension StateNaming {
    /// The names with one for a sink at the end: `sink`, with as many primes as make it new.
    fileprivate static func addingSink(to names: NameTable?) -> NameTable? {
        guard var table = names else { return nil }
        var name = "sink"
        while table.id(of: name) != nil { name += "'" }
        guard (try? table.intern(name)) != nil else { return nil }
        return table
    }
}
