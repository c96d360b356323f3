// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

@c @implementation
public func automata_fa_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    guard let left = AutomatonHandle.from(left), let right = AutomatonHandle.from(right) else { return false }
    return left.automaton == right.automaton
}

@c @implementation
public func automata_fa_is_empty(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isEmpty ?? false
}

@c @implementation
public func automata_fa_is_finite(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isFinite ?? false
}

@c @implementation
public func automata_fa_is_deterministic(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isDeterministic ?? false
}

@c @implementation
public func automata_fa_is_total(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isTotal ?? false
}

@c @implementation
public func automata_fa_is_minimal(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.asDFA?.isMinimal ?? false
}

@c @implementation
public func automata_fa_is_isomorphic(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ isomorphic: UnsafeMutablePointer<Bool>?,
    _ mapping: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    isomorphic?.initialize(to: false)
    let result = ArrayResult(mapping, count)
    return call(error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton.requiredDFA()
        let right = try AutomatonHandle.required(right).automaton.requiredDFA()
        if mapping != nil { try result.check("mapping") }
        guard let found = left.isomorphism(to: right) else { return }
        if mapping != nil { try result.hand(out: found.map { $0 ?? .absent }) }
        isomorphic?.initialize(to: true)
    }
}
