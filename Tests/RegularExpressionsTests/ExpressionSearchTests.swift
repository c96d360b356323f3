import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

/// What is tried beside the automaton as it is given.
@Suite struct ExpressionSearchTests {
    private func read(_ text: String) throws -> RegularExpression {
        try RegularExpression(parsing: text, syntax: .textbook)
    }

    /// Expressions as they stand in textbooks: their minimal DFAs lead back to them, or to ones
    /// that are as short.
    private static let textbooks = [
        "(a|b)*abc", "(a|b)*aba(a|b)*", "a*b*c*", "(a|b)*a(a|b)(a|b)", "(aa|bb)*", "a(b|c)*a|a", "(a*b)*c", "a?b?c?",
        "(0|1)*01", "(0|1)*00(0|1)*", "1*(01*01*)*", "(0|10)*1*", "(1|01)*00(1|01)*", "0(0|1)*0|1(0|1)*1|0|1",
        "(00|11|(01|10)(00|11)*(01|10))*", "0*10*10*10*", "(0|1(01*0)*1)*", "(a|b|c)*abc", "(a|b)*(aa|bb)(a|b)*",
        "(a|b)*a|(a|b)*b", "(ab|ba)*", "(a|b)*b(a|b)*b(a|b)*", "(0|1)*(01|10)", "(0|1)*0(0|1)(0|1)(0|1)", "01*|10*",
        "(a|bb)*(b|ε)", "(ab*c)*", "(a|b)*abab", "(a|b)*aab(a|b)*", "(a|b)*(abc|cba)", "d*e(f|g)*h", "a*b|b*a",
    ]

    @Test(arguments: textbooks)
    func minimalAutomataLeadBack(_ text: String) throws {
        let expression = try read(text)
        let again = try expression.minimalDFA().regularExpression()
        #expect(again.length <= expression.length, "\(again)")
        #expect(try again.minimalDFA() == expression.minimalDFA())
    }

    @Test(arguments: [
        ("(a|b)*abc", "(a|b)*abc"), ("(0|1)*01", "(0|1)*01"), ("(a|b)*aba(a|b)*", "(a|b)*aba(a|b)*"),
        ("a?b?c?", "a?b?c?"), ("(0|1(01*0)*1)*", "(0|1(01*0)*1)*"), ("b*(ab*ab*)*", "(b|ab*a)*"),
    ])
    func knownResults(_ text: String, _ wanted: String) throws {
        #expect(try read(text).minimalDFA().regularExpression().text(syntax: .textbook) == wanted)
    }

    /// What somebody asks for by name is what that gives.
    @Test func namedMethodsTakeTheAutomatonAsItIs() throws {
        let dfa = try read("(a|b)*aba(a|b)*").minimalDFA()
        let shortest = try dfa.regularExpression()
        for method in [ExpressionExtraction.stateElimination, .equations] {
            #expect(try dfa.regularExpression(by: method).length > shortest.length)
        }
        #expect(try dfa.regularExpression(order: .numbers).length > shortest.length)
        #expect(try dfa.regularExpression(simplifying: false).length > shortest.length)
    }

    // MARK: Pruning

    private static let preferences: [TransitionPruning.Preference] = [.dropsBack, .dropsForward]

