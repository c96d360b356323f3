/// A finite automaton of any model, the formal 5-tuple (*Q*, Σ, δ, *I*, *F*): ``DFA``, ``NFA``,
/// ``EpsilonNFA``, or an ``Automaton``, which is one of these three.
///
/// Operations and questions are declared here once for all models, and combine automata of
/// different models:
///
/// ```swift
/// try dfa.isIncluded(in: nfa)
/// try nfa.intersection(dfa)
/// ```
///
/// A result has the type of the receiver (`Self`) if the construction keeps the model. It has the
/// type ``Nondeterministic`` if the construction needs several targets or epsilon moves.
/// ``init(converting:to:budget:)`` converts a result of a different model.
///
/// Only the library's four types are meant to conform.
public protocol FiniteAutomaton: Sendable, Hashable, CustomStringConvertible {
    /// The type of results that may be nondeterministic: ``NFA`` for a ``DFA``, otherwise the type
    /// itself.
    associatedtype Nondeterministic: FiniteAutomaton where Nondeterministic.Nondeterministic == Nondeterministic

    /// The model of the automaton.
    var model: Automaton.Model { get }
    /// Σ, the input symbols.
    var alphabet: Alphabet { get }
    /// *n*, the number of states.
    var stateCount: Int { get }
    /// *m*, the number of transitions, including epsilon moves; a transition on a class counts
    /// once.
    var transitionCount: Int { get }
    /// *I*, the states in which a run may start.
    var initialStates: StateSet { get }
    /// *F*, the states in which an accepting run ends.
    var finalStates: StateSet { get }

    /// The automaton as a DFA, or `nil` if it is of a different model.
    var asDFA: DFA? { get }
    /// The automaton as an NFA, or `nil` if its model has epsilon moves.
    ///
    /// - Complexity: O(1), or O(*n* *k*) for a DFA that is stored as a dense table.
    var asNFA: NFA? { get }
    /// The automaton as an ε-NFA with the same states.
    ///
    /// - Complexity: O(*n*), or O(*n* *k*) for a DFA that is stored as a dense table.
    var asEpsilonNFA: EpsilonNFA { get }

    /// Converts an automaton of any model to one of this type with the same language.
    ///
    /// If no conversion is needed, states keep their numbers, names and positions. Otherwise
    /// epsilon moves are removed for an NFA, and an automaton is determinized for a DFA.
    ///
    /// - Parameters:
    ///   - automaton: the automaton to convert.
    ///   - model: the model of the result; only ``Automaton`` offers a choice.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*n* + *m*) if no conversion is needed, otherwise that of removing epsilon
    ///   moves and of determinization.
    init(converting automaton: some FiniteAutomaton, to model: Automaton.Model, budget: Budget) throws(AutomataError)

    /// Returns whether a run may start in this state.
    func isInitial(_ state: StateID) -> Bool
    /// Returns whether the automaton accepts the word. A word with a symbol that isn't in the
    /// alphabet isn't accepted.
    ///
    /// - Complexity: O(*w*) for a word of length *w* in a DFA's dense table, O(*w* log *d*) in a
    ///   sparse one for at most *d* transitions from a state; otherwise O(*w* *m*), where each step
    ///   costs the transitions of the states that are reached.
    func accepts(_ word: some Sequence<Symbol>) -> Bool
}

extension FiniteAutomaton {
    /// *Q*, all states.
    public var states: Range<StateID> { 0..<StateID(stateCount) }

    /// Returns whether a run that ends in this state accepts.
    public func isFinal(_ state: StateID) -> Bool { finalStates.contains(state) }

    /// Returns whether a run may start in this state.
    public func isInitial(_ state: StateID) -> Bool { initialStates.contains(state) }

    /// The names of the states, or `nil` if they have none.
    public var stateNames: [String]? { StateNaming.list(nameTable) }

    /// Returns a state's name, or `q` and its number if the states have no names.
    public func name(of state: StateID) -> String { StateNaming.name(of: state, in: nameTable) }

