public import Automata
public import WorkLimits

/// One step of the elimination of states.
public struct EliminationStep: Sendable, Hashable {
    /// The name of the eliminated state; `nil` for the first step, which only adds a new initial
    /// and a new final state, if they are needed.
    public let eliminatedState: String?
    /// The remaining automaton.
    public let automaton: ExtendedNFA
}

extension ExtendedNFA {
    /// Returns the automaton with one state eliminated. A path *p* → *q* → *r* through the
    /// eliminated state *q* becomes a transition from *p* to *r*. Its label is the concatenation of
    /// the first label, the star of the label of a loop at *q*, if any, and the last label.
    ///
    /// The numbers of later states decrease by one. States keep their names, or get the names of
    /// ``name(of:)`` if they have no names. If the state is initial or final, a new initial and a
    /// new final state are added first; see ``withFreshInitialAndFinalState()``.
    ///
    /// - Parameters:
    ///   - state: the state to eliminate.
    ///   - simplifying: whether labels are shortened by ``RegularExpression/simplified(budget:)``.
    ///   - budget: the limits of the work.
    /// - Returns: an automaton of the same language.
    /// - Complexity: O(*i* *o*) labels for *i* incoming and *o* outgoing transitions.
    /// - Throws: `AutomataError.stateOutOfRange(_:stateCount:)`; another `AutomataError` if the
    ///   budget stops the work.
    public func eliminating(
        _ state: StateID, simplifying: Bool = true, budget: Budget = .default
    ) throws(AutomataError) -> ExtendedNFA {
        guard Int(state) < stateCount else { throw .stateOutOfRange(state, stateCount: stateCount) }
        let isEnd = initialStates.contains(state) || finalStates.contains(state)
        let automaton = isEnd ? try addingEnds() : self
        var elimination = try StepwiseElimination(automaton, simplifies: simplifying, budget: budget)
        try elimination.eliminate(state)
        return try elimination.automaton()
    }

    /// Returns the automaton with a single initial state without incoming transitions and a single
    /// final state without outgoing ones, or this automaton if it already has such states.
    ///
    /// The new states, `start` and `end`, come last. Transitions on ε lead from `start` to the
    /// former initial states, and from the former final states to `end`.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: `AutomataError.tooLarge(_:)` for too many states for 32-bit ids.
    public func withFreshInitialAndFinalState() throws(AutomataError) -> ExtendedNFA {
        hasOwnEnds ? self : try addingEnds()
    }

    private func addingEnds() throws(AutomataError) -> ExtendedNFA {
        guard stateCount <= maximumCount - 2 else { throw .tooLarge("states") }
        var names = NameTable(minimumCapacity: stateCount + 2)
        for state in states { try names.intern(name(of: state)) }
        for name in ["start", "end"] {
            var name = name
            while names.index(of: name) != nil { name += "'" }
            try names.intern(name)
        }
        let (start, end) = (StateID(stateCount), StateID(stateCount + 1))
        let epsilon = RegularExpression(
            alphabet: alphabet,
            storage: ExpressionStorage(nodes: [ExpressionNode(kind: .epsilon)], children: [], sets: SymbolSets()))
        var all: [Transition] = []
        all.reserveCapacity(transitions.count + initialStates.count + finalStates.count)
        var next = 0
        for state in states {
            while next < transitions.count, transitions[next].source == state {
                all.append(transitions[next])
                next += 1
            }
            if finalStates.contains(state) { all.append(Transition(from: state, on: epsilon, to: end)) }
        }
        for state in initialStates { all.append(Transition(from: start, on: epsilon, to: state)) }
        return ExtendedNFA(
            alphabet: alphabet, stateCount: stateCount + 2, initialStates: [start], finalStates: [end],
            transitions: all, names: names)
    }

    private var hasOwnEnds: Bool {
        guard initialStates.count == 1, finalStates.count == 1, initialStates != finalStates else { return false }
        return transitions.allSatisfy { !initialStates.contains($0.target) && !finalStates.contains($0.source) }
    }

