import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

@Suite struct ExtendedNFATests {
    private static let letters: Alphabet = ["a", "b"]

    private func read(_ text: String) throws -> RegularExpression {
        try RegularExpression(parsing: text, syntax: .textbook, options: .init(alphabet: Self.letters))
    }

    private func parity() throws -> DFA {
        try DFA(
            alphabet: Self.letters,
            transitions: [("even", "b", "even"), ("even", "a", "odd"), ("odd", "b", "odd"), ("odd", "a", "even")],
            initial: "even", final: ["even"])
    }

    @Test func stepByStep() throws {
        let extended = try ExtendedNFA(parity())
        #expect(
            extended.description == """
                initial: even
                even → even  b
                even → odd   a
                odd → even   a
                odd → odd    b
                final: even

                """)
        let one = try extended.eliminating(1)
        #expect(one.description == "initial: even\neven → even  b|ab*a\nfinal: even\n")
        // A state that is initial is eliminated between ends of the automaton's own.
        let none = try one.eliminating(0)
        #expect(none.description == "initial: start\nstart → end  (b|ab*a)*\nfinal: end\n")
        let steps = try extended.eliminationSteps()
        #expect(steps.map(\.eliminatedState) == [nil, "odd", "even"])
        #expect(steps[0].automaton == (try extended.withFreshInitialAndFinalState()))
        #expect(steps[0].automaton.stateCount == 4)
        #expect(steps[2].automaton == none)
        #expect(try none.withFreshInitialAndFinalState() == none)
        #expect(throws: AutomataError.stateOutOfRange(2, stateCount: 2)) { try extended.eliminating(2) }
    }

    @Test func plainLabels() throws {
        let automaton = try NFA(
            alphabet: Self.letters, transitions: [("p", "a", "q"), ("q", "a", "q"), ("q", "b", "r"), ("p", "b", "r")],
            initial: ["p"], final: ["r"])
        let step = try ExtendedNFA(automaton).eliminating(1, simplifying: false)
        #expect(try step.label(from: 0, to: 1)?.text(syntax: .textbook) == "b|aa*b")
        #expect(try ExtendedNFA(automaton).eliminating(1).label(from: 0, to: 1)?.text(syntax: .textbook) == "a*b")
        #expect(step.label(from: 1, to: 0) == nil)
        #expect(step.state(named: "r") == 1)
        #expect(step.name(of: 0) == "p")
    }

    @Test func madeByHand() throws {
        let extended = try ExtendedNFA(
            alphabet: Self.letters,
            transitions: [
                ("p", read("a*"), "q"), ("p", read("∅"), "r"), ("p", read("b"), "q"), ("q", read("ab|ε"), "r"),
            ],
            initial: ["p"], final: ["r"])
        #expect(extended.stateCount == 3)
        #expect(extended.transitions.count == 2)
        #expect(try extended.regularExpression().isEquivalent(to: read("(a*|b)(ab)?")))
        #expect(try extended.epsilonNFA().minimized() == read("(a*|b)(ab)?").minimalDFA())
        // Labels over part of the alphabet are taken over all of it.
        let small = try RegularExpression(parsing: "b", syntax: .textbook)
        let single = try ExtendedNFA(
            alphabet: Self.letters, transitions: [("p", small, "q")], initial: ["p"], final: ["q"])
        #expect(try single.transitions[0].label == read("b"))
        let foreign = try RegularExpression(parsing: "c", syntax: .textbook)
        #expect(throws: AutomataError.unknownSymbol("c", position: nil)) {
            try ExtendedNFA(alphabet: Self.letters, transitions: [("p", foreign, "q")], initial: ["p"], final: ["q"])
        }
    }

    @Test func toAndFro() throws {
        for text in ["a", "ε", "∅", "(a|b)*abb", "(ab)*|!(a*b)", "a{2,4}"] {
            let expression = try read(text)
            let extended = ExtendedNFA(expression)
            #expect(extended.stateCount == 2)
            #expect(try extended.epsilonNFA().minimized() == expression.minimalDFA())
            #expect(try extended.regularExpression().isEquivalent(to: expression))
        }
        let places = try RegularExpression(parsing: "a\\b|b")
        let after = try RegularExpression(parsing: ".")
        let alphabet = try places.alphabet.joint(with: after.alphabet)
        let extended = try ExtendedNFA(
            alphabet: alphabet, transitions: [("p", places, "q"), ("q", after, "r")], initial: ["p"], final: ["r"])
        #expect(
            try extended.epsilonNFA().isEquivalent(to: RegularExpression(parsing: "(?:a\\b|b).").epsilonNFA()))
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func everyStepKeepsTheLanguage(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let shape = RandomShape.mixed(&random, maximumStates: 5, symbols: [1, 2])
        let automaton = try RandomAutomata.epsilonNFA(shape, &random)
        let minimal = try automaton.minimized()
        for order in EliminationOrder.allCases {
            for isSimplifying in [true, false] {
                let steps = try ExtendedNFA(automaton).eliminationSteps(order: order, simplifying: isSimplifying)
                for step in steps { #expect(try step.automaton.epsilonNFA().minimized() == minimal) }
                let last = try #require(steps.last?.automaton)
                #expect(last.stateCount == 2)
                #expect(last.transitions.count <= 1)
            }
        }
        // One at a time, in any order.
        var extended = try ExtendedNFA(automaton)
        for _ in 0..<automaton.stateCount {
            extended = try extended.eliminating(StateID(random.draw(extended.stateCount)))
            #expect(try extended.epsilonNFA().minimized() == minimal)
            #expect(try extended.regularExpression().minimalDFA() == minimal)
        }
    }

    @Test func pictures() throws {
        let step = try ExtendedNFA(parity()).eliminating(1)
        let picture = try step.withLabelsAsSymbols(syntax: .textbook)
        #expect(picture.alphabet == ["b|ab*a"])
        #expect(picture.transitionCount == 1)
        #expect(picture.name(of: 0) == "even")
        let ends = try ExtendedNFA(parity()).withFreshInitialAndFinalState().withLabelsAsSymbols(syntax: .programmer)
        #expect(ends.epsilonMoveCount == 2)
        #expect(ends.transitionCount == 6)
    }

    @Test func bounds() throws {
        let extended = try ExtendedNFA(Families.dfa(30, 3, seed: 2))
        let large = #expect(throws: AutomataError.self) {
            try extended.eliminationSteps(budget: Budget(maximumStates: 300))
        }
        #expect(large?.isBudgetExceeded == true)
        let cancelled = #expect(throws: AutomataError.self) {
            try extended.eliminationSteps(budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.isCancelled == true)
        #expect(throws: AutomataError.self) { try extended.text(syntax: .textbook, budget: Budget(maximumBytes: 100)) }
        let names = try NFA(
            alphabet: Self.letters, transitions: [("start", "a", "end"), ("end", "b", "start")], initial: ["start"],
            final: ["end"])
        #expect(
            try ExtendedNFA(names).withFreshInitialAndFinalState().stateNames == ["start", "end", "start'", "end'"])
    }

    /// Each step holds what is left, so that all of them together grow with the square of the
    /// states.
    @Test func stepsOfLongChainsAreBounded() throws {
        let chain = try ExtendedNFA(Families.chain(800))
        let error = #expect(throws: AutomataError.self) {
            try chain.eliminationSteps(budget: Budget(maximumBytes: 8 << 20))
        }
        #expect(error?.isBudgetExceeded == true)
        #expect(try chain.eliminationSteps().count == 800)
    }

    @Test func manyTransitionsOfOneState() throws {
        let label = try RegularExpression(parsing: "ab|b", syntax: .textbook, options: .init(alphabet: Self.letters))
        let count = 5_000
        // Each target twice, and the last ones first.
        let transitions = (0..<2 * count).reversed().map { ("s", label, "t\($0 / 2)") }
        let extended = try ExtendedNFA(
            alphabet: Self.letters, transitions: transitions, initial: ["s"], final: ["t0", "t7"])
        #expect(extended.transitions.count == count && extended.stateCount == count + 1)
        #expect(extended.transitions.allSatisfy { $0.label == label })
        #expect(try extended.regularExpression(by: .equations).isEquivalent(to: label))
        let calls = Calls()
        _ = try extended.regularExpression(
            by: .stateElimination, order: .numbers, budget: Budget(isCancelled: { calls.next() < 0 }))
        #expect(calls.count > 4)
    }
}

/// How often somebody was asked.
private final class Calls: @unchecked Sendable {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
