// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
internal import AutomataFormats
public import CAutomata

/// An integer, with its limbs as C sees them.
private final class IntegerHandle: Handle, Sendable {
    static let kind: StaticString = "integer"

    let integer: BigInteger
    let limbs: StableArray<UInt64>

    init(_ integer: BigInteger) {
        self.integer = integer
        limbs = StableArray(integer.limbs.map(UInt64.init))
    }
}

private final class IntegersHandle: Handle, Sendable {
    static let kind: StaticString = "list of integers"

    let items: [IntegerHandle]

    init(_ integers: [BigInteger]) {
        items = integers.map(IntegerHandle.init)
    }
}

private final class CounterHandle: Handle, Sendable {
    static let kind: StaticString = "counter"

    let counter: WordCounter

    init(_ counter: WordCounter) {
        self.counter = counter
    }
}

private final class RankingHandle: Handle, Sendable {
    static let kind: StaticString = "ranking"

    let ranking: WordRanking

    init(_ ranking: WordRanking) {
        self.ranking = ranking
    }
}

private final class SamplerHandle: Handle, Sendable {
    static let kind: StaticString = "sampler"

    let sampler: WordSampler

    init(_ sampler: WordSampler) {
        self.sampler = sampler
    }
}

/// It belongs to one thread at a time.
private final class RandomHandle: Handle {
    static let kind: StaticString = "random numbers"

    var generator: SeededGenerator

    init(_ generator: SeededGenerator) {
        self.generator = generator
    }
}

/// The place for a handle that a function makes, and the call that makes it; none is made for `nil`.
private func make<Made: Handle>(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Made?
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(result, name)
        if let made = try body() { result.initialize(to: made.handedOut()) }
    }
}

// MARK: - Integers

/// Refuses what would take more memory than there is: GMP ends the process then.
private func checkMemory(_ count: Int, _ bytesPerItem: Int) throws(CallError) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: bytesPerItem)
    let budget = try Budget(nil)
    try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: overflow ? .max : bytes) }
}

@c @implementation
public func automata_integer_of_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ integer: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(integer, "integer", error) { () throws(CallError) in
        let text = try Argument.string(text, length, "text")
        try checkMemory(text.utf8.count, 4)
        guard let integer = BigInteger(text) else {
            throw .reading(FormatError(inputName: nil, line: nil, column: nil, message: "these are no decimal digits"))
        }
        return IntegerHandle(integer)
    }
}

@c @implementation
public func automata_integer_of_limbs(
    _ limbs: UnsafePointer<UInt64>?, _ count: Int, _ isNegative: Bool,
    _ integer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(integer, "integer", error) { () throws(CallError) in
        let limbs = try Argument.array(limbs, count, "limbs")
        return IntegerHandle(BigInteger(limbs: limbs.map { UInt($0) }, isNegative: isNegative))
    }
}

@c @implementation
public func automata_integer_free(_ integer: OpaquePointer?) { IntegerHandle.free(integer) }

@c @implementation
public func automata_integer_limbs(_ integer: OpaquePointer?) -> automata_limbs {
    guard let limbs = IntegerHandle.from(integer)?.limbs else { return automata_limbs() }
    return automata_limbs(items: limbs.start, count: limbs.count)
}

@c @implementation
public func automata_integer_sign(_ integer: OpaquePointer?) -> Int32 {
    Int32(IntegerHandle.from(integer)?.integer.signum ?? 0)
}

@c @implementation
public func automata_integer_text(
    _ integer: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try IntegerHandle.required(integer)
        try result.check("text", "length")
        // A limb has some twenty digits, of which there are three copies at a time, and powers of ten beside.
        try checkMemory(handle.limbs.count, 96)
        try result.hand(out: handle.integer.description)
    }
}

@c @implementation
public func automata_integer_double(_ integer: OpaquePointer?) -> Double {
    IntegerHandle.from(integer).map { Double($0.integer) } ?? 0
}

@c @implementation
public func automata_integers_free(_ integers: OpaquePointer?) { IntegersHandle.free(integers) }

@c @implementation
public func automata_integers_count(_ integers: OpaquePointer?) -> Int {
    IntegersHandle.from(integers)?.items.count ?? 0
}

@c @implementation
public func automata_integers_item(_ integers: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    guard let items = IntegersHandle.from(integers)?.items, items.indices.contains(index) else { return nil }
    return items[index].lent()
}

// MARK: - Counting

@c @implementation
public func automata_counter_new(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ counter: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(counter, "counter", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return CounterHandle(
            try core { () throws(AutomataError) in try WordCounter(automaton, budget: budget) })
    }
}

