// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata

extension automata_fa_product_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

@c @implementation
public func automata_alphabet_join(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ alphabet: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(alphabet, "alphabet", error) { () throws(CallError) -> AlphabetHandle? in
        let left = try AlphabetHandle.required(left).alphabet
        let right = try AlphabetHandle.required(right).alphabet
        let joint = try core { () throws(AutomataError) in try left.joint(with: right) }
        return AlphabetHandle(joint)
    }
}

@c @implementation
public func automata_fa_align(
    _ automaton: OpaquePointer?, _ alphabet: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try automaton.aligned(to: alphabet, budget: budget) }
    }
}

/// Makes a product automaton. Its states are named after pairs if that is requested and both
/// automata are DFAs.
private func product(
    _ options: UnsafePointer<automata_fa_product_options>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?,
    operands: () throws(CallError) -> [Automaton],
    ofDFAs: (DFA, DFA, Budget) throws(AutomataError) -> DFA,
    _ body: ([Automaton], Budget) throws(AutomataError) -> Automaton
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let operands = try operands()
        let options = try automata_fa_product_options.given(options)
        let budget = try Budget(options.budget)
        guard options.name_pairs else {
            return AutomatonHandle(try core { () throws(AutomataError) in try body(operands, budget) })
        }
        guard operands.count == 2 else {
            throw .invalidArgument("'name_pairs' needs two automata, found \(operands.count)")
        }
        let (left, right) = (try operands[0].requiredDFA(), try operands[1].requiredDFA())
        return AutomatonHandle(.dfa(try core { () throws(AutomataError) in try ofDFAs(left, right, budget) }))
    }
}

@c @implementation
public func automata_fa_union(
    _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int, _ options: UnsafePointer<automata_fa_product_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product(options, result, error) { () throws(CallError) in
        try Argument.automata(automata, count)
    } ofDFAs: { (left, right, budget) throws(AutomataError) in
        try left.union(right, namingPairs: true, budget: budget)
    } _: { (automata, budget) throws(AutomataError) in
        try Automaton.union(of: automata, budget: budget)
    }
}

@c @implementation
public func automata_fa_intersection(
    _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int, _ options: UnsafePointer<automata_fa_product_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product(options, result, error) { () throws(CallError) in
        try Argument.automata(automata, count)
    } ofDFAs: { (left, right, budget) throws(AutomataError) in
        try left.intersection(right, namingPairs: true, budget: budget)
    } _: { (automata, budget) throws(AutomataError) in
        try Automaton.intersection(of: automata, budget: budget)
    }
}

@c @implementation
public func automata_fa_difference(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ options: UnsafePointer<automata_fa_product_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product(options, result, error) { () throws(CallError) in
        [try AutomatonHandle.required(left).automaton, try AutomatonHandle.required(right).automaton]
    } ofDFAs: { (left, right, budget) throws(AutomataError) in
        try left.difference(right, namingPairs: true, budget: budget)
    } _: { (automata, budget) throws(AutomataError) in
        try automata[0].difference(automata[1], budget: budget)
    }
}

@c @implementation
public func automata_fa_symmetric_difference(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ options: UnsafePointer<automata_fa_product_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product(options, result, error) { () throws(CallError) in
        [try AutomatonHandle.required(left).automaton, try AutomatonHandle.required(right).automaton]
    } ofDFAs: { (left, right, budget) throws(AutomataError) in
        try left.symmetricDifference(right, namingPairs: true, budget: budget)
    } _: { (automata, budget) throws(AutomataError) in
        try automata[0].symmetricDifference(automata[1], budget: budget)
    }
}

@c @implementation
public func automata_fa_complement(
    _ automaton: OpaquePointer?, _ alphabet: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, budget, result, error) { (automaton, budget) throws(AutomataError) in
        .dfa(try automaton.complement(over: AlphabetHandle.from(alphabet)?.alphabet, budget: budget))
    }
}

@c @implementation
public func automata_fa_concatenate(
    _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let automata = try Argument.automata(automata, count)
        let budget = try Budget(budget)
        return AutomatonHandle(
            try core { () throws(AutomataError) in try Automaton.concatenation(of: automata, budget: budget) })
    }
}