    /// Returns the state for which ``name(of:)`` returns the given name, or `nil` if there is none.
    /// States without names are called `q0`, `q1`, and so on.
    public func state(named name: String) -> StateID? {
        StateNaming.state(named: name, in: nameTable, stateCount: stateCount)
    }

    /// Returns the automaton with new state names, or without names for `nil`; positions are kept.
    ///
    /// - Complexity: O(*n* + length of the names).
    /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)``,
    ///   ``AutomataError/duplicateStateName(_:)``.
    public func withStateNames(_ names: [String]?) throws(AutomataError) -> Self {
        withNames(try StateNaming.table(names, stateCount: stateCount))
    }

    /// The positions of the states in a drawing, or `nil` if they have none.
    ///
    /// Readers of formats with drawings set them, and writers of these formats write them.
    /// Operations that keep states and their names keep their positions, too. A union has none,
    /// since the two drawings would overlap. `==` ignores positions.
    ///
    /// - Complexity: O(1).
    public var statePositions: [StatePosition]? { annotations.positions }

    /// Returns the automaton with new state positions, or without positions for `nil`.
    ///
    /// - Complexity: O(1).
    /// - Throws: ``AutomataError/wrongNumberOfStatePositions(_:stateCount:)``.
    public func withStatePositions(_ positions: [StatePosition]?) throws(AutomataError) -> Self {
        if let positions, positions.count != stateCount {
            throw .wrongNumberOfStatePositions(positions.count, stateCount: stateCount)
        }
        return withAnnotations(StateAnnotations(names: nameTable, positions: positions))
    }

    /// The names of the states, or `nil` if they have none.
    package var nameTable: NameTable? { annotations.names }

    /// The names and positions of the states.
    package var annotations: StateAnnotations {
        switch model {
        case .dfa: asDFA?.annotations ?? StateAnnotations()
        case .nfa: asNFA?.annotations ?? StateAnnotations()
        case .epsilonNFA: asEpsilonNFA.annotations
        }
    }

    /// Returns the automaton with the names of a table, one per state; positions are kept.
    package func withNames(_ names: NameTable?) -> Self {
        withAnnotations(StateAnnotations(names: names, positions: statePositions))
    }

    private func withAnnotations(_ annotations: StateAnnotations) -> Self {
        if let dfa = asDFA { return .fitting(dfa.replacing(annotations), .dfa) }
        return .fitting(asEpsilonNFA.replacing(annotations), model)
    }

    /// Returns an automaton as one of this type that holds it unchanged.
    static func fitting(_ automaton: some FiniteAutomaton, _ model: Automaton.Model) -> Self {
        do throws(AutomataError) {
            let result = try Self(converting: automaton, to: model, budget: .unlimited)
            assert(result.stateCount == automaton.stateCount && result.transitionCount == automaton.transitionCount)
            return result
        } catch {
            // An automaton that needs no conversion is taken unchanged, which can't fail.
            preconditionFailure("the automaton doesn't fit the model \(model.rawValue): \(error)")
        }
    }

    /// Returns the automaton with other initial and final states, as a nondeterministic one.
    func with(initial: StateSet, final: StateSet) -> Nondeterministic {
        .fitting(asEpsilonNFA.with(initial: initial, final: final), max(model, .nfa))
    }

    /// Returns a construction on ε-NFAs as a nondeterministic result for operands of the given
    /// models. Epsilon moves are removed unless one of the operands may have some.
    ///
    /// Intermediate states of this removal don't count against the budget.
    static func nondeterministic(
        _ construction: EpsilonNFA, for models: [Automaton.Model], budget: Budget
    ) throws(AutomataError) -> Nondeterministic {
        if models.contains(.epsilonNFA) {
            return try Nondeterministic(converting: construction, to: .epsilonNFA, budget: budget)
        }
        return try Nondeterministic(
            converting: construction.withoutEpsilonMoves(budget: budget.withoutStateLimit), to: .nfa, budget: budget)
    }
}
