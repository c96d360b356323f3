import Automata
import AutomataTestSupport
import Testing

@Suite("Homomorphisms, substitution, projection and renaming")
struct HomomorphismTests {
    private static func random(_ random: inout SplitMix64, _ alphabet: Alphabet = ["a", "b"]) throws -> EpsilonNFA {
        var shape = RandomShape.mixed(&random, maximumStates: 4)
        shape.symbols = alphabet.count
        return try RandomAutomata.epsilonNFA(shape, &random, alphabet: alphabet)
    }

    private static func models(_ automaton: EpsilonNFA) throws -> [Automaton] {
        [
            .epsilonNFA(automaton), .nfa(try automaton.removingEpsilonMoves()), .dfa(try automaton.determinized()),
        ]
    }

    @Test func imagesAndPreimagesAgainstSetsOfWords() throws {
        var random = SplitMix64(seed: 31)
        let target: Alphabet = ["0", "1"]
        for _ in 0..<60 {
            let automaton = try Self.random(&random).restricted(toLengths: 0...4)
            let images = (0..<2).map { _ in (0..<random.draw(4)).map { _ in Symbol(random.draw(2)) } }
            let h = try Homomorphism(from: ["a", "b"], to: target, images: images)
            let language = WordSet(automaton, upTo: 4)
            let expected = Set(try language.words.map { try h.image(of: $0) }.filter { $0.count <= 6 })
            let other = try Self.random(&random, target)
            let preimage = try words(symbols: 2, upTo: 4).filter { other.accepts(try h.image(of: $0)) }
            for (model, otherModel) in zip(try Self.models(automaton), try Self.models(other)) {
                let image = try model.image(under: h)
                #expect(image.alphabet == target)
                #expect(WordSet(image, upTo: 6).words == expected)
                let back = try otherModel.preimage(under: h)
                #expect(back.alphabet == h.source)
                #expect(WordSet(back, upTo: 4).words == Set(preimage))
                #expect(back.model == (otherModel.model == .dfa ? .dfa : .nfa))
                // L ⊆ h⁻¹(h(L)), and h(h⁻¹(M)) ⊆ M.
                #expect(try model.difference(image.preimage(under: h)).asEpsilonNFA.isEmpty)
                #expect(try back.image(under: h).difference(otherModel).asEpsilonNFA.isEmpty)
                if case .dfa(let dfa) = model {
                    #expect(try dfa.image(under: h) == NFA(dfa).image(under: h))
                    #expect(try dfa.image(under: h).epsilonMoveCount == 0 || h.isErasing)
                }
            }
        }
    }

