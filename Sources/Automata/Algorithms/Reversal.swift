extension FiniteAutomaton {
    /// Returns an automaton for the reversed language.
    ///
    /// Every transition and epsilon move is reversed, and initial and final states are exchanged.
    /// States keep their numbers and names.
    ///
    /// - Complexity: O(*n* + *m* + *k*).
    public func reversed() -> Nondeterministic { .fitting(asEpsilonNFA.withReversedTransitions(), max(model, .nfa)) }
}

extension EpsilonNFA {
    fileprivate func withReversedTransitions() -> EpsilonNFA {
        var moves = epsilon
        if moves.count > 0 {
            let reversedMoves = Transitions(
                offsets: epsilon.offsets, symbols: Array(repeating: 0, count: epsilon.count), targets: epsilon.targets
            ).reversed(symbolCount: 1)
            moves = EpsilonMoves(offsets: reversedMoves.offsets, targets: reversedMoves.targets)
        }
        return EpsilonNFA(
            alphabet: alphabet, rows: rows.reversed(symbolCount: alphabet.count), epsilon: moves,
            initialStates: finalStates, finalStates: initialStates, annotations: annotations)
    }
}

extension Transitions {
    /// Returns the reversed transitions, sorted by their new sources.
    ///
    /// Two stable counting passes sort them, first by symbol and then by target; the sources
    /// already ascend.
    package func reversed(symbolCount: Int) -> Transitions {
        var starts = [Int](repeating: 0, count: symbolCount + 1)
        for symbol in symbols { starts[Int(symbol) + 1] += 1 }
        for symbol in 0..<symbolCount { starts[symbol + 1] += starts[symbol] }
        var indices = [UInt32](repeating: 0, count: count)
        var sources = [StateID](repeating: 0, count: count)
        for state in 0..<StateID(stateCount) {
            for index in range(of: state) {
                let symbol = Int(symbols[index])
                indices[starts[symbol]] = UInt32(index)
                sources[starts[symbol]] = state
                starts[symbol] += 1
            }
        }
        var next = [Int](repeating: 0, count: stateCount + 1)
        for target in targets { next[Int(target) + 1] += 1 }
        for state in 0..<stateCount { next[state + 1] += next[state] }
        let offsets = next.map { UInt32($0) }
        var newSymbols = [Symbol](repeating: 0, count: count)
        var newTargets = [StateID](repeating: 0, count: count)
        for position in indices.indices {
            let index = Int(indices[position])
            let target = Int(targets[index])
            newSymbols[next[target]] = symbols[index]
            newTargets[next[target]] = sources[position]
            next[target] += 1
        }
        return Transitions(offsets: offsets, symbols: newSymbols, targets: newTargets)
    }
}
