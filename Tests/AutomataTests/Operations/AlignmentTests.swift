import Automata
import AutomataTestSupport
import Testing

@Suite("Alignment of alphabets")
struct AlignmentTests {
    @Test func namesMeetInTheirUnion() throws {
        let alignment = try AlphabetAlignment([["a", "b"], ["c", "b"], [], ["a", "b"]])
        #expect(alignment.alphabet == ["a", "b", "c"])
        #expect(alignment.maps[0].isIdentity)
        #expect(alignment.maps[1].newSymbols(of: 0) == [2])
        #expect(alignment.maps[1].newSymbols(of: 1) == [1])
        #expect(alignment.maps[2].oldCount == 0)
        #expect(alignment.maps[3].isIdentity)
        #expect(alignment.maps.allSatisfy { $0.alphabet == alignment.alphabet })
        #expect(try AlphabetAlignment([]).alphabet == [])
    }

    @Test func equalAlphabetsKeepTheirSymbols() throws {
        let names: Alphabet = ["x", "y"]
        for alphabet in [names, .bytes, try .scalars([["a"..."z"], ["\u{D7FF}"..."\u{E000}"]])] {
            let alignment = try alphabet.aligned(with: alphabet)
            #expect(alignment.alphabet == alphabet)
            #expect(alignment.maps.allSatisfy { $0.isIdentity })
        }
    }

    @Test func classesMeetInTheCoarsestRefinement() throws {
        let left = try Alphabet.bytes([[97...122], [48...57]])
        let right = try Alphabet.bytes([[97...102, 48...57], [200...255]])
        let alignment = try left.aligned(with: right)
        #expect(alignment.alphabet == (try .bytes([[97...102], [103...122], [48...57], [200...255]])))
        #expect(alignment.maps[0].newSymbols(of: 0) == [0, 1])
        #expect(alignment.maps[0].newSymbols(of: 1) == [2])
        #expect(alignment.maps[1].newSymbols(of: 0) == [0, 2])
        #expect(alignment.maps[1].newSymbols(of: 1) == [3])
        #expect(try left.joint(with: right) == alignment.alphabet)
    }

