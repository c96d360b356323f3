import Automata
import AutomataTestSupport
import RegularExpressions
import TestSupport
import Testing

/// The words over {a, b} up to length 6, a bit each: word *w* is the bit whose number in binary is
/// 1*w*.
private struct ShortLanguage: Equatable {
    static let length = 6
    static let count = 2 << length

    var bits: [Bool] = Array(repeating: false, count: count)

    static let empty = ShortLanguage()
    static let epsilon = ShortLanguage([1])
    static let a = ShortLanguage([2])
    static let b = ShortLanguage([3])

    init(_ words: [Int] = []) { for word in words { bits[word] = true } }

    var words: [Int] { bits.indices.filter { bits[$0] } }

    func union(_ other: ShortLanguage) -> ShortLanguage {
        var result = self
        for word in other.words { result.bits[word] = true }
        return result
    }

    func intersection(_ other: ShortLanguage) -> ShortLanguage { ShortLanguage(words.filter { other.bits[$0] }) }

    var complement: ShortLanguage { ShortLanguage((1..<Self.count).filter { !bits[$0] }) }

    func concatenation(_ other: ShortLanguage) -> ShortLanguage {
        var result = ShortLanguage()
        for left in words {
            for right in other.words {
                // The right word without its leading 1 is appended to the left one.
                let length = Int.bitWidth - 1 - right.leadingZeroBitCount
                let word = left << length | right & (1 << length - 1)
                if word < Self.count { result.bits[word] = true }
            }
        }
        return result
    }

    var star: ShortLanguage {
        var result = ShortLanguage.epsilon
        while true {
            let longer = result.union(result.concatenation(self))
            if longer == result { return result }
            result = longer
        }
    }

    /// What an automaton over {a, b} accepts.
    init(_ dfa: DFA) {
        var states: [StateID?] = Array(repeating: nil, count: Self.count)
        states[1] = dfa.initialState
        for word in 1..<Self.count {
            if word > 1 { states[word] = states[word / 2].flatMap { dfa.target(from: $0, on: Symbol(word & 1)) } }
            if let state = states[word], dfa.finalStates.contains(state) { bits[word] = true }
        }
    }
}

/// Every small expression, by every construction, against the sets of words that the operators are
/// defined by.
@Suite struct ExpressionScopeTests {
    private struct Expression {
        var text: String
        var language: ShortLanguage
    }

    /// All expressions with just so many operators, for each number up to the last one.
    private static func expressions(over leaves: [Expression], operators: Int) -> [[Expression]] {
        var layers = [leaves]
        for count in 1...operators {
            var layer = layers[count - 1].map { Expression(text: "(\($0.text))*", language: $0.language.star) }
            for leftCount in 0..<count {
                for left in layers[leftCount] {
                    for right in layers[count - 1 - leftCount] {
                        layer.append(
                            Expression(
                                text: "(\(left.text)|\(right.text))", language: left.language.union(right.language)))
                        layer.append(
                            Expression(
                                text: "(\(left.text))(\(right.text))",
                                language: left.language.concatenation(right.language)))
                    }
                }
            }
            layers.append(layer)
        }
        return layers
    }

    private static let letters = [
        Expression(text: "a", language: .a), Expression(text: "b", language: .b),
    ]
    private static let constants = [
        Expression(text: "ε", language: .epsilon), Expression(text: "∅", language: .empty),
    ]
    private static let options = RegularExpression.Options(alphabet: ["a", "b"])

    private static func check(_ text: String, _ language: ShortLanguage) throws {
        let expression = try RegularExpression(parsing: text, syntax: .textbook, options: options)
        let minimal = try expression.minimalDFA()
        #expect(ShortLanguage(minimal) == language, "\(text)")
        for construction in ExpressionConstruction.allCases {
            let dfa = try expression.automaton(using: construction).minimized()
            #expect(dfa == minimal, "\(text) by \(construction)")
        }
        let printed = try expression.text(syntax: .textbook)
        let again = try RegularExpression(parsing: printed, syntax: .textbook, options: options)
        #expect(try again.minimalDFA() == minimal, "\(text) printed as \(printed)")
    }

    @Test func everyExpressionUpToThreeOperators() throws {
        for expression in Self.expressions(over: Self.letters, operators: 3).joined() {
            try Self.check(expression.text, expression.language)
        }
    }

    @Test func everyExpressionWithConstantsUpToTwoOperators() throws {
        for expression in Self.expressions(over: Self.letters + Self.constants, operators: 2).joined() {
            try Self.check(expression.text, expression.language)
        }
    }

    @Test func sampleOfLargerExpressions() throws {
        var random = SplitMix64(seed: 6)
        let layers = Self.expressions(over: Self.letters + Self.constants, operators: 2)
        for _ in 0..<150 {
            let parts = (0..<4).map { _ in
                let layer = layers[random.draw(3)]
                return layer[random.draw(layer.count)]
            }
            let count = 2 + random.draw(3)
            var language = parts[0].language.union(parts[1].language).star.concatenation(parts[2].language)
            var text = "(\(parts[0].text)|\(parts[1].text))*(\(parts[2].text))"
            if random.chance(0.5) {
                text = "!(\(text))&(\(parts[3].text))"
                language = language.complement.intersection(parts[3].language)
            } else {
                text = "(\(parts[3].text)){\(count)}(\(text))"
                for _ in 0..<count { language = parts[3].language.concatenation(language) }
            }
            try Self.check(text, language)
        }
    }

    /// Intersection, complement and bounded repetition over all pairs of small operands.
    @Test func everyFurtherOperatorOnSmallOperands() throws {
        let small = Self.expressions(over: Self.letters, operators: 1).joined() + Self.constants
        for left in small {
            try Self.check("!(\(left.text))", left.language.complement)
            try Self.check("(!(\(left.text)))*", left.language.complement.star)
            var power = ShortLanguage.epsilon
            var upTo = ShortLanguage.epsilon
            for count in 0...3 {
                try Self.check("(\(left.text)){\(count)}", power)
                try Self.check("(\(left.text)){0,\(count)}", upTo)
                try Self.check("(\(left.text)){\(count),}", power.concatenation(left.language.star))
                power = power.concatenation(left.language)
                upTo = upTo.union(power)
                if count > 0 {
                    try Self.check(
                        "((\(left.text)){1,\(count)}){2}",
                        (1...count).reduce(ShortLanguage.empty) { sum, first in
                            (1...count).reduce(sum) { sum, second in
                                sum.union(
                                    (0..<first + second).reduce(.epsilon) { product, _ in
                                        product.concatenation(left.language)
                                    })
                            }
                        })
                }
            }
            for right in small {
                try Self.check("\(left.text)&\(right.text)", left.language.intersection(right.language))
            }
        }
    }

    /// A hundred and eighty thousand expressions: minutes in a release build.
    @Test(.enabled(if: TestScope.isLong, "\(TestScope.hint)"))
    func everyExpressionUpToFiveOperators() throws {
        for expression in Self.expressions(over: Self.letters, operators: 5).dropFirst(4).joined() {
            try Self.check(expression.text, expression.language)
        }
        for expression in Self.expressions(over: Self.letters + Self.constants, operators: 3).dropFirst(3).joined() {
            try Self.check(expression.text, expression.language)
        }
    }
}
