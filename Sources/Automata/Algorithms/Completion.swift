extension FiniteAutomaton {
    /// A Boolean value that indicates whether there is an initial state and every state has a
    /// transition on every symbol.
    ///
    /// Epsilon moves don't count. An automaton without states isn't total: it has no initial state.
    ///
    /// - Complexity: O(1) for a DFA, otherwise O(*n* + *m*).
    public var isTotal: Bool {
        if let dfa = asDFA { return dfa.initialState != nil && dfa.transitionCount == dfa.stateCount * alphabet.count }
        return !initialStates.isEmpty && asEpsilonNFA.rows.haveAllSymbols(alphabet.count)
    }

    /// Returns a total automaton of the same language: missing transitions lead to a sink state.
    ///
    /// A total automaton is returned unchanged. Otherwise the sink is the last state of the result.
    /// If states have names, the sink is named `sink`, with primes if that name is taken. If states
    /// have positions, the sink lies below all others. If the automaton has no initial state, the
    /// sink is initial.
    ///
    /// - Complexity: O(*n* *k* + *m*).
    /// - Throws: ``AutomataError`` if the budget stops the work; ``AutomataError/tooLarge(_:)`` if
    ///   there are too many transitions for 32-bit ids.
    public func completed(budget: Budget = .default) throws(AutomataError) -> Self {
        try budget.check(statesBuilt: 0)
        if isTotal { return self }
        try budget.checkCompletion(of: self, bytesPerCell: model == .dfa ? 4 : 8)
        if let dfa = asDFA { return .fitting(dfa.withSink(), .dfa) }
        return .fitting(asEpsilonNFA.withSink(), model)
    }
}

extension DFA {
    /// Returns the automaton with a sink; it must not be total yet.
    fileprivate func withSink() -> DFA {
        let symbolCount = alphabet.count
        let sink = StateID(stateCount)
        let newCount = stateCount + 1
        var cells: [StateID]
        switch table {
        case .dense(let targets):
            cells = targets.map { $0 == .absent ? sink : $0 }
            cells.append(contentsOf: repeatElement(sink, count: newCount * symbolCount - cells.count))
        case .sparse(let rows):
            cells = Array(repeating: sink, count: newCount * symbolCount)
            for state in 0..<stateCount {
                for index in rows.range(of: StateID(state)) {
                    cells[state * symbolCount + Int(rows.symbols[index])] = rows.targets[index]
                }
            }
        }
        return DFA(
            alphabet: alphabet, stateCount: newCount, denseTargets: cells, initialState: initialState ?? sink,
            finalStates: finalStates, annotations: annotations.addingSink())
    }
}

extension EpsilonNFA {
    /// Returns the automaton with a sink; it must not be total yet.
    fileprivate func withSink() -> EpsilonNFA {
        let (rows, initialStates) = rows.completed(symbolCount: alphabet.count, initialStates: initialStates)
        let moves = EpsilonMoves(
            offsets: epsilon.offsets + [epsilon.offsets[epsilon.offsets.count - 1]], targets: epsilon.targets)
        return EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: moves, initialStates: initialStates, finalStates: finalStates,
            annotations: annotations.addingSink())
    }
}

extension Budget {
    /// Checks the size of a total automaton before anything is allocated.
    fileprivate func checkCompletion(
        of automaton: some FiniteAutomaton, bytesPerCell: Int
    ) throws(AutomataError) {
        let (cells, overflow) = (automaton.stateCount + 1).multipliedReportingOverflow(by: automaton.alphabet.count)
        // A nondeterministic automaton has its own transitions in addition.
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
        for state in 0..<StateID(stateCount) {
            let row = range(of: state)
            if row.count < symbolCount { return false }
            var distinct = 0
            for index in row where index == row.lowerBound || symbols[index] != symbols[index - 1] { distinct += 1 }
            if distinct < symbolCount { return false }
        }
        return true
    }

    /// Returns the rows with a sink added, and the initial states.
    fileprivate func completed(symbolCount: Int, initialStates: StateSet) -> (Transitions, StateSet) {
        let sink = StateID(stateCount)
        var list = RowList(stateCount: stateCount + 1, transitionCount: max(count, stateCount * symbolCount))
        for state in 0..<StateID(stateCount) {
            var index = range(of: state).lowerBound
            let end = range(of: state).upperBound
            for symbol in 0..<Symbol(symbolCount) {
                if index == end || symbols[index] != symbol { list.append(symbol, sink) }
                while index < end, symbols[index] == symbol {
                    list.append(symbol, targets[index])
                    index += 1
                }
            }
            list.endRow()
        }
        for symbol in 0..<Symbol(symbolCount) { list.append(symbol, sink) }
        list.endRow()
        return (list.rows, initialStates.isEmpty ? [sink] : initialStates)
    }
}

extension StateAnnotations {
    /// Returns the annotations with those of a sink at the end. The sink lies below the other
    /// states, and is named `sink`, with primes until the name is new.
    fileprivate func addingSink() -> StateAnnotations {
        StateAnnotations(
            names: names.flatMap(Self.addingSink),
            positions: positions.flatMap { old in StatePosition.position(below: old).map { old + [$0] } })
    }

    private static func addingSink(to names: NameTable) -> NameTable? {
        var table = names
        var name = "sink"
        while table.index(of: name) != nil { name += "'" }
        guard (try? table.intern(name)) != nil else { return nil }
        return table
    }
}
