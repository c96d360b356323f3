@_spi(Tool) import Automata
import AutomataTestSupport
import Testing

/// Words as text, and read back from it.
@Suite struct WordTextTests {
    /// What reading wants to be told, where nothing was given for writing.
    private static func separator(_ alphabet: Alphabet) -> String? {
        alphabet.kind == .named && alphabet.names.contains { $0.unicodeScalars.count != 1 } ? " " : nil
    }

    /// Cuts a few values into classes, each value of its class or of none.
    private static func partition(_ values: [UInt32], _ random: inout SplitMix64) -> [[UInt32]] {
        var classes = [[UInt32]](repeating: [], count: 1 + random.draw(4))
        for value in values {
            let number = random.draw(classes.count + 1)
            if number < classes.count { classes[number].append(value) }
        }
        return classes.filter { !$0.isEmpty }
    }

    private static func word(_ alphabet: Alphabet, _ random: inout SplitMix64) -> [Symbol] {
        alphabet.count == 0 ? [] : (0..<random.draw(6)).map { _ in Symbol(random.draw(alphabet.count)) }
    }

    @Test func scalars() throws {
        // Where classes of people and of Unicode begin and end: control characters, what joins,
        // surrogates' neighbors, non-characters.
        let values: [UInt32] =
            Array(0...0x30) + Array(0x40...0x42) + Array(0x5A...0xA3)
            + [0xAD, 0xE9, 0x300, 0x301, 0x200D, 0xD7FE, 0xD7FF, 0xE000, 0xFDD0, 0xFFFF, 0x1F600, 0x1F468, 0x10FFFF]
        var random = SplitMix64(seed: 51)
        for _ in 0..<300 {
            let classes = try Self.partition(values, &random).map { values in
                try values.map { value in
                    let scalar = try #require(Unicode.Scalar(value))
                    return scalar...scalar
                }
            }
            let alphabet = try Alphabet.scalars(classes)
            let word = Self.word(alphabet, &random)
            let text = alphabet.text(word)
            #expect(try alphabet.word(text) == word)
            #expect(alphabet.symbols(ofLetters: alphabet.sampleLetters(of: word)) == word)
            // None of them has this one.
            #expect(try alphabet.word(alphabet.text(word, separator: "\u{2028}"), separator: "\u{2028}") == word)
            #expect(alphabet.text(ofLetters: alphabet.sampleLetters(of: word)) == text)
            let shown = Witness(word, over: alphabet).description
            #expect(
                !shown.isEmpty && shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
        }
        // The gap between U+D7FF and U+E000 has no scalars in it.
        let around = try Alphabet.scalars([["\u{D7FE}"..."\u{E001}"], ["a"..."z"]])
        #expect(try around.word(around.text([0, 1, 0])) == [0, 1, 0])
    }

