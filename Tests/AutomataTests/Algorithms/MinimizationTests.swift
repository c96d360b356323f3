import Automata
import AutomataTestSupport
import Testing

/// What the textbooks and the definition say about minimization.
@Suite struct MinimizationTests {
    /// J. Hopcroft, J. Ullman, Introduction to Automata Theory, Languages, and Computation, 1979,
    /// figure 3.8: eight states, of which one is unreachable and three pairs are equivalent.
    static func hopcroftUllman() throws -> DFA {
        try DFA(
            alphabet: ["0", "1"],
            transitions: [
                ("a", "0", "b"), ("a", "1", "f"), ("b", "0", "g"), ("b", "1", "c"), ("c", "0", "a"), ("c", "1", "c"),
                ("d", "0", "c"), ("d", "1", "g"), ("e", "0", "h"), ("e", "1", "f"), ("f", "0", "c"), ("f", "1", "g"),
                ("g", "0", "g"), ("g", "1", "e"), ("h", "0", "g"), ("h", "1", "c"),
            ], initial: "a", final: ["c"])
    }

    static let cyclicAlgorithms = MinimizationAlgorithm.allCases.filter { $0 != .revuz }

    @Test(arguments: cyclicAlgorithms) func textbookExample(algorithm: MinimizationAlgorithm) throws {
        let minimal = try Self.hopcroftUllman().minimized(using: algorithm)
        // {a,e}, {b,h}, {d,f}, {g}, {c}, as the walk from {a,e} meets them.
        let expected = try DFA(
            alphabet: ["0", "1"],
            transitions: [
                ("ae", "0", "bh"), ("ae", "1", "df"), ("bh", "0", "g"), ("bh", "1", "c"), ("df", "0", "c"),
                ("df", "1", "g"), ("g", "0", "g"), ("g", "1", "ae"), ("c", "0", "ae"), ("c", "1", "c"),
            ], initial: "ae", final: ["c"]
        ).withStateNames(nil).canonicallyNumbered()
        #expect(minimal == expected)
        #expect(minimal.stateCount == 5)
        #expect(minimal.isMinimal)
    }

    @Test(arguments: MinimizationAlgorithm.allCases) func emptyLanguage(algorithm: MinimizationAlgorithm) throws {
        let noStates = try DFA.Builder(alphabet: ["a", "b"]).build()
        var unreachable = DFA.Builder(alphabet: ["a", "b"])
        try unreachable.addStates(3)
        try unreachable.addTransition(from: 0, on: "a", to: 1)
        try unreachable.addTransition(from: 1, on: "b", to: 0)
        unreachable.initialState = 0
        unreachable.insertFinal(2)
        var noInitial = DFA.Builder(alphabet: ["a", "b"])
        try noInitial.addStates(2)
        noInitial.insertFinal(1)
        for dfa in [noStates, try unreachable.build(), try noInitial.build(), try noStates.completed()] {
            #expect(dfa.isEmpty && dfa.isFinite)
            let trim = try dfa.minimized(using: algorithm)
            #expect(trim == noStates)
            #expect(trim.isMinimal)
            let total = try dfa.minimized(using: algorithm, total: true)
            #expect(total.stateCount == 1 && total.transitionCount == 2 && total.isTotal && total.isEmpty)
            #expect(total.initialState == 0)
            #expect(total.isMinimal)
        }
    }

    @Test(arguments: MinimizationAlgorithm.allCases) func emptyAlphabet(algorithm: MinimizationAlgorithm) throws {
        var builder = DFA.Builder(alphabet: [])
        try builder.addStates(3)
        builder.initialState = 2
        let empty = try builder.build()
        #expect(try empty.minimized(using: algorithm).stateCount == 0)
        #expect(try empty.minimized(using: algorithm, total: true).stateCount == 1)
        builder.insertFinal(2)
        let emptyWord = try builder.build()
        #expect(try emptyWord.minimized(using: algorithm).stateCount == 1)
        #expect(try emptyWord.minimized(using: algorithm) == emptyWord.minimized(using: algorithm, total: true))
        #expect(try emptyWord.minimized(using: algorithm).accepts([Symbol]()))
    }

