import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

/// Expressions of automata.
@Suite struct EliminationTests {
    private static let methods: [ExpressionExtraction] = [.stateElimination, .equations]

    private func text(_ expression: RegularExpression) throws -> String { try expression.text(syntax: .textbook) }

    // MARK: Known answers

    @Test func textbookAutomata() throws {
        let evenNumberOfAs = try DFA(
            alphabet: ["a", "b"],
            transitions: [("even", "b", "even"), ("even", "a", "odd"), ("odd", "b", "odd"), ("odd", "a", "even")],
            initial: "even", final: ["even"])
        #expect(try text(evenNumberOfAs.regularExpression()) == "(b|ab*a)*")
        let endsWith01 = try NFA(
            alphabet: ["0", "1"],
            transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")], initial: ["p"],
            final: ["r"])
        #expect(try text(endsWith01.regularExpression()) == "(0|1)*01")
        #expect(try text(endsWith01.minimized().regularExpression()).count <= 16)
        let multiplesOfThree = try DFA(
            alphabet: ["0", "1"],
            transitions: [
                ("0", "0", "0"), ("0", "1", "1"), ("1", "0", "2"), ("1", "1", "0"), ("2", "0", "1"), ("2", "1", "2"),
            ], initial: "0", final: ["0"])
        #expect(try text(multiplesOfThree.regularExpression()) == "(0|1(01*0)*1)*")
        #expect(try text(Families.kth(3).regularExpression()) == "(a|b)*a(a|b)(a|b)")
        #expect(try text(Families.chain(4).regularExpression()) == "aaaa")
        #expect(try text(Families.chain(20).regularExpression()) == "a{20}")
        let date = try RegularExpression(parsing: "[0-9]{4}-[0-9]{2}-[0-9]{2}").minimalDFA().regularExpression()
        #expect(try date.text() == "\\d{4}-\\d\\d-\\d\\d")
        let comments = try RegularExpression(parsing: "/\\*([^*]|\\*+[^*/])*\\*+/")
        let expression = try comments.minimalDFA().regularExpression()
        #expect(expression.length <= 19)
        #expect(try expression.isEquivalent(to: comments))
    }

