import Automata
import AutomataTestSupport
import Testing

@Suite("Positions of states")
struct StatePositionTests {
    @Test func positionsAreFinite() {
        #expect(StatePosition(x: 1, y: -2.5)?.y == -2.5)
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(StatePosition(x: number, y: 0) == nil)
            #expect(StatePosition(x: 0, y: number) == nil)
        }
    }

    @Test func thereIsOneAState() throws {
        let nfa = NFA.sample(["a"], [("p", "a", "q")], ["p"], ["q"])
        let positions = try [(0, 1), (2, 3)].map { try #require(StatePosition(x: $0.0, y: $0.1)) }
        #expect(nfa.statePositions == nil)
        let placed = try nfa.withStatePositions(positions)
        #expect(placed.statePositions == positions)
        #expect(try placed.withStatePositions(nil).statePositions == nil)
        #expect(throws: AutomataError.wrongNumberOfStatePositions(1, stateCount: 2)) {
            try nfa.withStatePositions([positions[0]])
        }
        #expect(Automaton.nfa(placed).byteCount == Automaton.nfa(nfa).byteCount + 32)
    }

    @Test func theyDoNotCountForEquality() throws {
        let nfa = NFA.sample(["a"], [("p", "a", "q")], ["p"], ["q"])
        let placed = try nfa.withStatePositions(placing(nfa).statePositions)
        #expect(placed == nfa)
        #expect(placed.hashValue == nfa.hashValue)
        #expect(try placed.withStateNames(nil) != nfa)
    }

    /// The automaton with a name and a position for each state, either of which tells the state.
    private func placing<Model: FiniteAutomaton>(_ automaton: Model) throws -> Model {
        try automaton.withStateNames(automaton.states.map { "s\($0)" })
            .withStatePositions(try automaton.states.map { try #require(position(of: "s\($0)")) })
    }

    private func position(of name: String) -> StatePosition? {
        name.first == "s" ? Int(name.dropFirst()).flatMap { StatePosition(x: Double($0 * $0), y: -Double($0)) } : nil
    }

    /// Expects that the states of a result have positions if they have names, and that those with
    /// an old name are where they were.
    private func expectKept(_ result: some FiniteAutomaton, _ operation: String) {
        #expect((result.stateNames == nil) == (result.statePositions == nil), "\(operation)")
        guard let names = result.stateNames, let positions = result.statePositions else { return }
        #expect(positions.count == result.stateCount)
        for (name, place) in zip(names, positions) {
            if let old = position(of: name) { #expect(place == old, "\(operation): \(name)") }
        }
    }

    @Test(arguments: 0..<150)
    func operationsThatKeepNamesKeepPositions(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(9_000 + seed))
        let shape = RandomShape.mixed(&random)
        let dfa = try placing(RandomAutomata.dfa(shape, &random))
        let moving = try placing(RandomAutomata.epsilonNFA(shape, &random))
        let nfa = try moving.removingEpsilonMoves()
        try expectLaws(dfa)
        try expectLaws(moving)
        try expectLaws(nfa)
        try expectLaws(Automaton.epsilonNFA(moving))
        try expectLaws(Automaton(mostSpecific: NFA(dfa)))
        if dfa.initialState != nil { expectKept(dfa.canonicallyNumbered(), "canonical numbering") }
    }

    private func expectLaws(_ automaton: some FiniteAutomaton) throws {
        let places = try #require(automaton.statePositions)
        #expect(places.count == automaton.stateCount)
        expectKept(automaton, "itself")
        expectKept(automaton.asEpsilonNFA, "conversion")
        expectKept(automaton.trimmed(), "trimming")
        expectKept(automaton.accessiblePart(), "accessible part")
        expectKept(automaton.coaccessiblePart(), "co-accessible part")
        expectKept(automaton.reversed(), "reversal")
        #expect(automaton.reversed().statePositions == automaton.statePositions)
        expectKept(try automaton.removingEpsilonMoves(), "removal of epsilon moves")
        expectKept(automaton.prefixes(), "prefixes")
        expectKept(automaton.subsequences(), "subsequences")
        expectKept(try automaton.projected(onto: automaton.alphabet.symbols.prefix(1)), "projection")
        expectKept(try automaton.reduced(), "reduction")
        expectKept(try automaton.minimized(), "minimization")
        expectKept(try automaton.determinized(), "determinization")
        let more = try Alphabet(automaton.alphabet.names + ["new"])
        let aligned = try automaton.aligned(to: more)
        #expect(aligned.statePositions == automaton.statePositions)
        if let first = automaton.alphabet.names.first {
            expectKept(try automaton.renamed([(first, "other")]), "renaming")
        }
        #expect(try automaton.withStateNames(nil).statePositions == automaton.statePositions)
        let total = try aligned.completed()
        #expect(total.stateCount == automaton.stateCount + 1)
        // Without states there is nowhere that a sink would be below.
        guard let lowest = places.map(\.y).max() else { return }
        expectKept(total, "completion")
        #expect(total.statePositions?.dropLast() == places[...])
        #expect(total.statePositions?.last?.y == lowest + 120)
        expectKept(try aligned.complement(), "complement")
    }

    @Test func newStatesHaveNone() throws {
        let dfa = try placing(
            DFA(alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "a", "p")], initial: "p", final: ["q"]))
        #expect(try dfa.intersection(dfa).statePositions == nil)
        #expect(try dfa.union(dfa).statePositions == nil)
        #expect(try dfa.concatenation(dfa).statePositions == nil)
    }

    @Test func theSinkStaysFinite() throws {
        let large = Double.greatestFiniteMagnitude
        let positions = try [(large, large), (large, -large)].map { try #require(StatePosition(x: $0.0, y: $0.1)) }
        let below = try #require(StatePosition.position(below: positions))
        #expect(below == StatePosition(x: large, y: large))
        #expect(StatePosition.position(below: []) == nil)
    }
}
