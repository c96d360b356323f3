import Automata
import AutomataTestSupport
import Testing

/// What makes an automaton nondeterministic, larger than it need be, or its language infinite.
@Suite struct OffendersTests {
    @Test func nondeterminismIsShown() throws {
        let choice = try NFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q"), ("p", "b", "r")], initial: ["p"],
            final: ["r"])
        #expect(choice.nondeterminism == .targets(from: 0, on: 1, 1, 2))
        let starts = try NFA(alphabet: ["a"], transitions: [], initial: ["p", "q"], final: [])
        #expect(starts.nondeterminism == .initialStates(0, 1))
        let move = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "", "r")], initial: ["p"], final: ["r"])
        #expect(move.nondeterminism == .epsilonMove(from: 1, to: 2))
        #expect(!move.isDeterministic)
        #expect(EpsilonNFA(starts).nondeterminism == .initialStates(0, 1))
        #expect(EpsilonNFA(choice).nondeterminism == .targets(from: 0, on: 1, 1, 2))
    }

    @Test func nonminimalityIsShown() throws {
        let dfa = try DFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "q"), ("p", "b", "r"), ("q", "a", "end"), ("r", "a", "end")], initial: "p",
            final: ["end"])
        #expect(try dfa.nonminimality() == .equivalent(1, 2))
        let unreachable = try DFA(
            alphabet: ["a"], transitions: [("p", "a", "p"), ("q", "a", "p")], initial: "p", final: ["p"])
        #expect(try unreachable.nonminimality() == .unreachable(1))
        let dead = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q")], initial: "p", final: ["p"])
        #expect(try dead.nonminimality() == .dead(1))
        // In a total automaton one dead state is needed, and two are one too many.
        #expect(try dead.completed().nonminimality() == nil || !dead.completed().isMinimal)
        let twice = try DFA(
            alphabet: ["a", "b"],
            transitions: [
                ("p", "a", "q"), ("p", "b", "r"), ("q", "a", "q"), ("q", "b", "q"), ("r", "a", "r"), ("r", "b", "r"),
            ], initial: "p", final: ["p"])
        #expect(try twice.nonminimality() == .equivalent(1, 2))
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func offendersAreThereWhereTheyShouldBe(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 12_000 + seed)
        for _ in 0..<60 {
            let shape = RandomShape.mixed(&random, maximumStates: 8, symbols: [0, 1, 2])
            let dfa =
                try random.chance(0.3)
                ? RandomAutomata.dfa(shape, &random).completed() : RandomAutomata.dfa(shape, &random)
            let table = NaiveMinimization(dfa).distinguishable()
            let first = dfa.states.lazy.compactMap { p in
                dfa.states.first { $0 > p && !table[Int(p)][Int($0)] }.map { [p, $0] }
            }.first
            let found = try dfa.equivalentStates()
            #expect(found.map { [$0.0, $0.1] } == first)
            #expect(try (dfa.nonminimality() == nil) == dfa.isMinimal, "\(dfa)")
            let minimal = try dfa.minimized()
            #expect(try minimal.nonminimality() == nil && minimal.completed().nonminimality() == nil)
            let nfa = try RandomAutomata.nfa(shape, &random)
            #expect((nfa.nondeterminism == nil) == nfa.isDeterministic)
            if case .targets(let state, let symbol, let one, let other)? = nfa.nondeterminism {
                #expect(Array(nfa.targets(from: state, on: symbol).prefix(2)) == [one, other])
            }
        }
    }

    @Test func aPumpingTripleIsShown() throws {
        let nfa = try NFA(
            alphabet: ["a", "b"],
            transitions: [("p", "a", "q"), ("q", "b", "r"), ("r", "a", "q"), ("q", "a", "s"), ("s", "b", "s")],
            initial: ["p"], final: ["q"])
        let triple = try #require(try nfa.pumpingTriple())
        #expect(triple.description == "a(ba)*")
        #expect(triple.length == 3)
        #expect(triple.word(rounds: 2).description == "ababa")
        #expect(triple.word(rounds: 0).description == "a")
        #expect(try Families.chain(5).pumpingTriple() == nil)
        let moving = try EpsilonNFA(
            alphabet: ["a", "bc"], transitions: [("p", "", "q"), ("q", "bc", "p"), ("q", "", "r")], initial: ["p"],
            final: ["r"])
        #expect(try moving.pumpingTriple()?.description == "(bc)*")
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func pumpingTriplesAreShortest(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 13_000 + seed)
        for _ in 0..<40 {
            var shape = RandomShape.mixed(&random, maximumStates: 9, symbols: [1, 2])
            shape.density = [0.3, 0.6, 1][random.draw(3)]
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let nfa = try automaton.removingEpsilonMoves()
            let triple = try automaton.pumpingTriple()
            #expect((triple == nil) == automaton.isFinite)
            #expect(triple?.length == Self.shortestLength(nfa))
            guard let triple else { continue }
            #expect(!triple.cycle.isEmpty)
            for rounds in 0..<4 { #expect(automaton.accepts(triple.word(rounds: rounds).word)) }
            #expect(try automaton.determinized().pumpingTriple() != nil)
        }
    }

    /// The fewest symbols from the start round a cycle to the end, by Floyd's and Warshall's
    /// algorithm.
    private static func shortestLength(_ nfa: NFA) -> Int? {
        let count = nfa.stateCount
        let far = 1_000
        var distance = [[Int]](repeating: Array(repeating: far, count: count), count: count)
        for transition in nfa.transitions { distance[Int(transition.source)][Int(transition.target)] = 1 }
        for middle in 0..<count {
            for p in 0..<count {
                for q in 0..<count {
                    distance[p][q] = min(distance[p][q], distance[p][middle] + distance[middle][q])
                }
            }
        }
        let length = nfa.states.map { state in
            let start = nfa.initialStates.map { $0 == state ? 0 : distance[Int($0)][Int(state)] }.min() ?? far
            let end = nfa.finalStates.map { $0 == state ? 0 : distance[Int(state)][Int($0)] }.min() ?? far
            return start + distance[Int(state)][Int(state)] + end
        }.min()
        return length.flatMap { $0 < far ? $0 : nil }
    }

    @Test func budgetsHold() throws {
        let dfa = try Families.dfa(3_000, 2, seed: 5)
        #expect(throws: AutomataError.self) { try dfa.equivalentStates(budget: Budget(maximumBytes: 10)) }
        #expect(throws: AutomataError.self) { try dfa.nonminimality(budget: Budget(isCancelled: { true })) }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try dfa.pumpingTriple(budget: Budget(isCancelled: { true }))
        }
    }
}
