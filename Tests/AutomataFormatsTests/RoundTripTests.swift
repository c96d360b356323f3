import AlgorithmSupport
import Automata
import AutomataFormats
import Testing

/// Seeded automata of all models, alphabets and kinds of names, difficult ones among them.
struct AutomatonGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    static let symbolNames = [
        "a", "b", "0", "1", "10", "if", "é", "∀", ",", ";", "a,b", "'", "''", "<", "&amp;", "&", "\"", "\\", "\\n", "#",
        "%",
        "@", "(", ")", "|", "!", "-", "->", "x y", " ", "  z", "[", "]", "a/b", "a:b", "lambda", "q0", "_",
    ]

    static let stateNames = [
        "q0", "q1", "p", "start", "_start", "node", "Graph", "0", "17", "{q0,q2}", "x y", "a\\b", "\"", "&lt;", "é",
        "#1",
        "@NFA", "%Final", "(a|b)", "!", "s1", "\\true", "-3", "\\N", "\\", "'", ",",
    ]

    mutating func alphabet() throws -> Alphabet {
        switch random.below(4) {
        case 0: return ["0", "1"]
        case 1: return try Alphabet.bytes([[0...9, 48...57], [97...122], [95...95], [44...44, 255...255]])
        case 2: return try Alphabet.scalars([["a"..."f"], ["α"..."γ", "ω"..."ω"], ["\u{1F600}"..."\u{1F603}"]])
        default:
            let names = Self.symbolNames.shuffled(using: &random).prefix(1 + random.below(5))
            return try Alphabet(names)
        }
    }

    mutating func automaton() throws -> Automaton {
        let alphabet = try alphabet()
        let count = random.below(7)
        var builder = EpsilonNFA.Builder(alphabet: alphabet)
        if random.below(2) == 0 {
            try builder.addStates(count)
        } else {
            // A single state named q0 is the one that has no name.
            let names = Self.stateNames.shuffled(using: &random).prefix(count)
            for name in names { _ = try builder.state(named: count == 1 ? "_" : name) }
        }
        guard count > 0 else { return Automaton(mostSpecific: try builder.build()) }
        let isDeterministic = random.below(2) == 0
        var isTaken: Set<[Int]> = []
        for _ in 0..<random.below(12) {
            let transition = (
                StateID(random.below(count)), Symbol(random.below(alphabet.count)), StateID(random.below(count))
            )
            if isDeterministic, !isTaken.insert([Int(transition.0), Int(transition.1)]).inserted { continue }
            try builder.addTransition(from: transition.0, on: transition.1, to: transition.2)
        }
        if !isDeterministic, random.below(2) == 0 {
            for _ in 0..<random.below(4) {
                try builder.addEpsilonMove(from: StateID(random.below(count)), to: StateID(random.below(count)))
            }
        }
        for _ in 0..<(isDeterministic ? random.below(2) : random.below(4)) {
            builder.insertInitial(StateID(random.below(count)))
        }
        for _ in 0..<random.below(4) { builder.insertFinal(StateID(random.below(count))) }
        return Automaton(mostSpecific: try builder.build())
    }
}

extension SplitMix64 {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

@Suite("What is written is read again")
struct RoundTripTests {
    private func check(_ format: Format, _ law: (Automaton, Automaton, WriteResult) throws -> Void) throws {
        var generator = AutomatonGenerator(seed: 20)
        for _ in 0..<1000 {
            let automaton = try generator.automaton()
            let written: WriteResult
            do {
                written = try format.write(automaton)
            } catch {
                // The only reasons to refuse one of these.
                let hasEpsilon = automaton.asEpsilonNFA.epsilonMoveCount > 0
                let hasSeparator = format == .ba && "\(error)".hasPrefix("BA can't represent the")
                #expect([.mata, .ba].contains(format) && hasEpsilon || hasSeparator, "\(error)")
                continue
            }
            do {
                try law(automaton, try format.read(written.bytes), written)
            } catch {
                Issue.record("\(error)\n\(String(decoding: written.bytes, as: UTF8.self))")
                return
            }
        }
    }

