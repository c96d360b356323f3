import Automata
import AutomataTestSupport
import Testing

@Suite("Inclusion and equivalence")
struct InclusionTests {
    private static func sample(
        _ transitions: [(String, String, String)], initial: [String], final: [String], alphabet: Alphabet = ["a", "b"]
    ) throws -> NFA {
        try NFA(alphabet: alphabet, transitions: transitions, initial: initial, final: final)
    }

    @Test("textbook languages", arguments: InclusionAlgorithm.allCases)
    func textbook(algorithm: InclusionAlgorithm) throws {
        // Words that end with ab; words with ab in them.
        let ends = try Self.sample(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "b", "r")], initial: ["p"], final: ["r"])
        let has = try Self.sample(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "b", "r"), ("r", "a", "r"), ("r", "b", "r")],
            initial: ["p"], final: ["r"])
        let empty = try Self.sample([], initial: [], final: [])
        #expect(try ends.isIncluded(in: has, using: algorithm))
        #expect(try !has.isIncluded(in: ends, using: algorithm))
        #expect(try !has.isEquivalent(to: ends, using: algorithm))
        #expect(try ends.isEquivalent(to: NFA(ends.determinized().minimized()), using: algorithm))
        #expect(try empty.isIncluded(in: ends, using: algorithm))
        #expect(try !ends.isIncluded(in: empty, using: algorithm))
        #expect(try empty.isEquivalent(to: empty.reversed(), using: algorithm))
    }

    @Test func witnessesAreShortestAndSayWhoAccepts() throws {
        let ends = try Self.sample(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "b", "r")], initial: ["p"], final: ["r"])
        let has = try Self.sample(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "b", "r"), ("r", "a", "r"), ("r", "b", "r")],
            initial: ["p"], final: ["r"])
        #expect(try ends.inclusionCounterexample(in: has) == nil)
        #expect(try has.inclusionCounterexample(in: ends)?.description == "aba")
        let difference = try #require(try ends.equivalenceCounterexample(to: has))
        #expect(difference.witness.description == "aba")
        #expect(!difference.isAcceptedByFirst)
        #expect(try has.equivalenceCounterexample(to: ends)?.isAcceptedByFirst == true)
        #expect(try EpsilonNFA(has).inclusionCounterexample(in: EpsilonNFA(ends))?.word == [0, 1, 0])
        let mixed = try Automaton.nfa(has).equivalenceCounterexample(to: ends.determinized())
        #expect(mixed?.witness.word == [0, 1, 0])
        #expect(try has.determinized().inclusionCounterexample(in: ends.determinized())?.word == [0, 1, 0])
        #expect(try has.determinized().equivalenceCounterexample(to: ends.determinized())?.isAcceptedByFirst == true)
    }

    @Test func differentAlphabetsAreAligned() throws {
        let left = try Self.sample([("p", "a", "p")], initial: ["p"], final: ["p"], alphabet: ["a"])
        let right = try Self.sample(
            [("p", "a", "p"), ("p", "b", "q")], initial: ["p"], final: ["p", "q"], alphabet: ["b", "a"])
        #expect(try left.isIncluded(in: right))
        let difference = try #require(try left.equivalenceCounterexample(to: right))
        #expect(difference.witness.description == "b")
        #expect(difference.witness.alphabet == ["a", "b"])
        #expect(difference.witness.isAccepted(by: right))
        #expect(try right.commonWord(with: left)?.description == "ε")
        #expect(throws: AutomataError.incompatibleAlphabets(.named, .bytes)) {
            try left.isIncluded(in: NFA(DFA.Builder(alphabet: .bytes).build()))
        }
    }

    /// Everything against a plain walk over pairs of sets, and equivalence against minimal automata
    /// as well.
    @Test("all searches agree with a plain one", arguments: 0..<8)
    func searchesAgree(part: Int) throws {
        var random = SplitMix64(seed: 1000 + UInt64(part))
        for round in 0..<320 {
            let (left, right) = try RandomPairs.draw(&random)
            let counterexample = NaiveComparison.counterexample(left, right)
            let difference = NaiveComparison.difference(left, right)
            for algorithm in InclusionAlgorithm.allCases {
                #expect(
                    try left.isIncluded(in: right, using: algorithm) == (counterexample == nil), "\(algorithm) \(round)"
                )
                #expect(
                    try left.isEquivalent(to: right, using: algorithm) == (difference == nil), "\(algorithm) \(round)")
            }
            #expect(try left.inclusionCounterexample(in: right)?.word == counterexample, "\(round)")
            let found = try left.equivalenceCounterexample(to: right)
            #expect(found?.witness.word == difference, "\(round)")
            if let found {
                #expect(found.witness.isAccepted(by: left) == found.isAcceptedByFirst)
                #expect(found.witness.isAccepted(by: right) == !found.isAcceptedByFirst)
            }
            let isEqual = try left.determinized().minimized().isIsomorphic(to: right.determinized().minimized())
            #expect(isEqual == (difference == nil))
        }
    }

    /// The searches that small automata never lead the others to, with a cell for each state and
    /// class and without.
    @Test("each search by itself finds the least counterexample", arguments: 0..<4, [true, false])
    func searchesByThemselves(part: Int, isDense: Bool) throws {
        var random = SplitMix64(seed: 2000 + UInt64(part))
        for _ in 0..<150 {
            let (left, right) = try RandomPairs.draw(&random)
            let counterexample = NaiveComparison.counterexample(left, right)
            let difference = NaiveComparison.difference(left, right)
            let problem = try InclusionProblem(
                left, right, keepsRightSymbols: true, isDense: isDense, budget: .default)
            func word(_ classes: [Symbol]) -> [Symbol] { classes.map { problem.leastSymbols[Int($0)] } }
            let simulation = try InclusionSimulation(problem, budget: .default)
            for (prunes, simulation) in [(false, nil), (true, nil), (true, simulation)] {
                var search = AntichainSearch(
                    problem, order: .breadthFirst, prunes: prunes, simulation: simulation, budget: .default)
                _ = try search.advance()
                #expect(search.trace.map { word($0.path) } == counterexample)
            }
            let backward = try InclusionSimulation(problem.reversed, budget: .default)
            for order in [SearchQueue.Order.smallestFirst, .depthFirst] {
                var search = AntichainSearch(problem.reversed, order: order, simulation: backward, budget: .default)
                #expect(try search.advance() == (counterexample == nil))
            }
            for rule in [KnownPairs.Rule.visited, .unionFind, .congruence] {
                var inclusion = PairSearch(problem, .inclusion, rule: rule, order: .breadthFirst, budget: .default)
                let isIncluded = try inclusion.advance()
                #expect((isIncluded == true ? nil : word(inclusion.trace?.path ?? [])) == counterexample)
                var equality = PairSearch(problem, .equivalence, rule: rule, order: .breadthFirst, budget: .default)
                let isEqual = try equality.advance()
                #expect((isEqual == true ? nil : word(equality.trace?.path ?? [])) == difference)
            }
            // By the smallest sets first, and from the other end of the words.
            for problem in [problem, problem.reversed] {
                var pairs = PairSearch(
                    problem, .equivalence, rule: .unionFind, order: .smallestFirst, budget: .default)
                #expect(try pairs.advance() == (difference == nil))
            }
            var common = CommonWordSearch(problem, budget: .default)
            #expect(try common.run().map(word) == NaiveComparison.common(left, right))
        }
    }

    /// Questions that take turns: sides that are deterministic, or backward, or neither, with few
    /// initial states or many.
    @Test("equivalence by turns agrees with pairs alone", arguments: 0..<4)
    func equivalenceByTurns(part: Int) throws {
        var random = SplitMix64(seed: 5000 + UInt64(part))
        for _ in 0..<8 {
            let shape = RandomShape(states: 24, symbols: 2, density: 1.4, maximumInitialStates: 2)
            let (one, other) = (try RandomAutomata.nfa(shape, &random), try RandomAutomata.nfa(shape, &random))
            let backward = try NFA(one.reversed().determinized()).reversed()
            let pairs = [
                (try one.union(other), try other.union(one)), (one, try NFA(one.determinized().minimized())),
                (one, backward), (one, try one.reduced()), (one, try one.union(other)), (one, other),
            ]
            for (left, right) in pairs {
                let isEqual = try left.isEquivalent(to: right, using: .hopcroftKarp)
                #expect(try left.isEquivalent(to: right) == isEqual)
                #expect(try right.reversed().isEquivalent(to: left.reversed()) == isEqual)
            }
        }
    }

    @Test("deterministic automata are compared state by state", arguments: [true, false])
    func deterministicSearches(isDense: Bool) throws {
        var random = SplitMix64(seed: 2500)
        for _ in 0..<200 {
            let pair = try RandomPairs.draw(&random)
            let (left, right) = (NFA(try pair.0.determinized()), NFA(try pair.1.determinized()))
            let problem = try InclusionProblem(
                left, right, keepsRightSymbols: true, isDense: isDense, budget: .default)
            func word(_ classes: [Symbol]) -> [Symbol] { classes.map { problem.leastSymbols[Int($0)] } }
            for (question, expected) in [
                (PairSearch.Question.inclusion, NaiveComparison.counterexample(left, right)),
                (.equivalence, NaiveComparison.difference(left, right)),
            ] {
                var search = DeterministicSearch(problem, question, wantsShortest: true, budget: .default)
                #expect(try search.run() == (expected == nil))
                #expect(search.trace.map { word($0.path) } == expected)
                var anySearch = DeterministicSearch(problem, question, wantsShortest: false, budget: .default)
                #expect(try anySearch.run() == (expected == nil))
            }
        }
    }

    /// Many states times many symbols are no reason to give up where few transitions are there.
    @Test func manySymbolsTakeLittleMemory() throws {
        let count = 4_000
        var builder = NFA.Builder(alphabet: try Alphabet((0..<count).map { "\($0)" }))
        try builder.addStates(count + 1)
        for state in 0..<StateID(count) {
            try builder.addTransition(from: state, on: Symbol(Int(state)), to: state + 1)
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(count))
        let chain = try builder.build()
        // A second way from the first state makes it nondeterministic.
        try builder.addTransition(from: 0, on: 0, to: 2)
        let larger = try builder.build()
        let budget = Budget(maximumBytes: 24 << 20)
        // The preorder is quadratic in the states.
        let withPreorder: Set<InclusionAlgorithm> = [.antichainWithSimulation, .antichainBackwardWithSimulation]
        for algorithm in InclusionAlgorithm.allCases where !withPreorder.contains(algorithm) {
            #expect(try chain.isIncluded(in: larger, using: algorithm, budget: budget), "\(algorithm)")
            #expect(try !larger.isIncluded(in: chain, using: algorithm, budget: budget), "\(algorithm)")
            #expect(try !larger.isEquivalent(to: chain, using: algorithm, budget: budget), "\(algorithm)")
        }
        #expect(try chain.determinized().isIncluded(in: larger.determinized(), budget: budget))
        #expect(try chain.commonWord(with: larger, budget: budget)?.length == Int(count))
        #expect(try !chain.isDisjoint(with: larger, budget: budget))
    }

    /// Of a large left side each set takes a row of its states, so that memory runs out before
    /// there are many sets.
    @Test func rowsOfALargeLeftSideCountSoon() throws {
        let count: StateID = 50_000
        var builder = NFA.Builder(alphabet: ["a", "b", "c"])
        try builder.addStates(Int(count) + 1)
        try builder.addTransition(from: 0, on: 0, to: 0)
        try builder.addTransition(from: 0, on: 1, to: 0)
        for state in 1...count {
            try builder.addTransition(from: 0, on: 2, to: state)
            builder.insertFinal(state)
        }
        builder.insertInitial(0)
        let left = try builder.build()
        // What is read is kept in mind, and anything may end with c.
        let kth = try Families.kth(14)
        var other = NFA.Builder(alphabet: ["a", "b", "c"])
        try other.addStates(kth.stateCount + 1)
        for move in kth.transitions { try other.addTransition(from: move.source, on: move.symbol, to: move.target) }
        try other.addTransition(from: 0, on: 2, to: StateID(kth.stateCount))
        other.insertInitial(0)
        other.insertFinal(StateID(kth.stateCount))
        for state in kth.finalStates { other.insertFinal(state) }
        let right = try other.build()
        do {
            _ = try left.isIncluded(in: right, using: .determinization, budget: Budget(maximumBytes: 16 << 20))
            Issue.record("a row for each of 16,384 sets takes 100 MiB")
        } catch AutomataError.budgetExceeded(let built, _) {
            #expect(built < Int(count) + 5_000)
        }
    }

    /// A search that is interrupted after each step goes on as if it weren't.
    @Test func searchesCanTakeTurns() throws {
        var random = SplitMix64(seed: 3000)
        for _ in 0..<100 {
            let (left, right) = try RandomPairs.draw(&random)
            let problem = try InclusionProblem(left, right, keepsRightSymbols: true, budget: .default)
            let counterexample = NaiveComparison.counterexample(left, right)
            var antichain = AntichainSearch(problem, order: .smallestFirst, budget: .default)
            var pairs = PairSearch(problem, .equivalence, rule: .congruence, order: .depthFirst, budget: .default)
            var answers: (Bool?, Bool?) = (nil, nil)
            while answers.0 == nil { answers.0 = try antichain.advance(by: 1) }
            while answers.1 == nil { answers.1 = try pairs.advance(by: 1) }
            #expect(answers.0 == (counterexample == nil))
            #expect(answers.1 == (NaiveComparison.difference(left, right) == nil))
        }
    }

    /// Questions that the first strategy doesn't answer alone; 2ⁿ sets, but few of them matter to
    /// some member.
    @Test func hardQuestionsAreAnswered() throws {
        let automaton = try Families.kth(16)
        let both = try automaton.union(Families.kth(15))
        let swapped = try Families.kth(15).union(automaton)
        #expect(try automaton.isIncluded(in: both))
        #expect(try both.isEquivalent(to: swapped))
        #expect(try !both.isIncluded(in: automaton))
        let witness = try #require(try both.inclusionCounterexample(in: automaton))
        #expect(witness.length == 15)
        #expect(witness.isAccepted(by: both) && !witness.isAccepted(by: automaton))
    }

    @Test("the budget bounds every search", arguments: InclusionAlgorithm.allCases)
    func budgets(algorithm: InclusionAlgorithm) throws {
        var random = SplitMix64(seed: 17)
        let shape = RandomShape(states: 60, symbols: 2, density: 1.4, maximumInitialStates: 1)
        let left = try RandomAutomata.nfa(shape, &random)
        let right = try left.union(try RandomAutomata.nfa(shape, &random))
        #expect(throws: AutomataError.self) {
            try left.isIncluded(in: right, using: algorithm, budget: Budget(maximumBytes: 1000))
        }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try left.isIncluded(in: right, using: algorithm, budget: Budget(isCancelled: { true }))
        }
        do throws(AutomataError) {
            _ = try left.isIncluded(in: right, using: algorithm, budget: Budget(maximumStates: 1))
        } catch {
            #expect(error.isBudgetExceeded)
        }
    }
}