@c @implementation
public func automata_fa_repeat(
    _ automaton: OpaquePointer?, _ least: Int, _ most: Int, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let bounds = try Argument.bounds(least, most)
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            try automaton.repeated(from: bounds.least, to: bounds.most, budget: budget)
        }
    }
}

@c @implementation
public func automata_fa_left_quotient(
    _ automaton: OpaquePointer?, _ other: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    combine(automaton, other, budget, result, error) { (automaton, other, budget) throws(AutomataError) in
        try automaton.leftQuotient(by: other, budget: budget)
    }
}

@c @implementation
public func automata_fa_right_quotient(
    _ automaton: OpaquePointer?, _ other: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    combine(automaton, other, budget, result, error) { (automaton, other, budget) throws(AutomataError) in
        try automaton.rightQuotient(by: other, budget: budget)
    }
}

@c @implementation
public func automata_fa_residual(
    _ automaton: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        automaton.residual(by: try Argument.ids(word, count, "word"))
    }
}

@c @implementation
public func automata_fa_subwords(
    _ automaton: OpaquePointer?, _ kind: automata_subword_kind, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        switch kind {
        case AUTOMATA_SUBWORD_PREFIXES: automaton.prefixes()
        case AUTOMATA_SUBWORD_SUFFIXES: automaton.suffixes()
        case AUTOMATA_SUBWORD_FACTORS: automaton.factors()
        case AUTOMATA_SUBWORD_SUBSEQUENCES: .epsilonNFA(automaton.subsequences())
        default: throw .invalidArgument("invalid 'kind'; expected a constant of automata_subword_kind")
        }
    }
}

@c @implementation
public func automata_fa_cyclic_shift(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, budget, result, error) { (automaton, budget) throws(AutomataError) in
        try automaton.cyclicShift(budget: budget)
    }
}

@c @implementation
public func automata_fa_shuffle(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    combine(left, right, budget, result, error) { (left, right, budget) throws(AutomataError) in
        try left.shuffle(right, budget: budget)
    }
}

@c @implementation
public func automata_fa_restrict_lengths(
    _ automaton: OpaquePointer?, _ least: Int, _ most: Int, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let bounds = try Argument.bounds(least, most)
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            switch bounds {
            case (let least, nil): try automaton.restricted(toLengths: least..., budget: budget)
            case (let least, let most?): try automaton.restricted(toLengths: least...most, budget: budget)
            }
        }
    }
}

@c @implementation
public func automata_fa_neighborhood(
    _ distance: Int, _ word: UnsafePointer<automata_symbol>?, _ count: Int, _ alphabet: OpaquePointer?,
    _ budget: UnsafePointer<automata_budget>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet)
        let word = Array(try Argument.ids(word, count, "word") as UnsafeBufferPointer<Symbol>)
        let budget = try Budget(budget)
        return AutomatonHandle(
            .nfa(
                try core { () throws(AutomataError) in
                    try NFA.words(
                        within: Argument.size(distance), of: word, over: alphabet.alphabet, budget: budget)
                }), alphabet: alphabet)
    }
}

@c @implementation
public func automata_fa_reduce(
    _ automaton: OpaquePointer?, _ method: automata_reduction, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let budget = try Budget(budget)
        let method: ReductionMethod =
            switch method {
            case AUTOMATA_REDUCE_AUTOMATIC: .automatic
            case AUTOMATA_REDUCE_FORWARD_BISIMULATION: .forwardBisimulation
            case AUTOMATA_REDUCE_BACKWARD_BISIMULATION: .backwardBisimulation
            case AUTOMATA_REDUCE_BISIMULATION: .bisimulation
            case AUTOMATA_REDUCE_FORWARD_SIMULATION: .forwardSimulation
            case AUTOMATA_REDUCE_BACKWARD_SIMULATION: .backwardSimulation
            case AUTOMATA_REDUCE_SIMULATION: .simulation
            default: throw .invalidArgument("invalid 'method'; expected a constant of automata_reduction")
            }
        return try core { () throws(AutomataError) in
            Automaton(mostSpecific: try automaton.reduced(using: method, budget: budget))
        }
    }
}
