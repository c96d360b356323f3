public import Automata
public import WorkLimits

/// A nondeterministic automaton whose transitions are labeled with regular expressions. A
/// transition reads any word of its label's language.
///
/// Extended automata connect automata and expressions. ``eliminating(_:simplifying:budget:)``
/// removes a state. When all but two states are removed, a single transition is left, whose label
/// is an expression for the whole language. ``eliminationSteps(order:simplifying:budget:)`` shows
/// each step. In the other direction, an expression becomes the label of a single transition, and
/// ``epsilonNFA(budget:)`` converts the result to an ε-NFA.
///
/// ```swift
/// let parity = try DFA(
///     alphabet: ["a", "b"],
///     transitions: [
///         ("even", "b", "even"), ("even", "a", "odd"),
///         ("odd", "b", "odd"), ("odd", "a", "even"),
///     ],
///     initial: "even", final: ["even"])
/// let extended = try ExtendedNFA(parity)
/// try extended.eliminating(1)  // even → even: b|ab*a
/// ```
///
/// An assertion in a label, such as a word boundary, refers to the whole word that the automaton
/// reads, not to the part that the transition reads.
///
/// Invariants: all ids are in range; transitions are sorted by source, then target; there is at
/// most one between two states, and none on ∅; labels are over the automaton's alphabet.
public struct ExtendedNFA: Sendable, Hashable {
    /// One transition of an extended automaton.
    public struct Transition: Sendable, Hashable {
        /// The state that the transition leaves.
        public var source: StateID
        /// The expression of the words that the transition reads.
        public var label: RegularExpression
        /// The state that the transition enters.
        public var target: StateID

        /// Creates the transition from `source` to `target` on the words of `label`.
        public init(from source: StateID, on label: RegularExpression, to target: StateID) {
            self.source = source
            self.label = label
            self.target = target
        }
    }

    /// Σ, the symbols of the expressions.
    public let alphabet: Alphabet
    /// *n*, the number of states.
    public let stateCount: Int
    /// *I*, the states in which a run may start.
    public let initialStates: StateSet
    /// *F*, the states in which an accepting run ends.
    public let finalStates: StateSet
    /// δ as a list, by source, then target, with at most one transition between two states.
    public let transitions: [Transition]
    package let names: NameTable?

    /// Creates an automaton from parts that already satisfy the invariants.
    init(
        alphabet: Alphabet, stateCount: Int, initialStates: StateSet, finalStates: StateSet, transitions: [Transition],
        names: NameTable?
    ) {
        assert(names == nil || names?.count == stateCount)
        self.alphabet = alphabet
        self.stateCount = stateCount
        self.initialStates = initialStates
        self.finalStates = finalStates
        self.transitions = transitions
        self.names = names
    }

    /// *Q*, all states.
    public var states: Range<StateID> { 0..<StateID(stateCount) }

    /// The names of the states, or `nil` if they have none.
    public var stateNames: [String]? { StateNaming.list(names) }

    /// Returns a state's name, or `q` and its number if the states have no names.
    public func name(of state: StateID) -> String { StateNaming.name(of: state, in: names) }

    /// Returns the state for which ``name(of:)`` returns the given name; `nil` if there is no such
    /// state.
    public func state(named name: String) -> StateID? {
        StateNaming.state(named: name, in: names, stateCount: stateCount)
    }

    /// Returns the label of the transition from a state to another; `nil` if there is no such
    /// transition.
    ///
    /// - Complexity: O(log *m*).
    public func label(from source: StateID, to target: StateID) -> RegularExpression? {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            let transition = transitions[middle]
            if (transition.source, transition.target) < (source, target) { low = middle + 1 } else { high = middle }
        }
        guard low < transitions.count, transitions[low].source == source, transitions[low].target == target else {
            return nil
        }
        return transitions[low].label
    }
}

// MARK: - Making

