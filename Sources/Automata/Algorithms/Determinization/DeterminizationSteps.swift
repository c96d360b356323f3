/// The subset construction step by step: the subsets, and the target of each subset on each
/// symbol.
///
/// ```swift
/// print(try endsWith01.determinizationSteps())
/// // → {p}
/// //   —0→ {p,q}  new
/// //   —1→ {p}
/// // {p,q}
/// //   —0→ {p,q}
/// //   —1→ {p,r}  new
/// // {p,r}  final
/// //   —0→ {p,q}
/// //   —1→ {p}
/// // 3 subsets, 1 of them final
/// ```
public struct DeterminizationSteps<Model: FiniteAutomaton>: Sendable, Hashable {
    /// A step of the subset construction: a transition of the result.
    public struct Step: Sendable, Hashable {
        /// The index in ``DeterminizationSteps/subsets`` of the set that the step leaves.
        public let source: StateID
        /// The symbol that is read.
        public let symbol: Symbol
        /// The states that the symbol leads to from the source, not closed under epsilon moves.
        public let targetsBeforeClosure: StateSet
        /// The index in ``DeterminizationSteps/subsets`` of the set that the step enters.
        public let target: StateID
        /// A Boolean value that indicates whether the step discovers its target.
        public let isNew: Bool
    }

    /// The automaton that is determinized.
    public let automaton: Model
    /// The subsets, closed under epsilon moves, in the order of discovery: the initial one first.
    /// Empty if no state is initial and the result isn't total.
    public let subsets: [StateSet]
    /// The steps, ordered by source, then by symbol.
    public let steps: [Step]
    /// The resulting DFA: its state *i* stands for `subsets[i]`, and is named after that subset.
    public let result: DFA
    /// The initial states of the automaton, not closed under epsilon moves.
    public let initialStates: StateSet
}

extension FiniteAutomaton {
    /// Determinizes the automaton by the textbook subset construction, and returns each step.
    ///
    /// The result has all accessible subsets, including dead subsets, from which no final state is
    /// accessible. ``determinized(total:namingSubsets:budget:)`` leaves out dead subsets, drops
    /// useless states from the others, and is much faster for large automata. Apart from that, it
    /// has the same result with `namingSubsets`. The steps are meant for teaching.
    ///
    /// - Parameters:
    ///   - total: A Boolean value that indicates whether the empty set is a state, so that each
    ///     state has a transition on each symbol.
    ///   - budget: The bound on states and memory; the result can have 2ⁿ states.
    /// - Complexity: O(*r* (*k* *n* + *m*)) time for *r* resulting states.
    /// - Throws: ``AutomataError`` if the budget stops the work; ``AutomataError/tooLarge(_:)`` if
    ///   there are too many transitions for 32-bit ids.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959),
    /// doi:10.1147/rd.32.0114.
    public func determinizationSteps(
        total: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DeterminizationSteps<Self> {
        try budget.check(statesBuilt: 0)
        var work = StepwiseSubsets<Self>(asEpsilonNFA, keepsEmptySubset: total, budget: budget)
        try work.explore()
        return DeterminizationSteps(
            automaton: self, subsets: work.subsets, steps: work.steps, result: try work.result(),
            initialStates: work.initialStates)
    }
}

/// A run of the subset construction that keeps its steps.
private struct StepwiseSubsets<Model: FiniteAutomaton> {
    typealias Step = DeterminizationSteps<Model>.Step

    let automaton: EpsilonNFA
    let keepsEmptySubset: Bool
    let budget: Budget
    let initialStates: StateSet
    private(set) var subsets: [StateSet] = []
    private(set) var steps: [Step] = []
    private var indices: [StateSet: StateID] = [:]
    /// The number of bytes of subsets and steps.
    private var byteCount = 0

    init(_ automaton: EpsilonNFA, keepsEmptySubset: Bool, budget: Budget) {
        self.automaton = automaton
        self.keepsEmptySubset = keepsEmptySubset
        self.budget = budget
        initialStates = automaton.initialStates
    }

