import Automata
import Testing

@Suite("Models")
struct ModelsTests {
    /// A total DFA of two states over {a, b}, held as a dense table.
    private let dense = DFA.sample([("p", "a", "q"), ("p", "b", "p"), ("q", "a", "p"), ("q", "b", "q")])
    /// A partial DFA, held as sparse rows.
    private let sparse = DFA.sample([("p", "a", "q"), ("q", "b", "r"), ("r", "a", "s"), ("s", "a", "t")])

    @Test func unknownSymbolsHaveNoTarget() {
        for dfa in [dense, sparse] {
            for symbol in [2, 3, .absent] as [Symbol] { #expect(dfa.target(from: 0, on: symbol) == nil) }
        }
    }

    @Test func transitionsFromAState() {
        #expect(Array(dense.transitions(from: 1)) == dense.transitions.filter { $0.source == 1 })
        #expect(Array(sparse.transitions(from: 1)) == [Automaton.Transition(from: 1, on: 1, to: 2)])
        #expect(sparse.transitions(from: 4).isEmpty)
    }

    /// The cost of a question must not depend on the number of the initial state.
    @Test func initialStateWithALargeNumber() throws {
        var builder = DFA.Builder(alphabet: [])
        try builder.addStates(1 << 20)
        builder.initialState = StateID(1 << 20 - 1)
        let dfa = try builder.build()
        #expect(dfa.states.filter(dfa.isInitial) == [StateID(1 << 20 - 1)])
    }

    @Test func finalStateThatIsNeverAdded() throws {
        var builder = NFA.Builder(alphabet: ["a"])
        builder.insertFinal(.absent)
        builder.insertInitial(.absent - 1)
        #expect(throws: AutomataError.stateOutOfRange(.absent - 1, stateCount: 0)) { try builder.build() }
    }

    @Test func namesAfterNumbersAreRefused() throws {
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addState()
        #expect(throws: AutomataError.self) { try builder.state(named: "late") }
        #expect(try builder.build().stateNames == nil)
    }

    @Test func rangesAcrossSurrogatesAreOne() throws {
        let joined = try Alphabet.scalars([["\u{0}"..."\u{D7FF}", "\u{E000}"..."\u{10FFFF}"]])
        #expect(joined == (try Alphabet.scalars([["\u{0}"..."\u{10FFFF}"]])))
        #expect(joined.width(of: 0) == 0x110000 - 0x800)
    }

    /// Ranges that a reader made up, without the checks of `Unicode.Scalar`.
    @Test(arguments: [(0xD800, 0xDFFF), (0xD000, 0xD8FF), (.max, 5), (0, .max)] as [(UInt32, UInt32)])
    func rangesOfNoScalars(_ lower: UInt32, _ upper: UInt32) {
        #expect(throws: AutomataError.self) {
            try SymbolPartition(domain: .scalars, ranges: [.init(lower: lower, upper: upper, symbol: 0)], count: 1)
        }
    }

    @Test func bytesBeyondASCIIAreNoScalars() throws {
        let latin = try Alphabet.scalars([["\u{0}"..."\u{FF}"]])
        #expect(latin.symbol(for: UInt8(ascii: "a")) == 0)
        #expect(latin.symbol(for: 0xE9 as UInt8) == nil)
        #expect(latin.symbol(for: "é" as Unicode.Scalar) == 0)
    }

    @Test func closureOfStatesThatAreNotThere() throws {
        let automaton = try EpsilonNFA(alphabet: ["a"], transitions: [("p", "", "q")], initial: ["p"], final: ["q"])
        #expect(automaton.epsilonClosure(of: [0, 1_000]) == [0, 1])
    }

    /// Names that aren't UTF-8 are told apart by their bytes, though they look alike as text.
    @Test func namesThatAreNotUTF8() throws {
        var names = NameTable()
        for bytes in [[0xFF], [0xFE], [0xFD]] as [[UInt8]] {
            _ = try bytes.withUnsafeBufferPointer { try names.intern($0) }
        }
        let rows = Transitions(stateCount: 3, sources: [0, 0], symbols: [0, 1], targets: [2, 1])
        let nfa = NFA(
            alphabet: ["a", "b"], rows: rows, initialStates: [0], finalStates: [1, 2],
            annotations: StateAnnotations(names: names))
        #expect(nfa.trimmed() == nfa)
        let reversed = try DFA(nfa).canonicallyNumbered()
        #expect(reversed.names?.utf8(at: 1) == [0xFD])
        var less = nfa
        less = NFA(
            alphabet: less.alphabet, rows: rows, initialStates: [0], finalStates: [2],
            annotations: StateAnnotations(names: names))
        #expect(less.trimmed().names?.utf8(at: 1) == [0xFD])
        #expect(try less.determinized(namingSubsets: true).stateCount == 2)
        #expect(try nfa.determinized(namingSubsets: true).stateNames == nil)
    }

    /// A message stays readable however many targets there are.
    @Test func manyTargetsAreNotAllNamed() throws {
        let transitions = (0..<1_000).map { ("p", "a", "q\($0)") }
        let nfa = try NFA(alphabet: ["a"], transitions: transitions, initial: ["p"], final: [])
        let error = #expect(throws: AutomataError.self) { try DFA(nfa) }
        #expect(try #require(error).description.utf8.count < 200)
    }

    @Test func automatonPrintsAsItsModel() {
        #expect(Automaton.dfa(sparse).description == sparse.description)
    }
}

extension DFA {
    /// An automaton over {a, b} that a test spells out, from the first source to the last target.
    fileprivate static func sample(_ transitions: [(String, String, String)]) -> DFA {
        guard let first = transitions.first, let last = transitions.last,
            let dfa = try? DFA(alphabet: ["a", "b"], transitions: transitions, initial: first.0, final: [last.2])
        else { preconditionFailure("the sample is wrong") }
        return dfa
    }
}
