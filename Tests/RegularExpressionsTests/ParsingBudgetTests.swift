import Automata
import Grammars
import LanguageExpressions
import RegularExpressions
import Testing

/// Parsers of expressions and grammars within budgets.
@Suite struct ParsingBudgetTests {
    private static let count = 20_000

    /// Texts of which parsers hold much: open groups, sequences, unions, classes, comments.
    private static let expressions: [(text: String, syntax: RegularExpression.Syntax)] = [
        (String(repeating: "(", count: count) + String(repeating: ")", count: count), .programmer),
        (String(repeating: "ab", count: count), .programmer),
        ((0..<count).map { "a\($0)" }.joined(separator: "|"), .programmer),
        ("\\Q" + String(repeating: "ab", count: count), .programmer),
        ("[" + String(repeating: "abc", count: count) + "]", .programmer),
        ((0..<200).map { "[\u{100}-\(Unicode.Scalar(UInt32($0 + 0x101)) ?? "a")]" }.joined(), .programmer),
        (String(repeating: "(", count: count) + "a" + String(repeating: ")*", count: count), .textbook),
        ((0..<count).map { "'\($0)'" }.joined(separator: "+"), .textbook),
    ]

    @Test(arguments: expressions.indices)
    func expressionsKeepTheBudget(index: Int) throws {
        let (text, syntax) = Self.expressions[index]
        let options = RegularExpression.Options(unit: .scalars)
        _ = try RegularExpression(parsing: text, syntax: syntax, options: options)
        let exceeded = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(
                parsing: text, syntax: syntax, options: options, budget: Budget(maximumBytes: text.utf8.count))
        }
        #expect(exceeded?.reason == .limit(.budgetExceeded(statesBuilt: 0, limit: .bytes(text.utf8.count))))
        let cancelled = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(
                parsing: text, syntax: syntax, options: options, budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.reason == .limit(.cancelled(statesBuilt: 0)))
    }

    /// Each of many classes that overlap consists of most intervals between their ends.
    @Test func overlappingClassesKeepTheBudget() {
        let text = (0..<3_000).map { "[\u{100}-\(Unicode.Scalar(UInt32($0 + 0x101)) ?? "a")]" }.joined()
        let error = #expect(throws: RegularExpressionError.self) {
            try RegularExpression(
                parsing: text, options: RegularExpression.Options(unit: .scalars),
                budget: Budget(maximumBytes: 16 << 20))
        }
        #expect(error?.reason == .limit(.budgetExceeded(statesBuilt: 0, limit: .bytes(16 << 20))))
    }

    private static let grammars = [
        (0..<count).map { "S → a\($0) S\n" }.joined(),
        "S → " + (0..<count).map { "a\($0)" }.joined(separator: " | "),
        "S → " + String(repeating: "a ", count: count),
    ]

    @Test(arguments: grammars)
    func grammarsKeepTheBudget(text: String) throws {
        _ = try Grammar(parsing: text)
        let exceeded = #expect(throws: GrammarError.self) {
            try Grammar(parsing: text, budget: Budget(maximumBytes: text.utf8.count))
        }
        #expect(exceeded?.reason == .limit(.budgetExceeded(statesBuilt: 0, limit: .bytes(text.utf8.count))))
        let cancelled = #expect(throws: GrammarError.self) {
            try Grammar(parsing: text, budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.reason == .limit(.cancelled(statesBuilt: 0)))
    }

    private static let languages = [
        String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count),
        (0..<count).map { "a\($0)" }.joined(separator: " | "),
        (0..<count).map { "<a\($0)>" }.joined(separator: " "),
        String(repeating: "!(", count: count) + "a" + String(repeating: ")", count: count),
    ]

    @Test(arguments: languages)
    func languageExpressionsKeepTheBudget(text: String) throws {
        _ = try LanguageExpression(parsing: text)
        let exceeded = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: text, budget: Budget(maximumBytes: text.utf8.count))
        }
        let limit = AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(text.utf8.count))
        #expect(exceeded?.reason == .operation(limit))
        let cancelled = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: text, budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.reason == .operation(.cancelled(statesBuilt: 0)))
    }
}
