// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

/// A run of any model, with what was lent of it.
private final class RunHandle: Handle, Sendable {
    static let kind: StaticString = "run"

    enum Run: Sendable {
        case dfa(DFA.Run)
        case nfa(NFA.Run)
        case epsilonNFA(EpsilonNFA.Run)
    }

    let run: Run
    private let lentStates = MadeOnce<StableRows>()
    private let lentMoves = MadeOnce<StableArray<automata_move>>()

    init(_ run: Run) {
        self.run = run
    }

    var isAccepting: Bool {
        switch run {
        case .dfa(let run): run.isAccepting
        case .nfa(let run): run.isAccepting
        case .epsilonNFA(let run): run.isAccepting
        }
    }

    var stuckPosition: Int? {
        switch run {
        case .dfa(let run): run.stuckPosition
        case .nfa(let run): run.stuckPosition
        case .epsilonNFA(let run): run.stuckPosition
        }
    }

    /// Where an accepting path starts; `nil` where there is none.
    var pathStart: State? {
        switch run {
        case .dfa(let run): run.isAccepting ? run.states.first : nil
        case .nfa(let run): run.acceptingPath?.start
        case .epsilonNFA(let run): run.acceptingPath?.start
        }
    }

    var states: StableRows {
        lentStates.get {
            switch run {
            case .dfa(let run): StableRows(offsets: Array(0...run.states.count), symbols: nil, targets: run.states)
            case .nfa(let run): StableRows(run.reached)
            case .epsilonNFA(let run): StableRows(run.reached)
            }
        }
    }

    /// The moves of the accepting path.
    var moves: StableArray<automata_move> {
        lentMoves.get {
            switch run {
            case .dfa(let run): StableArray(Self.moves(run))
            case .nfa(let run): StableArray(Self.moves(run.acceptingPath))
            case .epsilonNFA(let run): StableArray(Self.moves(run.acceptingPath))
            }
        }
    }

    private static func moves(_ run: DFA.Run) -> [automata_move] {
        guard run.isAccepting else { return [] }
        return zip(run.word, run.states.dropFirst()).map { automata_move(symbol: $0, target: $1) }
    }

    private static func moves(_ path: RunPath?) -> [automata_move] {
        path?.moves.map { automata_move(symbol: $0.symbol ?? AUTOMATA_EPSILON, target: $0.target) } ?? []
    }

    func text(budget: Budget) throws(AutomataError) -> String {
        switch run {
        case .dfa(let run): try run.text(budget: budget)
        case .nfa(let run): try run.text(budget: budget)
        case .epsilonNFA(let run): try run.text(budget: budget)
        }
    }
}

@c @implementation
public func automata_accepts(
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
            // No word over the alphabet, and so not accepted.
            guard case .core(.unknownSymbol) = error else { throw error }
        }
    }
}

@c @implementation
public func automata_accepts_word(
    _ automaton: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ accepted: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    accepted?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let accepted = try required(accepted, "accepted")
        let word = try Argument.array(word, count, "word")
        accepted.initialize(
            to: automaton.map(
                dfa: { $0.accepts(word) }, nfa: { $0.accepts(word) }, epsilonNFA: { $0.accepts(word) }))
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
        Array(try Argument.array(word, count, "word"))
    }
}

private func makeRun(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    word: (AutomatonHandle) throws(CallError) -> [Symbol]
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let handle = try AutomatonHandle.required(automaton)
        let result = try required(result, "run")
        let word = try word(handle)
        let budget = try Budget(budget)
        let run: RunHandle.Run = try core { () throws(AutomataError) in
            switch handle.automaton {
            case .dfa(let dfa): .dfa(try dfa.run(on: word, budget: budget))
            case .nfa(let nfa): .nfa(try nfa.run(on: word, budget: budget))
            case .epsilonNFA(let automaton): .epsilonNFA(try automaton.run(on: word, budget: budget))
            }
        }
        result.initialize(to: RunHandle(run).handedOut())
    }
}

@c @implementation
public func automata_run_free(_ run: OpaquePointer?) { RunHandle.free(run) }

@c @implementation
public func automata_run_is_accepting(_ run: OpaquePointer?) -> Bool { RunHandle.from(run)?.isAccepting ?? false }

@c @implementation
public func automata_run_stuck_position(_ run: OpaquePointer?) -> Int {
    // AUTOMATA_NO_POSITION, which is SIZE_MAX, is -1 here.
    RunHandle.from(run)?.stuckPosition ?? -1
}

@c @implementation
public func automata_run_states(_ run: OpaquePointer?) -> automata_rows {
    RunHandle.from(run)?.states.lent ?? automata_rows()
}

@c @implementation
public func automata_run_path(_ run: OpaquePointer?) -> automata_path {
    guard let run = RunHandle.from(run), let start = run.pathStart else {
        return automata_path(start: .none, moves: nil, count: 0)
    }
    return automata_path(start: start, moves: run.moves.start, count: run.moves.count)
}

@c @implementation
public func automata_run_text(
    _ run: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let run = try RunHandle.required(run)
        try result.check("text", "length")
        let budget = try Budget(budget)
        try result.hand(out: try core { () throws(AutomataError) in try run.text(budget: budget) })
    }
}
