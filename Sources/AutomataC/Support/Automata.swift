internal import Automata
internal import CAutomata

/// The place for an automaton that a function makes, and the call that makes it.
func makeAutomaton(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> AutomatonHandle
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(result, "result")
        result.initialize(to: try body().handedOut())
    }
}

/// Makes an automaton of another.
func transform(
    _ automaton: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: (Automaton) throws(CallError) -> Automaton
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        AutomatonHandle(try body(try AutomatonHandle.required(automaton).automaton))
    }
}

extension Automaton {
    /// The same automaton as a DFA, which it must be already but for its model.
    func asDFA() throws(CallError) -> DFA {
        switch self {
        case .dfa(let dfa): return dfa
        case .nfa(let nfa): return try core { () throws(AutomataError) in try DFA(nfa) }
        case .epsilonNFA(let automaton):
            guard automaton.epsilonMoveCount == 0 else { throw .nondeterministicMoves(automaton.epsilonMoveCount) }
            return try core { () throws(AutomataError) in try DFA(automaton.withoutItsNoMoves) }
        }
    }

    /// The same automaton as an NFA, which it must be already but for its model.
    func asNFA() throws(CallError) -> NFA {
        switch self {
        case .dfa(let dfa): return NFA(dfa)
        case .nfa(let nfa): return nfa
        case .epsilonNFA(let automaton):
            guard automaton.epsilonMoveCount == 0 else { throw .epsilonMoves(automaton.epsilonMoveCount) }
            return automaton.withoutItsNoMoves
        }
    }

    func converted(to model: automata_model) throws(CallError) -> Automaton {
        switch model {
        case AUTOMATA_DFA: return .dfa(try asDFA())
        case AUTOMATA_NFA: return .nfa(try asNFA())
        case AUTOMATA_EPSILON_NFA: return .epsilonNFA(asEpsilonNFA)
        case AUTOMATA_MOST_SPECIFIC:
            switch self {
            case .dfa: return self
            case .nfa(let nfa): return Automaton(mostSpecific: nfa)
            case .epsilonNFA(let automaton): return Automaton(mostSpecific: automaton)
            }
        default: throw .invalidArgument("'model' is none of automata_model")
        }
    }
}

extension EpsilonNFA {
    /// The NFA that it is, where it has no epsilon move.
    fileprivate var withoutItsNoMoves: NFA {
        NFA(alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates, names: names)
    }
}
