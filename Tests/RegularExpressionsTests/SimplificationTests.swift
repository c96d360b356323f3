import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

@Suite struct SimplificationTests {
    private func read(_ text: String, _ alphabet: Alphabet = ["a", "b", "c", "d"]) throws -> RegularExpression {
        try RegularExpression(parsing: text, syntax: .textbook, options: .init(alphabet: alphabet))
    }

    private static let laws = [
        ("a|a", "a"), ("ε|aa*", "a*"), ("ε|a*a", "a*"), ("ε|(ab)(ab)*", "(ab)*"), ("aa*", "a⁺"), ("ab(ab)*", "(ab)⁺"),
        ("(ab)*ab", "(ab)⁺"), ("c(ab)*abc", "c(ab)⁺c"), ("a*a*", "a*"), ("a*a?", "a*"), ("a?a⁺", "a⁺"), ("a*a⁺", "a⁺"),
        ("(a*)*", "a*"), ("(a|b*)*", "(a|b)*"), ("(a*b*)*", "(a|b)*"), ("(a?|b⁺)*", "(a|b)*"), ("(ε|a)*", "a*"),
        ("(a|aa)*", "a*"), ("(a|b|ab)*", "(a|b)*"), ("ab|ac", "a(b|c)"), ("ba|ca", "(b|c)a"), ("ab|a", "ab?"),
        ("abd|acd", "a(b|c)d"), ("a|a*", "a*"), ("a|a⁺", "a⁺"), ("ε|a*b*", "a*b*"), ("ε|a⁺", "a*"), ("ε|a", "a?"),
        ("a*(ba*)*", "(a|b)*"), ("(a*b)*a*", "(a|b)*"), ("a⁺(ba*)*", "a(a|b)*"), ("(a*b)*a⁺", "(a|b)*a"),
        ("(a|b)*|ab*", "(a|b)*"), ("a*b|b", "a*b"), ("aa*b|b", "a*b"), ("(a|b|c|d)*(ab|c)*", "(a|b|c|d)*"),
        ("(a|a*b)*", "(a|b)*"), ("(a|ba*)*", "(a|b)*"), ("(a⁺|b)⁺", "(a|b)⁺"), ("(a?)⁺", "a*"), ("∅a|b∅*", "b"),
        ("(a|b)(c|d)|(a|b)c", "(a|b)(c|d)"), ("a?|b", "(a|b)?"), ("a?|b*", "b*|a"), ("!!a", "a"), ("a&a", "a"),
        ("c|(a|a?b)c?|ε", "a?b?c?"), ("a|b|ca?|ba?|ε", "(b|c)?a?"), ("ε|a*(a|b)", "a*b?"),
        ("((ab)|c)(ab)*|ε", "c?(ab)*"),
        ("(a⁺b)*a*", "(ab?)*"), ("a*(ba⁺)*", "(b?a)*"), ("((ab)⁺c)*(ab)*", "(abc?)*"),
        ("(ab)*(a|b)*", "(a|b)*"), ("a(ε|b)|a", "ab?"), ("(a|b)*(a|b|ε)", "(a|b)*"), ("a{3}|a{3}", "a{3}"),
    ]

    @Test(arguments: laws)
    func law(_ text: String, _ wanted: String) throws {
        let expression = try read(text)
        let simplified = try expression.simplified()
        #expect(try simplified.isEquivalent(to: expression))
        #expect(simplified.length <= expression.length)
        let target = try read(wanted)
        #expect(simplified.length == target.length, "\(text) became \(simplified)")
        #expect(try simplified.isEquivalent(to: target))
    }

    /// A random expression over a few symbols, with all operators.
    private func random(
        _ random: inout SplitMix64, _ builder: inout RegularExpression.Builder, operators: Int
    ) throws -> RegularExpression.Node {
        var nodes = [builder.epsilon, builder.empty]
        for symbol in builder.alphabet.symbols { nodes.append(try builder.symbols([symbol])) }
        nodes.append(try builder.symbols([0, 1]))
        for _ in 0..<operators {
            // Late nodes are chosen more often, so that the expression is deep.
            func draw() -> RegularExpression.Node {
                let back = min(random.draw(nodes.count), random.draw(nodes.count), random.draw(nodes.count))
                return nodes[nodes.count - 1 - back]
            }
            let (left, right) = (draw(), draw())
            switch random.draw(24) {
            case 0..<8: nodes.append(builder.concatenation([left, right]))
            case 8..<15: nodes.append(builder.union([left, right]))
            case 15..<18: nodes.append(builder.star(left))
            case 18: nodes.append(try builder.repetition(left, 0...1))
            case 19: nodes.append(try builder.repetition(left, atLeast: 1))
            case 20: nodes.append(try builder.repetition(left, random.draw(3)...2))
            case 21: nodes.append(try builder.repetition(left, atLeast: 2))
            case 22: nodes.append(builder.intersection([left, right]))
            default: nodes.append(builder.complement(left))
            }
        }
        return nodes[nodes.count - 1]
    }

