import Automata
import AutomataTestSupport
import Testing

@Suite("Universality, disjointness and shortest words")
struct EmptinessTests {
    @Test func answersAgreeWithAPlainWalk() throws {
        var random = SplitMix64(seed: 4000)
        for _ in 0..<400 {
            let (left, right) = try RandomPairs.draw(&random)
            #expect(left.shortestWord()?.word == NaiveComparison.accepted(left))
            #expect(try left.determinized().shortestWord()?.word == NaiveComparison.accepted(left))
            #expect(try left.shortestRejectedWord()?.word == NaiveComparison.rejected(left))
            #expect(try left.isUniversal() == (NaiveComparison.rejected(left) == nil))
            #expect(try left.determinized().isUniversal() == (NaiveComparison.rejected(left) == nil))
            #expect(try left.commonWord(with: right)?.word == NaiveComparison.common(left, right))
            #expect(try left.isDisjoint(with: right) == (NaiveComparison.common(left, right) == nil))
        }
    }

    @Test func epsilonMovesTakeNoSymbol() throws {
        var random = SplitMix64(seed: 5000)
        for _ in 0..<300 {
            var shape = RandomShape.mixed(&random, symbols: [1, 2, 3])
            shape.epsilonDensity = 0.8
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let plain = try automaton.removingEpsilonMoves()
            #expect(automaton.shortestWord()?.word == NaiveComparison.accepted(plain))
            #expect(Automaton.epsilonNFA(automaton).shortestWord() == automaton.shortestWord())
            #expect(try automaton.shortestRejectedWord()?.word == NaiveComparison.rejected(plain))
            #expect(try automaton.isUniversal() == (NaiveComparison.rejected(plain) == nil))
            #expect(try automaton.isDisjoint(with: automaton) == plain.isEmpty)
            #expect(try automaton.isEquivalent(to: EpsilonNFA(plain)))
        }
    }

    /// The least of the longest words of a finite language, by walking over all words that lead
    /// somewhere.
    private func longest(_ automaton: NFA) -> [Symbol]? {
        var layer = [(word: [Symbol](), set: Set(automaton.trimmed().initialStates))]
        let trim = automaton.trimmed()
        var longest: [Symbol]?
        while !layer.isEmpty {
            if let accepted = layer.first(where: { $0.set.contains { trim.isFinal($0) } }) { longest = accepted.word }
            layer = layer.flatMap { word, set in
                trim.alphabet.symbols.map { symbol in
                    (word + [symbol], Set(set.flatMap { trim.targets(from: $0, on: symbol) }))
                }
            }
            .filter { !$0.set.isEmpty }
        }
        return longest
    }

    @Test func longestWordsOfFiniteLanguages() throws {
        var random = SplitMix64(seed: 6000)
        for _ in 0..<300 {
            var shape = RandomShape.mixed(&random, maximumStates: 5, symbols: [1, 2])
            shape.epsilonDensity = random.chance(0.5) ? 0.8 : 0
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let finite = try automaton.restricted(toLengths: 0...random.draw(5))
            let plain = try finite.removingEpsilonMoves()
            let expected = longest(plain)
            #expect(finite.longestWord()?.word == expected)
            #expect(plain.longestWord()?.word == expected)
            #expect(try plain.determinized().longestWord()?.word == expected)
            #expect(Automaton.epsilonNFA(finite).longestWord()?.word == expected)
            let hasLongest = automaton.isFinite && !automaton.isEmpty
            #expect((automaton.longestWord() != nil) == hasLongest)
            if hasLongest { #expect(automaton.longestWord()?.word == longest(try automaton.removingEpsilonMoves())) }
        }
    }

    /// A cycle of epsilon moves makes no word longer.
    @Test func longestWordGoesThroughEpsilonCycles() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(4)
        try builder.addEpsilonMove(from: 0, to: 1)
        try builder.addEpsilonMove(from: 1, to: 0)
        try builder.addTransition(from: 0, on: 1, to: 2)
        try builder.addTransition(from: 1, on: 0, to: 3)
        try builder.addTransition(from: 3, on: 1, to: 2)
        builder.insertInitial(0)
        builder.insertFinal(1)
        builder.insertFinal(2)
        let automaton = try builder.build()
        #expect(automaton.longestWord()?.description == "ab")
        let everything = try NFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: ["p"], final: ["p"])
        #expect(everything.longestWord() == nil)
        #expect(try everything.complement().longestWord() == nil)
    }

    @Test func otherAlphabets() throws {
        let all = try NFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: ["p"], final: ["p"])
        #expect(try all.isUniversal())
        #expect(try !all.isUniversal(over: ["a", "b"]))
        #expect(try all.shortestRejectedWord(over: ["b", "a"])?.description == "b")
        #expect(try all.isUniversal(over: []))
        #expect(try DFA(all).shortestRejectedWord(over: ["a", "b"])?.description == "b")
        let none = try NFA(alphabet: [], transitions: [], initial: [], final: [])
        #expect(try none.shortestRejectedWord()?.description == "ε")
        #expect(try Automaton.nfa(all).isDisjoint(with: none))
        #expect(try Automaton.nfa(all).commonWord(with: DFA(all))?.word == [])
        #expect(try !Automaton.dfa(DFA(all)).isUniversal(over: ["a", "b"]))
    }

    @Test func budgetsBoundTheWalkOverPairs() throws {
        let (left, right) = (try Families.dfa(200, 2, seed: 1), try Families.dfa(200, 2, seed: 2))
        let empty = try left.intersection(left.complement(budget: .default))
        #expect(try left.isDisjoint(with: empty))
        #expect(throws: AutomataError.self) {
            try NFA(left).isDisjoint(with: NFA(right), budget: Budget(maximumBytes: 10))
        }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try left.commonWord(with: right, budget: Budget(isCancelled: { true }))
        }
    }
}
