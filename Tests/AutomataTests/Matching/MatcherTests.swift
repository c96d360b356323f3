import Automata
import AutomataTestSupport
import Testing

@Suite("Matcher")
struct MatcherTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func agreesWithTheDFAOnRandomMachines() throws {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let shape = RandomShape.mixed(&random)
            let dfa = try RandomAutomata.dfa(shape, &random)
            let matcher = Matcher(dfa)
            for word in words(symbols: min(dfa.alphabet.count, 3), upTo: 5) {
                let expected = dfa.accepts(word)
                #expect(matcher.accepts(symbols: word) == expected)
                #expect(matcher.accepts(dfa.alphabet.text(word)) == expected)
            }
        }
    }

    /// Tables of each cell width and the sparse one, on long words, whole and in pieces.
    @Test(arguments: [(3, 2), (40, 2), (2_000, 5), (40_000, 3)])
    func everyWidthOfCell(_ states: Int, _ symbols: Int) throws {
        for isSparse in [false, true] {
            var random = SplitMix64(seed: UInt64(states))
            let alphabet = try RandomAutomata.alphabet(isSparse ? 5_000 : symbols)
            var builder = DFA.Builder(alphabet: alphabet)
            try builder.addStates(states)
            for source in 0..<StateID(states) {
                for symbol in 0..<Symbol(symbols) {
                    let spread = isSparse ? Symbol(random.draw(2_500) * 2) : symbol
                    if isSparse, symbol > 0 { continue }
                    try builder.addTransition(from: source, on: spread, to: StateID(random.draw(states)))
                }
                if random.draw(3) == 0 { builder.insertFinal(source) }
            }
            builder.initialState = 0
            let dfa = try builder.build()
            let matcher = Matcher(dfa)
            let rows = dfa.sparseRows
            for _ in 0..<5 {
                // A walk that keeps to transitions that are there, so that it doesn't die at once.
                var word: [Symbol] = []
                var state: StateID = 0
                while word.count < 9_000 {
                    let row = rows.range(of: state)
                    guard let index = row.isEmpty ? nil : row.lowerBound + random.draw(row.count) else { break }
                    word.append(rows.symbols[index])
                    state = rows.targets[index]
                    if isSparse && word.count > 200 { break }
                }
                #expect(matcher.accepts(symbols: word) == dfa.isFinal(state))
                var scan = matcher.start()
                var index = 0
                while index < word.count {
                    let end = min(word.count, index + random.draw(700))
                    scan.feed(symbols: Array(word[index..<end]))
                    index = end
                }
                #expect(scan.isAccepting == dfa.isFinal(state))
            }
        }
    }

    @Test func stopsWhereTheInputIsDecided() throws {
        let classes = try Alphabet.bytes([[0...96, 98...255], [97...97]])
        let all = try DFA(
            alphabet: classes,
            transitions: [("start", "a", "start"), ("start", "b", "all"), ("all", "a", "all"), ("all", "b", "all")],
            initial: "start", final: ["all"])
        var scan = Matcher(all).start()
        #expect(scan.verdict == .undecided)
        #expect(scan.feed(bytes("aaa")) == .undecided)
        #expect(!scan.isAccepting)
        #expect(scan.feed([UInt8](repeating: 97, count: 10_000) + bytes("ba")) == .accepted)
        #expect(scan.consumedCount == 10_004)
        #expect(scan.feed(bytes("x")) == .accepted)
        #expect(scan.consumedCount == 10_004)
        #expect(scan.isAccepting)

        let dfa = try DFA(
            alphabet: ["a", "b"],
            transitions: [("start", "a", "start"), ("start", "b", "all"), ("all", "a", "all"), ("all", "b", "all")],
            initial: "start", final: ["all"])
        // Something foreign may follow, so that a scan says what the whole input does.
        var open = Matcher(dfa).start()
        #expect(open.feed(bytes("ab")) == .undecided)
        #expect(open.isAccepting)
        #expect(open.feed(bytes("?")) == .rejected)
        #expect(!open.isAccepting)

        var rejected = Matcher(dfa).start()
        #expect(rejected.feed(bytes("aa?a")) == .rejected)
        #expect(rejected.consumedCount == 3)
        #expect(!rejected.isAccepting)
        // The whole input is looked at where something foreign may follow.
        #expect(Matcher(dfa).accepts(bytes("ab")))
        #expect(!Matcher(dfa).accepts(bytes("ab?")))
    }

    @Test func emptyAutomata() throws {
        let empty = try DFA.Builder(alphabet: ["a"]).build()
        #expect(!Matcher(empty).accepts(""))
        #expect(Matcher(empty).start().verdict == .rejected)
        let onlyEmptyWord = try DFA(alphabet: [], transitions: [], initial: "p", final: ["p"])
        #expect(Matcher(onlyEmptyWord).accepts(""))
        #expect(!Matcher(onlyEmptyWord).accepts("a"))
        #expect(!Matcher(onlyEmptyWord).accepts(symbols: [0]))
    }

    @Test func allBytesWithColumnsOfTheirOwn() throws {
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(257)
        for byte in 0..<256 {
            try builder.addTransition(from: 0, on: Symbol(byte), to: StateID(byte + 1))
            try builder.addTransition(from: StateID(byte + 1), on: Symbol(byte), to: 0)
        }
        builder.initialState = 0
        builder.insertFinal(0)
        let matcher = Matcher(try builder.build())
        #expect(matcher.accepts([UInt8]([0, 0, 255, 255, 7, 7])))
        #expect(!matcher.accepts([UInt8]([0, 0, 255, 254])))
        #expect(!matcher.accepts(symbols: [0, 256]))
        #expect(matcher.accepts([255, 255] as [UInt8]))
    }

    @Test func symbolsThatNoStateTellsApartShareAColumn() throws {
        let dfa = try DFA.identifiers()
        let matcher = Matcher(dfa)
        #expect(matcher.withoutAccelerations.tableByteCount < 20)
        #expect(matcher.accepts("x_1"))
        #expect(!matcher.accepts("1x"))
        #expect(!matcher.accepts(""))
        let text = bytes("x" + String(repeating: "y9", count: 5_000))
        let isAcceptedAsSpan = matcher.accepts(text.span.bytes)
        #expect(isAcceptedAsSpan)
        #expect(dfa.accepts(String(decoding: text, as: UTF8.self)))
    }

    @Test func scalarsMayBeCutAnywhere() throws {
        let alphabet = try Alphabet.scalars([["a"..."z", "é"..."é"], ["α"..."ω"], ["一"..."鿿"], ["😀"..."😏"]])
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(2)
        for symbol in alphabet.symbols { try builder.addTransition(from: 0, on: symbol, to: symbol < 3 ? 0 : 1) }
        builder.initialState = 0
        builder.insertFinal(1)
        let dfa = try builder.build()
        let matcher = Matcher(dfa)
        #expect(matcher.unit == .scalar)
        for text in ["aé一😀", "😏", "", "é", "aβ😀a", "😐", "字字字αω😁"] {
            #expect(matcher.accepts(text) == dfa.accepts(text))
            let utf8 = bytes(text)
            for cut in 0...utf8.count {
                var scan = matcher.start()
                scan.feed(Array(utf8[..<cut]))
                scan.feed(Array(utf8[cut...]))
                #expect(scan.isAccepting == dfa.accepts(text))
            }
        }
        let cutShort = bytes("aa😀").dropLast()
        #expect(!matcher.accepts(Array(cutShort)))
    }

    /// Bytes that are no UTF-8: overlong forms, surrogates, too large, cut short, stray.
    @Test(arguments: [
        [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xC3, 0x41], [0xE4, 0xB8],
    ])
    func illFormedTextIsRejected(_ text: [UInt8]) throws {
        var builder = DFA.Builder(alphabet: try .scalars([["\u{0}"..."\u{D7FF}", "\u{E000}"..."\u{10FFFF}"]]))
        try builder.addStates(1)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
        builder.initialState = 0
        builder.insertFinal(0)
        let matcher = Matcher(try builder.build())
        #expect(matcher.accepts("any text 字 😀"))
        #expect(!matcher.accepts(text))
        #expect(!matcher.accepts(bytes("ok") + text + bytes("ok")))
    }

    @Test func namedSymbolsOfSeveralBytesAreScalars() throws {
        let dfa = try DFA(
            alphabet: ["α", "b", "long"], transitions: [("p", "α", "p"), ("p", "b", "q"), ("q", "long", "p")],
            initial: "p", final: ["q"])
        let matcher = Matcher(dfa)
        #expect(matcher.unit == .scalar)
        #expect(matcher.accepts("ααb"))
        #expect(!matcher.accepts("bl"))
        #expect(matcher.accepts(symbols: [1, 2, 1]))
        #expect(!matcher.accepts(symbols: [3]))
    }

    @Test func longWordsAreReadByAMatcher() throws {
        let dfa = try Families.chain(0)
        #expect(!dfa.accepts(String(repeating: "a", count: 100_000)))
        var random = SplitMix64(seed: 5)
        let total = try Families.dfa(10, 2, seed: 3)
        let word = (0..<100_000).map { _ in Symbol(random.draw(2)) }
        let state = word.reduce(0 as StateID) { total.target(from: $0, on: $1) ?? $0 }
        #expect(total.accepts(word) == total.isFinal(state))
        #expect(total.accepts(total.alphabet.text(word)) == total.isFinal(state))
        #expect(!total.accepts(word + [2]))
    }
}

extension DFA {
    /// A letter or underscore, then letters, digits and underscores.
    fileprivate static func identifiers() throws -> DFA {
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(2)
        for byte in 0..<128 as Range<UInt8> {
            let scalar = UnicodeScalar(byte)
            let isLetter = scalar.properties.isAlphabetic || scalar == "_"
            if isLetter { try builder.addTransition(from: 0, on: Symbol(byte), to: 1) }
            if isLetter || ("0"..."9").contains(scalar) {
                try builder.addTransition(from: 1, on: Symbol(byte), to: 1)
            }
        }
        builder.initialState = 0
        builder.insertFinal(1)
        return try builder.build()
    }
}
