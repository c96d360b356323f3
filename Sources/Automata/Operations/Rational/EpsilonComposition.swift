/// Automata side by side with epsilon moves between them, for concatenation, repetition and the
/// like.
struct EpsilonComposition {
    private let sum: EpsilonNFA
    private let starts: [Int]
    private let budget: Budget
    private var stateCount: Int
    private var moveSources: [StateID] = []
    private var moveTargets: [StateID] = []
    var initialStates = StateSet()
    var finalStates = StateSet()

    /// Puts automata over one alphabet side by side, without initial and final states at first.
    init(_ automata: [EpsilonNFA], budget: Budget) throws(AutomataError) {
        let alphabet = automata.first?.alphabet ?? []
        let disjointSum = try DisjointSum(automata, alphabet: alphabet, budget: budget)
        self.budget = budget
        sum = disjointSum.automaton
        starts = disjointSum.starts
        stateCount = sum.stateCount
    }

    /// Puts `count` copies of a nonempty automaton side by side.
    ///
    /// - Throws: ``AutomataError/tooLarge(_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``, before anything is allocated.
    init(copies count: Int, of automaton: EpsilonNFA, budget: Budget) throws(AutomataError) {
        let (states, overflow) = automaton.stateCount.multipliedReportingOverflow(by: count)
        if overflow || states > budget.maximumStates, budget.maximumStates < maximumCount {
            throw .budgetExceeded(statesBuilt: 0, limit: .states(budget.maximumStates))
        }
        // No budget can allow this.
        if overflow || states > maximumCount { throw .tooLarge("states") }
        // For many copies of a small automaton, the list of copies dominates.
        try budget.check(statesBuilt: 0, bytes: count * (MemoryLayout<EpsilonNFA>.stride + 16) + 8 * states)
        try self.init(Array(repeating: automaton, count: count), budget: budget)
    }

    /// Returns the initial states of one of the automata.
    func initialStates(of number: Int) -> [StateID] { part(number, sum.initialStates) }

    /// Returns the final states of one of the automata.
    func finalStates(of number: Int) -> [StateID] { part(number, sum.finalStates) }

    private func part(_ number: Int, _ states: StateSet) -> [StateID] {
        // A set of states is scanned word by word, and there may be many automata.
        var part: [StateID] = []
        for word in starts[number] / 64..<(starts[number + 1] + 63) / 64 where word < states.words.count {
            var rest = states.words[word]
            while rest != 0 {
                let state = word * 64 + rest.trailingZeroBitCount
                rest &= rest &- 1
                if state >= starts[number], state < starts[number + 1] { part.append(StateID(state)) }
            }
        }
        return part
    }

    /// Adds a state.
    mutating func addState() throws(AutomataError) -> StateID {
        guard stateCount < maximumCount else { throw .tooLarge("states") }
        stateCount += 1
        return StateID(stateCount - 1)
    }

    /// Adds a move.
    mutating func move(from source: StateID, to target: StateID) {
        moveSources.append(source)
        moveTargets.append(target)
    }

    /// Adds moves from each source to each target, through a new state if that takes fewer moves.
    mutating func move(from sources: [StateID], to targets: [StateID]) throws(AutomataError) {
        if sources.count * targets.count <= sources.count + targets.count {
            for source in sources { for target in targets { move(from: source, to: target) } }
        } else {
            let middle = try addState()
            for source in sources { move(from: source, to: middle) }
            for target in targets { move(from: middle, to: target) }
        }
    }

    /// Builds the automaton; without automata, the alphabet must be given.
    func build(over alphabet: Alphabet? = nil) throws(AutomataError) -> EpsilonNFA {
        guard sum.epsilon.count + moveSources.count <= maximumCount else { throw .tooLarge("epsilon moves") }
        let added = stateCount - sum.stateCount
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        var sources: [StateID] = []
        sources.reserveCapacity(sum.epsilon.count + moveSources.count)
        for state in 0..<StateID(sum.stateCount) {
            try steps.step()
            for _ in sum.epsilon.range(of: state) { sources.append(state) }
        }
        let offsets = sum.rows.offsets + repeatElement(sum.rows.offsets[sum.stateCount], count: added)
        return EpsilonNFA(
            alphabet: alphabet ?? sum.alphabet,
            rows: Transitions(offsets: offsets, symbols: sum.rows.symbols, targets: sum.rows.targets),
            epsilon: try EpsilonMoves(
                stateCount: stateCount, sources: sources + moveSources, targets: sum.epsilon.targets + moveTargets,
                steps: &steps),
            initialStates: initialStates, finalStates: finalStates)
    }
}
