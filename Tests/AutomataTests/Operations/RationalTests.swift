import Automata
import AutomataTestSupport
import Testing

@Suite("Rational operations, quotients and shuffle")
struct RationalTests {
    /// Random automata over two symbols, small enough for all their short words to be tried.
    private static func randomPair(
        _ random: inout SplitMix64, _ alphabets: [Alphabet] = [["a", "b"], ["a", "b"]]
    ) throws -> [EpsilonNFA] {
        try alphabets.map { alphabet in
            var shape = RandomShape.mixed(&random, maximumStates: 4)
            shape.symbols = alphabet.count
            return try RandomAutomata.epsilonNFA(shape, &random, alphabet: alphabet)
        }
    }

    /// The three models of one automaton's language.
    private static func models(_ automaton: EpsilonNFA) throws -> [Automaton] {
        [
            .epsilonNFA(automaton), .nfa(try automaton.removingEpsilonMoves()), .dfa(try automaton.determinized()),
        ]
    }

    @Test func concatenationsAndRepetitionsAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 11)
        let length = 5
        for _ in 0..<80 {
            let pair = try Self.randomPair(&random)
            let (left, right) = (WordSet(pair[0], upTo: length), WordSet(pair[1], upTo: length))
            let one = WordSet([[]], over: left.alphabet, upTo: length)
            var powers = [one]
            for _ in 0..<length + 1 { powers.append(powers[powers.count - 1].concatenation(left)) }
            let star = powers.reduce(one) { $0.union($1) }
            let expected = [
                left.concatenation(right), star, left.concatenation(star), one, left, powers[3],
                one.union(left).union(powers[2]), powers[2].union(powers[3]), powers[2].concatenation(star), star,
                one.union(left),
            ]
            for (a, b) in zip(try Self.models(pair[0]), try Self.models(pair[1])) {
                let results = [
                    try a.concatenation(b), try a.kleeneStar(), try a.kleenePlus(), try a.power(0), try a.power(1),
                    try a.power(3), try a.repeated(0...2), try a.repeated(2...3), try a.repeated(2...),
                    try a.repeated(0...), try a.optional(),
                ]
                for (number, (result, words)) in zip(results, expected).enumerated() {
                    #expect(WordSet(result, upTo: length) == words, "operation \(number)")
                    if case .epsilonNFA = a { continue }
                    #expect(result.model == .nfa)
                    #expect(number > 0 || result.stateCount <= a.stateCount + b.stateCount)
                }
                // What belongs to one model belongs to all.
                if case .dfa(let dfa) = a, case .dfa(let other) = b {
                    #expect(try dfa.concatenation(other) == NFA(dfa).concatenation(NFA(other)))
                    #expect(try dfa.kleeneStar() == NFA(dfa).kleeneStar())
                    #expect(try dfa.kleenePlus() == NFA(dfa).kleenePlus())
                    #expect(try dfa.power(2) == NFA(dfa).power(2))
                    #expect(try dfa.repeated(1...2) == NFA(dfa).repeated(1...2))
                    #expect(try dfa.repeated(1...) == NFA(dfa).repeated(1...))
                    #expect(try dfa.optional() == NFA(dfa).optional())
                }
            }
        }
    }

    /// Of many at once as of two at a time.
    @Test func concatenationsOfMany() throws {
        var random = SplitMix64(seed: 14)
        for count in 0..<5 {
            let automata = try (0..<count).map { try Self.randomPair(&random, [["a"], ["b", "a"]])[$0 % 2] }
            let none = EpsilonNFA(try NFA(alphabet: [], transitions: [], initial: ["p"], final: ["p"]))
            let folded = try automata.reduce(none) { try $0.concatenation($1) }
            for model in 0..<3 {
                let models = try automata.map { try Self.models($0)[model] }
                #expect(try Automaton.concatenation(of: models).asEpsilonNFA.isEquivalent(to: folded))
            }
            let nfas = try automata.map { try $0.removingEpsilonMoves() }
            #expect(try NFA.concatenation(of: nfas).isEquivalent(to: folded.removingEpsilonMoves()))
            let dfas = try nfas.map { try $0.determinized() }
            #expect(try DFA.concatenation(of: dfas).isEquivalent(to: folded.removingEpsilonMoves()))
        }
        #expect(try Automaton.concatenation(of: []).accepts(""))
        let chain = Automaton.dfa(try Families.chain(2))
        #expect(try Automaton.concatenation(of: [chain]) == chain)
        #expect(try Automaton.concatenation(of: Array(repeating: chain, count: 2_000)).stateCount == 4_001)
        #expect(throws: AutomataError.self) {
            try Automaton.concatenation(of: [chain, chain], budget: Budget(maximumStates: 5))
        }
    }

    @Test func quotientsAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 12)
        // A word of a random automaton with four states at most leads on within so many symbols.
        let (length, reach) = (3, 4)
        for _ in 0..<60 {
            let pair = try Self.randomPair(&random)
            let other = try pair[1].restricted(toLengths: 0...reach)
            let (language, divisor) = (WordSet(pair[0], upTo: length + reach), WordSet(other, upTo: reach))
            let all = words(symbols: 2, upTo: length)
            let left = all.filter { word in divisor.words.contains { language.contains($0 + word) } }
            let right = all.filter { word in divisor.words.contains { language.contains(word + $0) } }
            for (a, b) in zip(try Self.models(pair[0]), try Self.models(other)) {
                #expect(WordSet(try a.leftQuotient(by: b), upTo: length).words == Set(left))
                #expect(WordSet(try a.rightQuotient(by: b), upTo: length).words == Set(right))
                #expect(try a.rightQuotient(by: b).model == a.model)
                if case .dfa(let dfa) = a, case .dfa(let divisor) = b {
                    #expect(try dfa.leftQuotient(by: divisor) == NFA(dfa).leftQuotient(by: NFA(divisor)))
                    #expect(try dfa.rightQuotient(by: divisor) == dfa.rightQuotient(by: NFA(divisor)))
                }
                for word in words(symbols: 2, upTo: 3) {
                    let residual = a.residual(by: word)
                    #expect(residual.model == a.model)
                    for rest in words(symbols: 2, upTo: 2) {
                        #expect(residual.accepts(rest) == language.contains(word + rest))
                    }
                }
            }
        }
    }

    @Test func shufflesAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 13)
        let length = 4
        for _ in 0..<60 {
            let pair = try Self.randomPair(&random)
            let (left, right) = (WordSet(pair[0], upTo: length), WordSet(pair[1], upTo: length))
            var shuffled: Set<[Symbol]> = []
            for u in left.words {
                for v in right.words where u.count + v.count <= length { shuffled.formUnion(Self.interleavings(u, v)) }
            }
            for (a, b) in zip(try Self.models(pair[0]), try Self.models(pair[1])) {
                #expect(WordSet(try a.shuffle(b), upTo: length).words == shuffled)
                #expect(try a.shuffle(b).minimalForm() == b.shuffle(a).minimalForm())
            }
            let dfas = try pair.map { try $0.determinized() }
            #expect(try dfas[0].shuffle(dfas[1]) == NFA(dfas[0]).shuffle(NFA(dfas[1])))
        }
    }

    private static func interleavings(_ u: [Symbol], _ v: [Symbol]) -> Set<[Symbol]> {
        guard let first = u.first, let other = v.first else { return [u + v] }
        let left = interleavings(Array(u.dropFirst()), v).map { [first] + $0 }
        return Set(left + interleavings(u, Array(v.dropFirst())).map { [other] + $0 })
    }

    @Test func laws() throws {
        var random = SplitMix64(seed: 14)
        for _ in 0..<60 {
            let two = try Self.randomPair(&random, [["a", "b"], ["b", "c"]])
            let (a, b) = (two[0], two[1])
            let c = try Self.randomPair(&random)[0]
            func same(_ left: some Minimizable, _ right: some Minimizable) throws {
                #expect(try left.minimalForm() == right.minimalForm())
            }
            func isIncluded(_ left: EpsilonNFA, _ right: EpsilonNFA) throws {
                #expect(try left.difference(right).isEmpty)
            }
            try same(a.concatenation(b.union(c)), a.concatenation(b).union(a.concatenation(c)))
            try same(a.union(b).concatenation(c), a.concatenation(c).union(b.concatenation(c)))
            try same(a.concatenation(b).concatenation(c), a.concatenation(b.concatenation(c)))
            try same(
                a.concatenation(b).reversed(),
                b.aligned(to: ["a", "b", "c"]).reversed().concatenation(a.reversed())
                    .aligned(to: ["a", "b", "c"]))
            let star = try a.kleeneStar()
            try same(star.kleeneStar(), star)
            try same(star, a.kleenePlus().optional())
            try same(a.kleenePlus(), a.concatenation(star))
            try same(a.union(c).kleeneStar(), a.kleeneStar().concatenation(c.concatenation(star).kleeneStar()))
            try same(a.power(2).power(2), a.power(4))
            try same(a.repeated(1...3), a.union(a.power(2)).union(a.power(3)))
            try same(a.repeated(2...), a.power(2).concatenation(star))
            // (L·w)/w ⊇ L, and L ⊆ w⁻¹(w·L), with equality for single words.
            let word = try NFA.words(
                within: 0, of: (0..<random.draw(3)).map { _ in Symbol(random.draw(2)) }, over: ["a", "b"])
            let single = EpsilonNFA(word)
            try same(a.concatenation(single).rightQuotient(by: single), a)
            try same(single.concatenation(a).leftQuotient(by: single), a)
            if !c.isEmpty {
                try isIncluded(a, a.concatenation(c).rightQuotient(by: c))
                try isIncluded(a, c.concatenation(a).leftQuotient(by: c))
            }
            try same(a.leftQuotient(by: c).leftQuotient(by: c), a.leftQuotient(by: c.power(2)))
            try same(a.shuffle(b.union(c)), a.shuffle(b).union(a.shuffle(c)))
            try isIncluded(a.concatenation(b), a.shuffle(b))
        }
    }

    @Test func textbookExamples() throws {
        let ab = try NFA.words(within: 0, of: [0, 1], over: ["a", "b"])
        #expect(try ab.kleeneStar().minimized().stateCount == 2)
        #expect(try ab.shuffle(ab).accepts("aabb"))
        #expect(try !ab.shuffle(ab).accepts("baab"))
        // The quotient of a*b* by b* is a*b*, by ab* it is a*.
        let aStarBStar = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q"), ("q", "b", "q")], initial: "p",
            final: ["p", "q"])
        let bStar = try DFA(alphabet: ["b"], transitions: [("x", "b", "x")], initial: "x", final: ["x"])
        let abStar = try DFA(
            alphabet: ["a", "b"], transitions: [("x", "a", "y"), ("y", "b", "y")], initial: "x", final: ["y"])
        #expect(try aStarBStar.rightQuotient(by: bStar).minimized() == aStarBStar.minimized())
        #expect(
            try aStarBStar.rightQuotient(by: abStar).minimized()
                == NFA.words(within: 0, of: [0], over: ["a", "b"]).kleeneStar().minimized())
        #expect(aStarBStar.residual(by: [1]).accepts("b"))
        #expect(!aStarBStar.residual(by: [1]).accepts("a"))
        #expect(aStarBStar.residual(by: [1, 0]).isEmpty)
        #expect(aStarBStar.residual(by: [7]).initialState == nil)
    }

    @Test func emptyLanguagesAndAlphabets() throws {
        let none = try NFA(alphabet: [], transitions: [], initial: [], final: [])
        let one = try none.kleeneStar()
        #expect(one.accepts("") && one.alphabet == [])
        #expect(try none.concatenation(one).isEmpty)
        #expect(try none.power(0).accepts(""))
        #expect(try none.power(3).isEmpty)
        #expect(try none.repeated(0...1_000_000_000_000).accepts(""))
        #expect(try none.power(.max).isEmpty)
        #expect(try none.repeated(1...).isEmpty)
        #expect(try none.kleenePlus().isEmpty)
        #expect(try one.shuffle(one).accepts(""))
        #expect(try none.leftQuotient(by: one).isEmpty)
        #expect(none.residual(by: [0]).isEmpty)
        let a = try NFA.words(within: 0, of: [0], over: ["a"])
        #expect(try a.power(0).alphabet == ["a"])
        #expect(throws: AutomataError.tooLarge("states")) { try a.power(.max, budget: .unlimited) }
        #expect(try a.concatenation(one).minimized() == a.minimized())
    }

    /// A range of any type stands for the numbers that it contains.
    @Test func rangesOfAllTypesAreCounted() throws {
        let a = try NFA.words(within: 0, of: [0], over: ["a"])
        let all = try a.kleeneStar()
        func check(_ counts: some RangeExpression<Int>) throws {
            let expected = (0...6).filter { counts.contains($0) }
            for automaton in [try a.repeated(counts), try all.restricted(toLengths: counts)] {
                #expect(
                    (0...6).filter { automaton.accepts(String(repeating: "a", count: $0)) } == expected, "\(counts)")
            }
            let words = try all.words(ofLengths: counts)
            #expect(words.prefix { $0.count <= 6 }.map(\.count) == expected, "\(counts)")
        }
        try check(2...4)
        try check(2..<4)
        try check(3..<4)
        try check(4...)
        try check(...3)
        try check(..<3)
    }

    @Test func budgetsHold() throws {
        let kth = try Families.kth(30)
        let (small, stop) = (Budget(maximumStates: 50), Budget(isCancelled: { true }))
        for operation: (Budget) throws -> Any in [
            { try kth.concatenation(kth, budget: $0) }, { try kth.power(7, budget: $0) },
            { try kth.repeated(2...9, budget: $0) }, { try kth.repeated(9..., budget: $0) },
            { try kth.shuffle(kth, budget: $0) }, { try kth.leftQuotient(by: kth, budget: $0) },
            { try kth.reversed().rightQuotient(by: kth.reversed(), budget: $0) },
            { try kth.power(1 << 40, budget: $0) },
            { try kth.power(.max, budget: $0) },
        ] {
            let error = #expect(throws: AutomataError.self) { try operation(small) }
            #expect(error?.isBudgetExceeded == true)
            #expect(throws: AutomataError.self) { try operation(stop) }
        }
        for operation: () throws -> Any in [
            { try kth.kleeneStar(budget: stop) }, { try kth.kleenePlus(budget: stop) },
            { try kth.optional(budget: stop) },
        ] { #expect(throws: AutomataError.cancelled(statesBuilt: 31)) { try operation() } }
    }
}
