// The functions here are described in automata_regex.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import RegularExpressions

extension automata_regex_extraction_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

final class ExtendedHandle: Handle, Sendable {
    static let kind: StaticString = "extended automaton"

    let automaton: ExtendedNFA

    init(_ automaton: ExtendedNFA) {
        self.automaton = automaton
    }
}

/// C's options for the conversion of automata to expressions.
private struct ExtractionChoice {
    let extraction: ExpressionExtraction
    let order: EliminationOrder
    let simplifies: Bool
    let budget: Budget

    init(_ pointer: UnsafePointer<automata_regex_extraction_options>?) throws(CallError) {
        let options = try automata_regex_extraction_options.given(pointer)
        switch options.extraction {
        case AUTOMATA_REGEX_EXTRACTION_AUTOMATIC: extraction = .automatic
        case AUTOMATA_REGEX_EXTRACTION_STATE_ELIMINATION: extraction = .stateElimination
        case AUTOMATA_REGEX_EXTRACTION_EQUATIONS: extraction = .equations
        default: throw .invalidArgument("invalid 'extraction'; expected a constant of automata_regex_extraction")
        }
        switch options.order {
        case AUTOMATA_REGEX_ORDER_AUTOMATIC: order = .automatic
        case AUTOMATA_REGEX_ORDER_NUMBERS: order = .numbers
        case AUTOMATA_REGEX_ORDER_DEGREE: order = .degree
        case AUTOMATA_REGEX_ORDER_WEIGHT: order = .weight
        case AUTOMATA_REGEX_ORDER_CYCLES: order = .cycles
        case AUTOMATA_REGEX_ORDER_BRIDGES: order = .bridges
        default: throw .invalidArgument("invalid 'order'; expected a constant of automata_regex_order")
        }
        simplifies = !options.plain
        budget = try Budget(options.budget)
    }
}

/// Makes an expression.
private func makeRegex(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> RegularExpression
) -> automata_status {
    make(result, name, error) { () throws(CallError) -> RegexHandle? in
        RegexHandle(try body())
    }
}

/// Makes an extended automaton.
private func makeExtended(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> ExtendedNFA
) -> automata_status {
    make(result, "result", error) { () throws(CallError) -> ExtendedHandle? in
        ExtendedHandle(try body())
    }
}

// MARK: - Expressions

@c @implementation
public func automata_regex_from_fa(
    _ automaton: OpaquePointer?, _ options: UnsafePointer<automata_regex_extraction_options>?,
    _ regex: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeRegex(regex, "regex", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let choice = try ExtractionChoice(options)
        return try core { () throws(AutomataError) in
            try automaton.regularExpression(
                by: choice.extraction, order: choice.order, simplifying: choice.simplifies, budget: choice.budget)
        }
    }
}

@c @implementation
public func automata_regex_simplify(
    _ regex: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeRegex(result, "result", error) { () throws(CallError) in
        let expression = try RegexHandle.required(regex).expression
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try expression.simplified(budget: budget) }
    }
}

@c @implementation
public func automata_regex_length(_ regex: OpaquePointer?) -> UInt64 {
    UInt64(RegexHandle.from(regex)?.expression.length ?? 0)
}

@c @implementation
public func automata_regex_width(_ regex: OpaquePointer?) -> UInt64 {
    UInt64(RegexHandle.from(regex)?.expression.width ?? 0)
}

@c @implementation
public func automata_regex_is_included(
    _ left: OpaquePointer?, _ right: OpaquePointer?,
    _ options: UnsafePointer<automata_inclusion_options>?, _ included: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(options, included, witness, error) { () throws(CallError) in
        .inclusion(try RegexHandle.required(left).expression, try RegexHandle.required(right).expression)
    }
}

@c @implementation
public func automata_regex_is_equivalent(
    _ left: OpaquePointer?, _ right: OpaquePointer?,
    _ options: UnsafePointer<automata_inclusion_options>?, _ equivalent: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(options, equivalent, witness, error) { () throws(CallError) in
        .equivalence(try RegexHandle.required(left).expression, try RegexHandle.required(right).expression)
    }
}

// MARK: - Extended automata

@c @implementation
public func automata_extended_from_fa(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeExtended(result, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try ExtendedNFA(automaton, budget: budget) }
    }
}

@c @implementation
public func automata_extended_free(_ extended: OpaquePointer?) { ExtendedHandle.free(extended) }

@c @implementation
public func automata_extended_state_count(_ extended: OpaquePointer?) -> Int {
    ExtendedHandle.from(extended)?.automaton.stateCount ?? 0
}

@c @implementation
public func automata_extended_transition_count(_ extended: OpaquePointer?) -> Int {
    ExtendedHandle.from(extended)?.automaton.transitions.count ?? 0
}

@c @implementation
public func automata_extended_label(
    _ extended: OpaquePointer?, _ source: automata_state, _ target: automata_state,
    _ regex: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    regex?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let automaton = try ExtendedHandle.required(extended).automaton
        let result = try required(regex, "regex")
        for state in [source, target] where Int(state) >= automaton.stateCount {
            throw .core(.stateOutOfRange(StateID(state), stateCount: automaton.stateCount))
        }
        if let label = automaton.label(from: StateID(source), to: StateID(target)) {
            result.initialize(to: RegexHandle(label).retainedPointer())
        }
    }
}

@c @implementation
public func automata_extended_with_own_ends(
    _ extended: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeExtended(result, error) { () throws(CallError) in
        let automaton = try ExtendedHandle.required(extended).automaton
        return try core { () throws(AutomataError) in try automaton.withFreshInitialAndFinalState() }
    }
}

@c @implementation
public func automata_extended_eliminate(
    _ extended: OpaquePointer?, _ state: automata_state, _ options: UnsafePointer<automata_regex_extraction_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeExtended(result, error) { () throws(CallError) in
        let automaton = try ExtendedHandle.required(extended).automaton
        let choice = try ExtractionChoice(options)
        return try core { () throws(AutomataError) in
            try automaton.eliminating(StateID(state), simplifying: choice.simplifies, budget: choice.budget)
        }
    }
}

@c @implementation
public func automata_regex_from_extended(
    _ extended: OpaquePointer?, _ options: UnsafePointer<automata_regex_extraction_options>?,
    _ regex: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeRegex(regex, "regex", error) { () throws(CallError) in
        let automaton = try ExtendedHandle.required(extended).automaton
        let choice = try ExtractionChoice(options)
        return try core { () throws(AutomataError) in
            try automaton.regularExpression(
                by: choice.extraction, order: choice.order, simplifying: choice.simplifies, budget: choice.budget)
        }
    }
}

@c @implementation
public func automata_extended_picture(
    _ extended: OpaquePointer?, _ syntax: automata_regex_syntax, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let automaton = try ExtendedHandle.required(extended).automaton
        let syntax = try RegularExpression.Syntax(syntax)
        let budget = try Budget(budget)
        return AutomatonHandle(
            .epsilonNFA(
                try core { () throws(AutomataError) in
                    try automaton.withLabelsAsSymbols(syntax: syntax, budget: budget)
                }))
    }
}