@c @implementation
public func automata_counter_free(_ counter: OpaquePointer?) { CounterHandle.free(counter) }

extension CountingMethod {
    /// The method of a number of C's.
    fileprivate init(_ method: automata_counting) throws(CallError) {
        switch method {
        case AUTOMATA_COUNTING_AUTOMATIC: self = .automatic
        case AUTOMATA_COUNTING_ITERATION: self = .iteration
        case AUTOMATA_COUNTING_MATRIX: self = .matrix
        case AUTOMATA_COUNTING_RECURRENCE: self = .recurrence
        default: throw .invalidArgument("'method' is none of automata_counting")
        }
    }

    fileprivate var forC: automata_counting {
        switch self {
        case .automatic: AUTOMATA_COUNTING_AUTOMATIC
        case .iteration: AUTOMATA_COUNTING_ITERATION
        case .matrix: AUTOMATA_COUNTING_MATRIX
        case .recurrence: AUTOMATA_COUNTING_RECURRENCE
        }
    }
}

@c @implementation
public func automata_counting_method(_ counter: OpaquePointer?, _ length: UInt64) -> automata_counting {
    guard let counter = CounterHandle.from(counter)?.counter else { return AUTOMATA_COUNTING_AUTOMATIC }
    return counter.method(forLength: Int(clamping: length)).forC
}

@c @implementation
public func automata_count(
    _ counter: OpaquePointer?, _ length: UInt64, _ method: automata_counting,
    _ budget: UnsafePointer<automata_budget>?, _ count: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(count, "count", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let (method, budget) = (try CountingMethod(method), try Budget(budget))
        let count = try core { () throws(AutomataError) in
            try counter.count(ofLength: Int(clamping: length), using: method, budget: budget)
        }
        return IntegerHandle(count)
    }
}

@c @implementation
public func automata_count_up_to(
    _ counter: OpaquePointer?, _ length: UInt64, _ method: automata_counting,
    _ budget: UnsafePointer<automata_budget>?, _ count: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(count, "count", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let (method, budget) = (try CountingMethod(method), try Budget(budget))
        let count = try core { () throws(AutomataError) in
            try counter.count(upToLength: Int(clamping: length), using: method, budget: budget)
        }
        return IntegerHandle(count)
    }
}

@c @implementation
public func automata_count_all(
    _ counter: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ count: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(count, "count", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try counter.countOfAllWords(budget: budget) }
            .map(IntegerHandle.init)
    }
}

@c @implementation
public func automata_counts(
    _ counter: OpaquePointer?, _ length: UInt64, _ budget: UnsafePointer<automata_budget>?,
    _ counts: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(counts, "counts", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        return IntegersHandle(
            try core { () throws(AutomataError) in
                try counter.counts(upToLength: Int(clamping: length), budget: budget)
            })
    }
}

/// The places for two lists that a function makes, and the call that makes them.
private func makeTwo(
    _ first: UnsafeMutablePointer<OpaquePointer?>?, _ firstName: StaticString,
    _ second: UnsafeMutablePointer<OpaquePointer?>?, _ secondName: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> ([BigInteger], [BigInteger])
) -> automata_status {
    first?.initialize(to: nil)
    second?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let (first, second) = (try required(first, firstName), try required(second, secondName))
        let made = try body()
        first.initialize(to: IntegersHandle(made.0).handedOut())
        second.initialize(to: IntegersHandle(made.1).handedOut())
    }
}

@c @implementation
public func automata_generating_function(
    _ counter: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ numerator: UnsafeMutablePointer<OpaquePointer?>?, _ denominator: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeTwo(numerator, "numerator", denominator, "denominator", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        let function = try core { () throws(AutomataError) in try counter.generatingFunction(budget: budget) }
        return (function.numerator, function.denominator)
    }
}

@c @implementation
public func automata_recurrence(
    _ counter: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ coefficients: UnsafeMutablePointer<OpaquePointer?>?, _ initialTerms: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeTwo(coefficients, "coefficients", initialTerms, "initial_terms", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        let recurrence = try core { () throws(AutomataError) in try counter.recurrence(budget: budget) }
        return (recurrence.coefficients, recurrence.initialTerms)
    }
}

