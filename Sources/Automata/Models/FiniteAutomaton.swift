/// What the three models ``DFA``, ``NFA`` and ``EpsilonNFA`` have in common: the formal 5-tuple
/// (*Q*, Σ, δ, *I*, *F*), read off the value.
public protocol FiniteAutomaton: Sendable, Hashable, CustomStringConvertible {
    /// Σ, the symbols that it reads.
    var alphabet: Alphabet { get }
    /// *n*, the number of states.
    var stateCount: Int { get }
    /// *m*, the number of transitions; a class of symbols counts once, an epsilon move too.
    var transitionCount: Int { get }
    /// *I*, where a run may start.
    var initialStates: StateSet { get }
    /// *F*, where an accepting run ends.
    var finalStates: StateSet { get }
    /// The names of the states, where they have any.
    var stateNames: [String]? { get }
    /// A state's name, or `q` and its number where the states have no names.
    func name(of state: State) -> String
    /// The state with the given name, or with the name that ``name(of:)`` makes up where the states have none.
    func state(named name: String) -> State?
    /// Whether a run may start in this state.
    func isInitial(_ state: State) -> Bool
    /// Whether the automaton accepts the word. A symbol that isn't in the alphabet is accepted nowhere.
    func accepts(_ word: some Sequence<Symbol>) -> Bool
}

extension FiniteAutomaton {
    /// *Q*, all states.
    public var states: Range<State> { 0..<State(stateCount) }

    /// Whether a run that ends in this state accepts.
    public func isFinal(_ state: State) -> Bool { finalStates.contains(state) }

    /// Whether a run may start in this state.
    public func isInitial(_ state: State) -> Bool { initialStates.contains(state) }

    /// Whether the automaton accepts the word that the text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// A text with a symbol that isn't in the alphabet is no word over it, and so isn't accepted.
    public func accepts(_ text: String, separator: String? = nil) -> Bool {
        guard let word = try? alphabet.word(text, separator: separator) else { return false }
        return accepts(word)
    }
}

/// The names of an automaton's states, shared by the three models.
package enum StateNaming {
    package static func name(of state: State, in names: NameTable?) -> String {
        names.map { $0[state] } ?? "q\(state)"
    }

    package static func state(named name: String, in names: NameTable?, stateCount: Int) -> State? {
        if let names { return names.id(of: name) }
        guard name.first == "q", let id = State(name.dropFirst()), id < stateCount, name == "q\(id)" else {
            return nil
        }
        return id
    }

    package static func table(_ names: [String]?, stateCount: Int) throws(AutomataError) -> NameTable? {
        guard let names else { return nil }
        guard names.count == stateCount else {
            throw .wrongNumberOfStateNames(names.count, stateCount: stateCount)
        }
        let (table, duplicate) = try NameTable.unique(names)
        if let duplicate { throw .duplicateStateName(duplicate) }
        return table
    }

    package static func list(_ names: NameTable?) -> [String]? {
        names.map { names in (0..<UInt32(names.count)).map { names[$0] } }
    }
}
