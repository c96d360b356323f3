// The functions here are described in automata_grammar.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Grammars

private final class GrammarHandle: Handle, Sendable {
    static let kind: StaticString = "grammar"

    let grammar: Grammar
    private let lentNames = LazyReference<StableNames>()
    private let lentSymbols = LazyReference<StableArray<automata_grammar_symbol>>()

    init(_ grammar: Grammar) {
        self.grammar = grammar
    }

    var names: StableNames { lentNames.get { StableNames(grammar.names) } }

    /// Both sides of all productions, one after another.
    var symbols: StableArray<automata_grammar_symbol> {
        lentSymbols.get { StableArray(grammar.rules.symbols) }
    }
}

/// Makes a grammar for C within a call.
private func makeGrammar(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Grammar
) -> automata_status {
    make(result, name, error) { () throws(CallError) -> GrammarHandle? in
        GrammarHandle(try body())
    }
}

private func convertingErrors<Result>(_ body: () throws(GrammarError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch { throw .grammar(error) }
}

extension GrammarProperty {
    fileprivate init(_ property: automata_grammar_property) throws(CallError) {
        switch property {
        case AUTOMATA_GRAMMAR_RIGHT_LINEAR: self = .rightLinear
        case AUTOMATA_GRAMMAR_LEFT_LINEAR: self = .leftLinear
        case AUTOMATA_GRAMMAR_REGULAR: self = .regular
        case AUTOMATA_GRAMMAR_LINEAR: self = .linear
        case AUTOMATA_GRAMMAR_CONTEXT_FREE: self = .contextFree
        case AUTOMATA_GRAMMAR_CONTEXT_SENSITIVE: self = .contextSensitive
        case AUTOMATA_GRAMMAR_MONOTONIC: self = .monotonic
        default: throw .invalidArgument("invalid 'property'; expected a constant of automata_grammar_property")
        }
    }
}

extension GrammarObstacle.Reason {
    fileprivate var forC: automata_grammar_obstacle_reason {
        switch self {
        case .severalSymbolsOnTheLeft: AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_SYMBOLS_ON_THE_LEFT
        case .severalNonterminals: AUTOMATA_GRAMMAR_OBSTACLE_SEVERAL_NONTERMINALS
        case .nonterminalInside: AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_INSIDE
        case .nonterminalNotLast: AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_NOT_LAST
        case .nonterminalNotFirst: AUTOMATA_GRAMMAR_OBSTACLE_NONTERMINAL_NOT_FIRST
        case .lastAndFirst: AUTOMATA_GRAMMAR_OBSTACLE_LAST_AND_FIRST
        case .shrinking: AUTOMATA_GRAMMAR_OBSTACLE_SHRINKING
        case .epsilonAtRecursiveStart: AUTOMATA_GRAMMAR_OBSTACLE_EPSILON_AT_RECURSIVE_START
        case .noContext: AUTOMATA_GRAMMAR_OBSTACLE_NO_CONTEXT
        }
    }
}

@c @implementation
public func automata_grammar_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ terminals: OpaquePointer?,
    _ budget: UnsafePointer<automata_budget>?, _ grammar: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(grammar, "grammar", error) { () throws(CallError) in
        let terminals = AlphabetHandle.from(terminals)?.alphabet
        let budget = try Budget(budget)
        let text = try Argument.textToParse(text, length, "text", budget)
        return try convertingErrors { () throws(GrammarError) in
            try Grammar(parsing: text, terminals: terminals, budget: budget)
        }
    }
}

@c @implementation
public func automata_grammar_retain(_ grammar: OpaquePointer?) -> OpaquePointer? { GrammarHandle.retained(grammar) }

@c @implementation
public func automata_grammar_free(_ grammar: OpaquePointer?) { GrammarHandle.free(grammar) }

@c @implementation
public func automata_grammar_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    GrammarHandle.from(left)?.grammar == GrammarHandle.from(right)?.grammar
}

@c @implementation
public func automata_grammar_text(
    _ grammar: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        let budget = try Budget(budget)
        try result.check("text", "length")
        try result.hand(out: try core { () throws(AutomataError) in try grammar.text(budget: budget) })
    }
}

@c @implementation
public func automata_grammar_nonterminals(_ grammar: OpaquePointer?) -> automata_names {
    GrammarHandle.from(grammar)?.names.lent ?? automata_names()
}

