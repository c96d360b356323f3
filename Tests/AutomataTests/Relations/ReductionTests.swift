import Automata
import AutomataTestSupport
import Testing

@Suite struct ReductionTests {
    /// A state that can do less than its brother is of no use.
    @Test func littleBrothersGo() throws {
        let nfa = try NFA(
            alphabet: ["a", "b"],
            transitions: [
                ("start", "a", "big"), ("start", "a", "little"), ("big", "a", "end"), ("big", "b", "end"),
                ("little", "a", "end"),
            ],
            initial: ["start"], final: ["end"])
        let reduced = try nfa.reduced(using: .forwardSimulation)
        #expect(reduced.stateNames == ["start", "big", "end"])
        #expect(reduced.transitionCount == 3)
        #expect(try nfa.reduced() == reduced)
        // Bisimulation finds nothing here.
        #expect(try nfa.reduced(using: .forwardBisimulation) == nfa)
        let reversed = try nfa.reversed().reduced(using: .backwardSimulation)
        #expect(reversed.stateCount == 3 && reversed.transitionCount == 3)
        #expect(try nfa.reversed().reduced(using: .forwardSimulation).stateCount == 3)
    }

    /// Chains that read the same are one chain, seen from their ends or from their starts.
    @Test func parallelChainsAreOne() throws {
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addStates(12)
        for start in [0, 4, 8] as [StateID] {
            for step in 0..<3 {
                try builder.addTransition(from: start + step, on: 0 as Symbol, to: start + step + 1)
            }
            builder.insertInitial(start)
            builder.insertFinal(start + 3)
        }
        let nfa = try builder.build()
        for method in ReductionMethod.allCases {
            let reduced = try nfa.reduced(using: method)
            #expect(reduced.stateCount == 4)
            #expect(reduced.transitionCount == 3)
        }
    }

    /// A DFA is reduced by minimization, and nothing is left to find after that.
    @Test func aMinimalDFAStaysAsItIs() throws {
        let dfa = try Families.kth(5).determinized()
        for method in ReductionMethod.allCases {
            let reduced = try dfa.reduced(using: method)
            #expect(try reduced.minimized() == dfa.minimized())
            #expect(try NFA(dfa).reduced(using: method).stateCount == reduced.stateCount)
        }
        #expect(try dfa.reduced() == dfa.minimized())
    }

    /// Many entries times many exits cost as many transitions, but with an epsilon move as many as
    /// both.
    @Test func epsilonMovesStayWhereTheyPay() throws {
        var builder = EpsilonNFA.Builder(alphabet: try RandomAutomata.alphabet(20))
        try builder.addStates(44)
        for number in 0..<20 {
            let (entry, symbol) = (StateID(number), Symbol(number))
            try builder.addTransition(from: 40, on: symbol, to: entry)
            // Told apart by what else they can read.
            try builder.addTransition(from: entry, on: symbol, to: 43)
            try builder.addEpsilonMove(from: entry, to: 41)
            try builder.addTransition(from: 41, on: symbol, to: entry + 20)
            try builder.addTransition(from: entry + 20, on: symbol, to: 42)
            try builder.addTransition(from: entry + 20, on: Symbol((number + 1) % 20), to: 42)
        }
        try builder.addTransition(from: 43, on: 0, to: 42)
        builder.insertInitial(40)
        builder.insertFinal(42)
        let automaton = try builder.build()
        let reduced = try automaton.reduced()
        #expect(reduced.epsilonMoveCount > 0)
        #expect(reduced.transitionCount <= automaton.transitionCount)
        #expect(try reduced.minimized() == automaton.minimized())
        #expect(try automaton.removingEpsilonMoves().transitionCount > automaton.transitionCount)
    }

