// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

@c @implementation
public func automata_witness_free(_ witness: OpaquePointer?) { WitnessHandle.free(witness) }

@c @implementation
public func automata_witness_word(_ witness: OpaquePointer?) -> automata_symbols {
    guard let word = WitnessHandle.from(witness)?.word else { return automata_symbols() }
    return automata_symbols(items: word.numbers, count: word.count)
}

@c @implementation
public func automata_witness_alphabet(_ witness: OpaquePointer?) -> OpaquePointer? {
    WitnessHandle.from(witness)?.alphabet.lent()
}

@c @implementation
public func automata_witness_text(_ witness: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let witness = WitnessHandle.from(witness) else { return emptyText }
    return witness.text
}

@c @implementation
public func automata_witness_side(_ witness: OpaquePointer?) -> automata_side {
    WitnessHandle.from(witness)?.side ?? AUTOMATA_SIDE_NONE
}

@c @implementation
public func automata_witness_path(_ witness: OpaquePointer?, _ number: Int) -> automata_path {
    WitnessHandle.from(witness)?.path(number) ?? automata_path(start: AUTOMATA_NO_STATE, moves: nil, count: 0)
}

@c @implementation
public func automata_witness_is_accepted(_ witness: OpaquePointer?, _ automaton: OpaquePointer?) -> Bool {
    guard let witness = WitnessHandle.from(witness)?.witness,
        let automaton = AutomatonHandle.from(automaton)?.automaton
    else { return false }
    return witness.isAccepted(by: automaton)
}

/// Finds a witness for C within a call.
func find(
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> WitnessHandle?
) -> automata_status {
    witness?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(witness, "witness")
        if let found = try body() { result.initialize(to: found.retainedPointer()) }
    }
}
