/// A builder for paths between states. Paths have states of their own, which all paths with the
/// same key and target share.
struct ChainBuilder {
    private let budget: Budget
    private var stateCount: Int
    private var sources: [StateID] = []
    private var symbols: [Symbol] = []
    private var targets: [StateID] = []
    private var moveSources: [StateID] = []
    private var moveTargets: [StateID] = []
    /// The start of the path for a key and a target, after its first symbol.
    private var entries: [UInt64: StateID] = [:]
    private var copies: [UInt64: [StateID]] = [:]
    private var copiedStarts = 0
    private var pace = BudgetPace()

    init(stateCount: Int, budget: Budget) {
        self.stateCount = stateCount
        self.budget = budget
    }

    private mutating func checkBudget() throws(AutomataError) {
        let work = sources.count + moveSources.count
        if pace.isDue(states: stateCount, work: work) || stateCount > budget.maximumStates { try check() }
    }

    private func check() throws(AutomataError) {
        // The collected transitions, a sorted copy for the rows, and the tables, a third of which
        // is free.
        let bytes = 28 * sources.count + 20 * moveSources.count + 8 * stateCount
        try budget.check(
            statesBuilt: stateCount, bytes: bytes + 24 * entries.count + 64 * copies.count + 4 * copiedStarts)
        guard stateCount < maximumCount / 2, sources.count < maximumCount / 2, moveSources.count < maximumCount / 2
        else { throw .tooLarge("states or transitions") }
    }

    mutating func addMove(from source: StateID, to target: StateID) {
        moveSources.append(source)
        moveTargets.append(target)
    }

    private mutating func addTransition(from source: StateID, on symbol: Symbol, to target: StateID) {
        sources.append(source)
        symbols.append(symbol)
        targets.append(target)
    }

    /// Adds a path that reads a word; the key identifies the word.
    mutating func addPath(from source: StateID, on word: [Symbol], to target: StateID, key: Symbol)
        throws(AutomataError)
    {
        try checkBudget()
        guard let first = word.first else { return addMove(from: source, to: target) }
        if word.count == 1 { return addTransition(from: source, on: first, to: target) }
        let entryKey = UInt64(key) << 32 | UInt64(target)
        if let entry = entries[entryKey] { return addTransition(from: source, on: first, to: entry) }
        let entry = StateID(stateCount)
        entries[entryKey] = entry
        guard word.count < maximumCount / 4 else { throw .tooLarge("states") }
        var state = source
        for (index, symbol) in word.enumerated() {
            var next = target
            if index < word.count - 1 {
                next = StateID(stateCount)
                stateCount += 1
            }
            addTransition(from: state, on: symbol, to: next)
            state = next
        }
    }

    /// Adds a copy of the automaton between two states; the key identifies the automaton.
    mutating func addCopy(
        of automaton: EpsilonNFA, from source: StateID, to target: StateID, key: Symbol
    ) throws(AutomataError) {
        try checkBudget()
        let copyKey = UInt64(key) << 32 | UInt64(target)
        if let starts = copies[copyKey] {
            for start in starts { addMove(from: source, to: start) }
            return
        }
        let base = stateCount
        stateCount += automaton.stateCount
        try check()
        for state in automaton.states {
            for index in automaton.rows.range(of: state) {
                addTransition(
                    from: state + base, on: automaton.rows.symbols[index],
                    to: automaton.rows.targets[index] + base)
            }
            for index in automaton.epsilon.range(of: state) {
                addMove(from: state + base, to: automaton.epsilon.targets[index] + base)
            }
        }
        for state in automaton.finalStates { addMove(from: state + base, to: target) }
        let starts = automaton.initialStates.map { $0 + base }
        copies[copyKey] = starts
        copiedStarts += starts.count
        for start in starts { addMove(from: source, to: start) }
    }

    func build(
        alphabet: Alphabet, initialStates: StateSet, finalStates: StateSet
    ) throws(AutomataError) -> EpsilonNFA {
        try check()
        return EpsilonNFA(
            alphabet: alphabet,
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            epsilon: EpsilonMoves(stateCount: stateCount, sources: moveSources, targets: moveTargets),
            initialStates: initialStates, finalStates: finalStates)
    }
}