    @Test(arguments: 0..<150 as Range<UInt64>)
    func pruningKeepsTheLanguage(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let shape = RandomShape.mixed(&random, maximumStates: 6, symbols: [1, 2, 3])
        let dfa = try RandomAutomata.nfa(shape, &random).minimized()
        guard var pruning = TransitionPruning(dfa) else {
            #expect(dfa.stateCount == 0 || dfa.stateCount > TransitionPruning.maximumStates)
            return
        }
        for preference in Self.preferences {
            let nfa = pruning.automaton(preference)
            #expect(try nfa.minimized() == dfa, "\(preference)\n\(dfa)")
            #expect(nfa.stateCount <= dfa.stateCount)
            // Without inclusions there is nothing to add, and so nothing to leave out.
            if !pruning.hasInclusions { #expect(nfa.transitionCount == dfa.transitionCount) }
        }
    }

    @Test func pruningLeavesChainsWithLoops() throws {
        let dfa = try read("(a|b)*aba(a|b)*").minimalDFA()
        var pruning = try #require(TransitionPruning(dfa))
        let nfa = pruning.automaton(.dropsBack)
        #expect(nfa.stateCount == 4 && nfa.transitionCount == 7)
    }

    @Test func pruningHasBounds() throws {
        #expect(TransitionPruning(try read("∅").minimalDFA()) == nil)
        #expect(TransitionPruning(try Families.chain(32).minimized()) == nil)
        var chain = try #require(TransitionPruning(try Families.chain(31).minimized()))
        #expect(chain.automaton(.dropsForward).stateCount == 32)
        let many = try Alphabet((0..<3_000).map { "s\($0)" })
        var builder = NFA.Builder(alphabet: many)
        try builder.addStates(31)
        for state in 0..<30 as Range<StateID> {
            try builder.addTransition(from: state, on: Symbol(Int(state)), to: state + 1)
        }
        builder.insertInitial(0)
        builder.insertFinal(30)
        #expect(TransitionPruning(try builder.build().minimized()) == nil)
    }

    // MARK: Shrinking

    @Test(arguments: [
        ("(a|b)*(a|b)*b", "(a|b)*b"), ("(a|ba*)*", "(a|b)*"), ("(ab|b*a)*b*", "(ab|b*a)*b*"),
        ("b*(a|b)*ab*", "(a|b)*ab*"),
        ("(aa)*(a|ε)", "a*"),
    ])
    func partsThatAreNotNeeded(_ text: String, _ wanted: String) throws {
        let (expression, target) = (try read(text), try read(wanted))
        let shrunk = try ExpressionShrinking.shrunk(
            expression, language: expression.minimalDFA(), budget: .default)
        #expect(shrunk.length <= target.length, "\(shrunk)")
        #expect(try shrunk.isEquivalent(to: target))
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func shrinkingKeepsTheLanguage(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let shape = RandomShape.mixed(&random, maximumStates: 4, symbols: [1, 2, 3])
        let dfa = try RandomAutomata.nfa(shape, &random).minimized()
        if dfa.stateCount == 0 { return }
        for isSimplifying in [false, true] {
            let expression = try dfa.regularExpression(by: .stateElimination, simplifying: isSimplifying)
            let shrunk = try ExpressionShrinking.shrunk(expression, language: dfa, budget: .default)
            #expect(shrunk.length <= expression.length)
            #expect(try shrunk.minimalDFA() == dfa, "\(expression) became \(shrunk)")
        }
    }

    /// Sets over classes of bytes are one symbol each, and their members aren't parts.
    @Test func classesOfBytes() throws {
        let expression = try RegularExpression(parsing: "[a-z]*(?:[a-c]|[b-z])*-?[0-9]+")
        let nfa = try expression.nfa()
        let shortest = try nfa.regularExpression()
        #expect(try shortest.text() == "[a-z]*-?\\d+")
        // Also where the minimal DFA has fewer classes.
        #expect(shortest.alphabet == nfa.alphabet)
        #expect(try nfa.minimized().alphabet != nfa.alphabet)
        let dfa = try nfa.determinized()
        let shrunk = try ExpressionShrinking.shrunk(expression, language: dfa, budget: .default)
        #expect(shrunk.length < expression.length)
        #expect(try shrunk.isEquivalent(to: expression))
    }

    @Test func searchCanBeCancelled() throws {
        let dfa = try read("(a|b)*aba(a|b)*").minimalDFA()
        let calls = Calls()
        _ = try dfa.regularExpression(budget: Budget(isCancelled: { calls.next() < 0 }))
        let all = calls.count
        #expect(all > 4)
        for limit in stride(from: 0, to: all, by: max(1, all / 40)) {
            let calls = Calls()
            let error = #expect(throws: AutomataError.self) {
                try dfa.regularExpression(budget: Budget(isCancelled: { calls.next() > limit }))
            }
            #expect(error?.isCancelled == true)
        }
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
