import Automata
import AutomataTestSupport
import Testing

/// Laws of minimization on seeded random automata and large ones.
@Suite struct MinimizationLawsTests {
    @Test(arguments: 0..<20 as Range<UInt64>) func algorithmsAgreeWithTheDefinition(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<150 {
            let shape = RandomShape.mixed(&random, maximumStates: 14, symbols: [0, 1, 1, 2, 2, 2, 3, 3, 5, 5, 30])
            let dfa = try RandomAutomata.dfa(shape, &random)
            let naive = NaiveMinimization(dfa)
            let (minimal, total) = (try naive.minimized(), try naive.minimized(total: true))
            for algorithm in MinimizationAlgorithm.allCases {
                // Two to the number of states is too many now and then.
                if algorithm == .brzozowski, dfa.stateCount > 8 { continue }
                if algorithm == .revuz, !dfa.isFinite {
                    #expect(throws: AutomataError.self) { try dfa.minimized(using: .revuz) }
                    continue
                }
                #expect(try dfa.minimized(using: algorithm) == minimal, "\(algorithm) \(shape)\n\(dfa)")
                #expect(try dfa.minimized(using: algorithm, total: true) == total, "\(algorithm) \(shape)\n\(dfa)")
            }
            #expect(minimal.isMinimal && total.isMinimal)
            let smallest = dfa.isTotal ? total.stateCount : minimal.stateCount
            #expect(dfa.isMinimal == (dfa.stateCount == smallest), "\(dfa)")
        }
    }