    @Test func nothingAndTheEmptyWord() throws {
        let none = try NFA.Builder(alphabet: ["a"]).build()
        let noFinal = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: ["p"], final: [])
        let noInitial = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: [], final: ["q"])
        let epsilon = try NFA(alphabet: ["a"], transitions: [], initial: ["p"], final: ["p"])
        let moves = try EpsilonNFA(
            alphabet: [], transitions: [("p", "", "q"), ("q", "", "p"), ("q", "", "q")], initial: ["p"], final: ["q"])
        for method in ExpressionExtraction.allCases {
            for order in EliminationOrder.allCases {
                for isSimplifying in [true, false] {
                    func check(_ automaton: some FiniteAutomaton, _ wanted: String) throws {
                        let expression: RegularExpression
                        switch automaton {
                        case let nfa as NFA:
                            expression = try nfa.regularExpression(by: method, order: order, simplifying: isSimplifying)
                        case let nfa as EpsilonNFA:
                            expression = try nfa.regularExpression(by: method, order: order, simplifying: isSimplifying)
                        default: return
                        }
                        #expect(try text(expression) == wanted)
                        #expect(expression.alphabet == automaton.alphabet)
                    }
                    try check(none, "∅")
                    try check(noFinal, "∅")
                    try check(noInitial, "∅")
                    try check(epsilon, "ε")
                    try check(moves, "ε")
                }
            }
        }
    }

    @Test func unsimplifiedIsAsTheMethodGivesIt() throws {
        let automaton = try NFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("q", "a", "q"), ("p", "b", "q")], initial: ["p"],
            final: ["p", "q"])
        #expect(try text(automaton.regularExpression(order: .numbers, simplifying: false)) == "ε|(a|b)a*")
        #expect(try text(automaton.regularExpression(order: .numbers)) == "b?a*")
    }

    // MARK: Laws

    private func random(_ seed: UInt64) throws -> [Automaton] {
        var random = SplitMix64(seed: seed)
        let shape = RandomShape.mixed(&random, maximumStates: 6, symbols: [1, 2, 3])
        return [
            .dfa(try RandomAutomata.dfa(shape, &random)), .nfa(try RandomAutomata.nfa(shape, &random)),
            .epsilonNFA(try RandomAutomata.epsilonNFA(shape, &random)),
        ]
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func everyMethodAndOrderKeepsTheLanguage(_ seed: UInt64) throws {
        for automaton in try random(seed) {
            let minimal = try automaton.minimized()
            for method in Self.methods {
                for order in EliminationOrder.allCases {
                    let expression = try automaton.regularExpression(by: method, order: order)
                    #expect(try expression.minimalDFA() == minimal, "\(method), \(order): \(expression)\n\(automaton)")
                    let plain = try automaton.regularExpression(by: method, order: order, simplifying: false)
                    #expect(try plain.minimalDFA() == minimal, "\(method), \(order): \(plain)\n\(automaton)")
                    // Short labels on the way lead to other choices, so that this isn't so for all
                    // orders.
                    if order == .numbers { #expect(expression.length <= plain.length) }
                }
            }
            #expect(try automaton.regularExpression().minimalDFA() == minimal)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func printedAndReadAgain(_ seed: UInt64) throws {
        for automaton in try random(seed) {
            let expression = try automaton.regularExpression()
            let options = RegularExpression.Options(alphabet: automaton.alphabet)
            let again = try RegularExpression(
                parsing: expression.text(syntax: .textbook), syntax: .textbook, options: options)
            #expect(try again.isEquivalent(to: expression))
            #expect(try again.minimalDFA() == automaton.minimized())
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func printedAndReadAgainOverBytes(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = try Alphabet.bytes([[0x2A...0x2E], [0x5B...0x5D, 0x61...0x61], [0...0x1F, 0x80...0xFF]])
        var shape = RandomShape.mixed(&random, maximumStates: 5)
        shape.symbols = 3
        let automaton = try RandomAutomata.epsilonNFA(shape, &random, alphabet: bytes)
        let expression = try automaton.regularExpression()
        let again = try RegularExpression(parsing: expression.text(syntax: .programmer))
        #expect(try again.equivalenceCounterexample(to: expression) == nil)
        #expect(try again.isEquivalent(to: expression))
    }

    @Test func namesThatNeedQuotes() throws {
        let names = ["+", "ε", "two words", "'", "\\", "a", "∅", "*", " ", "\n", "é", "", "("]
        let alphabet = try Alphabet(names)
        var builder = NFA.Builder(alphabet: alphabet)
        try builder.addStates(names.count + 1)
        for (state, symbol) in zip(StateID(0)..., alphabet.symbols) {
            try builder.addTransition(from: state, on: symbol, to: state + 1)
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(names.count))
        let automaton = try builder.build()
        let expression = try automaton.regularExpression()
        let printed = try text(expression)
        let again = try RegularExpression(parsing: printed, syntax: .textbook, options: .init(alphabet: alphabet))
        #expect(try again.minimalDFA() == automaton.minimized(), "\(printed)")
        #expect(throws: AutomataError.self) { try expression.text(syntax: .programmer) }
        let letters: Alphabet = ["+", "ε", "\\", "a", "]", "^", "\n", "é", "(", "."]
        var chain = NFA.Builder(alphabet: letters)
        try chain.addStates(letters.count + 1)
        for (state, symbol) in zip(StateID(0)..., letters.symbols) {
            try chain.addTransition(from: state, on: symbol, to: state + 1)
        }
        try chain.addTransition(from: 0, on: 2 as Symbol, to: 1)
        chain.insertInitial(0)
        chain.insertFinal(StateID(letters.count))
        let programmers = try chain.build().regularExpression().text(syntax: .programmer)
        let matcher = try ExpressionMatcher(programmers, .init(unit: .scalars))
        #expect(matcher.accepts("+ε\\a]^\né(."))
        #expect(matcher.accepts("\\ε\\a]^\né(."))
        #expect(!matcher.accepts("aε\\a]^\né(."))
    }

    // MARK: Sizes

    /// What the orders are for: the weight does better than the numbers on most automata, and never
    /// by chance.
    @Test func ordersMakeADifference() throws {
        var lengths: [EliminationOrder: Int] = [:]
        for seed in 0..<12 as Range<UInt64> {
            let automaton = try Families.dfa(7, 2, seed: seed).minimized()
            for order in EliminationOrder.allCases {
                let expression = try automaton.regularExpression(by: .stateElimination, order: order)
                lengths[order, default: 0] += expression.length
            }
        }
        let byWeight = try #require(lengths[.weight])
        let automatic = try #require(lengths[.automatic])
        let byNumber = try #require(lengths[.numbers])
        #expect(byWeight < byNumber)
        for length in lengths.values { #expect(automatic <= length) }
    }

    /// Diamonds in a row, whose ends are bridges and have the smallest numbers: nothing needs to be
    /// written twice.
    @Test func bridgesComeLast() throws {
        let count = 6
        var builder = NFA.Builder(alphabet: ["a", "b", "c"])
        try builder.addStates(3 * count + 1)
        for diamond in 0..<StateID(count) {
            for side in 0..<2 {
                let middle = StateID(count + 1 + 2 * Int(diamond) + side)
                try builder.addTransition(from: diamond, on: Symbol(side), to: middle)
                try builder.addTransition(from: middle, on: 2 as Symbol, to: middle)
                try builder.addTransition(from: middle, on: Symbol(1 - side), to: diamond + 1)
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(count))
        let automaton = try builder.build()
        let expression = try automaton.regularExpression(by: .stateElimination, order: .bridges, simplifying: false)
        #expect(expression.width == automaton.transitionCount)
        let byNumber = try automaton.regularExpression(by: .stateElimination, order: .numbers, simplifying: false)
        #expect(byNumber.width > 10 * automaton.transitionCount)
    }

    // MARK: Bounds

    @Test func budget() throws {
        let automaton = try Families.dfa(30, 3, seed: 1)
        for method in ExpressionExtraction.allCases {
            for order in EliminationOrder.allCases {
                let states = #expect(throws: AutomataError.self) {
                    try automaton.regularExpression(by: method, order: order, budget: Budget(maximumStates: 200))
                }
                #expect(states?.isBudgetExceeded == true)
                let bytes = #expect(throws: AutomataError.self) {
                    try automaton.regularExpression(by: method, order: order, budget: Budget(maximumBytes: 5_000))
                }
                #expect(bytes?.isBudgetExceeded == true)
                let cancelled = #expect(throws: AutomataError.self) {
                    try automaton.regularExpression(by: method, order: order, budget: Budget(isCancelled: { true }))
                }
                #expect(cancelled?.isCancelled == true)
            }
        }
    }

    /// The expression's text would be longer than memory, its nodes are few; what is written out is
    /// bounded too.
    @Test func longExpressionsAreSmallValues() throws {
        let automaton = try Families.dfa(60, 3, seed: 3)
        let expression = try automaton.regularExpression(by: .stateElimination, order: .numbers, simplifying: false)
        #expect(expression.nodeCount < 200_000)
        #expect(expression.length > 1 << 40)
        let error = #expect(throws: AutomataError.self) {
            try expression.text(syntax: .textbook, budget: Budget(maximumBytes: 1 << 20))
        }
        #expect(error?.isBudgetExceeded == true)
        // Laws don't help where nobody could read the result.
        let simplified = try automaton.regularExpression(order: .bridges)
        #expect(simplified.length > 1 << 30)
        #expect(try simplified.simplified().length <= simplified.length)
    }

    @Test func longChains() throws {
        let chain = try Families.chain(4_000)
        for method in Self.methods {
            let expression = try chain.regularExpression(by: method)
            #expect(try expression.text(syntax: .textbook) == "a{4000}")
            #expect(try expression.nfa().stateCount == 4_001)
        }
    }

    @Test func progressIsTold() throws {
        let reports = Counter()
        let budget = Budget(reportProgress: { reports.add($0.statesBuilt) })
        _ = try Families.dfa(12, 2, seed: 5).regularExpression(budget: budget)
        #expect(reports.sum > 0)
    }
}

/// A sum that a callback adds to.
private final class Counter: @unchecked Sendable {
    private(set) var sum = 0
    func add(_ number: Int) { sum += number }
}
