// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

@c @implementation
public func automata_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    guard let left = AutomatonHandle.from(left), let right = AutomatonHandle.from(right) else { return false }
    return left.automaton == right.automaton
}

@c @implementation
public func automata_is_empty(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isEmpty ?? false
}

@c @implementation
public func automata_is_finite(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isFinite ?? false
}

@c @implementation
public func automata_is_deterministic(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isDeterministic ?? false
}

@c @implementation
public func automata_is_total(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isTotal ?? false
}

@c @implementation
public func automata_is_minimal(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.asDFA?.isMinimal ?? false
}

@c @implementation
public func automata_is_isomorphic(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    guard let left = try? AutomatonHandle.from(left)?.automaton.requiredDFA(),
        let right = try? AutomatonHandle.from(right)?.automaton.requiredDFA()
    else { return false }
    return left.isIsomorphic(to: right)
}

@c @implementation
public func automata_isomorphism(
    _ left: OpaquePointer?, _ right: OpaquePointer?,
    _ mapping: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(mapping, count)
    return call(error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton.requiredDFA()
        let right = try AutomatonHandle.required(right).automaton.requiredDFA()
        try result.check("mapping")
        guard let mapping = left.isomorphism(to: right) else { return }
        try result.hand(out: mapping.map { $0 ?? .absent })
    }
}
