import Automata
import RegularExpressions
import Testing

@Suite struct ExpressionConstructionTests {
    private func read(_ text: String) throws -> RegularExpression {
        try RegularExpression(parsing: text, syntax: .textbook)
    }

    /// What the papers' constructions give for the expressions that textbooks show.
    @Test func knownSizes() throws {
        let kth = try read("(a|b)*a(a|b)")
        #expect(try kth.epsilonNFA().stateCount == 14)
        #expect(try kth.nfa(using: .glushkov).stateCount == 6)
        #expect(try kth.nfa(using: .follow).stateCount == 3)
        #expect(try kth.nfa(using: .partialDerivatives).stateCount == 3)
        #expect(try kth.minimalDFA().stateCount == 4)
        let mixed = try read("(ab|b)*ba")
        #expect(try mixed.nfa(using: .glushkov).stateCount == 6)
        #expect(try mixed.nfa(using: .glushkov).transitionCount == 11)
        #expect(try mixed.minimalDFA() == mixed.nfa(using: .follow).minimized())
        let repeated = try read("a{3,5}")
        #expect(try repeated.nfa().stateCount == 6)
        #expect(try repeated.nfa().finalStates == [3, 4, 5])
    }

    @Test func thompsonHasOneStartAndOneEnd() throws {
        for text in ["a", "ε", "∅", "(a|b)*a{2,3}", "a*⁺b?"] {
            let automaton = try read(text).epsilonNFA()
            #expect(automaton.initialStates == [0] && automaton.finalStates == [1])
            #expect(automaton.transitions.allSatisfy { $0.target != 0 && $0.source != 1 })
            #expect(automaton.epsilonTargets(from: 1).isEmpty)
        }
    }

    @Test func derivativesStayFewWithoutMinimization() throws {
        let expression = try read("((a|b)*a(a|b))&!((b|a)*b)")
        #expect(try expression.dfa(using: .derivatives).stateCount <= 16)
        #expect(try expression.minimalDFA() == expression.dfa(using: .derivatives).minimized())
    }

    @Test func whatIsTooLargeIsRefusedAtOnce() throws {
        let nested = try RegularExpression(parsing: "((a{1000}){1000}){1000}")
        for construction in ExpressionConstruction.allCases {
            let error = #expect(throws: AutomataError.self) { try nested.automaton(using: construction) }
            #expect(error?.isBudgetExceeded == true)
        }
        let huge = try RegularExpression(parsing: "(((((a{99999}){99999}){99999}){99999}){99999}){99999}")
        #expect(throws: AutomataError.self) { try huge.nfa() }
        #expect(throws: AutomataError.self) { try huge.nfa(budget: .unlimited) }
    }

    @Test func subsetsAreBounded() throws {
        let kth = try RegularExpression(parsing: "(a|b)*a(a|b){40}")
        #expect(try kth.nfa().stateCount == 43)
        let error = #expect(throws: AutomataError.self) { try kth.dfa(budget: Budget(maximumStates: 100_000)) }
        #expect(error?.isBudgetExceeded == true)
    }

    /// Subsets that would be exponentially many, were it not that one counter subsumes the others.
    @Test(arguments: ["(?s).*a[^b]{150}.*", "(.*(key[^b\\n]{90}|a[^b\\n]{120})).*", "(?s).*a.{40}.*"])
    func subsumedSubsetsAreFew(_ pattern: String) throws {
        let expression = try RegularExpression(parsing: pattern)
        let dfa = try expression.dfa(budget: Budget(maximumStates: 50_000))
        #expect(dfa.stateCount < 20_000)
        let minimal = try dfa.minimized()
        #expect(minimal.stateCount < 300)
        let letters = minimal.alphabet
        func accepts(_ text: String) throws -> Bool { minimal.accepts(try letters.word(text)) }
        let long = String(repeating: "x", count: 200)
        #expect(try accepts("xa" + long))
        #expect(try accepts("xaxa" + long))
        #expect(try !accepts("xa" + long.prefix(30)))
        #expect(try !accepts(long))
    }