    @Test func languageIsKept() throws {
        var comparedCount = 0
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var builder = RegularExpression.Builder(alphabet: ["a", "b", "c"])
            let root = try self.random(&random, &builder, operators: 4 + random.draw(16))
            let expression = builder.build(root)
            let simplified = try expression.simplified()
            #expect(simplified.length <= expression.length)
            #expect(simplified.alphabet == expression.alphabet)
            // Repetitions of repetitions can be too large to unroll.
            let budget = Budget(maximumStates: 20_000)
            guard let minimal = try? expression.minimalDFA(budget: budget) else { continue }
            #expect(try simplified.minimalDFA() == minimal, "\(expression) became \(simplified)")
            #expect(try simplified.simplified().length == simplified.length)
            comparedCount += 1
        }
        #expect(comparedCount > 300)
    }

    @Test func placesInTheText() throws {
        for text in [
            "\\bfoo\\b|\\bfoo\\b", "(\\b|a)*", "(?:\\b)?a|a", "[\\s\\S]*(\\ba)*", "(?o)!(\\b)|a", "(^a|b)(^a|b)*",
            "(a*\\B)*a*",
        ] {
            let expression = try RegularExpression(parsing: text)
            let simplified = try expression.simplified()
            #expect(simplified.length <= expression.length)
            #expect(try simplified.isEquivalent(to: expression), "\(text) became \(simplified)")
        }
    }

    @Test func programmersExpressionsStayWhatTheyAre() throws {
        for text in ExpressionCorpus.programmer {
            let expression = try RegularExpression(parsing: text)
            let simplified = try expression.simplified()
            #expect(simplified.length <= expression.length)
            #expect(try simplified.minimalDFA() == expression.minimalDFA(), "\(text) became \(simplified)")
        }
    }

    @Test func manySymbols() throws {
        // Beyond 64 symbols there are no bits for them.
        let alphabet = try Alphabet((0..<100).map { "s\($0)" })
        var builder = RegularExpression.Builder(alphabet: alphabet)
        let all = try builder.symbols(alphabet.symbols)
        let some = try builder.symbols(1..<100)
        let word = builder.concatenation([try builder.symbols([0]), try builder.symbols([70])])
        let allOrWord = builder.union([builder.star(all), word])
        let whole = builder.build(allOrWord)
        #expect(try whole.simplified().length == 200)
        let someOrWord = builder.union([builder.star(some), word])
        let part = builder.build(someOrWord)
        #expect(try part.simplified().length == part.length)
    }

    @Test func lengthAndWidth() throws {
        #expect(try read("ab|c*").length == 6)
        #expect(try read("ab|c*").width == 3)
        #expect(try read("ε").length == 1 && read("ε").width == 0)
        #expect(try read("(a|b){2,5}").length == 4)
        #expect(try RegularExpression(parsing: "[a-z_]\\w*").length == 4)
        #expect(try RegularExpression(parsing: "[a-z_]\\w*").width == 2)
        var text = "a"
        for _ in 0..<70 { text = "(\(text))*b" }
        #expect(try read(text).length == 211)
        var builder = RegularExpression.Builder(alphabet: ["a"])
        var node = try builder.symbols([0])
        for _ in 0..<100 { node = builder.concatenation([node, node]) }
        #expect(builder.build(node).length == .max)
        #expect(builder.build(node).width == .max)
        #expect(try builder.build(node).simplified().nodeCount <= 10_000)
    }

    @Test func boundsAndDepth() throws {
        var builder = RegularExpression.Builder(alphabet: ["a", "b"])
        let (a, b) = (try builder.symbols([0]), try builder.symbols([1]))
        var node = a
        for index in 0..<20_000 {
            node = index % 2 == 0 ? builder.star(builder.concatenation([node, b])) : builder.union([node, a])
        }
        let expression = builder.build(node)
        let simplified = try expression.simplified()
        #expect(simplified.length <= expression.length)
        let cancelled = #expect(throws: AutomataError.self) {
            try expression.simplified(budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.isCancelled == true)
        let large = #expect(throws: AutomataError.self) {
            try expression.simplified(budget: Budget(maximumStates: 1_000))
        }
        #expect(large?.isBudgetExceeded == true)
    }

    @Test func equality() throws {
        let left = try read("(a|b)*")
        #expect(try left.isEquivalent(to: read("(a*b*)*")))
        #expect(try left.isIncluded(in: read("(a|b|c)*")))
        #expect(try !left.isIncluded(in: read("a*b*")))
        let difference = try #require(try left.equivalenceCounterexample(to: read("a*b*")))
        #expect(difference.witness.description == "ba")
        #expect(try left.inclusionCounterexample(in: read("a*b*"))?.description == "ba")
        #expect(try left.inclusionCounterexample(in: read("(b|a)*")) == nil)
        // Over other symbols, and classes that are cut otherwise.
        #expect(try read("a", ["a"]).isEquivalent(to: read("a", ["b", "a"])))
        let words = try RegularExpression(parsing: "[a-z]+")
        #expect(try words.isEquivalent(to: RegularExpression(parsing: "[a-m]*[n-z]+|[a-z]+")))
        let fewer = try RegularExpression(parsing: "[a-y]+")
        #expect(try words.equivalenceCounterexample(to: fewer)?.witness.description == "z")
        #expect(throws: AutomataError.self) { try left.isEquivalent(to: words) }
    }
}
