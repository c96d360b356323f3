// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata

/// A builder for one thread at a time.
private final class BuilderHandle: Handle {
    static let kind: StaticString = "builder"

    var builder: EpsilonNFA.Builder
    /// The fixed alphabet; `nil` if it grows.
    private let alphabet: Alphabet?

    init(_ alphabet: Alphabet?) {
        self.alphabet = alphabet
        builder = alphabet.map { EpsilonNFA.Builder(alphabet: $0) } ?? EpsilonNFA.Builder(growingAlphabet: [])
    }

    init(copying other: BuilderHandle) {
        builder = other.builder
        alphabet = other.alphabet
    }

    /// Discards the collected parts.
    func reset() {
        builder = alphabet.map { EpsilonNFA.Builder(alphabet: $0) } ?? EpsilonNFA.Builder(growingAlphabet: [])
    }

    /// Returns the symbol with a name, which is added if it is new and the alphabet grows.
    func symbol(named name: UnsafeBufferPointer<UInt8>) throws(CallError) -> Symbol {
        if let symbol = try core({ () throws(AutomataError) in try builder.symbol(named: name) }) { return symbol }
        guard let symbol = alphabet?.symbol(named: name) else {
            throw .core(.unknownSymbol(String(decoding: name, as: UTF8.self).printable, position: nil))
        }
        return symbol
    }

    /// Adds a transition on a symbol by its name.
    func addTransition(
        from source: StateID, on symbol: UnsafeBufferPointer<UInt8>, to target: StateID
    ) throws(CallError) {
        // Before the symbol is added to the alphabet.
        try check(source)
        try check(target)
        let symbol = try self.symbol(named: symbol)
        try core { () throws(AutomataError) in try builder.addTransition(from: source, on: symbol, to: target) }
    }

    func add(_ transition: automata_transition) throws(CallError) {
        try core { () throws(AutomataError) in
            if transition.symbol == AUTOMATA_EPSILON {
                try builder.addEpsilonMove(from: StateID(transition.source), to: StateID(transition.target))
            } else {
                try builder.addTransition(
                    from: StateID(transition.source), on: Symbol(transition.symbol), to: StateID(transition.target))
            }
        }
    }

    func check(_ state: StateID) throws(CallError) {
        guard Int(state) < builder.stateCount else {
            throw .core(.stateOutOfRange(state, stateCount: builder.stateCount))
        }
    }
}

@c @implementation
public func automata_builder_new(
    _ alphabet: OpaquePointer?, _ builder: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(builder, "builder", error) { () throws(CallError) -> BuilderHandle? in
        BuilderHandle(AlphabetHandle.from(alphabet)?.alphabet)
    }
}

@c @implementation
public func automata_builder_copy(
    _ builder: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) in BuilderHandle(copying: try BuilderHandle.required(builder)) }
}

@c @implementation
public func automata_builder_reset(_ builder: OpaquePointer?) { BuilderHandle.from(builder)?.reset() }

@c @implementation
public func automata_builder_symbol(
    _ builder: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ symbol: UnsafeMutablePointer<automata_symbol>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    symbol?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        let result = try required(symbol, "symbol")
        result.initialize(to: try handle.symbol(named: try Argument.text(name, length, "name")).rawValue)
    }
}

@c @implementation
public func automata_builder_free(_ builder: OpaquePointer?) { BuilderHandle.free(builder) }

@c @implementation
public func automata_builder_state_count(_ builder: OpaquePointer?) -> Int {
    BuilderHandle.from(builder)?.builder.stateCount ?? 0
}

@c @implementation
public func automata_builder_add_states(
    _ builder: OpaquePointer?, _ count: Int, _ first: UnsafeMutablePointer<automata_state>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    first?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        let result = try required(first, "first")
        let first = handle.builder.stateCount
        try core { () throws(AutomataError) in try handle.builder.addStates(count) }
        result.initialize(to: automata_state(first))
    }
}

@c @implementation
public func automata_builder_state(
    _ builder: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ state: UnsafeMutablePointer<automata_state>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    state?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        let result = try required(state, "state")
        let name = try Argument.text(name, length, "name")
        result.initialize(
            to: try core { () throws(AutomataError) in try handle.builder.state(named: name).rawValue })
    }
}

@c @implementation
public func automata_builder_add_transition(
    _ builder: OpaquePointer?, _ source: automata_state, _ symbol: automata_symbol, _ target: automata_state,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        try BuilderHandle.required(builder).add(
            automata_transition(source: source, symbol: symbol, target: target))
    }
}

@c @implementation
public func automata_builder_add_transition_named(
    _ builder: OpaquePointer?, _ source: automata_state, _ symbol: UnsafePointer<CChar>?, _ length: Int,
    _ target: automata_state, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        try handle.addTransition(
            from: StateID(source), on: try Argument.text(symbol, length, "symbol"), to: StateID(target))
    }
}

@c @implementation
public func automata_builder_add_transition_range(
    _ builder: OpaquePointer?, _ source: automata_state, _ first: automata_symbol, _ last: automata_symbol,
    _ target: automata_state, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        guard first <= last else {
            throw .invalidArgument("the last symbol, \(last), comes before the first, \(first); swap them")
        }
        guard Int(last) < handle.builder.symbolCount else {
            throw .core(.symbolOutOfRange(Symbol(last), symbolCount: handle.builder.symbolCount))
        }
        try handle.check(StateID(source))
        try handle.check(StateID(target))
        for symbol in first...last {
            try handle.add(automata_transition(source: source, symbol: symbol, target: target))
        }
    }
}

@c @implementation
public func automata_builder_add_transitions(
    _ builder: OpaquePointer?, _ transitions: UnsafePointer<automata_transition>?, _ count: Int,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        let transitions = try Argument.array(transitions, count, "transitions")
        // Checks all before adding one.
        let (stateCount, symbolCount) = (handle.builder.stateCount, handle.builder.symbolCount)
        for (index, transition) in transitions.enumerated() {
            guard Int(transition.source) < stateCount, Int(transition.target) < stateCount,
                transition.symbol == AUTOMATA_EPSILON || Int(transition.symbol) < symbolCount
            else {
                throw .outOfRange(
                    "transition \(index) from \(transition.source) on \(transition.symbol) to \(transition.target) is "
                        + "out of range: there are \(stateCount) states and \(symbolCount) symbols, numbered from 0")
            }
        }
        for transition in transitions { try handle.add(transition) }
    }
}

@c @implementation
public func automata_builder_set_initial(
    _ builder: OpaquePointer?, _ state: automata_state, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        try handle.check(StateID(state))
        handle.builder.insertInitial(StateID(state))
    }
}

@c @implementation
public func automata_builder_set_final(
    _ builder: OpaquePointer?, _ state: automata_state, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        try handle.check(StateID(state))
        handle.builder.insertFinal(StateID(state))
    }
}

@c @implementation
public func automata_builder_build(
    _ builder: OpaquePointer?, _ model: automata_model, _ budget: UnsafePointer<automata_budget>?,
    _ automaton: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(automaton, error) { () throws(CallError) in
        let handle = try BuilderHandle.required(builder)
        let budget = try Budget(budget)
        let automaton = try core { () throws(AutomataError) in try handle.builder.build(budget: budget) }
        return AutomatonHandle(try Automaton.epsilonNFA(automaton).converted(to: model))
    }
}