    /// Where nothing subsumes anything, and where the relation is found but doesn't help enough,
    /// the result is the plain one's.
    @Test func subsumptionKeepsTheLanguage() throws {
        for pattern in ["(a|b)*a(a|b){11}", ".*a.{11}", "(a|b)*a(a|b){11}|c*d{1000}", "(a|b)*(a(a|b){11}|ab*)"] {
            let expression = try RegularExpression(parsing: pattern)
            #expect(try expression.minimalDFA() == expression.nfa().determinized().minimized(), "\(pattern)")
        }
    }

    /// Rows that are equal to the one before are copied, each at the cost of its length.
    @Test func equalRows() throws {
        let letters = (0..<3000).compactMap { Unicode.Scalar(0x4E00 + UInt32($0)).map { String($0) } }
        let nfa = try read("(" + letters.joined(separator: "|") + ")*").nfa(using: .glushkov)
        #expect(nfa.stateCount == 3001)
        #expect(nfa.transitionCount == 3001 * 3000)
        #expect(nfa.accepts(letters[7] + letters[2999]) && nfa.accepts("") && !nfa.accepts("a"))
    }

    @Test func depthIsNoLimit() throws {
        let depth = 100_000
        let open = String(repeating: "(", count: depth)
        let close = String(repeating: ")", count: depth)
        for syntax in RegularExpression.Syntax.allCases {
            let plain = try RegularExpression(parsing: open + "a" + close, syntax: syntax)
            #expect(plain.nodeCount == 1)
            #expect(throws: RegularExpressionError.self) { try RegularExpression(parsing: open + "a", syntax: syntax) }
            let nested = try RegularExpression(
                parsing: open + "a" + String(repeating: "b)?", count: depth), syntax: syntax)
            #expect(nested.nodeCount > depth)
            #expect(nested == nested)
            #expect(try nested.epsilonNFA().stateCount > depth)
            #expect(try nested.nfa().stateCount == depth + 2)
            #expect(try nested.text(syntax: syntax).utf8.count > depth)
        }
    }

    @Test func cancellation() throws {
        let expression = try RegularExpression(parsing: "(a|b)*a(a|b){30}")
        let budget = Budget(isCancelled: { true })
        for construction in ExpressionConstruction.allCases {
            let error = #expect(throws: AutomataError.self) {
                try expression.automaton(using: construction, budget: budget)
            }
            #expect(error?.isCancelled == true)
        }
    }

    @Test func builderAppliesTheLaws() throws {
        var builder = RegularExpression.Builder(alphabet: ["a", "b"])
        let a = try builder.symbols([0])
        let b = try builder.symbols([1, 1])
        #expect(builder.concatenation([a, builder.empty, b]) == builder.empty)
        #expect(builder.concatenation([a, builder.epsilon]) == a)
        #expect(builder.union([a, builder.empty, a]) == a)
        #expect(builder.star(builder.star(a)) == builder.star(a))
        #expect(builder.complement(builder.complement(a)) == a)
        #expect(try builder.repetition(a, 1...1) == a)
        #expect(try builder.repetition(builder.repetition(a, 0...1), atLeast: 1) == builder.star(a))
        #expect(builder.concatenation([]) == builder.epsilon)
        #expect(builder.union([]) == builder.empty)
        #expect(throws: AutomataError.self) { try builder.symbols([2]) }
        let union = builder.union([a, builder.concatenation([b, a])])
        let expression = builder.build(union)
        #expect(expression.description == "a|ba")
        #expect(expression == (try RegularExpression(parsing: "a|ba", syntax: .textbook)))
        var other = RegularExpression.Builder(alphabet: ["a", "b"])
        let copy = try other.insert(expression)
        #expect(other.build(copy) == expression)
    }
}
