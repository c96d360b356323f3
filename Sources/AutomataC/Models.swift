// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

@c @implementation
public func automata_fa_retain(_ automaton: OpaquePointer?) -> OpaquePointer? { AutomatonHandle.retained(automaton) }

@c @implementation
public func automata_fa_free(_ automaton: OpaquePointer?) { AutomatonHandle.free(automaton) }

@c @implementation
public func automata_fa_convert(
    _ automaton: OpaquePointer?, _ model: automata_model, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in try automaton.converted(to: model) }
}

@c @implementation
public func automata_fa_model(_ automaton: OpaquePointer?) -> automata_model {
    switch AutomatonHandle.from(automaton)?.automaton.model {
    case nil: automata_model(0)
    case .dfa: AUTOMATA_MODEL_DFA
    case .nfa: AUTOMATA_MODEL_NFA
    case .epsilonNFA: AUTOMATA_MODEL_EPSILON_NFA
    }
}