    @Test("JSON and DOT lose nothing", arguments: [Format.json, .dot])
    func lossless(format: Format) throws {
        try check(format) { automaton, again, written in
            #expect(automaton == again, "\(String(decoding: written.bytes, as: UTF8.self))")
            #expect(written.notes.isEmpty)
        }
    }

    @Test(".mata loses nothing but classes of symbols")
    func mata() throws {
        try check(.mata) { (automaton, again, written) throws in
            if automaton.asEpsilonNFA.alphabet.kind == .named {
                #expect(automaton == again, "\(String(decoding: written.bytes, as: UTF8.self))")
            } else {
                let third = try Format.mata.read(try Format.mata.write(again).bytes)
                #expect(third == again)
                #expect(again.asEpsilonNFA.transitionCount == automaton.expandedTransitionCount)
            }
            // A reader that isn't told takes the numbers of bytes for names.
            #expect(written.notes.count == (automaton.asEpsilonNFA.alphabet.kind == .bytes ? 1 : 0))
        }
    }

    @Test(".jff keeps all but classes, symbols without a transition, and several initial states")
    func jflap() throws {
        try check(.jflap) { (automaton, again, written) throws in
            let third = try Format.jflap.read(try Format.jflap.write(again).bytes)
            #expect(third == again)
            guard automaton.asEpsilonNFA.alphabet.kind == .named, automaton.asEpsilonNFA.initialStates.count < 2 else {
                return
            }
            #expect(automaton.hasSameTransitions(as: again), "\(String(decoding: written.bytes, as: UTF8.self))")
        }
    }

    @Test("AT&T text keeps the language, and writes the same text again")
    func att() throws {
        try check(.att) { (automaton, again, written) throws in
            let third = try Format.att.read(try Format.att.write(again).bytes)
            #expect(third == again)
            let (left, right) = (automaton.asEpsilonNFA, again.asEpsilonNFA)
            guard !left.initialStates.isEmpty, left.alphabet.kind == .named else { return }
            for word in Self.words(over: left.alphabet, upTo: 3) {
                let names = word.map { left.alphabet.name(of: $0) }
                let other = names.map { right.alphabet.symbol(named: $0) ?? Symbol(right.alphabet.count) }
                #expect(left.accepts(word) == right.accepts(other))
            }
        }
    }

    @Test(".ba keeps the language and the names, and without notes all but the classes")
    func ba() throws {
        try check(.ba) { (automaton, again, written) throws in
            let third = try Format.ba.read(try Format.ba.write(again).bytes)
            #expect(third == again)
            let (left, right) = (automaton.asEpsilonNFA, again.asEpsilonNFA)
            guard left.alphabet.kind == .named else { return }
            if written.notes.isEmpty { #expect(automaton.hasSameTransitions(as: again)) }
            for word in Self.words(over: left.alphabet, upTo: 3) {
                let names = word.map { left.alphabet.name(of: $0) }
                let other = names.map { right.alphabet.symbol(named: $0) ?? Symbol(right.alphabet.count) }
                #expect(left.accepts(word) == right.accepts(other))
            }
        }
    }

    private static func words(over alphabet: Alphabet, upTo length: Int) -> [[Symbol]] {
        var all: [[Symbol]] = [[]]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { word in alphabet.symbols.map { word + [$0] } }
            all += last
        }
        return all
    }

    @Test("bytes come back as bytes", arguments: [Format.mata, .att, .jflap, .ba])
    func bytes(format: Format) throws {
        let dfa = try DFA(
            alphabet: Alphabet.bytes([[0...47, 58...255], [48...57]]), transitions: [("p", "0", "q"), ("q", "0", "q")],
            initial: "p", final: ["q"])
        let again = try format.read(try format.write(.dfa(dfa)).bytes, symbolsAreBytes: true)
        #expect(again.asEpsilonNFA.alphabet == dfa.alphabet)
        #expect(again.asEpsilonNFA.transitionCount == 2)
        #expect(again.asEpsilonNFA.accepts("2026"))
    }
}

extension Automaton {
    /// The number of transitions where a class counts as its members.
    var expandedTransitionCount: Int {
        let automaton = asEpsilonNFA
        let widths = automaton.alphabet.widths
        return automaton.transitions.reduce(0) { $0 + widths[Int($1.symbol)] } + automaton.epsilonMoveCount
    }
}