    @Test func homomorphismsAreChecked() throws {
        let h = try Homomorphism(from: ["a", "b"], to: ["0", "1"], ["a": "01", "b": ""])
        #expect(h.images == [[0, 1], []])
        #expect(h.isErasing)
        #expect(try h.image(of: [0, 1, 0]) == [0, 1, 0, 1])
        #expect(throws: AutomataError.symbolOutOfRange(2, symbolCount: 2)) { try h.image(of: [2]) }
        #expect(throws: AutomataError.unknownSymbol("b", position: nil)) {
            try Homomorphism(from: ["a", "b"], to: ["0"], ["a": "0"])
        }
        #expect(throws: AutomataError.unknownSymbol("c", position: nil)) {
            try Homomorphism(from: ["a"], to: ["0"], ["a": "0", "c": "0"])
        }
        #expect(throws: AutomataError.unknownSymbol("2", position: 0)) {
            try Homomorphism(from: ["a"], to: ["0"], ["a": "2"])
        }
        #expect(throws: AutomataError.symbolOutOfRange(3, symbolCount: 1)) {
            try Homomorphism(from: ["a"], to: ["0"], images: [[3]])
        }
        #expect(throws: AutomataError.symbolOutOfRange(1, symbolCount: 1)) {
            try Homomorphism(from: ["a"], to: ["0"], images: [[], []])
        }
        let foreign = NFA.sample(["z"], [("p", "z", "p")], ["p"], ["p"])
        #expect(throws: AutomataError.unknownSymbol("z", position: nil)) { try foreign.image(under: h) }
        #expect(throws: AutomataError.unknownSymbol("z", position: nil)) { try foreign.preimage(under: h) }
    }

    /// The textbook's: h(0) = ab, h(1) = ε on 10*1 gives (ab)*.
    @Test func textbookImage() throws {
        let automaton = NFA.sample(["0", "1"], [("p", "1", "q"), ("q", "0", "q"), ("q", "1", "r")], ["p"], ["r"])
        let h = try Homomorphism(from: ["0", "1"], to: ["a", "b"], ["0": "ab", "1": ""])
        let image = try automaton.image(under: h)
        #expect(try image.minimized() == NFA.words(within: 0, of: [0, 1], over: ["a", "b"]).kleeneStar().minimized())
        #expect(image.epsilonMoveCount == 2)
    }

    @Test func substitutionsAgainstHomomorphismsAndUnions() throws {
        var random = SplitMix64(seed: 32)
        for _ in 0..<40 {
            let automaton = try Self.random(&random)
            let (x, y) = (try Self.random(&random), try Self.random(&random))
            // Single words make it a homomorphism.
            let images = (0..<2).map { _ in (0..<random.draw(3)).map { _ in Symbol(random.draw(2)) } }
            let h = try Homomorphism(from: ["a", "b"], to: ["a", "b"], images: images)
            var singles: [Symbol: EpsilonNFA] = [:]
            for (symbol, image) in images.enumerated() {
                singles[Symbol(symbol)] = EpsilonNFA(try NFA.words(within: 0, of: image, over: ["a", "b"]))
            }
            #expect(try automaton.substituting(singles).minimalForm() == automaton.image(under: h).minimalForm())
            // Into ab it puts the two languages one behind the other, into a* the first any number
            // of times.
            let ab = try NFA.words(within: 0, of: [0, 1], over: ["a", "b"])
            #expect(try ab.substituting([0: x, 1: y]).minimalForm() == x.concatenation(y).minimalForm())
            let aStar = try NFA.words(within: 0, of: [0], over: ["a", "b"]).kleeneStar()
            #expect(try aStar.substituting([0: x]).minimalForm() == x.kleeneStar().minimalForm())
            #expect(try automaton.substituting([Symbol: NFA]()).minimalForm() == automaton.minimalForm())
        }
        let ab = try NFA.words(within: 0, of: [0, 1], over: ["a", "b"])
        let digits = EpsilonNFA(try NFA.words(within: 0, of: [0], over: ["1"]).kleenePlus())
        let result = try Automaton.nfa(ab).substituting([1: digits])
        #expect(result.alphabet == ["a", "b", "1"])
        #expect(result.accepts("a11") && !result.accepts("a") && !result.accepts("ab"))
        #expect(throws: AutomataError.symbolOutOfRange(9, symbolCount: 2)) { try ab.substituting([9: digits]) }
    }

    @Test func projectionsErase() throws {
        var random = SplitMix64(seed: 33)
        let alphabet: Alphabet = ["a", "b", "c"]
        for _ in 0..<40 {
            let automaton = try Self.random(&random, alphabet).restricted(toLengths: 0...4)
            let language = WordSet(automaton, upTo: 4)
            let expected = Set(language.words.map { $0.filter { $0 != 1 }.map { $0 == 2 ? 1 : $0 } })
            for model in try Self.models(automaton) {
                let projection = try model.projected(onto: [2, 0, 2])
                #expect(projection.alphabet == ["a", "c"])
                #expect(WordSet(projection, upTo: 4).words == expected)
            }
        }
        let nfa = NFA.sample(["a"], [("p", "a", "q")], ["p"], ["q"])
        #expect(throws: AutomataError.symbolOutOfRange(1, symbolCount: 1)) { try nfa.projected(onto: [1]) }
        #expect(try nfa.projected(onto: []).accepts(""))
        let bytes = try Alphabet.bytes([[97...122], [48...57]])
        let classes = NFA(
            alphabet: bytes, rows: Transitions(stateCount: 2, sources: [0, 0], symbols: [0, 1], targets: [1, 1]),
            initialStates: [0], finalStates: [1])
        #expect(try classes.projected(onto: [1]).alphabet == (try .bytes([[48...57]])))
        #expect(try classes.projected(onto: [1]).accepts("7"))
        #expect(throws: AutomataError.incompatibleAlphabets(.bytes, .named)) { try classes.renamed([:]) }
    }

    @Test func renamingJoinsSymbols() throws {
        let nfa = NFA.sample(
            ["a", "b", "c"], [("p", "a", "q"), ("p", "b", "r"), ("q", "c", "q"), ("r", "c", "r")], ["p"], ["q", "r"])
        let renamed = try nfa.renamed(["a": "x", "b": "x", "c": "a"])
        #expect(renamed.alphabet == ["x", "a"])
        #expect(renamed.stateNames == ["p", "q", "r"])
        #expect(renamed.targets(from: 0, on: 0) == [1, 2])
        #expect(renamed.accepts("xaa") && !renamed.accepts("aaa"))
        #expect(throws: AutomataError.unknownSymbol("z", position: nil)) { try nfa.renamed(["z": "a"]) }
        #expect(try Automaton(mostSpecific: nfa.renamed(["a": "z"])).model == .dfa)
        #expect(try DFA(nfa).renamed(["a": "b"]).alphabet == ["b", "c"])
        #expect(try EpsilonNFA(nfa).renamed([:]) == EpsilonNFA(nfa))
        #expect(try EpsilonNFA(nfa).renamed([]) == EpsilonNFA(nfa))
        #expect(throws: AutomataError.duplicateSymbol("a")) { try nfa.renamed([("a", "x"), ("a", "y")]) }
        #expect(throws: AutomataError.unknownSymbol("z", position: nil)) { try nfa.renamed([("z", "a")]) }
    }

    /// Names are equal where their bytes are, and Swift's dictionaries have one key for these two.
    @Test func namesThatLookAlikeAreToldApart() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let nfa = NFA.sample(
            try Alphabet([composed, decomposed]), [("p", composed, "q"), ("q", decomposed, "r")], ["p"], ["r"])
        let names = [(composed, "x"), (decomposed, "y")]
        for renamed in [
            try nfa.renamed(names), try DFA(nfa).renamed(names),
            try EpsilonNFA(nfa).renamed(names).removingEpsilonMoves(),
            try Automaton.nfa(nfa).renamed(names).asEpsilonNFA.removingEpsilonMoves(),
        ] {
            #expect(renamed.alphabet == ["x", "y"])
            #expect(renamed.accepts("xy") && !renamed.accepts("xx"))
        }
        let swapped = try nfa.renamed([(composed, decomposed), (decomposed, composed)])
        #expect(swapped.accepts([0, 1]) && swapped.alphabet.name(of: 0).utf8.elementsEqual(decomposed.utf8))
        let h = try Homomorphism(from: nfa.alphabet, to: ["0", "1"], names.map { ($0.0, $0.1 == "x" ? "01" : "1") })
        #expect(h.images == [[0, 1], [1]])
        #expect(try nfa.image(under: h).accepts("011"))
        #expect(throws: AutomataError.duplicateSymbol("a")) {
            try Homomorphism(from: ["a"], to: ["0"], [("a", "0"), ("a", "")])
        }
        #expect(throws: AutomataError.duplicateSymbol("b")) {
            try Homomorphism(from: .scalars([["a"..."z"]]), to: ["0"], ["a": "0", "b": ""])
        }
        #expect(throws: AutomataError.unknownSymbol(decomposed, position: nil)) {
            try Homomorphism(from: Alphabet([composed, decomposed]), to: ["0"], [(composed, "0")])
        }
    }

    @Test func budgetsHold() throws {
        let kth = try Families.kth(20)
        let long = try Homomorphism(
            from: ["a", "b"], to: ["0"], images: [Array(repeating: 0, count: 100), Array(repeating: 0, count: 100)])
        let copies: [Symbol: EpsilonNFA] = [0: EpsilonNFA(kth), 1: EpsilonNFA(kth)]
        let (small, stop) = (Budget(maximumStates: 500), Budget(isCancelled: { true }))
        for budget in [small, stop] {
            #expect(throws: AutomataError.self) { try kth.image(under: long, budget: budget) }
            #expect(throws: AutomataError.self) { try kth.substituting(copies, budget: budget) }
        }
        let doubling = try Homomorphism(from: ["x"], to: ["a", "b"], images: [[0, 1]])
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) { try kth.preimage(under: doubling, budget: stop) }
        #expect(throws: AutomataError.self) { try kth.preimage(under: doubling, budget: Budget(maximumBytes: 10)) }
    }
}
