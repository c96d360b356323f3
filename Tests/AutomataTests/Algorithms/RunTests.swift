import Automata
import AutomataTestSupport
import Testing

@Suite("Runs")
struct RunTests {
    @Test func deterministic() throws {
        let even = try DFA(
            alphabet: ["0", "1"],
            transitions: [("even", "0", "even"), ("even", "1", "odd"), ("odd", "0", "odd"), ("odd", "1", "even")],
            initial: "even", final: ["even"])
        let run = try even.run(on: "011")
        #expect(run.states == [0, 0, 1, 0])
        #expect(run.isAccepting)
        #expect(run.stuckPosition == nil)
        #expect(
            run.description == """
                → even
                  —0→ even
                  —1→ odd
                  —1→ even
                accepted: even is final

                """)
        #expect(try even.run(on: "01").description.hasSuffix("rejected: odd is not final\n"))
        #expect(try even.run(on: "").states == [0])
        #expect(throws: AutomataError.unknownSymbol("2", position: 1)) { try even.run(on: "02") }
    }

    @Test func stuck() throws {
        let dfa = try DFA(alphabet: ["a", "b"], transitions: [("p", "a", "q")], initial: "p", final: ["q"])
        let run = try dfa.run(on: "abb")
        #expect(run.states == [0, 1])
        #expect(run.stuckPosition == 1)
        #expect(!run.isAccepting)
        #expect(run.description.hasSuffix("rejected: q has no transition on b, symbol 2 of 3\n"))
        #expect(try dfa.run(on: [0, 9]).stuckPosition == 1)
        let none = try DFA.Builder(alphabet: ["a"]).build()
        #expect(try none.run(on: [0]).stuckPosition == 0)
        #expect(try none.run(on: []).description == "rejected: there is no initial state\n")
        #expect(try none.run(on: []).stuckPosition == nil)
        #expect(try NFA(none).run(on: []).stuckPosition == nil)
    }

    @Test func nondeterministic() throws {
        let endsWith01 = try NFA(
            alphabet: ["0", "1"],
            transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
            initial: ["p"], final: ["r"])
        let run = try endsWith01.run(on: "001")
        #expect(run.stateSets == [[0], [0, 1], [0, 1], [0, 2]])
        #expect(run.acceptingPath?.states == [0, 0, 1, 2])
        #expect(
            run.description == """
                → {p}
                  —0→ {p, q}
                  —0→ {p, q}
                  —1→ {p, r}
                accepted: p —0→ p —0→ q —1→ r

                """)
        #expect(try endsWith01.run(on: "10").description.hasSuffix("rejected: no state of {p, q} is final\n"))
    }

    @Test func epsilonMoves() throws {
        let sign = try EpsilonNFA(
            alphabet: ["-", "1"],
            transitions: [
                ("start", "-", "digits"), ("start", "", "digits"), ("digits", "1", "end"), ("end", "", "digits"),
            ],
            initial: ["start"], final: ["end"])
        let run = try sign.run(on: "11", separator: "")
        #expect(run.stateSets == [[0, 1], [1, 2], [1, 2]])
        #expect(run.acceptingPath?.moves.map(\.symbol) == [nil, 1, nil, 1])
        #expect(run.description.hasSuffix("accepted: start —ε→ digits —1→ end —ε→ digits —1→ end\n"))
        let stuck = try sign.run(on: "1-")
        #expect(stuck.stuckPosition == 1)
        #expect(
            stuck.description.hasSuffix("rejected: no state of {digits, end} has a transition on -, symbol 2 of 2\n"))
    }

    @Test func pathHasFewestMoves() throws {
        // Two epsilon moves lead to c, but a symbol further on b would have been dearer.
        let automaton = try EpsilonNFA(
            alphabet: ["x"],
            transitions: [
                ("a", "", "b"), ("b", "", "c"), ("a", "x", "d"), ("c", "x", "e"), ("d", "", "e"), ("e", "", "a"),
            ],
            initial: ["a"], final: ["e"])
        #expect(try automaton.run(on: "x").acceptingPath?.moves.count == 2)
        #expect(try automaton.run(on: "x").acceptingPath?.states == [0, 3, 4])
    }

    @Test func agreesWithAcceptance() throws {
        for seed in 0..<150 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let automaton = try RandomAutomata.epsilonNFA(.mixed(&random), &random)
            for word in words(symbols: min(automaton.alphabet.count, 2), upTo: 5) {
                let run = try automaton.run(on: word)
                #expect(run.isAccepting == automaton.accepts(word))
                #expect((run.acceptingPath != nil) == run.isAccepting)
                guard let path = run.acceptingPath else { continue }
                #expect(path.moves.compactMap(\.symbol) == word)
                #expect(automaton.isInitial(path.start))
                #expect(path.states.last.map(automaton.isFinal) == true)
                var state = path.start
                for move in path.moves {
                    let targets = move.symbol.map { automaton.targets(from: state, on: $0) }
                    #expect((targets ?? automaton.epsilonTargets(from: state)).contains(move.target))
                    state = move.target
                }
            }
        }
    }

    /// Where each step reaches all states, a run takes memory for each symbol and state.
    @Test func memoryIsBounded() throws {
        let count: StateID = 100
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addStates(Int(count))
        for state in 0..<count {
            try builder.addTransition(from: state, on: 0, to: state)
            builder.insertInitial(state)
        }
        let nfa = try builder.build()
        let word = [Symbol](repeating: 0, count: 100_000)
        for budget in [Budget(maximumBytes: 4 << 20), Budget(maximumBytes: 0)] {
            #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))) {
                try nfa.run(on: word, budget: budget)
            }
            #expect(throws: AutomataError.self) { try EpsilonNFA(nfa).run(on: word, budget: budget) }
        }
        #expect(throws: AutomataError.self) {
            try nfa.accessiblePart().determinized().run(on: word, budget: Budget(maximumBytes: 400_000))
        }
        #expect(try nfa.run(on: word.prefix(100), budget: .default) == nfa.run(on: word.prefix(100)))
    }

    /// A long word makes many small layers, which take no more than they hold: not a bit for each
    /// state.
    @Test func sparseLayersAreSmall() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(1 << 20)
        let last = StateID(1 << 20 - 1)
        try builder.addTransition(from: last, on: 0, to: last)
        builder.insertInitial(last)
        let word = [Symbol](repeating: 0, count: 20_000)
        let run = try builder.build().run(on: word, budget: Budget(maximumBytes: 10 << 20))
        #expect(run.reachedStates.count == 20_001)
        #expect(Array(run.reachedStates[20_000]) == [last])
    }

    /// Moves are followed from each state once, however many ways there are.
    @Test func cliquesOfEpsilonMoves() throws {
        let count = 400
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(count)
        for source in 0..<StateID(count) {
            try builder.addTransition(from: source, on: 0, to: StateID((Int(source) + 1) % count))
            for target in 0..<StateID(count) { try builder.addEpsilonMove(from: source, to: target) }
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(count - 1))
        let run = try builder.build().run(on: [0], budget: Budget(maximumBytes: 64 << 10))
        #expect(run.reachedStates.count == 2)
        #expect(run.acceptingPath?.moves.count == 2)
    }

    @Test func textIsBounded() throws {
        let long = String(repeating: "x", count: 100_000)
        let dfa = try DFA(alphabet: ["a"], transitions: [(long, "a", long)], initial: long, final: [])
        let word = [Symbol](repeating: 0, count: 10_000)
        let budget = Budget(maximumBytes: 4 << 20)
        #expect(throws: AutomataError.self) { try dfa.run(on: word).text(budget: budget) }
        #expect(throws: AutomataError.self) { try NFA(dfa).run(on: word).text(budget: budget) }
        #expect(try dfa.run(on: [0]).text(budget: budget) == dfa.run(on: [0]).description)
        #expect(try NFA(dfa).run(on: [0]).text(budget: budget) == NFA(dfa).run(on: [0]).description)
        let exact = try dfa.run(on: [0]).description.utf8.count
        #expect(throws: AutomataError.self) { try dfa.run(on: [0]).text(budget: Budget(maximumBytes: exact - 1)) }
        #expect(try dfa.run(on: [0]).text(budget: Budget(maximumBytes: exact)).utf8.count == exact)
    }
}