extension ExtendedNFA {
    /// Creates an automaton with the given transitions between named states.
    ///
    /// States are numbered in order of appearance: initial states, transitions, final states.
    /// Transitions between the same states become one, with the union of their labels. A label over
    /// another alphabet is converted to the given alphabet, to which its complements then refer.
    ///
    /// - Throws: `AutomataError.unknownSymbol(_:position:)` if a label's alphabet has a symbol that
    ///   `alphabet` lacks; `AutomataError.invalidSymbolClass(_:)` if a class of `alphabet` isn't
    ///   within one class of a label's alphabet; `AutomataError.incompatibleAlphabets(_:_:)` if the
    ///   alphabets are of different kinds; another `AutomataError` if the budget stops the work.
    public init(
        alphabet: Alphabet, transitions: [(String, RegularExpression, String)], initial: [String], final: [String],
        budget: Budget = .default
    ) throws(AutomataError) {
        var names = NameTable()
        var initialStates = StateSet()
        var finalStates = StateSet()
        var ends: [(source: StateID, target: StateID)] = []
        for name in initial { initialStates.insert(StateID(try names.intern(name).id)) }
        for (source, _, target) in transitions {
            let source = StateID(try names.intern(source).id)
            ends.append((source, StateID(try names.intern(target).id)))
        }
        for name in final { finalStates.insert(StateID(try names.intern(name).id)) }
        var graph = ExpressionGraph(stateCount: names.count, alphabet: alphabet, simplifies: false, budget: budget)
        var arcs = [[ExpressionGraph.Arc]](repeating: [], count: names.count)
        for ((source, target), (_, label, _)) in zip(ends, transitions) {
            let map = label.alphabet == alphabet ? nil : try label.alphabet.map(into: alphabet)
            let node = try graph.insert(label, by: map)
            if node == ExpressionAlgebra.empty { continue }
            arcs[Int(source)].append(ExpressionGraph.Arc(target: target, label: node))
        }
        for (source, arcs) in arcs.enumerated() { try graph.setArcs(arcs, of: StateID(source)) }
        graph.setEnds(initial: initialStates, final: finalStates)
        self.init(
            alphabet: alphabet, stateCount: names.count, initialStates: initialStates, finalStates: finalStates,
            transitions: graph.transitions(over: alphabet), names: names)
    }

    /// Converts an automaton; transitions between the same states become one.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for *n* states and *m* transitions.
    /// - Throws: `AutomataError` if the budget stops the work.
    public init(_ automaton: some FiniteAutomaton, budget: Budget = .default) throws(AutomataError) {
        let view = automaton.asEpsilonNFA
        let graph = try ExpressionGraph(view, simplifies: false, budget: budget)
        self.init(
            alphabet: view.alphabet, stateCount: view.stateCount, initialStates: view.initialStates,
            finalStates: view.finalStates, transitions: graph.transitions(over: view.alphabet), names: view.names)
    }

    /// Creates an automaton with an initial state, a final state, and a transition on the
    /// expression from the initial to the final state.
    ///
    /// - Complexity: O(1).
    public init(_ expression: RegularExpression) {
        let isEmpty = expression.storage == .empty
        self.init(
            alphabet: expression.alphabet, stateCount: 2, initialStates: [0], finalStates: [1],
            transitions: isEmpty ? [] : [Transition(from: 0, on: expression, to: 1)], names: nil)
    }
}

extension ExpressionGraph {
    /// Returns the arcs between states other than the ends.
    func transitions(over alphabet: Alphabet) -> [ExtendedNFA.Transition] {
        var labels: [NodeID: RegularExpression] = [:]
        var result: [ExtendedNFA.Transition] = []
        for source in 0..<start {
            for arc in rows[Int(source)] where arc.target < start {
                let label = labels[arc.label] ?? algebra.label(arc.label, over: alphabet)
                labels[arc.label] = label
                result.append(ExtendedNFA.Transition(from: source, on: label, to: arc.target))
            }
        }
        return result
    }

    /// Creates the graph of an extended automaton.
    init(_ automaton: ExtendedNFA, simplifies: Bool, budget: Budget) throws(AutomataError) {
        self.init(
            stateCount: automaton.stateCount, alphabet: automaton.alphabet, simplifies: simplifies, budget: budget)
        var arcs: [Arc] = []
        for (index, transition) in automaton.transitions.enumerated() {
            let label = try insert(transition.label)
            if label != ExpressionAlgebra.empty { arcs.append(Arc(target: transition.target, label: label)) }
            // Transitions are sorted by source.
            if index + 1 < automaton.transitions.count, automaton.transitions[index + 1].source == transition.source {
                continue
            }
            try setArcs(arcs, of: transition.source)
            arcs.removeAll(keepingCapacity: true)
        }
        setEnds(initial: automaton.initialStates, final: automaton.finalStates)
    }
}
