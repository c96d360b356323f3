// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
public import RegularExpressions

extension automata_inclusion_options: SizedStruct {}

extension automata_inclusion_options {
    /// Returns the algorithm with C's number.
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
        default: throw .invalidArgument("invalid 'algorithm'; expected a constant of automata_inclusion")
        }
    }
}

/// Answers a question, with a witness against it if one is requested.
func decide(
    _ answer: UnsafeMutablePointer<Bool>?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (_ wantsWitness: Bool) throws(CallError) -> (holds: Bool, witness: WitnessHandle?)
) -> automata_status {
    answer?.initialize(to: false)
    witness?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let (holds, shown) = try body(witness != nil)
        answer?.initialize(to: holds)
        if let shown { witness?.initialize(to: shown.retainedPointer()) }
    }
}

/// Answers a question that several algorithms can answer.
func decide<Shown>(
    _ options: UnsafePointer<automata_inclusion_options>?, _ answer: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ question: () throws(CallError) -> LanguageQuestion<Shown>
) -> automata_status {
    decide(answer, witness, error) { (wantsWitness) throws(CallError) in
        let question = try question()
        let options = try automata_inclusion_options.given(options)
        let algorithm = try options.inclusionAlgorithm()
        let choice = try WitnessChoice(options.witness)
        let budget = try Budget(options.budget)
        return try core { () throws(AutomataError) in
            guard wantsWitness else { return (try question.answer(algorithm, budget), nil) }
            let verdict = try question.verdict(algorithm, budget)
            return (verdict.holds, try verdict.counterexample(choice, budget).map(question.handle))
        }
    }
}

/// The kind of witness that C requests.
private enum WitnessChoice {
    case shortest, any, shortestOrAny

    init(_ choice: automata_witness_choice) throws(CallError) {
        switch choice {
        case AUTOMATA_WITNESS_SHORTEST: self = .shortest
        case AUTOMATA_WITNESS_ANY: self = .any
        case AUTOMATA_WITNESS_SHORTEST_OR_ANY: self = .shortestOrAny
        default: throw .invalidArgument("invalid 'witness'; expected a constant of automata_witness_choice")
        }
    }
}

extension Verdict {
    fileprivate func counterexample(
        _ choice: WitnessChoice, _ budget: Budget
    ) throws(AutomataError) -> Counterexample? {
        if choice == .any { return try anyCounterexample(budget: budget) }
        do throws(AutomataError) {
            return try counterexample(budget: budget)
        } catch {
            guard choice == .shortestOrAny, error.isBudgetExceeded || error.isCancelled else { throw error }
            // The callback that has cancelled would also cancel this, which takes little time.
            var budget = budget
            (budget.reportProgress, budget.isCancelled) = (nil, nil)
            return try anyCounterexample(budget: budget)
        }
    }
}

/// A question in two forms: for the answer alone, and for a witness.
struct LanguageQuestion<Shown: Sendable> {
    let answer: (InclusionAlgorithm, Budget) throws(AutomataError) -> Bool
    let verdict: (InclusionAlgorithm, Budget) throws(AutomataError) -> Verdict<Shown>
    let handle: (Shown) -> WitnessHandle
}

extension LanguageQuestion<Witness> {
    /// Checks whether the left language is included in the right one.
    static func inclusion<Language: ComparableLanguage>(_ left: Language, _ right: Language) -> Self {
        LanguageQuestion(
            answer: { (algorithm, budget) throws(AutomataError) in
                try left.isIncluded(in: right, using: algorithm, budget: budget)
            },
            verdict: { (algorithm, budget) throws(AutomataError) in
                try left.inclusion(in: right, using: algorithm, budget: budget)
            },
            handle: { WitnessHandle($0, side: AUTOMATA_SIDE_FIRST) })
    }
}

extension LanguageQuestion<LanguageDifference> {
    /// Checks whether both languages are equal.
    static func equivalence<Language: ComparableLanguage>(_ left: Language, _ right: Language) -> Self {
        LanguageQuestion(
            answer: { (algorithm, budget) throws(AutomataError) in
                try left.isEquivalent(to: right, using: algorithm, budget: budget)
            },
            verdict: { (algorithm, budget) throws(AutomataError) in
                try left.equivalence(to: right, using: algorithm, budget: budget)
            },
            handle: { WitnessHandle($0) })
    }
}

