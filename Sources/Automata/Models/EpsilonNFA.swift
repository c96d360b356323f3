/// A nondeterministic finite automaton with epsilon moves, which read nothing.
///
/// An immutable value: copies share storage. The empty string names an epsilon move in the list of
/// transitions:
///
/// ```swift
/// let optionalSign = try EpsilonNFA(
///     alphabet: ["-", "1"],
///     transitions: [("start", "-", "digits"), ("start", "", "digits"), ("digits", "1", "end")],
///     initial: ["start"], final: ["end"])
/// ```
///
/// Invariants: all ids are in range; transitions and moves are sorted and have no duplicates.
public struct EpsilonNFA: FiniteAutomaton {
    /// Σ, the input symbols.
    public let alphabet: Alphabet
    /// *I*, the states in which a run may start.
    public let initialStates: StateSet
    /// *F*, the states in which an accepting run ends.
    public let finalStates: StateSet
    package let rows: Transitions
    package let epsilon: EpsilonMoves
    package let annotations: StateAnnotations

    /// Creates an automaton from parts that already satisfy the invariants.
    package init(
        alphabet: Alphabet, rows: Transitions, epsilon: EpsilonMoves, initialStates: StateSet, finalStates: StateSet,
        annotations: StateAnnotations = StateAnnotations()
    ) {
        assert(annotations.fit(stateCount: rows.stateCount))
        assert(epsilon.offsets.count == rows.offsets.count)
        self.alphabet = alphabet
        self.rows = rows
        self.epsilon = epsilon
        self.initialStates = initialStates
        self.finalStates = finalStates
        self.annotations = annotations
    }

    /// Creates an automaton with the given transitions between named states; the empty symbol names
    /// an epsilon move. States are numbered in order of appearance: initial states, transitions,
    /// final states.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that isn't in the
    ///   alphabet.
    public init(
        alphabet: Alphabet, transitions: [(String, String, String)], initial: [String], final: [String]
    ) throws(AutomataError) {
        var builder = Builder(alphabet: alphabet)
        for name in initial { builder.insertInitial(try builder.state(named: name)) }
        for (source, symbol, target) in transitions {
            let ends = (try builder.state(named: source), try builder.state(named: target))
            if symbol.isEmpty {
                try builder.addEpsilonMove(from: ends.0, to: ends.1)
            } else {
                try builder.addTransition(from: ends.0, on: symbol, to: ends.1)
            }
        }
        for name in final { builder.insertFinal(try builder.state(named: name)) }
        self = try builder.build()
    }

    /// Converts an NFA to an ε-NFA with the same states and no epsilon moves.
    ///
    /// - Complexity: O(*n*).
    public init(_ nfa: NFA) {
        self.init(
            alphabet: nfa.alphabet, rows: nfa.rows, epsilon: EpsilonMoves(stateCount: nfa.stateCount),
            initialStates: nfa.initialStates, finalStates: nfa.finalStates, annotations: nfa.annotations)
    }

    /// *n*, the number of states.
    public var stateCount: Int { rows.stateCount }
    /// *m*, the number of transitions, including epsilon moves; a transition on a class counts
    /// once.
    public var transitionCount: Int { rows.count + epsilon.count }

    /// The number of epsilon moves.
    public var epsilonMoveCount: Int { epsilon.count }

    /// The names of the states as a table, if they have any.
    package var names: NameTable? { annotations.names }

    /// δ without epsilon moves as a list, by source, then symbol, then target.
    public var transitions: some RandomAccessCollection<Automaton.Transition> & Sendable { TransitionList(rows) }

    /// Returns the transitions that leave a state, without epsilon moves, by symbol, then target.
    public func transitions(from state: StateID) -> some RandomAccessCollection<Automaton.Transition> & Sendable {
        TransitionList(rows)[rows.range(of: state)]
    }

    /// δ(*state*, *symbol*), ascending, without epsilon moves.
    public func targets(from state: StateID, on symbol: Symbol) -> ArraySlice<StateID> {
        rows.targets[rows.range(of: state, on: symbol)]
    }

    /// δ(*state*, ε), ascending.
    public func epsilonTargets(from state: StateID) -> ArraySlice<StateID> {
        epsilon.targets[epsilon.range(of: state)]
    }

    /// Returns the automaton with new names and positions, one per state if any.
    func replacing(_ annotations: StateAnnotations) -> EpsilonNFA {
        EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: epsilon, initialStates: initialStates, finalStates: finalStates,
            annotations: annotations)
    }

    /// Returns the automaton with other initial and final states.
    func with(initial: StateSet, final: StateSet) -> EpsilonNFA {
        EpsilonNFA(
            alphabet: alphabet, rows: rows, epsilon: epsilon, initialStates: initial, finalStates: final,
            annotations: annotations)
    }
}

// MARK: - Conversion

extension EpsilonNFA {
    /// The type of results that may be nondeterministic.
    public typealias Nondeterministic = EpsilonNFA

    /// The model of the automaton.
    public var model: Automaton.Model { .epsilonNFA }
    /// `nil`, because the automaton isn't a DFA.
    public var asDFA: DFA? { nil }
    /// `nil`, because the automaton may have epsilon moves.
    public var asNFA: NFA? { nil }
    /// The automaton itself.
    public var asEpsilonNFA: EpsilonNFA { self }

    /// Converts an automaton of any model to an ε-NFA with the same states.
    ///
    /// - Complexity: O(*n*), as transitions are shared, not copied; O(*n* *k*) for a DFA with a
    ///   dense table.
    public init(
        converting automaton: some FiniteAutomaton, to model: Automaton.Model = .epsilonNFA, budget: Budget = .default
    ) {
        self = automaton.asEpsilonNFA
    }

    /// The automaton as an NFA with the same states, or `nil` if it has epsilon moves.
    var withoutMoves: NFA? {
        if epsilon.count > 0 { return nil }
        return NFA(
            alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
            annotations: annotations)
    }
}