    /// Returns the automaton of ``withFreshInitialAndFinalState()``, and then the automaton after
    /// each elimination of a state, until only the initial and the final state are left.
    ///
    /// ```swift
    /// for step in try ExtendedNFA(dfa).eliminationSteps() { print(step.automaton) }
    /// ```
    ///
    /// - Parameters:
    ///   - order: the order of the states; ``EliminationOrder/automatic`` is
    ///     ``EliminationOrder/bridges`` here.
    ///   - simplifying: whether labels are shortened.
    ///   - budget: the limits of the work.
    /// - Returns: *n* + 1 steps, or *n* - 1 if ``withFreshInitialAndFinalState()`` adds no states.
    /// - Complexity: O(*n*³) labels.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func eliminationSteps(
        order: EliminationOrder = .automatic, simplifying: Bool = true, budget: Budget = .default
    ) throws(AutomataError) -> [EliminationStep] {
        let first = try withFreshInitialAndFinalState()
        var elimination = try StepwiseElimination(first, simplifies: simplifying, budget: budget)
        var steps = [EliminationStep(eliminatedState: nil, automaton: first)]
        var queue = elimination.queue(order)
        while let state = queue.next() {
            let changed = try elimination.eliminate(state)
            queue.update(changed, elimination.graph)
            steps.append(
                EliminationStep(eliminatedState: first.name(of: state), automaton: try elimination.automaton()))
        }
        return steps
    }

    /// Returns a regular expression for the language; see
    /// `FiniteAutomaton.regularExpression(by:order:simplifying:budget:)`.
    ///
    /// - Complexity: O(*n*³) nodes at worst, with equal parts shared.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func regularExpression(
        by extraction: ExpressionExtraction = .automatic, order: EliminationOrder = .automatic,
        simplifying: Bool = true, budget: Budget = .default
    ) throws(AutomataError) -> RegularExpression {
        let graph = try ExpressionGraph(self, simplifies: simplifying, budget: budget)
        return try graph.expression(
            by: extraction, order: order, over: alphabet, simplifying: simplifying, budget: budget)
    }
}

/// An extended automaton during elimination.
private struct StepwiseElimination {
    private let original: ExtendedNFA
    private(set) var graph: ExpressionGraph
    private var isKept: [Bool]
    private let budget: Budget
    /// The number of bytes of the returned labels and their automata.
    private var labelBytes = 0
    private var automataBytes = 0
    private var labels: [NodeID: RegularExpression] = [:]

    init(_ automaton: ExtendedNFA, simplifies: Bool, budget: Budget) throws(AutomataError) {
        original = automaton
        graph = try ExpressionGraph(automaton, simplifies: simplifies, budget: budget)
        isKept = Array(repeating: true, count: automaton.stateCount)
        self.budget = budget
    }

    /// Returns the states to eliminate, without the ends.
    func queue(_ order: EliminationOrder) -> EliminationQueue {
        EliminationQueue(graph, order, leavingOut: original.initialStates.union(original.finalStates))
    }

    @discardableResult
    mutating func eliminate(_ state: StateID) throws(AutomataError) -> [StateID] {
        isKept[Int(state)] = false
        return try graph.eliminate(state)
    }

    /// Returns the remaining automaton.
    mutating func automaton() throws(AutomataError) -> ExtendedNFA {
        let kept = original.states.filter { isKept[Int($0)] }
        let renumbering = Renumbering(keeping: kept, of: original.stateCount)
        // Check this before the automaton is made, as there may be as many automata as states.
        var arcCount = 0
        for source in kept { arcCount += graph.rows[Int(source)].count }
        automataBytes += arcCount * MemoryLayout<ExtendedNFA.Transition>.stride + kept.count * 32
        try check()
        var names = NameTable(minimumCapacity: kept.count)
        for state in kept { try names.intern(original.name(of: state)) }
        var transitions: [ExtendedNFA.Transition] = []
        transitions.reserveCapacity(arcCount)
        for source in kept {
            for arc in graph.rows[Int(source)] {
                guard arc.target < graph.start else { continue }
                transitions.append(
                    ExtendedNFA.Transition(
                        from: renumbering.newStates[Int(source)], on: try label(arc.label),
                        to: renumbering.newStates[Int(arc.target)]))
            }
        }
        return ExtendedNFA(
            alphabet: original.alphabet, stateCount: kept.count, initialStates: renumbering.set(original.initialStates),
            finalStates: renumbering.set(original.finalStates), transitions: transitions, names: names)
    }

    private mutating func label(_ node: NodeID) throws(AutomataError) -> RegularExpression {
        if let known = labels[node] { return known }
        let label = graph.algebra.label(node, over: original.alphabet)
        labels[node] = label
        labelBytes += 64 + 20 * label.nodeCount
        try check()
        return label
    }

    private func check() throws(AutomataError) {
        try budget.check(
            statesBuilt: graph.algebra.nodeCount, bytes: graph.algebra.byteCount + labelBytes + automataBytes)
    }
}