    @Test func allWordsAndNames() throws {
        let all = try DFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "a", "r"), ("r", "a", "p")], initial: "p",
            final: ["p", "q", "r"])
        for algorithm in Self.cyclicAlgorithms {
            let minimal = try all.minimized(using: algorithm)
            #expect(minimal.stateCount == 1 && minimal.isTotal && minimal.stateNames == nil)
        }
    }

    @Test func cyclesAreRefusedByRevuzAndNamed() throws {
        let dfa = try DFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "q"), ("q", "a", "r"), ("r", "b", "q"), ("r", "a", "s"), ("t", "a", "t")],
            initial: "p", final: ["s", "t"])
        let error = #expect(throws: AutomataError.self) { try dfa.minimized(using: .revuz) }
        #expect(error == .cyclic(state: "q") || error == .cyclic(state: "r"))
        // A cycle that no accepted word goes round doesn't count.
        let harmless = try DFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "q"), ("p", "b", "d"), ("d", "a", "d"), ("d", "b", "d"), ("t", "a", "t")],
            initial: "p", final: ["q", "t"])
        #expect(try harmless.minimized(using: .revuz).stateCount == 2)
        #expect(try harmless.minimized(using: .revuz) == harmless.minimized())
    }

    @Test func nondeterministicModelsAreDeterminizedFirst() throws {
        let nfa = try NFA(
            alphabet: ["0", "1"],
            transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
            initial: ["p"], final: ["r"])
        for algorithm in Self.cyclicAlgorithms {
            let minimal = try nfa.minimized(using: algorithm)
            #expect(minimal.stateCount == 3 && minimal.isTotal)
            #expect(try EpsilonNFA(nfa).minimized(using: algorithm) == minimal)
            #expect(try nfa.minimized(using: algorithm, total: true) == minimal)
        }
        #expect(try Families.kth(6).minimized().stateCount == 64)
    }

    @Test func classesThatNoStateTellsApartAreMerged() throws {
        // [a-f], [g-m] and [n-z] are one; the digits come first as their least member is smaller.
        let alphabet = try Alphabet.bytes(
            [["n"..."z"], ["a"..."f"], ["0"..."9"], ["g"..."m"]].map { $0.map { $0.bytes } })
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(3)
        for letter in [0, 1, 3] as [Symbol] {
            try builder.addTransition(from: 0, on: letter, to: 1)
            try builder.addTransition(from: 1, on: letter, to: letter == 0 ? 2 : 1)
            try builder.addTransition(from: 2, on: letter, to: 2)
        }
        try builder.addTransition(from: 1, on: 2 as Symbol, to: 2)
        try builder.addTransition(from: 2, on: 2 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        builder.insertFinal(2)
        let dfa = try builder.build()
        let expected = try Alphabet.bytes([["0"..."9"], ["a"..."z"]].map { $0.map { $0.bytes } })
        for algorithm in Self.cyclicAlgorithms {
            let minimal = try dfa.minimized(using: algorithm)
            #expect(minimal.alphabet == expected)
            #expect(minimal.stateCount == 2)
            #expect(minimal.accepts("x9a") && !minimal.accepts("9x"))
            #expect(try dfa.minimized(using: algorithm, total: true).stateCount == 3)
        }
    }

    @Test func budgetsAndCancellation() throws {
        let dfa = try Families.dfa(5_000, 2, seed: 1)
        let sparse = try RandomAutomata.dfa(
            RandomShape(states: 5_000, symbols: 30, density: 0.1), &Self.random)
        for algorithm in [.automatic, .hopcroft, .moore, .valmari] as [MinimizationAlgorithm] {
            for automaton in [dfa, sparse] {
                let states = #expect(throws: AutomataError.self) {
                    try automaton.minimized(using: algorithm, budget: Budget(maximumStates: 1_000))
                }
                #expect(states?.isBudgetExceeded == true)
                let bytes = #expect(throws: AutomataError.self) {
                    try automaton.minimized(using: algorithm, budget: Budget(maximumBytes: 10_000))
                }
                #expect(bytes?.isBudgetExceeded == true)
                let cancelled = #expect(throws: AutomataError.self) {
                    try automaton.minimized(using: algorithm, budget: Budget(isCancelled: { true }))
                }
                #expect(cancelled?.isCancelled == true)
                let size = try automaton.minimized(using: algorithm).stateCount
                #expect(
                    try automaton.minimized(using: algorithm, budget: Budget(maximumStates: size)).stateCount == size)
            }
        }
    }

    private static var random: SplitMix64 {
        get { SplitMix64(seed: 5) }
        set {}
    }
}

extension ClosedRange<UnicodeScalar> {
    fileprivate var bytes: ClosedRange<UInt8> { UInt8(lowerBound.value)...UInt8(upperBound.value) }
}