@c @implementation
public func automata_grammar_terminals(
    _ grammar: OpaquePointer?, _ terminals: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(terminals, "terminals", error) { () throws(CallError) -> AlphabetHandle? in
        let grammar = try GrammarHandle.required(grammar).grammar
        return AlphabetHandle(grammar.terminals)
    }
}

@c @implementation
public func automata_grammar_production_count(_ grammar: OpaquePointer?) -> Int {
    GrammarHandle.from(grammar)?.grammar.rules.count ?? 0
}

@c @implementation
public func automata_grammar_production(_ grammar: OpaquePointer?, _ index: Int) -> automata_production {
    guard let handle = GrammarHandle.from(grammar), index >= 0, index < handle.grammar.rules.count,
        let start = handle.symbols.start
    else { return automata_production() }
    let (left, right) = (handle.grammar.rules.left(of: index), handle.grammar.rules.right(of: index))
    return automata_production(
        left: start + left.lowerBound, left_count: left.count, right: start + right.lowerBound,
        right_count: right.count)
}

@c @implementation
public func automata_grammar_type(_ grammar: OpaquePointer?) -> automata_chomsky_type {
    switch GrammarHandle.from(grammar)?.grammar.type {
    case .unrestricted, nil: AUTOMATA_CHOMSKY_UNRESTRICTED
    case .contextSensitive: AUTOMATA_CHOMSKY_CONTEXT_SENSITIVE
    case .contextFree: AUTOMATA_CHOMSKY_CONTEXT_FREE
    case .regular: AUTOMATA_CHOMSKY_REGULAR
    }
}

@c @implementation
public func automata_grammar_find_obstacle(
    _ grammar: OpaquePointer?, _ property: automata_grammar_property,
    _ obstacle: UnsafeMutablePointer<automata_grammar_obstacle>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let sentence = ArrayResult(text, length)
    obstacle?.initialize(to: automata_grammar_obstacle())
    return call(error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        let property = try GrammarProperty(property)
        let result = try required(obstacle, "obstacle")
        try sentence.check("text", "length")
        guard let found = grammar.obstacle(to: property) else { return }
        try sentence.hand(out: grammar.explanation(of: found))
        let numbers = found.productions
        result.initialize(
            to: automata_grammar_obstacle(
                reason: found.reason.forC, production_count: UInt32(numbers.count),
                productions: (numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0)))
    }
}

@c @implementation
public func automata_grammar_trim(
    _ grammar: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(result, "result", error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        return try convertingErrors { () throws(GrammarError) in try grammar.trimmed() }
    }
}

@c @implementation
public func automata_grammar_with_letters(
    _ grammar: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(result, "result", error) { () throws(CallError) in
        try GrammarHandle.required(grammar).grammar.withLetterNames()
    }
}

@c @implementation
public func automata_grammar_without_epsilon(
    _ grammar: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(result, "result", error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        let regular = try convertingErrors { () throws(GrammarError) in try RegularGrammar(grammar) }
        return try core { () throws(AutomataError) in try regular.withoutEpsilonProductions().grammar }
    }
}

@c @implementation
public func automata_grammar_without_units(
    _ grammar: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(result, "result", error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        let budget = try Budget(budget)
        let regular = try convertingErrors { () throws(GrammarError) in try RegularGrammar(grammar) }
        return try core { () throws(AutomataError) in try regular.withoutUnitProductions(budget: budget).grammar }
    }
}

@c @implementation
public func automata_fa_from_grammar(
    _ grammar: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let grammar = try GrammarHandle.required(grammar).grammar
        let budget = try Budget(budget)
        let regular = try convertingErrors { () throws(GrammarError) in try RegularGrammar(grammar) }
        return AutomatonHandle(try core { () throws(AutomataError) in try regular.automaton(budget: budget) })
    }
}

@c @implementation
public func automata_grammar_from_fa(
    _ automaton: OpaquePointer?, _ property: automata_grammar_property, _ budget: UnsafePointer<automata_budget>?,
    _ grammar: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeGrammar(grammar, "grammar", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        let direction: RegularGrammar.Direction
        switch property {
        case AUTOMATA_GRAMMAR_RIGHT_LINEAR: direction = .right
        case AUTOMATA_GRAMMAR_LEFT_LINEAR: direction = .left
        default:
            throw .invalidArgument(
                "invalid 'property'; expected AUTOMATA_GRAMMAR_RIGHT_LINEAR or AUTOMATA_GRAMMAR_LEFT_LINEAR")
        }
        return try core { () throws(AutomataError) in
            try RegularGrammar(automaton, direction: direction, budget: budget).grammar
        }
    }
}