    mutating func explore() throws(AutomataError) {
        let start = closure(of: initialStates)
        if start.isEmpty, !keepsEmptySubset { return }
        _ = try index(of: start)
        var pace = BudgetPace()
        var work = 0
        var next = 0
        var targetsBySymbol = Array(repeating: StateSet(), count: automaton.alphabet.count)
        while next < subsets.count {
            for state in subsets[next] {
                let row = automaton.rows.range(of: state)
                work &+= row.count + 1
                for index in row {
                    targetsBySymbol[Int(automaton.rows.symbols[index])].insert(automaton.rows.targets[index])
                }
            }
            for symbol in automaton.alphabet.symbols {
                // A closure may follow all moves.
                let hasMoves = automaton.epsilon.count > 0
                work &+= 1 + (hasMoves ? automaton.stateCount + automaton.epsilon.count : automaton.stateCount / 64)
                if pace.isDue(states: next, work: work) { try check(explored: next) }
                let targets = targetsBySymbol[Int(symbol)]
                if targets.isEmpty, !keepsEmptySubset { continue }
                targetsBySymbol[Int(symbol)] = StateSet()
                try addStep(from: StateID(next), on: symbol, to: targets)
            }
            next += 1
        }
        try check(explored: next)
    }

    private mutating func addStep(from source: StateID, on symbol: Symbol, to targets: StateSet) throws(AutomataError) {
        let (target, isNew) = try index(of: closure(of: targets))
        let subset = subsets[Int(target)]
        // A copy shares its storage.
        let kept = targets == subset ? subset : targets
        byteCount += MemoryLayout<Step>.stride + (targets == subset ? 0 : Self.bytes(of: targets))
        steps.append(Step(source: source, symbol: symbol, targetsBeforeClosure: kept, target: target, isNew: isNew))
        guard steps.count < maximumCount else { throw .tooLarge("transitions") }
    }

    private func closure(of states: StateSet) -> StateSet {
        automaton.epsilon.count == 0 ? states : automaton.epsilonClosure(of: states)
    }

    private mutating func index(of subset: StateSet) throws(AutomataError) -> (index: StateID, isNew: Bool) {
        if let known = indices[subset] { return (known, false) }
        let index = StateID(subsets.count)
        subsets.append(subset)
        indices[subset] = index
        byteCount += 64 + Self.bytes(of: subset)
        if subsets.count > budget.maximumStates || subsets.count >= maximumCount / 2 {
            try budget.check(statesBuilt: subsets.count)
            throw .tooLarge("states")
        }
        return (index, true)
    }

    private static func bytes(of set: StateSet) -> Int { 32 + 8 * set.words.count }

    private func check(explored: Int) throws(AutomataError) {
        try budget.check(statesBuilt: subsets.count, statesPending: subsets.count - explored, bytes: byteCount)
    }

    func result() throws(AutomataError) -> DFA {
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(subsets.count + 1)
        var index = 0
        for source in subsets.indices {
            while index < steps.count, steps[index].source == StateID(source) { index += 1 }
            offsets.append(UInt32(index))
        }
        var names = NameTable(minimumCapacity: subsets.count)
        var pace = BudgetPace()
        for (index, subset) in subsets.enumerated() {
            if pace.isDue(states: index, work: names.byteCount) {
                try budget.check(statesBuilt: subsets.count, bytes: byteCount + names.byteCount)
            }
            let members = subset.map { automaton.name(of: $0) }
            try names.intern(members.isEmpty ? "∅" : "{" + members.joined(separator: ",") + "}")
        }
        let final = subsets.indices.filter { !subsets[$0].isDisjoint(with: automaton.finalStates) }
        return DFA(
            alphabet: automaton.alphabet,
            rows: Transitions(offsets: offsets, symbols: steps.map(\.symbol), targets: steps.map(\.target)),
            initialState: subsets.isEmpty ? nil : 0, finalStates: StateSet(final.map { StateID($0) }),
            // State names with commas can give two sets the same name; then states have no names.
            annotations: StateAnnotations(names: names.count == subsets.count ? names : nil))
    }
}
