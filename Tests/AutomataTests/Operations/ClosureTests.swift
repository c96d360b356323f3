import Automata
import AutomataTestSupport
import Testing

@Suite("Closures, lengths and edit distance")
struct ClosureTests {
    private static func random(_ random: inout SplitMix64) throws -> [Automaton] {
        var shape = RandomShape.mixed(&random, maximumStates: 4)
        shape.symbols = 2
        let automaton = try RandomAutomata.epsilonNFA(shape, &random)
        return [
            .epsilonNFA(automaton), .nfa(try automaton.removingEpsilonMoves()), .dfa(try automaton.determinized()),
        ]
    }

    @Test func subwordsAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 21)
        // From a state with four others at most a final one is as near as that; determinized there
        // are more.
        let length = 3
        for _ in 0..<60 {
            let models = try Self.random(&random)
            let finite = try models[0].restricted(toLengths: 0...7)
            let language = WordSet(finite, upTo: 7)
            func subwords(_ parts: ([Symbol]) -> [[Symbol]]) -> Set<[Symbol]> {
                Set(language.words.flatMap(parts).filter { $0.count <= length })
            }
            let prefixes = subwords { word in (0...word.count).map { Array(word.prefix($0)) } }
            let suffixes = subwords { word in (0...word.count).map { Array(word.suffix($0)) } }
            let factors = subwords { word in
                (0...word.count).flatMap { start in (start...word.count).map { Array(word[start..<$0]) } }
            }
            let subsequences = subwords { word in
                (0..<1 << word.count).map { kept in word.indices.filter { kept >> $0 & 1 == 1 }.map { word[$0] } }
            }
            for model in [finite, .nfa(try finite.asEpsilonNFA.removingEpsilonMoves()), .dfa(try finite.minimalForm())]
            {
                #expect(WordSet(model.prefixes(), upTo: length).words == prefixes)
                #expect(WordSet(model.suffixes(), upTo: length).words == suffixes)
                #expect(WordSet(model.factors(), upTo: length).words == factors)
                #expect(WordSet(model.subsequences(), upTo: length).words == subsequences)
                #expect(model.prefixes().model == model.model)
            }
        }
    }

    @Test func subwordLaws() throws {
        var random = SplitMix64(seed: 22)
        for _ in 0..<60 {
            for a in try Self.random(&random) {
                func same(_ left: Automaton, _ right: Automaton) throws {
                    #expect(try left.minimalForm() == right.minimalForm())
                }
                try same(a.prefixes().prefixes(), a.prefixes())
                try same(a.suffixes().suffixes(), a.suffixes())
                try same(a.factors(), a.prefixes().suffixes())
                try same(a.factors(), a.suffixes().prefixes())
                #expect(try a.subsequences().subsequences().minimalForm() == a.subsequences().minimalForm())
                let reversal = Automaton.epsilonNFA(a.asEpsilonNFA.reversed())
                try same(.epsilonNFA(reversal.prefixes().asEpsilonNFA.reversed()), a.suffixes())
                let all = Automaton.dfa(
                    try DFA(
                        alphabet: ["a", "b"], transitions: [("x", "a", "x"), ("x", "b", "x")], initial: "x",
                        final: ["x"]))
                try same(a.rightQuotient(by: all), a.prefixes())
                try same(a.leftQuotient(by: all), a.suffixes())
            }
        }
    }

    @Test func lengthsAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 23)
        for _ in 0..<60 {
            for model in try Self.random(&random) {
                let language = WordSet(model, upTo: 6)
                for (lengths, result) in [
                    (0...6, model), (2...4, try model.restricted(toLengths: 2...4)),
                    (0...0, try model.restricted(toLengths: 0...0)), (3...3, try model.restricted(toLengths: 3...3)),
                    (2...6, try model.restricted(toLengths: 2...)), (0...6, try model.restricted(toLengths: 0...)),
                    (5...6, try model.restricted(toLengths: 5...)),
                ] {
                    #expect(WordSet(result, upTo: 6).words == language.words.filter { lengths.contains($0.count) })
                    #expect(result.model == model.model)
                }
            }
        }
    }

    @Test func lengthsBeyondAllBounds() throws {
        let chain = try Families.chain(3)
        #expect(try chain.restricted(toLengths: 0...(.max)).minimized() == chain.minimized())
        #expect(try chain.restricted(toLengths: Int.max...).stateCount == 0)
        let loop = try DFA(alphabet: ["a"], transitions: [("x", "a", "x")], initial: "x", final: ["x"])
        let small = Budget(maximumStates: 1000)
        #expect(throws: AutomataError.self) { try loop.restricted(toLengths: 0...(.max), budget: small) }
        #expect(throws: AutomataError.self) { try loop.restricted(toLengths: Int.max..., budget: small) }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try loop.restricted(toLengths: 0...9, budget: Budget(isCancelled: { true }))
        }
        #expect(try loop.restricted(toLengths: 0...9).stateCount == 10)
    }

    /// All words up to a length, against the usual table of distances.
    @Test(arguments: [0, 1, 2, 3, 5]) func editDistance(_ distance: Int) throws {
        for word in words(symbols: 2, upTo: 4) + [[0, 1, 1, 0, 1, 0]] {
            let neighbors = try NFA.words(within: distance, of: word, over: ["a", "b"])
            #expect(neighbors.stateCount <= (word.count + 1) * (distance + 1))
            #expect(neighbors.trimmed() == neighbors)
            for other in words(symbols: 2, upTo: 6) {
                #expect(neighbors.accepts(other) == (Self.distance(word, other) <= distance))
            }
        }
    }

    private static func distance(_ left: [Symbol], _ right: [Symbol]) -> Int {
        var row = Array(0...right.count)
        for (i, symbol) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (symbol == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }

    @Test func editDistanceAtTheEdges() throws {
        #expect(try NFA.words(within: 2, of: [], over: []).accepts(""))
        #expect(throws: AutomataError.symbolOutOfRange(1, symbolCount: 1)) {
            try NFA.words(within: 1, of: [1], over: ["a"])
        }
        #expect(throws: AutomataError.self) {
            try NFA.words(within: 1 << 30, of: [0], over: ["a"], budget: Budget(maximumStates: 1000))
        }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try NFA.words(within: 1, of: [0], over: ["a"], budget: Budget(isCancelled: { true }))
        }
        // Long words take a few transitions a state, however many edits there may be.
        let long = (0..<200).map { Symbol($0 % 7 == 0 ? 1 : 0) }
        let neighbors = try NFA.words(within: 400, of: long, over: ["a", "b"])
        #expect(neighbors.transitionCount <= 6 * neighbors.stateCount)
        #expect(neighbors.accepts(long + long) && !neighbors.accepts(long + long + long + [0]))
        // "kitten" is three edits from "sitting".
        let letters = try Alphabet("kitensgabc".map(String.init))
        let kitten = try letters.word("kitten")
        #expect(try NFA.words(within: 3, of: kitten, over: letters).accepts("sitting"))
        #expect(try !NFA.words(within: 2, of: kitten, over: letters).accepts("sitting"))
    }
}
