// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

/// A run of any model, with the parts lent to C.
private final class RunHandle: Handle, Sendable {
    static let kind: StaticString = "run"

    let run: Run<Automaton>
    private let lentStates = LazyReference<StableRows>()
    private let lentMoves = LazyReference<StableArray<automata_move>>()

    init(_ run: Run<Automaton>) {
        self.run = run
    }

    /// The initial state of the accepting path, or `nil` if there is none.
    var pathStart: StateID? { run.acceptingStart }

    var states: StableRows { lentStates.get { StableRows(run.reachedStates) } }

    /// The moves of the accepting path.
    var moves: StableArray<automata_move> {
        lentMoves.get {
            let moves = run.acceptingPath?.moves ?? []
            return StableArray(
                moves.map { automata_move(symbol: $0.symbol?.rawValue ?? AUTOMATA_EPSILON, target: $0.target.rawValue) }
            )
        }
    }
}

@c @implementation
public func automata_fa_accepts(
    _ automaton: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ separator: UnsafePointer<CChar>?,
    _ separatorLength: Int, _ accepted: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    accepted?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let handle = try AutomatonHandle.required(automaton)
        let accepted = try required(accepted, "accepted")
        do throws(CallError) {
            let word = try handle.alphabet.alphabet.word(text, length, separator, separatorLength)
            accepted.initialize(to: handle.automaton.accepts(word))
        } catch {
            // Not a word over the alphabet, and so not accepted.
            guard case .core(.unknownSymbol) = error else { throw error }
        }
    }
}

@c @implementation
public func automata_fa_accepts_word(
    _ automaton: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ accepted: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    accepted?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let accepted = try required(accepted, "accepted")
        let word: UnsafeBufferPointer<Symbol> = try Argument.ids(word, count, "word")
        accepted.initialize(to: automaton.accepts(word))
    }
}

@c @implementation
public func automata_run_on_text(
    _ automaton: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ separator: UnsafePointer<CChar>?,
    _ separatorLength: Int, _ budget: UnsafePointer<automata_budget>?, _ run: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeRun(automaton, budget, run, error) { handle throws(CallError) in
        try handle.alphabet.alphabet.word(text, length, separator, separatorLength)
    }
}

@c @implementation
public func automata_run_on_word(
    _ automaton: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ run: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeRun(automaton, budget, run, error) { _ throws(CallError) in
        Array(try Argument.ids(word, count, "word"))
    }
}

private func makeRun(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    word: (AutomatonHandle) throws(CallError) -> [Symbol]
) -> automata_status {
    make(result, "run", error) { () throws(CallError) -> RunHandle? in
        let handle = try AutomatonHandle.required(automaton)
        let word = try word(handle)
        let budget = try Budget(budget)
        let run = try core { () throws(AutomataError) in try handle.automaton.run(on: word, budget: budget) }
        return RunHandle(run)
    }
}

@c @implementation
public func automata_run_free(_ run: OpaquePointer?) { RunHandle.free(run) }

@c @implementation
public func automata_run_is_accepting(_ run: OpaquePointer?) -> Bool { RunHandle.from(run)?.run.isAccepting ?? false }

@c @implementation
public func automata_run_stuck_position(_ run: OpaquePointer?) -> Int {
    // AUTOMATA_NO_POSITION, which is SIZE_MAX, is -1 here.
    RunHandle.from(run)?.run.stuckPosition ?? -1
}

@c @implementation
public func automata_run_states(_ run: OpaquePointer?) -> automata_rows {
    RunHandle.from(run)?.states.lent ?? automata_rows()
}

@c @implementation
public func automata_run_path(_ run: OpaquePointer?) -> automata_path {
    guard let run = RunHandle.from(run), let start = run.pathStart else {
        return automata_path(start: AUTOMATA_NO_STATE, moves: nil, count: 0)
    }
    return automata_path(start: start.rawValue, moves: run.moves.start, count: run.moves.count)
}

@c @implementation
public func automata_run_text(
    _ run: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let run = try RunHandle.required(run).run
        try result.check("text", "length")
        let budget = try Budget(budget)
        try result.hand(out: try core { () throws(AutomataError) in try run.text(budget: budget) })
    }
}
