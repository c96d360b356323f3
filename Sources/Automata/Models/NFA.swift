/// A nondeterministic finite automaton without epsilon moves.
///
/// An immutable value: copies share storage, and every algorithm returns a new one. There may be
/// several initial states, or none. Make an NFA from a list of transitions, or with a ``Builder``:
///
/// ```swift
/// let endsWith01 = try NFA(
///     alphabet: ["0", "1"],
///     transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
///     initial: ["p"], final: ["r"])
/// endsWith01.accepts("1101")  // true
/// ```
///
/// Invariants: all ids are in range; `transitions` is sorted and has no duplicates.
public struct NFA: FiniteAutomaton {
    /// Σ, the input symbols.
    public let alphabet: Alphabet
    /// *I*, the states in which a run may start.
    public let initialStates: StateSet
    /// *F*, the states in which an accepting run ends.
    public let finalStates: StateSet
    package let rows: Transitions
    package let annotations: StateAnnotations

    /// Creates an automaton from parts that already satisfy the invariants.
    package init(
        alphabet: Alphabet, rows: Transitions, initialStates: StateSet, finalStates: StateSet,
        annotations: StateAnnotations = StateAnnotations()
    ) {
        assert(annotations.fit(stateCount: rows.stateCount))
        assert(initialStates.last.map { Int($0) < rows.stateCount } ?? true)
        assert(finalStates.last.map { Int($0) < rows.stateCount } ?? true)
        self.alphabet = alphabet
        self.rows = rows
        self.initialStates = initialStates
        self.finalStates = finalStates
        self.annotations = annotations
    }

    /// Creates an automaton with the given transitions between named states.
    ///
    /// States are numbered in order of appearance: initial states, transitions, final states.
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
            try builder.addTransition(from: ends.0, on: symbol, to: ends.1)
        }
        for name in final { builder.insertFinal(try builder.state(named: name)) }
        self = try builder.build()
    }

    /// Converts a DFA to an NFA with the same states.
    ///
    /// - Complexity: O(1), or O(*n* *k*) if the DFA is stored as a dense table.
    public init(_ dfa: DFA) {
        self.init(
            alphabet: dfa.alphabet, rows: dfa.sparseRows, initialStates: dfa.initialStates,
            finalStates: dfa.finalStates, annotations: dfa.annotations)
    }

    /// *n*, the number of states.
    public var stateCount: Int { rows.stateCount }
    /// *m*, the number of transitions; a class of symbols counts once.
    public var transitionCount: Int { rows.count }
    /// The names of the states as a table, if they have any.
    package var names: NameTable? { annotations.names }

    /// δ as a list, by source, then symbol, then target.
    public var transitions: some RandomAccessCollection<Automaton.Transition> & Sendable { TransitionList(rows) }

    /// Returns the transitions that leave a state, by symbol, then target.
    public func transitions(from state: StateID) -> some RandomAccessCollection<Automaton.Transition> & Sendable {
        TransitionList(rows)[rows.range(of: state)]
    }

    /// δ(*state*, *symbol*), ascending.
    ///
    /// - Complexity: O(log *d*) for *d* transitions from the state.
    public func targets(from state: StateID, on symbol: Symbol) -> ArraySlice<StateID> {
        rows.targets[rows.range(of: state, on: symbol)]
    }

    /// Returns the automaton with new names and positions, one per state if any.
    func replacing(_ annotations: StateAnnotations) -> NFA {
        NFA(
            alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
            annotations: annotations)
    }
}

// MARK: - Conversion

extension NFA {
    /// The type of results that may be nondeterministic.
    public typealias Nondeterministic = NFA

    /// The model of the automaton.
    public var model: Automaton.Model { .nfa }
    /// `nil`, because the automaton isn't a DFA.
    public var asDFA: DFA? { nil }
    /// The automaton itself.
    public var asNFA: NFA? { self }
    /// The automaton as an ε-NFA with the same states and no epsilon moves.
    public var asEpsilonNFA: EpsilonNFA { EpsilonNFA(self) }

    /// Converts an automaton of any model to an NFA of the same language; epsilon moves are
    /// removed.
    ///
    /// - Parameter model: Ignored; the result is always an NFA.
    /// - Complexity: O(1) for an NFA, otherwise that of
    ///   ``FiniteAutomaton/removingEpsilonMoves(budget:)``.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public init(
        converting automaton: some FiniteAutomaton, to model: Automaton.Model = .nfa, budget: Budget = .default
    ) throws(AutomataError) {
        if let nfa = automaton.asNFA ?? automaton.asEpsilonNFA.withoutMoves {
            self = nfa
        } else {
            self = try automaton.asEpsilonNFA.withoutEpsilonMoves(budget: budget)
        }
    }
}