    @Test func surrogatesAreNoScalars() throws {
        let all = try Alphabet.scalars([["\u{0}"..."\u{10FFFF}"]])
        let low = try Alphabet.scalars([["\u{0}"..."\u{D7FF}"]])
        let high = try Alphabet.scalars([["\u{E000}"..."\u{E000}"]])
        #expect(
            try all.aligned(with: low).alphabet
                == .scalars([["\u{0}"..."\u{D7FF}"], ["\u{E000}"..."\u{10FFFF}"]]))
        #expect(
            try all.aligned(with: high).alphabet
                == .scalars([["\u{E000}"..."\u{E000}"], ["\u{0}"..."\u{D7FF}", "\u{E001}"..."\u{10FFFF}"]]))
        #expect(try low.aligned(with: high).alphabet.widths == [0xD800, 1])
    }

    @Test func kindsDontMix() throws {
        let kinds: [Alphabet] = [["a"], .bytes, try .scalars([["a"..."z"]])]
        for left in kinds {
            for right in kinds where left.kind != right.kind {
                #expect(throws: AutomataError.incompatibleAlphabets(left.kind, right.kind)) {
                    try left.joint(with: right)
                }
            }
        }
        #expect(
            AutomataError.incompatibleAlphabets(.named, .bytes).description.contains(
                "names on one side and classes of bytes on the other"))
    }

    /// Against the definition, value by value, for several random partitions at once.
    @Test func refinementTellsApartWhatOneAlphabetDoes() throws {
        var random = SplitMix64(seed: 41)
        for _ in 0..<60 {
            let alphabets = try (0..<(1 + random.draw(4))).map { _ in try Self.randomBytes(&random) }
            let alignment = try AlphabetAlignment(alphabets)
            var symbolOf: [[Symbol?]: Symbol] = [:]
            for byte in UInt8.min...UInt8.max {
                let classes = alphabets.map { $0.symbol(for: byte) }
                let joint = alignment.alphabet.symbol(for: byte)
                #expect((joint == nil) == classes.allSatisfy { $0 == nil })
                guard let joint else { continue }
                #expect(symbolOf.updateValue(joint, forKey: classes) ?? joint == joint)
                for (map, old) in zip(alignment.maps, classes) {
                    for symbol in 0..<Symbol(map.oldCount) {
                        #expect(map.newSymbols(of: symbol).contains(joint) == (symbol == old))
                    }
                }
            }
            #expect(Set(symbolOf.values).count == symbolOf.count)
            #expect(alignment.alphabet.count == symbolOf.count)
            // Numbered by the classes of the first alphabet, then of the second, and so on.
            let order = symbolOf.sorted { $0.value < $1.value }.map { $0.key.map { Int($0 ?? 999) } }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
        }
    }

    private static func randomBytes(_ random: inout SplitMix64) throws -> Alphabet {
        let count = 1 + random.draw(4)
        var classes = [[ClosedRange<UInt8>]](repeating: [], count: count)
        var byte = random.draw(50)
        while byte < 256 {
            let end = min(255, byte + random.draw(30))
            let symbol = classes.firstIndex(of: []) ?? random.draw(count)
            classes[symbol].append(UInt8(byte)...UInt8(end))
            byte = end + 1 + random.draw(3) * random.draw(20)
        }
        return try .bytes(classes.filter { !$0.isEmpty })
    }

    @Test func automataKeepTheirLanguage() throws {
        let nfa = NFA.sample(
            ["a", "b"], [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("p", "b", "q"), ("q", "a", "r")], ["p"],
            ["r"])
        let alphabet: Alphabet = ["c", "b", "a"]
        let aligned = try nfa.aligned(to: alphabet)
        #expect(aligned.alphabet == alphabet)
        #expect(aligned.stateNames == ["p", "q", "r"])
        #expect(
            aligned.rows
                == Transitions(
                    stateCount: 3, sources: [0, 0, 0, 0, 1], symbols: [1, 1, 2, 2, 2], targets: [0, 1, 0, 1, 2]))
        let dfa = try nfa.determinized()
        for text in ["", "a", "ba", "aa", "bab", "abaa"] {
            let isAccepted = nfa.accepts(text)
            #expect(aligned.accepts(text) == isAccepted)
            #expect(try dfa.aligned(to: alphabet).accepts(text) == isAccepted)
            #expect(try EpsilonNFA(nfa).aligned(to: alphabet).accepts(text) == isAccepted)
            #expect(try Automaton.dfa(dfa).aligned(to: alphabet).accepts(text) == isAccepted)
        }
        #expect(try aligned.aligned(to: ["c", "b", "a"]) == aligned)
    }

    @Test func alignmentOfClassesKeepsLanguages() throws {
        let coarse = try Alphabet.bytes([[97...122], [48...57]])
        var builder = DFA.Builder(alphabet: coarse)
        try builder.addStates(2)
        builder.initialState = 0
        builder.insertFinal(1)
        for symbol in 0..<Symbol(2) { try builder.addTransition(from: 0, on: symbol, to: 1) }
        try builder.addTransition(from: 1, on: 1 as Symbol, to: 0)
        let dfa = try builder.build()
        let aligned = try dfa.aligned(to: .bytes)
        #expect(aligned.transitionCount == 26 + 10 + 10)
        for text in ["q", "7", "q7", "q77", "77q", "%"] { #expect(aligned.accepts(text) == dfa.accepts(text)) }
    }

    @Test func whatDoesNotFitIsTold() throws {
        let nfa = NFA.sample(["a", "b"], [("p", "a", "p")], ["p"], ["p"])
        #expect(throws: AutomataError.unknownSymbol("b", position: nil)) { try nfa.aligned(to: ["a"]) }
        #expect(throws: AutomataError.incompatibleAlphabets(.bytes, .named)) { try nfa.aligned(to: .bytes) }
        let coarse = try Alphabet.bytes([[97...122]])
        let automaton = NFA(
            alphabet: coarse, rows: Transitions(stateCount: 1, sources: [0], symbols: [0], targets: [0]),
            initialStates: [0], finalStates: [0])
        let mixed = #expect(throws: AutomataError.self) { try automaton.aligned(to: .bytes([[97...123]])) }
        #expect(mixed == .invalidSymbolClass("[a-{]"))
        #expect(mixed?.description.hasSuffix("and split the class if the operation distinguishes its members") == true)
        #expect(throws: AutomataError.unknownSymbol("[b-z]", position: nil)) {
            try automaton.aligned(to: .bytes([[97...97]]))
        }
        #expect(throws: AutomataError.self) { try automaton.aligned(to: .bytes, budget: Budget(maximumBytes: 100)) }
        #expect(try automaton.aligned(to: .bytes, budget: Budget(maximumBytes: 1000)).transitionCount == 26)
    }

    /// A dense table over many more symbols would be nothing but gaps.
    @Test func manyNewSymbols() throws {
        let dfa = try Families.dfa(2_000, 2, seed: 1)
        let wide = try Alphabet((0..<100_000).map { "x\($0)" } + ["b", "a"])
        let aligned = try dfa.aligned(to: wide, budget: Budget(maximumBytes: 1 << 20))
        #expect(aligned.transitionCount == dfa.transitionCount)
        #expect(aligned.target(from: 3, on: 100_001) == dfa.target(from: 3, on: 0))
    }

    /// Hundreds of thousands of ranges in well under the time that a quadratic walk would take.
    @Test func manyRanges() throws {
        func alphabet(_ step: UInt32) throws -> Alphabet {
            let ranges = stride(from: UInt32(0x10000), to: 0x10FFF0, by: Int(step)).enumerated().map {
                SymbolPartition.ClassRange(lower: $1, upper: $1 + step - 1, symbol: Symbol($0 % 7))
            }
            return Alphabet(try SymbolPartition(domain: .scalars, ranges: ranges, count: 7))
        }
        let alignment = try AlphabetAlignment(alphabet(5), alphabet(7))
        // All pairs, and the last values, which only one of the two has.
        #expect(alignment.alphabet.count == 50)
        #expect(alignment.maps[0].newSymbols(of: 3).count >= 7)
    }

    @Test func witnessesAreReadByOtherAlphabets() throws {
        let word = Witness([0, 1, 0], over: ["a", "b"])
        #expect(word.description == "aba")
        #expect(word.length == 3)
        #expect(Witness([], over: ["a"]).description == "ε")
        #expect(Witness([0, 1], over: ["a\n", "long"]).description == #"a\n long"#)
        #expect(try Witness([0, 1], over: .bytes([[0...96], [97...255]])).description == "Aa")
        // People see a space as they write it, and what they can't see escaped.
        let classes = try Alphabet.bytes([[0x20...0x20], [0x61...0x7A], [0x0A...0x0A], [0xE9...0xE9]])
        #expect(Witness([1, 0, 1], over: classes).description == "a a")
        #expect(Witness([1, 2, 3], over: classes).description == #"a\n\xE9"#)
        let nfa = NFA.sample(["x", "b", "a"], [("p", "a", "p"), ("p", "b", "p")], ["p"], ["p"])
        #expect(word.isAccepted(by: nfa))
        #expect(!Witness([0], over: ["c"]).isAccepted(by: nfa))
        #expect(!Witness([0], over: .bytes).isAccepted(by: nfa))
        let letters = try Alphabet.scalars([["a"..."z"]])
        let loop = NFA(
            alphabet: letters, rows: Transitions(stateCount: 1, sources: [0], symbols: [0], targets: [0]),
            initialStates: [0], finalStates: [0])
        #expect(Witness([1], over: try .scalars([["A"..."Z"], ["c"..."d"]])).isAccepted(by: loop))
        #expect(!Witness([0], over: try .scalars([["A"..."Z"], ["c"..."d"]])).isAccepted(by: loop))
    }
}