/// A value whose language can be compared with that of another of its type.
protocol ComparableLanguage {
    func isIncluded(
        in other: Self, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Bool

    func inclusion(
        in other: Self, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Verdict<Witness>

    func isEquivalent(
        to other: Self, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Bool

    func equivalence(
        to other: Self, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Verdict<LanguageDifference>
}

extension Automaton: ComparableLanguage {}
extension RegularExpression: ComparableLanguage {}

@c @implementation
public func automata_fa_shortest_word(
    _ automaton: OpaquePointer?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        try AutomatonHandle.required(automaton).automaton.shortestWord().map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_fa_longest_word(
    _ automaton: OpaquePointer?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        try AutomatonHandle.required(automaton).automaton.longestWord().map { WitnessHandle($0) }
    }
}

@c @implementation
public func automata_fa_shortest_synchronizing_word(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    find(witness, error) { () throws(CallError) in
        let dfa = try AutomatonHandle.required(automaton).automaton.requiredDFA()
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            try dfa.shortestSynchronizingWord(budget: budget).map { WitnessHandle($0) }
        }
    }
}

@c @implementation
public func automata_fa_is_included(
    _ left: OpaquePointer?, _ right: OpaquePointer?,
    _ options: UnsafePointer<automata_inclusion_options>?, _ included: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(options, included, witness, error) { () throws(CallError) in
        .inclusion(try AutomatonHandle.required(left).automaton, try AutomatonHandle.required(right).automaton)
    }
}

@c @implementation
public func automata_fa_is_equivalent(
    _ left: OpaquePointer?, _ right: OpaquePointer?,
    _ options: UnsafePointer<automata_inclusion_options>?, _ equivalent: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(options, equivalent, witness, error) { () throws(CallError) in
        .equivalence(try AutomatonHandle.required(left).automaton, try AutomatonHandle.required(right).automaton)
    }
}

@c @implementation
public func automata_fa_is_universal(
    _ automaton: OpaquePointer?, _ alphabet: OpaquePointer?,
    _ options: UnsafePointer<automata_inclusion_options>?, _ universal: UnsafeMutablePointer<Bool>?,
    _ witness: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(options, universal, witness, error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let alphabet = AlphabetHandle.from(alphabet)?.alphabet
        return LanguageQuestion(
            answer: { (algorithm, budget) throws(AutomataError) in
                try automaton.isUniversal(over: alphabet, using: algorithm, budget: budget)
            },
            verdict: { (algorithm, budget) throws(AutomataError) in
                try automaton.universality(over: alphabet, using: algorithm, budget: budget)
            },
            handle: { WitnessHandle($0) })
    }
}

@c @implementation
public func automata_fa_is_disjoint(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ disjoint: UnsafeMutablePointer<Bool>?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(disjoint, witness, error) { (_) throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        let word = try core { () throws(AutomataError) in try left.commonWord(with: right, budget: budget) }
        return (word == nil, word.map { WitnessHandle($0) })
    }
}

@c @implementation
public func automata_fa_is_unambiguous(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ unambiguous: UnsafeMutablePointer<Bool>?, _ witness: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    decide(unambiguous, witness, error) { (wantsWitness) throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            let verdict = try automaton.unambiguity(budget: budget)
            let ambiguity = wantsWitness ? try verdict.counterexample(budget: budget) : nil
            return (verdict.holds, ambiguity.map { WitnessHandle($0) })
        }
    }
}

/// Returns the kind of a language, and the degree of a polynomial.
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
public func automata_fa_ambiguity_degree(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ kind: UnsafeMutablePointer<automata_ambiguity_kind>?, _ degree: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    classify(kind, degree, error, zero: AUTOMATA_AMBIGUITY_NONE, automaton, budget) {
        (automaton, budget) throws(AutomataError) in
        switch try automaton.ambiguityDegree(budget: budget) {
        case .unambiguous: (AUTOMATA_AMBIGUITY_NONE, 0)
        case .finite: (AUTOMATA_AMBIGUITY_FINITE, 0)
        case .polynomial(let degree): (AUTOMATA_AMBIGUITY_POLYNOMIAL, degree)
        case .exponential: (AUTOMATA_AMBIGUITY_EXPONENTIAL, 0)
        case .infinite: (AUTOMATA_AMBIGUITY_INFINITE, 0)
        }
    }
}

@c @implementation
public func automata_fa_growth(
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
public func automata_fa_pumping_triple(
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
public func automata_fa_find_nondeterminism(_ automaton: OpaquePointer?) -> automata_nondeterminism {
    let reason = AutomatonHandle.from(automaton)?.automaton.nondeterminism
    var result = automata_nondeterminism(
        kind: AUTOMATA_NONDETERMINISM_NONE, source: AUTOMATA_NO_STATE, symbol: AUTOMATA_EPSILON,
        first: AUTOMATA_NO_STATE,
        second: AUTOMATA_NO_STATE)
    switch reason {
    case nil: break
    case .initialStates(let first, let second):
        (result.kind, result.first, result.second) = (
            AUTOMATA_NONDETERMINISM_INITIAL_STATES, first.rawValue, second.rawValue
        )
    case .targets(let source, let symbol, let first, let second):
        (result.kind, result.source, result.symbol) = (
            AUTOMATA_NONDETERMINISM_TARGETS, source.rawValue, symbol.rawValue
        )
        (result.first, result.second) = (first.rawValue, second.rawValue)
    case .epsilonMove(let source, let target):
        (result.kind, result.source, result.first) = (
            AUTOMATA_NONDETERMINISM_EPSILON_MOVE, source.rawValue, target.rawValue
        )
    }
    return result
}

@c @implementation
public func automata_fa_find_nonminimality(
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
                automata_nonminimality(
                    kind: AUTOMATA_NONMINIMALITY_NONE, first: AUTOMATA_NO_STATE, second: AUTOMATA_NO_STATE)
            case .unreachable(let state)?:
                automata_nonminimality(
                    kind: AUTOMATA_NONMINIMALITY_UNREACHABLE_STATE, first: state.rawValue, second: AUTOMATA_NO_STATE)
            case .dead(let state)?:
                automata_nonminimality(
                    kind: AUTOMATA_NONMINIMALITY_DEAD_STATE, first: state.rawValue, second: AUTOMATA_NO_STATE)
            case .equivalent(let first, let second)?:
                automata_nonminimality(
                    kind: AUTOMATA_NONMINIMALITY_EQUIVALENT_STATES, first: first.rawValue, second: second.rawValue)
            }
        result.initialize(to: reason)
    }
}
