// The functions here are described in automata_regex.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import RegularExpressions

extension automata_regex_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

final class RegexHandle: Handle, Sendable {
    static let kind: StaticString = "regular expression"

    let expression: RegularExpression

    init(_ expression: RegularExpression) {
        self.expression = expression
    }
}

extension RegularExpression.Syntax {
    init(_ syntax: automata_regex_syntax) throws(CallError) {
        switch syntax {
        case AUTOMATA_REGEX_SYNTAX_PROGRAMMER: self = .programmer
        case AUTOMATA_REGEX_SYNTAX_TEXTBOOK: self = .textbook
        default: throw .invalidArgument("invalid 'syntax'; expected a constant of automata_regex_syntax")
        }
    }
}

extension ExpressionConstruction {
    fileprivate init(_ construction: automata_regex_construction) throws(CallError) {
        switch construction {
        case AUTOMATA_REGEX_CONSTRUCTION_AUTOMATIC: self = .automatic
        case AUTOMATA_REGEX_CONSTRUCTION_THOMPSON: self = .thompson
        case AUTOMATA_REGEX_CONSTRUCTION_GLUSHKOV: self = .glushkov
        case AUTOMATA_REGEX_CONSTRUCTION_FOLLOW: self = .follow
        case AUTOMATA_REGEX_CONSTRUCTION_PARTIAL_DERIVATIVES: self = .partialDerivatives
        case AUTOMATA_REGEX_CONSTRUCTION_DERIVATIVES: self = .derivatives
        default: throw .invalidArgument("invalid 'construction'; expected a constant of automata_regex_construction")
        }
    }
}

extension RegularExpression.Options {
    fileprivate init(_ options: automata_regex_options) throws(CallError) {
        let unit: Unit
        switch options.unit {
        case AUTOMATA_REGEX_UNIT_BYTES: unit = .bytes
        case AUTOMATA_REGEX_UNIT_UTF8: unit = .utf8
        case AUTOMATA_REGEX_UNIT_SCALARS: unit = .scalars
        default: throw .invalidArgument("invalid 'unit'; expected a constant of automata_regex_unit")
        }
        self.init(
            unit: unit, ignoresCase: options.ignore_case, dotMatchesNewline: options.dot_matches_newline,
            anchorsMatchLines: options.anchors_match_lines, ignoresWhitespace: options.ignore_whitespace,
            enablesBooleanOperators: options.has_operators, allowsTextAround: options.allow_text_around,
            alphabet: AlphabetHandle.from(options.alphabet)?.alphabet)
    }
}

extension automata_regex_options {
    /// Parses the text of an expression, within the budget of the options if they have one.
    func expression(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString, budget other: Budget? = nil
    ) throws(CallError) -> RegularExpression {
        let syntax = try RegularExpression.Syntax(syntax)
        let budget = if budget == nil, let other { other } else { try Budget(budget) }
        let bytes = try Argument.textToParse(text, length, name, budget)
        let options = try RegularExpression.Options(self)
        do throws(RegularExpressionError) {
            return try RegularExpression(parsing: bytes, syntax: syntax, options: options, budget: budget)
        } catch {
            throw .expression(error)
        }
    }
}

@c @implementation
public func automata_regex_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ options: UnsafePointer<automata_regex_options>?,
    _ regex: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(regex, "regex", error) { () throws(CallError) -> RegexHandle? in
        let options = try automata_regex_options.given(options)
        return RegexHandle(try options.expression(text, length, "text"))
    }
}

@c @implementation
public func automata_regex_retain(_ regex: OpaquePointer?) -> OpaquePointer? { RegexHandle.retained(regex) }

@c @implementation
public func automata_regex_free(_ regex: OpaquePointer?) { RegexHandle.free(regex) }

@c @implementation
public func automata_regex_node_count(_ regex: OpaquePointer?) -> Int {
    RegexHandle.from(regex)?.expression.nodeCount ?? 0
}

@c @implementation
public func automata_regex_alphabet(
    _ regex: OpaquePointer?, _ alphabet: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(alphabet, "alphabet", error) { () throws(CallError) -> AlphabetHandle? in
        let expression = try RegexHandle.required(regex).expression
        return AlphabetHandle(expression.alphabet)
    }
}

@c @implementation
public func automata_regex_text(
    _ regex: OpaquePointer?, _ syntax: automata_regex_syntax, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let expression = try RegexHandle.required(regex).expression
        let syntax = try RegularExpression.Syntax(syntax)
        let budget = try Budget(budget)
        try result.check("text", "length")
        let text = try core { () throws(AutomataError) in try expression.text(syntax: syntax, budget: budget) }
        try result.hand(out: text)
    }
}

@c @implementation
public func automata_fa_from_regex(
    _ regex: OpaquePointer?, _ construction: automata_regex_construction, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let expression = try RegexHandle.required(regex).expression
        let budget = try Budget(budget)
        if construction == AUTOMATA_REGEX_CONSTRUCTION_MINIMAL_DFA {
            let dfa = try core { () throws(AutomataError) in try expression.minimalDFA(budget: budget) }
            return AutomatonHandle(.dfa(dfa))
        }
        let construction = try ExpressionConstruction(construction)
        return AutomatonHandle(
            try core { () throws(AutomataError) in try expression.automaton(using: construction, budget: budget) })
    }
}
