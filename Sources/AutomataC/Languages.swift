// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

extension automata_inclusion_options: SizedStruct {}

extension automata_inclusion_options {
    /// The algorithm of a number of C's.
    func inclusionAlgorithm() throws(CallError) -> InclusionAlgorithm {
        switch algorithm {
        case AUTOMATA_INCLUSION_AUTOMATIC: .automatic
        case AUTOMATA_INCLUSION_ANTICHAIN: .antichain
        case AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD: .antichainBackward
        case AUTOMATA_INCLUSION_ANTICHAIN_WITH_SIMULATION: .antichainWithSimulation
        case AUTOMATA_INCLUSION_CONGRUENCE: .congruence
        case AUTOMATA_INCLUSION_DETERMINIZATION: .determinization
        case AUTOMATA_INCLUSION_HOPCROFT_KARP: .hopcroftKarp
        case AUTOMATA_INCLUSION_ANTICHAIN_BACKWARD_WITH_SIMULATION: .antichainBackwardWithSimulation
        default: throw .invalidArgument("'algorithm' is none of automata_inclusion")
        }
    }
}

/// Answers a question.
func decide(
    _ answer: UnsafeMutablePointer<Bool>?, _ name: StaticString, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> Bool
) -> automata_status {
    answer?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let answer = try required(answer, name)
        answer.initialize(to: try body())
    }
}

@c @implementation
public func automata_shortest_word(
    _ automaton: OpaquePointer?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        try AutomatonHandle.required(automaton).automaton.shortestWord().map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_longest_word(
    _ automaton: OpaquePointer?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        try AutomatonHandle.required(automaton).automaton.longestWord().map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_is_included(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ options: UnsafePointer<automata_inclusion_options>?,
    _ included: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(included, "included", error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let options = try automata_inclusion_options.given(options)
        let algorithm = try options.inclusionAlgorithm()
        let budget = try Budget(options.budget)
        return try core { () throws(AutomataError) in
            try left.isIncluded(in: right, using: algorithm, budget: budget)
        }
    }
}

@c @implementation
public func automata_is_equivalent(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ options: UnsafePointer<automata_inclusion_options>?,
    _ equivalent: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(equivalent, "equivalent", error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let options = try automata_inclusion_options.given(options)
        let algorithm = try options.inclusionAlgorithm()
        let budget = try Budget(options.budget)
        return try core { () throws(AutomataError) in
            try left.isEquivalent(to: right, using: algorithm, budget: budget)
        }
    }
}

@c @implementation
public func automata_inclusion_counterexample(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try left.inclusionCounterexample(in: right, budget: budget) }
            .map { WitnessHandle($0, side: AUTOMATA_SIDE_FIRST) }
    }
}

@c @implementation
public func automata_equivalence_counterexample(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try left.equivalenceCounterexample(to: right, budget: budget) }
            .map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_common_word(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try left.commonWord(with: right, budget: budget) }
            .map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_is_universal(
    _ automaton: OpaquePointer?, _ alphabet: OpaquePointer?, _ options: UnsafePointer<automata_inclusion_options>?,
    _ universal: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(universal, "universal", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let options = try automata_inclusion_options.given(options)
        let algorithm = try options.inclusionAlgorithm()
        let budget = try Budget(options.budget)
        return try core { () throws(AutomataError) in
            try automaton.isUniversal(
                over: AlphabetHandle.from(alphabet)?.alphabet, using: algorithm, budget: budget)
        }
    }
}

@c @implementation
public func automata_shortest_rejected_word(
    _ automaton: OpaquePointer?, _ alphabet: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            try automaton.shortestRejectedWord(over: AlphabetHandle.from(alphabet)?.alphabet, budget: budget)
        }.map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_is_disjoint(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ disjoint: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(disjoint, "disjoint", error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try left.isDisjoint(with: right, budget: budget) }
    }
}

@c @implementation
public func automata_is_unambiguous(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ unambiguous: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(unambiguous, "unambiguous", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try automaton.isUnambiguous(budget: budget) }
    }
}

@c @implementation
public func automata_ambiguity(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try automaton.ambiguity(budget: budget) }
            .map { WitnessHandle($0) }
    }
}

/// Tells which of several kinds something is, and the degree of a polynomial.
private func classify<Kind>(
    _ kind: UnsafeMutablePointer<Kind>?, _ degree: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?, zero: Kind, _ automaton: OpaquePointer?,
    _ budget: UnsafePointer<automata_budget>?, _ body: (Automaton, Budget) throws(AutomataError) -> (Kind, Int)
) -> automata_status {
    kind?.initialize(to: zero)
    degree?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let kind = try required(kind, "kind")
        let degree = try required(degree, "degree")
        let budget = try Budget(budget)
        let result = try core { () throws(AutomataError) in try body(automaton, budget) }
        kind.initialize(to: result.0)
        degree.initialize(to: result.1)
    }
}

