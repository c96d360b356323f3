public import Automata
public import Components
public import WorkLimits

extension Contract {
    /// Creates the contract whose conversations are the words of an automaton.
    ///
    ///     let talk = try Contract(
    ///         DFA(
    ///             alphabet: ["!fetch", "?fetched"],
    ///             transitions: [("rest", "!fetch", "waiting"), ("waiting", "?fetched", "rest")],
    ///             initial: "rest", final: ["rest"]))
    ///
    /// The names of its symbols are actions: `!fetch` is sent, `?fetched` received, and `timeout` a
    /// time-out. The contract allows a message if some conversation goes on with it, and may end
    /// where a conversation is complete. It is minimal, so that automata of the same language and
    /// alphabet give equal contracts.
    ///
    /// - Complexity: O(*m* log *n*) for a DFA with *n* states and *m* transitions; O(2ⁿ) at worst
    ///   for others.
    /// - Throws: ``ContractError/invalidAction(_:)`` for another symbol,
    ///   ``ContractError/emptyLanguage``, or ``ContractError/stopped(_:)`` by the budget.
    public init(_ automaton: some FiniteAutomaton, budget: Budget = .default) throws(ContractError) {
        var actions: [Action] = []
        for symbol in automaton.alphabet.symbols { actions.append(try Action(automaton.alphabet.name(of: symbol))) }
        let dfa: DFA
        do throws(AutomataError) { dfa = try automaton.minimized(budget: budget) } catch {
            throw .stopped(error.description)
        }
        if dfa.stateCount == 0 { throw .emptyLanguage }
        // The states of minimal automata are in breadth-first order, and all lead to final ones.
        var transitions: [Transition] = []
        for state in dfa.states {
            for transition in dfa.transitions(from: state) {
                transitions.append((Int(state), actions[Int(transition.symbol)], Int(transition.target)))
            }
        }
        let mayEnd = dfa.states.map { dfa.finalStates.contains($0) }
        try self.init(mayEnd: mayEnd, actions: actions, transitions: transitions)
    }
    /// Returns the contract as an automaton, with a symbol for each action, such as `!fetch`.
    ///
    /// Its states have the same numbers. Final ones are those in which a conversation may end, so
    /// that `Contract(try contract.dfa())` is the same contract if that is minimal.
    ///
    /// - Complexity: O(*n* *k*) for *n* states and *k* actions.
    /// - Throws: An error if there are too many states.
    public func dfa() throws(AutomataError) -> DFA {
        let alphabet = try Alphabet(actions.map(\.description))
        var builder = AutomatonBuilder<DFA>(alphabet: alphabet)
        try builder.addStates(stateCount)
        for state in 0..<stateCount {
            for (number, symbol) in alphabet.symbols.enumerated() {
                guard let target = target(from: state, on: number) else { continue }
                try builder.addTransition(from: StateID(state), on: symbol, to: StateID(target))
            }
            if mayEnd[state] { builder.insertFinal(StateID(state)) }
        }
        builder.insertInitial(0)
        return try builder.build()
    }
}
