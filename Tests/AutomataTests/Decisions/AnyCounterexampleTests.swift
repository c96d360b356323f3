import Automata
import RegularExpressions
import Testing

/// Words that searches meet show the answer no, checked by a plain walk over sets.
@Suite struct AnyCounterexampleTests {
    @Test("each algorithm shows its answer", arguments: InclusionAlgorithm.allCases, 0..<3)
    func verdicts(algorithm: InclusionAlgorithm, part: Int) throws {
        var random = SplitMix64(seed: 41_000 + UInt64(part))
        var (yes, no) = (0, 0)
        for round in 0..<200 {
            let (left, right) = try RandomPairs.draw(&random, maximumStates: 12)
            let inclusion = try left.inclusion(in: right, using: algorithm)
            let word = try inclusion.anyCounterexample()?.word
            #expect((word == nil) == inclusion.holds, "\(round)")
            #expect(inclusion.holds == (NaiveComparison.counterexample(left, right) == nil), "\(round)")
            if let word {
                #expect(NaiveComparison.accepts(left, word) && !NaiveComparison.accepts(right, word), "\(round)")
                #expect(try inclusion.counterexample().map { $0.length <= word.count } == true, "\(round)")
                #expect(try inclusion.anyCounterexample()?.word == word, "\(round)")
            }
            let equivalence = try left.equivalence(to: right, using: algorithm)
            let difference = try equivalence.anyCounterexample()
            #expect((difference == nil) == equivalence.holds, "\(round)")
            if let difference {
                #expect(
                    NaiveComparison.accepts(left, difference.witness.word) == difference.isAcceptedByFirst, "\(round)")
                #expect(
                    NaiveComparison.accepts(right, difference.witness.word) != difference.isAcceptedByFirst, "\(round)")
            }
            let universality = try left.universality(using: algorithm)
            let rejected = try universality.anyCounterexample()
            #expect((rejected == nil) == universality.holds, "\(round)")
            if let rejected { #expect(!NaiveComparison.accepts(left, rejected.word), "\(round)") }
            if equivalence.holds { yes += 1 } else { no += 1 }
        }
        #expect(yes >= 20 && no >= 20)
    }

    /// The automatic choice has a first search whose words are shortest; these are its other
    /// searches.
    @Test("each search by itself shows its answer", arguments: 0..<3, [true, false])
    func searches(part: Int, isDense: Bool) throws {
        var random = SplitMix64(seed: 42_000 + UInt64(part))
        for round in 0..<150 {
            let (left, right) = try RandomPairs.draw(&random)
            let problem = try InclusionProblem(
                left, right, keepsRightSymbols: true, isDense: isDense, budget: .default)
            func check(_ trace: SearchTrace, _ isExpected: (Bool, Bool) -> Bool, _ search: String) throws {
                let classes = try trace.word(in: problem, budget: .default)
                let word = classes.map { problem.leastSymbols[Int($0)] }
                let sides = (NaiveComparison.accepts(left, word), NaiveComparison.accepts(right, word))
                #expect(isExpected(sides.0, sides.1), "\(search) \(round)")
            }
            for isBackward in [false, true] {
                let directed = isBackward ? problem.reversed : problem
                func found(_ trace: SearchTrace?) throws -> SearchTrace {
                    let trace = try #require(trace)
                    return isBackward ? trace.reversed : trace
                }
                let simulation = try InclusionSimulation(directed, budget: .default)
                for order in [SearchQueue.Order.smallestFirst, .depthFirst, .breadthFirst] {
                    var search = AntichainSearch(directed, order: order, simulation: simulation, budget: .default)
                    if try search.advance() == false {
                        try check(try found(search.trace), { $0 && !$1 }, "antichain")
                    }
                }
                for rule in [KnownPairs.Rule.visited, .unionFind, .congruence] {
                    var inclusion = PairSearch(
                        directed, .inclusion, rule: rule, order: .depthFirst, budget: .default)
                    if try inclusion.advance() == false {
                        try check(try found(inclusion.trace), { $0 && !$1 }, "pairs for inclusion")
                    }
                    var equality = PairSearch(
                        directed, .equivalence, rule: rule, order: .depthFirst, budget: .default)
                    if try equality.advance() == false {
                        try check(try found(equality.trace), { $0 != $1 }, "pairs for equivalence")
                    }
                }
            }
            let minimal = try InclusionProblem(
                NFA(left.minimized()), NFA(right.minimized()), keepsRightSymbols: true, isDense: isDense,
                budget: .default)
            for question in [PairSearch.Question.inclusion, .equivalence] {
                var search = DeterministicSearch(minimal, question, wantsShortest: false, budget: .default)
                if try search.run() { continue }
                let trace = search.trace
                let classes = try #require(trace).word(in: minimal, budget: .default)
                let word = classes.map { minimal.leastSymbols[Int($0)] }
                let sides = (NaiveComparison.accepts(left, word), NaiveComparison.accepts(right, word))
                #expect(question == .inclusion ? sides.0 && !sides.1 : sides.0 != sides.1, "deterministic \(round)")
            }
        }
    }

    /// The shortest words are found only behind thirty thousand sets.
    @Test func theWordThatWasMetNeedsNoSearch() throws {
        let kth = try RegularExpression(parsing: "(a|b)*a(a|b){14}").nfa()
        let more = try RegularExpression(parsing: "(a|b)*a(a|b){14}b*").nfa()
        let small = Budget(maximumStates: 4_000)
        let verdict = try more.inclusion(in: kth, budget: small)
        #expect(!verdict.holds)
        #expect(throws: AutomataError.self) { try verdict.counterexample(budget: small) }
        let word = try #require(try verdict.anyCounterexample(budget: small)).word
        #expect(NaiveComparison.accepts(more, word) && !NaiveComparison.accepts(kth, word))
    }

    @Test func oneWordServesBothWhereItIsTheShortest() throws {
        let ambiguous = try RegularExpression(parsing: "(a|ab)(b|())").nfa()
        let verdict = try ambiguous.unambiguity()
        #expect(!verdict.holds)
        #expect(try verdict.anyCounterexample() == verdict.counterexample())
        #expect(try ambiguous.equivalence(to: ambiguous).anyCounterexample() == nil)
    }

    @Test func expressionsHaveVerdicts() throws {
        let (one, other) = (try RegularExpression(parsing: "(a|b)*a"), try RegularExpression(parsing: "a*"))
        let inclusion = try one.inclusion(in: other)
        #expect(try inclusion.counterexample()?.description == "ba")
        let word = try #require(try inclusion.anyCounterexample())
        #expect(try word.isAccepted(by: one.nfa()) && !word.isAccepted(by: other.nfa()))
        #expect(try !one.equivalence(to: other).holds)
        #expect(try one.equivalence(to: other).anyCounterexample() != nil)
        #expect(try one.equivalence(to: one).counterexample() == nil)
    }
}
