// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

/// A simulation preorder.
private final class PreorderHandle: Handle, Sendable {
    static let kind: StaticString = "preorder"

    let preorder: SimulationPreorder

    init(_ preorder: SimulationPreorder) {
        self.preorder = preorder
    }
}

extension RunDirection {
    /// Creates the direction from C's number.
    fileprivate init(_ direction: automata_direction) throws(CallError) {
        switch direction {
        case AUTOMATA_DIRECTION_FORWARD: self = .forward
        case AUTOMATA_DIRECTION_BACKWARD: self = .backward
        default: throw .invalidArgument("invalid 'direction'; expected a constant of automata_direction")
        }
    }
}

@c @implementation
public func automata_fa_bisimulation(
    _ automaton: OpaquePointer?, _ direction: automata_direction, _ budget: UnsafePointer<automata_budget>?,
    _ blocks: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ blockCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(blocks, count)
    blockCount?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let nfa = try AutomatonHandle.required(automaton).automaton.requiredNFA()
        try result.check("blocks")
        let blockCount = try required(blockCount, "block_count")
        let direction = try RunDirection(direction)
        let budget = try Budget(budget)
        let partition = try core { () throws(AutomataError) in
            try nfa.bisimulationPartition(direction, budget: budget)
        }
        try result.hand(out: partition.blockOfState)
        blockCount.initialize(to: partition.blockCount)
    }
}

@c @implementation
public func automata_fa_simulation(
    _ automaton: OpaquePointer?, _ direction: automata_direction, _ budget: UnsafePointer<automata_budget>?,
    _ preorder: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(preorder, "preorder", error) { () throws(CallError) -> PreorderHandle? in
        let nfa = try AutomatonHandle.required(automaton).automaton.requiredNFA()
        let direction = try RunDirection(direction)
        let budget = try Budget(budget)
        let preorder = try core { () throws(AutomataError) in try nfa.simulationPreorder(direction, budget: budget) }
        return PreorderHandle(preorder)
    }
}

@c @implementation
public func automata_preorder_free(_ preorder: OpaquePointer?) { PreorderHandle.free(preorder) }

@c @implementation
public func automata_preorder_holds(
    _ preorder: OpaquePointer?, _ state: automata_state, _ simulator: automata_state
) -> Bool {
    guard let preorder = PreorderHandle.from(preorder)?.preorder, Int(max(state, simulator)) < preorder.stateCount
    else { return false }
    return preorder.isSimulated(StateID(state), by: StateID(simulator))
}

@c @implementation
public func automata_preorder_simulators(
    _ preorder: OpaquePointer?, _ state: automata_state,
    _ states: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(states, count)
    return call(error) { () throws(CallError) in
        let preorder = try PreorderHandle.required(preorder).preorder
        try result.check("states")
        guard Int(state) < preorder.stateCount else {
            throw .core(.stateOutOfRange(StateID(state), stateCount: preorder.stateCount))
        }
        try result.hand(out: Array(preorder.simulators(of: StateID(state))))
    }
}

@c @implementation
public func automata_preorder_simulated(
    _ preorder: OpaquePointer?, _ state: automata_state,
    _ states: UnsafeMutablePointer<UnsafeMutablePointer<automata_state>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(states, count)
    return call(error) { () throws(CallError) in
        let preorder = try PreorderHandle.required(preorder).preorder
        try result.check("states")
        guard Int(state) < preorder.stateCount else {
            throw .core(.stateOutOfRange(StateID(state), stateCount: preorder.stateCount))
        }
        try result.hand(out: Array(preorder.states(simulatedBy: StateID(state))))
    }
}

@c @implementation
public func automata_preorder_pair_count(_ preorder: OpaquePointer?) -> UInt64 {
    UInt64(PreorderHandle.from(preorder)?.preorder.pairCount ?? 0)
}
