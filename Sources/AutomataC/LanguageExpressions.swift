// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata
@_spi(Tool) internal import LanguageExpressions

extension automata_expression_options: SizedStruct {}

private final class ExpressionHandle: Handle, Sendable {
    static let kind: StaticString = "expression"

    let expression: LanguageExpression
    private let lentNames = LazyReference<StableNames>()
    private let lentWords = LazyReference<StableNames>()

    init(_ expression: LanguageExpression) {
        self.expression = expression
    }

    var names: StableNames { lentNames.get { StableNames(expression.names) } }
    var words: StableNames { lentWords.get { StableNames(expression.words) } }
}

private func parse(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ budget: Budget
) throws(CallError) -> LanguageExpression {
    let text = try Argument.textToParse(text, length, "text", budget)
    do throws(LanguageExpressionError) {
        return try LanguageExpression(parsing: text, budget: budget)
    } catch {
        throw .language(error)
    }
}

/// The automata that C gives for the names of an expression.
private struct NamedAutomata {
    let names: UnsafePointer<UnsafePointer<CChar>?>?
    let lengths: UnsafePointer<Int>?
    let automata: UnsafePointer<OpaquePointer?>?
    let count: Int
    /// Whether automata without names are taken in the order of the expression's names.
    let canSkipSearch: Bool

    /// Returns the automata in the order of the expression's names.
    func operands(of expression: LanguageExpression) throws(CallError) -> [Automaton] {
        let automata = try Argument.automata(automata, count)
        let mentioned = expression.nameTable
        guard names != nil || count == 0 || !canSkipSearch else {
            guard count == mentioned.count else {
                throw .invalidArgument(
                    "expected \(mentioned.count) automata, one for each name in the expression, found \(count); give as many, or set 'names'"
                )
            }
            return automata
        }
        let (given, duplicate) = try Argument.names(names, lengths, count)
        if let duplicate { throw .invalidArgument("duplicate name '\(duplicate)' in 'names' at index \(given.count)") }
        var operands: [Automaton] = []
        for number in 0..<mentioned.count {
            guard let index = mentioned.withUTF8(at: number, { given.index(of: $0) }) else {
                throw .language(expression.unknownName(LanguageNameID(number)))
            }
            operands.append(automata[Int(index)])
        }
        return operands
    }
}

private func value(
    _ options: UnsafePointer<automata_expression_options>?, _ named: NamedAutomata,
    of expression: (Budget) throws(CallError) -> LanguageExpression
) throws(CallError) -> AutomatonHandle {
    let options = try automata_expression_options.given(options)
    let budget = try Budget(options.budget)
    let expression = try expression(budget)
    let separator = try Argument.string(options.separator, options.separator_length, "separator")
    let operands = try named.operands(of: expression)
    do throws(LanguageExpressionError) {
        return AutomatonHandle(
            try expression.value(
                ofOperands: operands, separator: separator.isEmpty ? nil : separator, budget: budget))
    } catch {
        throw .language(error)
    }
}

@c @implementation
public func automata_expression_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ budget: UnsafePointer<automata_budget>?,
    _ expression: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(expression, "expression", error) { () throws(CallError) -> ExpressionHandle? in
        let budget = try Budget(budget)
        return ExpressionHandle(try parse(text, length, budget))
    }
}

@c @implementation
public func automata_expression_retain(_ expression: OpaquePointer?) -> OpaquePointer? {
    ExpressionHandle.retained(expression)
}

@c @implementation
public func automata_expression_free(_ expression: OpaquePointer?) { ExpressionHandle.free(expression) }

@c @implementation
public func automata_expression_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    ExpressionHandle.from(left)?.expression == ExpressionHandle.from(right)?.expression
}

@c @implementation
public func automata_expression_names(_ expression: OpaquePointer?) -> automata_names {
    ExpressionHandle.from(expression)?.names.lent ?? automata_names()
}

@c @implementation
public func automata_expression_words(_ expression: OpaquePointer?) -> automata_names {
    ExpressionHandle.from(expression)?.words.lent ?? automata_names()
}

@c @implementation
public func automata_expression_text(
    _ expression: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let expression = try ExpressionHandle.required(expression).expression
        try result.check("text", "length")
        try result.hand(out: expression.text())
    }
}

@c @implementation
public func automata_fa_from_expression(
    _ expression: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?,
    _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int, _ options: UnsafePointer<automata_expression_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let named = NamedAutomata(names: names, lengths: lengths, automata: automata, count: count, canSkipSearch: true)
        let expression = try ExpressionHandle.required(expression).expression
        return try value(options, named) { _ in expression }
    }
}

@c @implementation
public func automata_fa_eval(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ names: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int>?, _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int,
    _ options: UnsafePointer<automata_expression_options>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let named = NamedAutomata(
            names: names, lengths: lengths, automata: automata, count: count, canSkipSearch: false)
        return try value(options, named) { (budget) throws(CallError) in try parse(text, length, budget) }
    }
}
