// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

@c @implementation
public func automata_fa_alphabet(_ automaton: OpaquePointer?) -> OpaquePointer? {
    AutomatonHandle.from(automaton)?.alphabet.lent()
}

@c @implementation
public func automata_fa_state_count(_ automaton: OpaquePointer?) -> Int {
    AutomatonHandle.from(automaton)?.stateCount ?? 0
}

@c @implementation
public func automata_fa_transition_count(_ automaton: OpaquePointer?) -> Int {
    AutomatonHandle.from(automaton)?.automaton.transitionCount ?? 0
}

@c @implementation
public func automata_fa_epsilon_move_count(_ automaton: OpaquePointer?) -> Int {
    guard let automaton = AutomatonHandle.from(automaton)?.automaton, automaton.model == .epsilonNFA else { return 0 }
    return automaton.asEpsilonNFA.epsilonMoveCount
}

@c @implementation
public func automata_fa_initial_state(_ automaton: OpaquePointer?) -> automata_state {
    AutomatonHandle.from(automaton)?.automaton.initialStates.first?.rawValue ?? AUTOMATA_NO_STATE
}

@c @implementation
public func automata_fa_initial_states(_ automaton: OpaquePointer?) -> automata_states {
    guard let states = AutomatonHandle.from(automaton)?.initialStates else { return automata_states() }
    return automata_states(items: states.numbers, count: states.count)
}

@c @implementation
public func automata_fa_final_states(_ automaton: OpaquePointer?) -> automata_states {
    guard let states = AutomatonHandle.from(automaton)?.finalStateList else { return automata_states() }
    return automata_states(items: states.numbers, count: states.count)
}

@c @implementation
public func automata_fa_is_initial(_ automaton: OpaquePointer?, _ state: automata_state) -> Bool {
    AutomatonHandle.from(automaton)?.automaton.isInitial(StateID(state)) ?? false
}

@c @implementation
public func automata_fa_is_final(_ automaton: OpaquePointer?, _ state: automata_state) -> Bool {
    AutomatonHandle.from(automaton)?.finalStates.contains(StateID(state)) ?? false
}

@c @implementation
public func automata_fa_transitions(_ automaton: OpaquePointer?) -> automata_rows {
    AutomatonHandle.from(automaton)?.transitions.lent ?? automata_rows()
}

@c @implementation
public func automata_fa_epsilon_moves(_ automaton: OpaquePointer?) -> automata_rows {
    AutomatonHandle.from(automaton)?.epsilonMoves.lent ?? automata_rows()
}

@c @implementation
public func automata_fa_targets(
    _ automaton: OpaquePointer?, _ state: automata_state, _ symbol: automata_symbol
) -> automata_states {
    guard let handle = AutomatonHandle.from(automaton), Int(state) < handle.stateCount else { return automata_states() }
    if symbol == AUTOMATA_EPSILON { return handle.epsilonMoves.targets(ofRow: Int(state)) }
    return handle.transitions.targets(ofRow: Int(state), on: Symbol(symbol))
}

@c @implementation
public func automata_fa_has_state_names(_ automaton: OpaquePointer?) -> Bool {
    AutomatonHandle.from(automaton)?.nameTable != nil
}

@c @implementation
public func automata_fa_state_name(_ automaton: OpaquePointer?, _ state: automata_state) -> UnsafePointer<CChar>? {
    guard let handle = AutomatonHandle.from(automaton) else { return emptyText }
    return handle.names[state]
}

@c @implementation
public func automata_fa_state_names(_ automaton: OpaquePointer?) -> automata_names {
    AutomatonHandle.from(automaton)?.names.lent ?? automata_names()
}

@c @implementation
public func automata_fa_copy_state_name(
    _ automaton: OpaquePointer?, _ state: automata_state, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    let buffer = UnsafeMutableBufferPointer(start: buffer, count: buffer == nil ? 0 : capacity < 0 ? .max : capacity)
    if let start = buffer.baseAddress, !buffer.isEmpty { start.initialize(to: 0) }
    guard let handle = AutomatonHandle.from(automaton), Int(state) < handle.stateCount else { return 0 }
    func copy(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return name.count }
        let count = min(name.count, buffer.count - 1)
        for index in 0..<count { (start + index).initialize(to: CChar(bitPattern: name[index])) }
        (start + count).initialize(to: 0)
        return name.count
    }
    if let names = handle.nameTable { return names.withUTF8(at: Int(state), copy) }
    var name = handle.automaton.name(of: StateID(state))
    return name.withUTF8(copy)
}

@c @implementation
public func automata_fa_find_state(
    _ automaton: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ state: UnsafeMutablePointer<automata_state>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    state?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try AutomatonHandle.required(automaton)
        let result = try required(state, "state")
        let bytes = try Argument.text(name, length, "name")
        let state: StateID?
        if let names = handle.nameTable {
            state = names.id(of: bytes)
        } else {
            state = handle.automaton.state(named: String(decoding: bytes, as: UTF8.self))
        }
        guard let state else { throw .unknownState(String(decoding: bytes, as: UTF8.self)) }
        result.initialize(to: state.rawValue)
    }
}

@c @implementation
public func automata_fa_rename_states(
    _ automaton: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?,
    _ count: Int, _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        var table: NameTable?
        if names != nil || count != 0 {
            let (names, duplicate) = try Argument.names(names, lengths, count)
            guard count == automaton.stateCount else {
                throw .core(.wrongNumberOfStateNames(count, stateCount: automaton.stateCount))
            }
            if let duplicate { throw .core(.duplicateStateName(duplicate)) }
            table = names
        }
        return automaton.withNames(table)
    }
}

@c @implementation
public func automata_fa_table(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        try result.check("text", "length")
        let budget = try Budget(budget)
        try result.hand(
            out: try core { () throws(AutomataError) in try automaton.transitionTable(budget: budget) })
    }
}
