// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

extension automata_determinize_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}
extension automata_minimize_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

@c @implementation
public func automata_fa_determinize(
    _ automaton: OpaquePointer?, _ options: UnsafePointer<automata_determinize_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let options = try automata_determinize_options.given(options)
        let budget = try Budget(options.budget)
        return try core { () throws(AutomataError) in
            .dfa(try automaton.determinized(total: options.total, namingSubsets: options.name_subsets, budget: budget))
        }
    }
}

@c @implementation
public func automata_fa_minimize(
    _ automaton: OpaquePointer?, _ options: UnsafePointer<automata_minimize_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let options = try automata_minimize_options.given(options)
        let budget = try Budget(options.budget)
        let algorithm: MinimizationAlgorithm =
            switch options.algorithm {
            case AUTOMATA_MINIMIZE_AUTOMATIC: .automatic
            case AUTOMATA_MINIMIZE_HOPCROFT: .hopcroft
            case AUTOMATA_MINIMIZE_MOORE: .moore
            case AUTOMATA_MINIMIZE_VALMARI: .valmari
            case AUTOMATA_MINIMIZE_BRZOZOWSKI: .brzozowski
            case AUTOMATA_MINIMIZE_REVUZ: .revuz
            default: throw .invalidArgument("invalid 'algorithm'; expected a constant of automata_minimization")
            }
        return try core { () throws(AutomataError) in
            .dfa(try automaton.minimized(using: algorithm, total: options.total, budget: budget))
        }
    }
}

@c @implementation
public func automata_fa_remove_epsilon(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            .nfa(try automaton.asEpsilonNFA.removingEpsilonMoves(budget: budget))
        }
    }
}

@c @implementation
public func automata_fa_trim(
    _ automaton: OpaquePointer?, _ part: automata_part, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        switch part {
        case AUTOMATA_PART_ACCESSIBLE: automaton.accessiblePart()
        case AUTOMATA_PART_COACCESSIBLE: automaton.coaccessiblePart()
        case AUTOMATA_PART_USEFUL: automaton.trimmed()
        default: throw .invalidArgument("invalid 'part'; expected a constant of automata_part")
        }
    }
}

@c @implementation
public func automata_fa_reverse(
    _ automaton: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        automaton.reversed()
    }
}

@c @implementation
public func automata_fa_complete(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            try automaton.completed(budget: budget)
        }
    }
}

@c @implementation
public func automata_fa_number_canonically(
    _ automaton: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        .dfa(try automaton.requiredDFA().canonicallyNumbered())
    }
}

@c @implementation
public func automata_fa_useful_states(
    _ automaton: OpaquePointer?, _ part: automata_part,
    _ states: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(states, count)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        try result.check("states")
        let found =
            switch part {
            case AUTOMATA_PART_ACCESSIBLE: automaton.accessibleStates
            case AUTOMATA_PART_COACCESSIBLE: automaton.coaccessibleStates
            case AUTOMATA_PART_USEFUL: automaton.accessibleStates.intersection(automaton.coaccessibleStates)
            default: throw .invalidArgument("invalid 'part'; expected a constant of automata_part")
            }
        try result.hand(out: Array(found))
    }
}

@c @implementation
public func automata_fa_epsilon_closure(
    _ automaton: OpaquePointer?, _ states: UnsafePointer<automata_state>?, _ stateCount: Int,
    _ closure: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(closure, count)
    return call(error) { () throws(CallError) in
        let handle = try AutomatonHandle.required(automaton)
        try result.check("closure")
        let states: UnsafeBufferPointer<StateID> = try Argument.ids(states, stateCount, "states")
        for state in states where Int(state) >= handle.stateCount {
            throw .core(.stateOutOfRange(state, stateCount: handle.stateCount))
        }
        let set = StateSet(states)
        guard case .epsilonNFA(let automaton) = handle.automaton else { return try result.hand(out: Array(set)) }
        try result.hand(out: Array(automaton.epsilonClosure(of: set)))
    }
}
