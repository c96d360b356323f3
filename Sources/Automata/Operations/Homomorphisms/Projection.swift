extension FiniteAutomaton {
    /// Returns an automaton for the accepted words after erasing all symbols except the given ones:
    /// transitions on other symbols become epsilon moves.
    ///
    /// The new alphabet consists of the given symbols, in their order in the old alphabet. States
    /// keep their numbers and names.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the alphabet
    ///   doesn't have.
    public func projected(onto symbols: some Sequence<Symbol>) throws(AutomataError) -> EpsilonNFA {
        let map = try alphabet.projection(onto: symbols)
        let view = asEpsilonNFA
        let (rows, epsilon) = (view.rows, view.epsilon)
        var (sources, targets): ([StateID], [StateID]) = ([], [])
        for state in states {
            for index in rows.range(of: state) where map.newSymbols(of: rows.symbols[index]).isEmpty {
                sources.append(state)
                targets.append(rows.targets[index])
            }
            for index in epsilon.range(of: state) {
                sources.append(state)
                targets.append(epsilon.targets[index])
            }
        }
        return EpsilonNFA(
            alphabet: map.alphabet, rows: try rows.mapped(by: map, budget: .unlimited),
            epsilon: EpsilonMoves(stateCount: stateCount, sources: sources, targets: targets),
            initialStates: initialStates, finalStates: finalStates, annotations: view.annotations)
    }
}

extension Alphabet {
    /// Returns the map that keeps some of the symbols, in their old order.
    fileprivate func projection(onto kept: some Sequence<Symbol>) throws(AutomataError) -> SymbolMap {
        var isKept = [Bool](repeating: false, count: count)
        for symbol in kept {
            guard Int(symbol) < count else { throw .symbolOutOfRange(symbol, symbolCount: count) }
            isKept[Int(symbol)] = true
        }
        let old = symbols.filter { isKept[Int($0)] }
        var newSymbols = [Symbol](repeating: .absent, count: count)
        for (new, symbol) in old.enumerated() { newSymbols[Int(symbol)] = Symbol(new) }
        switch storage {
        case .named(let names): return SymbolMap(newSymbols, in: Alphabet(names.permuted(by: old)))
        case .partition(let partition):
            let ranges = partition.ranges.compactMap { range in
                newSymbols[Int(range.symbol)] == .absent
                    ? nil
                    : SymbolPartition.ClassRange(
                        lower: range.lower, upper: range.upper, symbol: newSymbols[Int(range.symbol)])
            }
            return SymbolMap(
                newSymbols,
                in: Alphabet(SymbolPartition(domain: partition.domain, joinedRanges: ranges, count: old.count)))
        }
    }
}
