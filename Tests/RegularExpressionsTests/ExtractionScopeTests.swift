import Automata
import RegularExpressions
import Testing

/// All small automata.
@Suite struct ExtractionScopeTests {
    private static let alphabet: Alphabet = ["a", "b"]

    /// Partial DFAs by numbers: the targets, none or a state, are the digits of the one, the final
    /// states the bits of the other.
    private static func dfa(states: Int, targets: Int, finalStates: Int) throws -> DFA {
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(states)
        builder.initialState = 0
        var rest = targets
        for state in 0..<StateID(states) {
            for symbol in alphabet.symbols {
                if rest % (states + 1) < states {
                    try builder.addTransition(from: state, on: symbol, to: StateID(rest % (states + 1)))
                }
                rest /= states + 1
            }
            if finalStates >> Int(state) & 1 == 1 { builder.insertFinal(state) }
        }
        return try builder.build()
    }

    private static func check(_ dfa: DFA) throws {
        let expression = try dfa.regularExpression()
        #expect(try expression.minimalDFA() == dfa.minimized(), "\(expression)\n\(dfa)")
        #expect(expression.alphabet == alphabet)
        #expect(try expression.simplified().length == expression.length, "\(expression)")
        for method in [ExpressionExtraction.stateElimination, .equations] {
            #expect(try expression.length <= dfa.regularExpression(by: method).length + 2, "\(expression)")
        }
    }

    @Test func allDFAsOfTwoStates() throws {
        for states in 1...2 {
            var count = 1
            for _ in 0..<2 * states { count *= states + 1 }
            for targets in 0..<count {
                for finalStates in 0..<1 << states {
                    try Self.check(Self.dfa(states: states, targets: targets, finalStates: finalStates))
                }
            }
        }
    }

    /// One in 41 of the 32,768, so that all targets meet all others.
    @Test func someDFAsOfThreeStates() throws {
        for number in stride(from: 0, to: 4_096 * 8, by: 41) {
            try Self.check(Self.dfa(states: 3, targets: number / 8, finalStates: number % 8))
        }
    }
}