@c @implementation
public func automata_growth_rate(
    _ counter: OpaquePointer?, _ precision: Double, _ budget: UnsafePointer<automata_budget>?,
    _ lower: UnsafeMutablePointer<Double>?, _ upper: UnsafeMutablePointer<Double>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    lower?.initialize(to: 0)
    upper?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let (lower, upper) = (try required(lower, "lower"), try required(upper, "upper"))
        guard precision >= 0 else { throw .invalidArgument("'precision' is negative, or no number") }
        let budget = try Budget(budget)
        let rate = try core { () throws(AutomataError) in
            try counter.growthRate(precision: precision == 0 ? 1e-12 : precision, budget: budget)
        }
        lower.initialize(to: rate.lowerBound)
        upper.initialize(to: rate.upperBound)
    }
}

// MARK: - Places

@c @implementation
public func automata_ranking_new(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ ranking: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(ranking, "ranking", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return RankingHandle(
            try core { () throws(AutomataError) in try WordRanking(automaton, budget: budget) })
    }
}

@c @implementation
public func automata_ranking_free(_ ranking: OpaquePointer?) { RankingHandle.free(ranking) }

@c @implementation
public func automata_rank(
    _ ranking: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int, _ isWithinLength: Bool,
    _ budget: UnsafePointer<automata_budget>?, _ rank: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rank, "rank", error) { () throws(CallError) in
        let ranking = try RankingHandle.required(ranking).ranking
        let word = Array(try Argument.array(letters, count, "letters"))
        let budget = try Budget(budget)
        return IntegerHandle(
            try core { () throws(AutomataError) in
                try ranking.rank(of: word, withinLength: isWithinLength, budget: budget)
            })
    }
}

/// The word at a place, of one length or of all.
private func unrank(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, length: Int?, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(letters, count)
    return call(error) { () throws(CallError) in
        let ranking = try RankingHandle.required(ranking).ranking
        let rank = try IntegerHandle.required(rank).integer
        try result.check("letters")
        let budget = try Budget(budget)
        let word = try core { () throws(AutomataError) in
            if let length { return try ranking.word(at: rank, ofLength: length, budget: budget) }
            return try ranking.word(at: rank, budget: budget)
        }
        if let word { try result.hand(out: word) }
    }
}

@c @implementation
public func automata_unrank(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    unrank(ranking, rank, length: nil, budget, letters, count, error)
}

@c @implementation
public func automata_unrank_length(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, _ length: Int, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    // What is beyond the largest number of Swift's arrives as a negative one.
    unrank(ranking, rank, length: length < 0 ? Int.max : length, budget, letters, count, error)
}

// MARK: - Words at random

@c @implementation
public func automata_random_new(
    _ seed: UInt64, _ random: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(random, "random", error) { () throws(CallError) in RandomHandle(SeededGenerator(seed: seed)) }
}

@c @implementation
public func automata_random_free(_ random: OpaquePointer?) { RandomHandle.free(random) }

@c @implementation
public func automata_random_next(_ random: OpaquePointer?) -> UInt64 {
    RandomHandle.from(random)?.generator.next() ?? 0
}

@c @implementation
public func automata_sampler_new(
    _ automaton: OpaquePointer?, _ length: Int, _ orShorter: Bool, _ budget: UnsafePointer<automata_budget>?,
    _ sampler: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sampler, "sampler", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        let length = length < 0 ? Int.max : length
        let sampler = try core { () throws(AutomataError) in
            if orShorter { return try WordSampler(automaton, upToLength: length, budget: budget) }
            return try WordSampler(automaton, ofLength: length, budget: budget)
        }
        return SamplerHandle(sampler)
    }
}

@c @implementation
public func automata_sampler_free(_ sampler: OpaquePointer?) { SamplerHandle.free(sampler) }

@c @implementation
public func automata_sample(
    _ sampler: OpaquePointer?, _ random: OpaquePointer?, _ count: Int, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?,
    _ offsets: UnsafeMutablePointer<UnsafeMutablePointer<Int>?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    letters?.initialize(to: nil)
    offsets?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let sampler = try SamplerHandle.required(sampler).sampler
        let random = try RandomHandle.required(random)
        let (letters, offsets) = (try required(letters, "letters"), try required(offsets, "offsets"))
        let budget = try Budget(budget)
        let words: [[Letter]]
        do throws(AutomataError) {
            words = try sampler.words(
                count < 0 ? Int.max : count, using: &random.generator, budget: budget)
        } catch {
            throw .core(error)
        }
        if words.isEmpty && count > 0 { return }
        var ends = [0]
        for word in words { ends.append(ends[ends.count - 1] + word.count) }
        let flat = try Result.array(words.flatMap { $0 })
        do throws(CallError) {
            offsets.initialize(to: try Result.array(ends))
        } catch {
            automata_free(flat)
            throw error
        }
        letters.initialize(to: flat)
    }
}
