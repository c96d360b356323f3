import Automata
import AutomataFormats

/// The operations that are timed, each with the automaton already in memory.
enum Operation: String, CaseIterable {
    case determinize
    case minimize
    case determinizeMinimize = "determinize-minimize"
    case removeEpsilon = "remove-epsilon"
    case bisimulation
    case simulation
    case reduce
    case reduceForward = "reduce-forward"
    case reduceByBisimulation = "reduce-bisimulation"
    /// A minimal automaton of the complement, as foma makes it, but trim: where foma counts a sink,
    /// this doesn't.
    case complement
    case intersection
    case union
    case difference

    /// The number of automata that it takes.
    var operandCount: Int {
        switch self {
        case .intersection, .union, .difference: 2
        default: 1
        }
    }

    func run(on automata: [Automaton]) throws {
        let automaton = automata[0]
        let nfa: NFA? =
            switch automaton {
            case .dfa(let dfa): NFA(dfa)
            case .nfa(let nfa): nfa
            case .epsilonNFA: nil
            }
        switch self {
        case .determinize:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try Self.time { try nfa.determinized() }
        case .determinizeMinimize:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try Self.time { try nfa.determinized().minimized() }
        case .minimize:
            guard case .dfa(let dfa) = automaton else { throw Failure("not deterministic") }
            try Self.time { try dfa.minimized() }
        case .removeEpsilon:
            guard case .epsilonNFA(let automaton) = automaton else { throw Failure("no epsilon moves") }
            try Self.time { try automaton.removingEpsilonMoves() }
        case .bisimulation, .simulation:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try relate(nfa)
        case .reduce:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try Self.time { try nfa.reduced() }
        case .reduceForward:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try Self.time { try nfa.reduced(using: .forwardSimulation) }
        case .reduceByBisimulation:
            guard let nfa else { throw Failure("epsilon moves: remove them first") }
            try Self.time { try nfa.reduced(using: .bisimulation) }
        case .complement: try Self.time { try automaton.complement().minimized() }
        case .intersection: try Self.time { try automaton.intersection(automata[1]) }
        case .union: try Self.time { try automaton.union(automata[1]) }
        case .difference: try Self.time { try automaton.difference(automata[1]) }
        }
    }

    /// The figures are the states and the blocks or classes that they are in.
    private func relate(_ nfa: NFA) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let count =
            self == .bisimulation
            ? try nfa.bisimulationPartition().blockCount : try nfa.simulationPreorder().classes.blockCount
        Output.report(seconds: (clock.now - start) / .seconds(1), nfa.stateCount, count)
    }

    private static func time(_ operation: () throws -> some FiniteAutomaton) rethrows {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try operation()
        let seconds = clock.now - start
        Output.report(seconds: seconds / .seconds(1), result.stateCount, result.transitionCount)
    }

    /// Reads a text; the figures are its bytes and the automaton's transitions.
    static func read(_ path: String) throws {
        let text = try MappedFile(path)
        let clock = ContinuousClock()
        let start = clock.now
        let automaton = try Input.parse(text.bytes, path)
        let seconds = clock.now - start
        Output.report(seconds: seconds / .seconds(1), text.bytes.count, automaton.asEpsilonNFA.transitionCount)
    }

    /// Reads 100 MB of random letters with a ``Matcher``; the figures are bytes and whether they
    /// were accepted.
    static func scan(_ name: String) throws {
        let (dfa, letters) = try Family.scanned(name)
        var random = SplitMix64(seed: 42)
        let text = [UInt8](unsafeUninitializedCapacity: 100_000_000) { buffer, count in
            count = 100_000_000
            for index in 0..<count { buffer[index] = 97 + UInt8(random.draw(letters)) }
        }
        let matcher = Matcher(dfa)
        var best = Double.infinity
        var isAccepted = false
        for _ in 0..<3 {
            let clock = ContinuousClock()
            let start = clock.now
            isAccepted = matcher.accepts(text)
            best = min(best, (clock.now - start) / .seconds(1))
        }
        Output.report(seconds: best, text.count, isAccepted ? 1 : 0)
    }

    /// Runs into the default budget; the figures are 1 where that was said as it should be, and the
    /// states built.
    static func bounded(_ position: String) throws {
        guard let nfa = try Family.make(["kth", position]).nfa else { throw Failure("no NFA") }
        let clock = ContinuousClock()
        let start = clock.now
        do throws(AutomataError) {
            _ = try nfa.determinized()
        } catch {
            guard case .budgetExceeded(let built, _) = error else { throw error }
            Output.report(seconds: (clock.now - start) / .seconds(1), 1, built)
            return
        }
        throw Failure("the budget was never exceeded")
    }
}

extension Automaton {
    var nfa: NFA? { if case .nfa(let nfa) = self { nfa } else { nil } }
}