@c @implementation
public func automata_ambiguity_degree(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ kind: UnsafeMutablePointer<automata_ambiguity_kind>?, _ degree: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    classify(kind, degree, error, zero: AUTOMATA_UNAMBIGUOUS, automaton, budget) {
        (automaton, budget) throws(AutomataError) in
        switch try automaton.ambiguityDegree(budget: budget) {
        case .unambiguous: (AUTOMATA_UNAMBIGUOUS, 0)
        case .finite: (AUTOMATA_FINITELY_AMBIGUOUS, 0)
        case .polynomial(let degree): (AUTOMATA_POLYNOMIALLY_AMBIGUOUS, degree)
        case .exponential: (AUTOMATA_EXPONENTIALLY_AMBIGUOUS, 0)
        case .infinite: (AUTOMATA_INFINITELY_AMBIGUOUS, 0)
        }
    }
}

@c @implementation
public func automata_growth(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ kind: UnsafeMutablePointer<automata_growth_kind>?, _ degree: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    classify(kind, degree, error, zero: AUTOMATA_GROWTH_FINITE, automaton, budget) {
        (automaton, budget) throws(AutomataError) in
        switch try automaton.growth(budget: budget) {
        case .finite: (AUTOMATA_GROWTH_FINITE, 0)
        case .polynomial(let degree): (AUTOMATA_GROWTH_POLYNOMIAL, degree)
        case .exponential: (AUTOMATA_GROWTH_EXPONENTIAL, 0)
        }
    }
}

@c @implementation
public func automata_pumping_triple(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ cycleStart: UnsafeMutablePointer<Int>?,
    _ cycleEnd: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    cycleStart?.initialize(to: 0)
    cycleEnd?.initialize(to: 0)
    return find(witness, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let cycleStart = try required(cycleStart, "cycle_start")
        let cycleEnd = try required(cycleEnd, "cycle_end")
        let budget = try Budget(budget)
        let triple = try core { () throws(AutomataError) in
            try automaton.pumpingTriple(budget: budget)
        }
        guard let triple else { return nil }
        cycleStart.initialize(to: triple.prefix.count)
        cycleEnd.initialize(to: triple.prefix.count + triple.cycle.count)
        return WitnessHandle(triple)
    }
}

@c @implementation
public func automata_find_nondeterminism(_ automaton: OpaquePointer?) -> automata_nondeterminism {
    let reason = AutomatonHandle.from(automaton)?.automaton.nondeterminism
    var result = automata_nondeterminism(
        kind: AUTOMATA_IS_DETERMINISTIC, source: AUTOMATA_NO_STATE, symbol: AUTOMATA_EPSILON, first: AUTOMATA_NO_STATE,
        second: AUTOMATA_NO_STATE)
    switch reason {
    case nil: break
    case .initialStates(let first, let second):
        (result.kind, result.first, result.second) = (
            AUTOMATA_SEVERAL_INITIAL_STATES, first.rawValue, second.rawValue
        )
    case .targets(let source, let symbol, let first, let second):
        (result.kind, result.source, result.symbol) = (
            AUTOMATA_SEVERAL_TARGETS, source.rawValue, symbol.rawValue
        )
        (result.first, result.second) = (first.rawValue, second.rawValue)
    case .epsilonMove(let source, let target):
        (result.kind, result.source, result.first) = (
            AUTOMATA_HAS_EPSILON_MOVE, source.rawValue, target.rawValue
        )
    }
    return result
}

@c @implementation
public func automata_find_nonminimality(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ reason: UnsafeMutablePointer<automata_nonminimality>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    reason?.initialize(to: automata_nonminimality())
    return call(error) { () throws(CallError) in
        let dfa = try AutomatonHandle.required(automaton).automaton.requiredDFA()
        let result = try required(reason, "reason")
        let budget = try Budget(budget)
        let reason: automata_nonminimality =
            switch try core({ () throws(AutomataError) in try dfa.nonminimality(budget: budget) }) {
            case nil:
                automata_nonminimality(kind: AUTOMATA_IS_MINIMAL, first: AUTOMATA_NO_STATE, second: AUTOMATA_NO_STATE)
            case .unreachable(let state)?:
                automata_nonminimality(
                    kind: AUTOMATA_UNREACHABLE_STATE, first: state.rawValue, second: AUTOMATA_NO_STATE)
            case .dead(let state)?:
                automata_nonminimality(kind: AUTOMATA_DEAD_STATE, first: state.rawValue, second: AUTOMATA_NO_STATE)
            case .equivalent(let first, let second)?:
                automata_nonminimality(kind: AUTOMATA_EQUIVALENT_STATES, first: first.rawValue, second: second.rawValue)
            }
        result.initialize(to: reason)
    }
}

@c @implementation
public func automata_find_equivalent_states(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ first: UnsafeMutablePointer<automata_state>?, _ second: UnsafeMutablePointer<automata_state>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    first?.initialize(to: 0)
    second?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let dfa = try AutomatonHandle.required(automaton).automaton.requiredDFA()
        let first = try required(first, "first")
        let second = try required(second, "second")
        let budget = try Budget(budget)
        let pair = try core { () throws(AutomataError) in try dfa.equivalentStates(budget: budget) }
        first.initialize(to: pair?.0.rawValue ?? AUTOMATA_NO_STATE)
        second.initialize(to: pair?.1.rawValue ?? AUTOMATA_NO_STATE)
    }
}