    /// Without its moves the automaton would have 90,000 transitions, and with them it has 1,500.
    @Test func epsilonMovesThatCantBeRemovedStay() throws {
        let count = 300
        var builder = EpsilonNFA.Builder(alphabet: try RandomAutomata.alphabet(count))
        try builder.addStates(2 * count + 3)
        let (start, hub, end) = (StateID(2 * count), StateID(2 * count + 1), StateID(2 * count + 2))
        for number in 0..<count {
            let (state, symbol) = (StateID(number), Symbol(number))
            try builder.addTransition(from: start, on: symbol, to: state)
            try builder.addTransition(from: state, on: symbol, to: end)
            try builder.addEpsilonMove(from: state, to: hub)
            try builder.addTransition(from: hub, on: symbol, to: state + count)
            try builder.addTransition(from: state + count, on: symbol, to: end)
        }
        builder.insertInitial(start)
        builder.insertFinal(end)
        let automaton = try builder.build()
        let budget = Budget(maximumBytes: 500 << 10)
        #expect(throws: AutomataError.self) { try automaton.removingEpsilonMoves(budget: budget) }
        let reduced = try automaton.reduced(using: .bisimulation, budget: budget)
        #expect(reduced.epsilonMoveCount == Int(count))
        #expect(reduced.accepts([7, 7]) && reduced.accepts([7, 8, 8]) && !reduced.accepts([7, 8]))
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try automaton.reduced(budget: Budget(isCancelled: { true }))
        }
    }

    @Test(arguments: ReductionMethod.allCases, 0..<8 as Range<UInt64>)
    func reductionKeepsTheLanguage(_ method: ReductionMethod, _ seed: UInt64) throws {
        var random = SplitMix64(seed: 4_000 + seed)
        for _ in 0..<30 {
            var shape = RandomShape.mixed(&random, maximumStates: 11, symbols: [1, 2, 3])
            shape.density *= [1, 1.5, 2][random.draw(3)]
            let nfa = try RandomAutomata.nfa(shape, &random)
            let reduced = try nfa.reduced(using: method)
            let expected = try nfa.minimized()
            try Self.check(reduced, isLike: nfa, expected, method)
            #expect(reduced.trimmed() == reduced)
            #expect(try reduced.reduced(using: method) == reduced)
            #expect(try nfa.determinized().reduced(using: method).stateCount <= nfa.determinized().stateCount)
            try Self.check(nfa.determinized().reduced(using: method), isLike: nfa.determinized(), expected, method)
            let moving = try RandomAutomata.epsilonNFA(shape, &random)
            try Self.check(moving.reduced(using: method), isLike: moving, moving.minimized(), method)
            let any = try Automaton.epsilonNFA(moving).reduced(using: method)
            #expect(try any.asEpsilonNFA.minimized() == moving.minimized())
        }
    }

    private static func check(
        _ reduced: some FiniteAutomaton, isLike automaton: some FiniteAutomaton, _ expected: DFA,
        _ method: ReductionMethod
    ) throws {
        let minimal: DFA? =
            if let nfa = reduced as? NFA {
                try nfa.minimized()
            } else if let dfa = reduced as? DFA {
                try dfa.minimized()
            } else {
                try (reduced as? EpsilonNFA)?.minimized()
            }
        if minimal != expected || reduced.stateCount > automaton.stateCount
            || reduced.transitionCount > automaton.transitionCount
        {
            Issue.record("reduction by \(method) of\n\(automaton)\nto\n\(reduced)")
        }
    }

    /// All automata with two states and two symbols, and a sample of those with three.
    @Test func smallScope() throws {
        var random = SplitMix64(seed: 17)
        let (two, three) = (SmallAutomata(states: 2, symbols: 2), SmallAutomata(states: 3, symbols: 2))
        let references =
            stride(from: 0, to: two.count, by: 3).map { two[$0] }
            + (0..<800).map { _ in three[random.draw(three.count)] }
        let alphabet = try RandomAutomata.alphabet(2)
        for reference in references {
            let nfa = try reference.epsilonNFA(alphabet).removingEpsilonMoves()
            let expected = try nfa.minimized()
            for method in [ReductionMethod.simulation, .forwardSimulation, .backwardSimulation, .bisimulation] {
                try Self.check(nfa.reduced(using: method), isLike: nfa, expected, method)
            }
        }
    }

    /// Each method finds at least what a weaker one does.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func strongerMethodsFindMore(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 5_000 + seed)
        for _ in 0..<30 {
            let shape = RandomShape.mixed(&random, maximumStates: 14, symbols: [1, 2])
            let nfa = try RandomAutomata.nfa(shape, &random)
            let sizes = try Dictionary(
                uniqueKeysWithValues: ReductionMethod.allCases.map { ($0, try nfa.reduced(using: $0).stateCount) })
            let size = { (method: ReductionMethod) in sizes[method] ?? 0 }
            #expect(size(.forwardSimulation) <= size(.forwardBisimulation))
            #expect(size(.backwardSimulation) <= size(.backwardBisimulation))
            #expect(size(.bisimulation) <= min(size(.forwardBisimulation), size(.backwardBisimulation)))
        }
    }

    /// Many initial states none of which simulates another take long to compare.
    @Test func pruningInitialStatesCanBeCancelled() throws {
        let count = 8192
        var words = [UInt64](repeating: 0, count: count * count / 64)
        for state in 0..<count { words[state * count / 64 + state / 64] |= 1 << UInt64(state % 64) }
        let order = SimulationPreorder(
            classes: StatePartition(numbers: 0..<UInt32(count), count: count), words: words)
        let states = StateSet(0..<StateID(count))
        #expect(try ReductionWork.maximal(of: states, in: order, .default) == states)
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try ReductionWork.maximal(of: states, in: order, Budget(isCancelled: { true }))
        }
    }

    @Test func budgetsHold() throws {
        var random = SplitMix64(seed: 3)
        let shape = RandomShape(states: 3_000, symbols: 2, density: 2)
        let nfa = try RandomAutomata.nfa(shape, &random)
        for method in ReductionMethod.allCases {
            #expect(throws: AutomataError.self) { try nfa.reduced(using: method, budget: Budget(maximumBytes: 1_000)) }
            #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
                try nfa.reduced(using: method, budget: Budget(isCancelled: { true }))
            }
        }
        // Too large for the tables of a simulation, but not for bisimulation.
        let small = Budget(maximumBytes: 1 << 20)
        #expect(try nfa.reduced(budget: small) == nfa.reduced(using: .bisimulation))
        #expect(throws: AutomataError.self) { try nfa.reduced(using: .simulation, budget: small) }
    }
}
