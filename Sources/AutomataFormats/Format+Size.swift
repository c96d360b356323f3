internal import Automata

extension Format {
    /// Throws if the names alone exceed the budget's bytes, counted as often as the format spells
    /// them. A format that names both states of each transition can turn a small automaton with a
    /// long name into gigabytes.
    ///
    /// - Complexity: O(*n* + *k*) if no name is long, otherwise O(*n* + *m*).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``.
    func checkNames(of automaton: EpsilonNFA, _ budget: Budget) throws(AutomataError) {
        let limit = budget.maximumBytes
        let stateNames = spellsStatesAtTransitions ? automaton.names : nil
        var symbolNames: NameTable?
        if case .named(let names) = automaton.alphabet.storage { symbolNames = names }
        let nameBytes = (symbolNames?.longestByteCount ?? 0) + 2 * (stateNames?.longestByteCount ?? 0)
        let most = (automaton.rows.count + automaton.epsilon.targets.count).multipliedReportingOverflow(by: nameBytes)
        if !most.overflow, most.partialValue <= limit { return }
        let least = minimumByteCount(of: automaton, symbolNames: symbolNames, stateNames: stateNames)
        if least > limit { throw .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit) }
    }

    private func minimumByteCount(of automaton: EpsilonNFA, symbolNames: NameTable?, stateNames: NameTable?) -> Int {
        let (rows, moves) = (automaton.rows, automaton.epsilon)
        var count = 0
        if let symbolNames {
            for symbol in rows.symbols { count += symbolNames.utf8Range(at: Int(symbol)).count }
        }
        guard let stateNames else { return count }
        for target in rows.targets { count += stateNames.utf8Range(at: Int(target)).count }
        for target in moves.targets { count += stateNames.utf8Range(at: Int(target)).count }
        for state in automaton.states {
            count +=
                (rows.range(of: state).count + moves.range(of: state).count)
                * stateNames.utf8Range(at: Int(state)).count
        }
        return count
    }

    private var spellsStatesAtTransitions: Bool {
        switch self {
        case .mata, .dot, .ba: true
        case .jflap, .att, .json: false
        }
    }
}

extension NameTable {
    fileprivate var longestByteCount: Int {
        (0..<count).reduce(0) { max($0, utf8Range(at: $1).count) }
    }
}
