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
        let needsTargets = transitionCount < stateCount * symbolCount || initialState == nil
        let sink = State(stateCount)
        let newCount = stateCount + (needsTargets ? 1 : 0)
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
}

extension NFA {
    /// The automaton with a transition on every symbol in every state, and with an initial state: where there is none, it leads to
    /// a sink, a state that is not final and that nothing leaves.
    ///
    /// A complete automaton is returned as it is. The sink is the last state, named `sink` where states have names. The language is kept.
    ///
    /// - Complexity: O(*n* *k* + *m*).
    public func completed() -> NFA {
        guard let (rows, initialStates) = rows.completed(symbolCount: alphabet.count, initialStates: initialStates)
        else { return self }
        return NFA(
            alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
            names: StateNaming.addingSink(to: names))
    }
}

extension EpsilonNFA {
    /// The automaton with a transition on every symbol in every state, and with an initial state: where there is none, it leads to
    /// a sink, a state that is not final and that nothing leaves. Epsilon moves don't count as transitions.
    ///
    /// A complete automaton is returned as it is. The sink is the last state, named `sink` where states have names. The language is kept.
    ///
    /// - Complexity: O(*n* *k* + *m*).
    public func completed() -> EpsilonNFA {
        guard let (rows, initialStates) = rows.completed(symbolCount: alphabet.count, initialStates: initialStates)
        else { return self }
        let moves = EpsilonMoves(
            offsets: epsilon.offsets + [epsilon.offsets[epsilon.offsets.count - 1]], targets: epsilon.targets)
        return EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: moves, initialStates: initialStates, finalStates: finalStates,
            names: StateNaming.addingSink(to: names))
    }
}

extension Transitions {
    /// The rows with a sink added, and the initial states; `nil` where none is needed.
    fileprivate func completed(symbolCount: Int, initialStates: StateSet) -> (Transitions, StateSet)? {
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
        if newTargets.count == count, !initialStates.isEmpty { return nil }
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
