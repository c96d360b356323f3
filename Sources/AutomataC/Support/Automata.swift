internal import Automata
internal import CAutomata

/// Makes an automaton for C within a call.
func makeAutomaton(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> AutomatonHandle
) -> automata_status {
    make(result, "result", error) { () throws(CallError) -> AutomatonHandle? in
        try body()
    }
}

/// Makes an automaton from another one.
func transform(
    _ automaton: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: (Automaton) throws(CallError) -> Automaton
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        try MemoryReservation.reserveMemory(for: automaton)
        return AutomatonHandle(try body(automaton))
    }
}

extension Automaton {
    /// Returns the automaton as a DFA; throws if it isn't deterministic.
    func requiredDFA() throws(CallError) -> DFA {
        try MemoryReservation.reserveMemory(for: self)
        let most = Automaton(mostSpecific: self)
        if let dfa = most.asDFA { return dfa }
        let moves = most.asEpsilonNFA.epsilonMoveCount
        guard moves == 0 else { throw .nondeterministicMoves(moves) }
        let nfa = try requiredNFA()
        return try core { () throws(AutomataError) in try DFA(nfa) }
    }

    /// Returns the automaton as an NFA; throws if it has epsilon moves.
    func requiredNFA() throws(CallError) -> NFA {
        let moves = model == .epsilonNFA ? asEpsilonNFA.epsilonMoveCount : 0
        guard moves == 0 else { throw .epsilonMoves(moves) }
        return try core { () throws(AutomataError) in try NFA(converting: self) }
    }

    func converted(to model: automata_model) throws(CallError) -> Automaton {
        switch model {
        case AUTOMATA_MODEL_DFA: .dfa(try requiredDFA())
        case AUTOMATA_MODEL_NFA: .nfa(try requiredNFA())
        case AUTOMATA_MODEL_EPSILON_NFA: .epsilonNFA(asEpsilonNFA)
        case AUTOMATA_MODEL_MOST_SPECIFIC: Automaton(mostSpecific: self)
        default: throw .invalidArgument("invalid 'model'; expected a constant of automata_model")
        }
    }
}