    @Test func bytes() throws {
        var random = SplitMix64(seed: 52)
        for _ in 0..<300 {
            let classes = Self.partition(Array(0...0xFF), &random).map { $0.map { UInt8($0)...UInt8($0) } }
            let alphabet = try Alphabet.bytes(classes)
            let word = Self.word(alphabet, &random)
            let letters = alphabet.sampleLetters(of: word)
            #expect(alphabet.symbols(ofLetters: letters) == word)
            #expect(alphabet.utf8(ofLetters: letters) == letters.map { UInt8($0) })
            #expect(alphabet.text(word) == String(decoding: letters.map { UInt8($0) }, as: UTF8.self))
            if letters.allSatisfy({ $0 < 0x80 }) { #expect(try alphabet.word(alphabet.text(word)) == word) }
            #expect(Witness(word, over: alphabet).description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
        // Bytes that are a character together are that character.
        let bytes = try Alphabet.bytes([[0xC3...0xC3], [0xA9...0xA9], [0x61...0x7A]])
        #expect(bytes.text([0, 1, 2]) == "éa")
        #expect(try bytes.word("éa") == [0, 1, 2])
        #expect(bytes.text([1, 2]) == "\u{FFFD}a")
        #expect(try bytes.text([0, 1, 2], budget: Budget(maximumBytes: 3)) == "éa")
        #expect(throws: AutomataError.self) { try bytes.text([0, 1, 2], budget: Budget(maximumBytes: 2)) }
    }

    @Test func names() throws {
        let pool = [
            "a", "b", "aa", "ab", "é", "e\u{301}", "\n", "\\", "\"", "'", "ε", ",", "push", "-", "a\tb", "\u{0}",
        ]
        var random = SplitMix64(seed: 53)
        for _ in 0..<300 {
            let alphabet = try Alphabet(pool.filter { _ in random.draw(3) == 0 })
            let word = Self.word(alphabet, &random)
            #expect(try alphabet.word(alphabet.text(word), separator: Self.separator(alphabet)) == word)
            #expect(try alphabet.word(alphabet.text(word, separator: " → "), separator: " → ") == word)
            #expect(alphabet.text(ofLetters: word.map(\.rawValue)) == alphabet.text(word))
        }
        // One scalar each, or something between them: an empty name can't be seen else.
        let withEmpty = try Alphabet(["", "a"])
        #expect(withEmpty.text([0, 1, 0]) == " a ")
        #expect(try withEmpty.word(" a ", separator: " ") == [0, 1, 0])
        #expect(withEmpty.text(ofLetters: [0, 1, 0]) == " a ")
    }

    /// Of a class people see what can be seen, where there is something.
    @Test func membersThatCanBeSeen() throws {
        func member(_ ranges: ClosedRange<Unicode.Scalar>...) throws -> String {
            try Alphabet.scalars([ranges]).text([0])
        }
        #expect(try member("\u{0}"..."\u{10FFFF}") == "a")
        #expect(try member("\u{0}"..."\u{60}") == "A")
        #expect(try member("\u{0}"..."\u{40}") == "0")
        #expect(try member("\u{0}"..."\u{2F}") == "!")
        #expect(try member("\u{0}"..."\u{20}") == " ")
        #expect(try member("\u{0}"..."\u{1F}") == "\u{0}")
        #expect(try member("\u{80}"..."\u{10FFFF}") == "\u{A1}")
        #expect(try member("\u{0}"..."\u{20}", "\u{E9}"..."\u{EA}") == "é")
        #expect(try member("\u{80}"..."\u{9F}", "\u{1F600}"..."\u{1F600}") == "\u{1F600}")
        #expect(try Alphabet.bytes([[0x00...0x20]]).text([0]) == " ")
        #expect(try Alphabet.bytes([[0x00...0x1F, 0x80...0xFF]]).text([0]) == "\u{0}")
    }

    /// The words in order as texts, and words as lists of names, of all models.
    @Test func wordsAreTextsAndLists() throws {
        let endsWith01 = try NFA(
            alphabet: ["0", "1"], transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
            initial: ["p"], final: ["r"])
        #expect(try Array(endsWith01.words().texts().prefix(3)) == ["01", "001", "101"])
        #expect(try Array(endsWith01.words().texts(separator: "-").prefix(2)) == ["0-1", "0-0-1"])
        let door = try DFA(
            alphabet: ["open", "close"], transitions: [("shut", "open", "wide"), ("wide", "close", "shut")],
            initial: "shut", final: ["shut"])
        #expect(try Array(door.words(ofLengths: 0...4).texts()) == ["", "open close", "open close open close"])
        let nfa = try NFA(converting: door)
        for automaton in [Automaton.dfa(door), .nfa(nfa), .epsilonNFA(EpsilonNFA(nfa))] {
            #expect(automaton.accepts(["open", "close"]) && automaton.accepts([]))
            #expect(!automaton.accepts(["open"]) && !automaton.accepts(["open", "push"]))
        }
    }

    /// What is shown to people tells one word from another.
    @Test func witnessesAreClear() throws {
        func shown(_ names: [String], _ word: [Symbol]) throws -> String {
            Witness(word, over: try Alphabet(names)).description
        }
        #expect(try shown(["a", "b"], [0, 1]) == "ab")
        #expect(try shown(["a", "b", "ab"], [0, 1]) == "a b")
        #expect(try shown(["a", "b", "ab"], [2]) == "ab")
        #expect(try shown(["a", "b c"], [0, 1]) == "a \"b c\"")
        #expect(try shown(["a", " "], [0, 1]) == "a ")
        #expect(try shown(["aa", " "], [0, 1]) == "aa \" \"")
        #expect(try shown(["", "a"], [0, 1]) == "\"\" a")
        #expect(try shown(["ε"], []) == "ε")
        #expect(try shown(["ε"], [0]) == "\"ε\"")
        #expect(try shown(["ε"], [0, 0]) == "εε")
        #expect(try Witness([0], over: .scalars([["ε"..."ε"]])).description == "\"ε\"")
        #expect(try shown(["\n", "a"], [0, 1]) == "\\na")
    }
}