    /// What is deterministic when it is read backward needs no second look; an initial state that
    /// is another one's twin doesn't count.
    @Test(arguments: 0..<8 as Range<UInt64>) func reverseDeterministicAutomata(seed: UInt64) throws {
        var random = SplitMix64(seed: 300 + seed)
        var found = 0
        for _ in 0..<150 {
            let shape = RandomShape.mixed(&random, maximumStates: 9, symbols: [1, 2, 2, 3, 30])
            var nfa = try RandomAutomata.dfa(shape, &random).reversed()
            if random.draw(2) == 0, let state = nfa.initialStates.first {
                nfa = try Self.withTwin(of: state, nfa, isEntered: random.draw(3) == 0)
            }
            let dfa = try nfa.determinized()
            #expect(try nfa.minimized() == dfa.minimized(using: .hopcroft), "\(shape)\n\(nfa)")
            #expect(try nfa.minimized(total: true) == dfa.minimized(using: .hopcroft, total: true), "\(shape)\n\(nfa)")
            if try nfa.minimizedWhereReverseIsDeterministic(budget: .default) != nil { found += 1 }
        }
        #expect(found > 40)
        let kth = try NFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "a", "r"), ("q", "b", "r")],
            initial: ["p"], final: ["r"])
        #expect(try kth.minimizedWhereReverseIsDeterministic(budget: .default)?.stateCount == 4)
        #expect(try kth.reversed().minimizedWhereReverseIsDeterministic(budget: .default) == nil)
    }

    /// The automaton with one initial state more, which is like a given one and alone initial;
    /// perhaps transitions lead to it, too.
    private static func withTwin(of state: StateID, _ nfa: NFA, isEntered: Bool) throws -> NFA {
        var builder = NFA.Builder(alphabet: nfa.alphabet)
        try builder.addStates(nfa.stateCount)
        let twin = try builder.addState()
        for transition in nfa.transitions {
            try builder.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
            if transition.source == state {
                try builder.addTransition(from: twin, on: transition.symbol, to: transition.target)
            }
            guard isEntered, transition.target == state else { continue }
            try builder.addTransition(from: transition.source, on: transition.symbol, to: twin)
            if transition.source == state {
                try builder.addTransition(from: twin, on: transition.symbol, to: twin)
            }
        }
        for final in nfa.finalStates { builder.insertFinal(final) }
        if nfa.finalStates.contains(state) { builder.insertFinal(twin) }
        builder.insertInitial(twin)
        return try builder.build()
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func languageIsKept(seed: UInt64) throws {
        var random = SplitMix64(seed: 1000 + seed)
        for symbols in [1, 2, 3] {
            let tests = words(symbols: symbols, upTo: symbols == 3 ? 6 : 8)
            for _ in 0..<6 {
                let shape = RandomShape.mixed(&random, maximumStates: 30, symbols: [symbols])
                let dfa = try RandomAutomata.dfa(shape, &random)
                let (minimal, total) = (try dfa.minimized(), try dfa.minimized(total: true))
                #expect(tests.allSatisfy { dfa.accepts($0) == minimal.accepts($0) })
                #expect(tests.allSatisfy { dfa.accepts($0) == total.accepts($0) })
            }
        }
    }

    /// Larger automata, where rounds, splits and hashes have something to do.
    @Test(arguments: 0..<12 as Range<UInt64>) func algorithmsAgreeOnLargerAutomata(seed: UInt64) throws {
        var random = SplitMix64(seed: 77 + seed)
        for symbols in [1, 2, 5, 30] {
            for density in [0.05, 0.3, 0.9, 1] {
                var shape = RandomShape(states: 200 + random.draw(300), symbols: symbols, density: density)
                shape.finalDensity = [0.002, 0.1, 0.5][random.draw(3)]
                shape.isAcyclic = random.draw(4) == 0
                let dfa = try Self.withCopies(RandomAutomata.dfa(shape, &random), &random)
                let minimal = try dfa.minimized()
                for algorithm in [.hopcroft, .moore, .valmari] as [MinimizationAlgorithm] {
                    #expect(try dfa.minimized(using: algorithm) == minimal, "\(algorithm) \(shape)")
                }
                if dfa.isFinite { #expect(try dfa.minimized(using: .revuz) == minimal) }
                #expect(try minimal.minimized() == minimal)
                #expect(try dfa.minimized(total: true).minimized() == minimal)
                #expect(try dfa.completed().minimized() == minimal)
                #expect(try dfa.minimized(using: .valmari, total: true) == dfa.minimized(total: true))
            }
        }
    }

    @Test func minimizingIsDoneUpToRenumbering() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<100 {
            let shape = RandomShape.mixed(&random, maximumStates: 20, symbols: [1, 2, 5])
            let dfa = try RandomAutomata.dfa(shape, &random)
            #expect(try Self.shuffled(dfa, &random).minimized() == dfa.minimized())
        }
    }

    @Test func classesAreMergedInAnyOrder() throws {
        var random = SplitMix64(seed: 4)
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "l")).map { [$0...$0] }
        for _ in 0..<200 {
            var shape = RandomShape.mixed(&random, maximumStates: 6, symbols: [12])
            shape.density = [0.1, 1][random.draw(2)]
            let classes = try Alphabet.bytes(letters)
            let shuffled = letters.shuffled(using: &random)
            let dfa = try RandomAutomata.dfa(shape, &random, alphabet: classes)
            var other = DFA.Builder(alphabet: try Alphabet.bytes(shuffled))
            try other.addStates(dfa.stateCount)
            for transition in dfa.transitions {
                let name = classes.name(of: transition.symbol)
                try other.addTransition(from: transition.source, on: name, to: transition.target)
            }
            for state in dfa.finalStates { other.insertFinal(state) }
            other.initialState = dfa.initialState
            let minimal = try dfa.minimized()
            #expect(try other.build().minimized() == minimal)
            for algorithm in MinimizationTests.cyclicAlgorithms {
                #expect(try dfa.minimized(using: algorithm) == minimal)
                #expect(
                    try dfa.minimized(using: algorithm, total: true) == other.build().minimized(total: true))
            }
            // No two classes do the same, and the language is kept letter by letter.
            let named = minimal.alphabet.symbols.map { symbol in
                minimal.states.map { minimal.target(from: $0, on: symbol) }
            }
            #expect(Set(named).count == named.count)
            for text in ["", "a", "l", "bb", "abc", "kkk", "lad", "ffff"] {
                #expect(dfa.accepts(text) == minimal.accepts(text))
            }
        }
    }

    @Test func longChainsTakeNoQuadraticTime() throws {
        let chain = try Families.chain(100_000)
        #expect(try chain.minimized() == chain)
        #expect(try chain.minimized(using: .hopcroft) == chain)
        #expect(try chain.minimized(using: .valmari) == chain)
        #expect(try chain.minimized(using: .revuz) == chain)
        // A ring with one final state is minimal, and is found so without a round a state.
        var ring = DFA.Builder(alphabet: ["a", "b"])
        try ring.addStates(100_000)
        for state in 0..<100_000 {
            try ring.addTransition(from: StateID(state), on: 0 as Symbol, to: StateID((state + 1) % 100_000))
            try ring.addTransition(from: StateID(state), on: 1 as Symbol, to: 0)
        }
        ring.initialState = 0
        ring.insertFinal(99_999)
        let dfa = try ring.build()
        #expect(try dfa.minimized() == dfa)
        #expect(dfa.isMinimal)
    }

    @Test func millionStates() throws {
        let dfa = try Families.dup(1_000_000, 2, seed: 1)
        let minimal = try dfa.minimized()
        #expect(minimal.stateCount <= 100_000 && minimal.stateCount > 70_000)
        #expect(try dfa.minimized(using: .hopcroft) == minimal)
    }

    /// The automaton with each state copied up to three times, each transition leading to some
    /// copy.
    private static func withCopies(_ dfa: DFA, _ random: inout SplitMix64) throws -> DFA {
        let copies = 1 + random.draw(3)
        var builder = DFA.Builder(alphabet: dfa.alphabet)
        try builder.addStates(dfa.stateCount * copies)
        for transition in dfa.transitions {
            for copy in 0..<copies {
                try builder.addTransition(
                    from: StateID(Int(transition.source) * copies + copy), on: transition.symbol,
                    to: StateID(Int(transition.target) * copies + random.draw(copies)))
            }
        }
        for state in dfa.finalStates {
            for copy in 0..<copies { builder.insertFinal(StateID(Int(state) * copies + copy)) }
        }
        builder.initialState = dfa.initialState.map { StateID(Int($0) * copies) }
        return try builder.build()
    }

    static func shuffled(_ dfa: DFA, _ random: inout SplitMix64) throws -> DFA {
        let numbers = Array(dfa.states).shuffled(using: &random)
        var builder = DFA.Builder(alphabet: dfa.alphabet)
        try builder.addStates(dfa.stateCount)
        for transition in dfa.transitions {
            try builder.addTransition(
                from: numbers[Int(transition.source)], on: transition.symbol, to: numbers[Int(transition.target)])
        }
        for state in dfa.finalStates { builder.insertFinal(numbers[Int(state)]) }
        builder.initialState = dfa.initialState.map { numbers[Int($0)] }
        return try builder.build()
    }
}
