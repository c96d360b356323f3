// The functions here are described in automata_count.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
public import CAutomata
internal import CompiledObjects

private final class CounterHandle: Handle, Sendable {
    static let kind: StaticString = "counter"

    let counter: WordCounter

    init(_ counter: WordCounter) {
        self.counter = counter
    }
}

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
public func automata_counter_save(
    _ counter: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    save(bytes, size, error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        try MemoryReservation.reserveMemory(2 * counter.compiledByteCount)
        return counter.compiledBytes()
    }
}

@c @implementation
public func automata_counter_load(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ counter: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(counter, "counter", error) { () throws(CallError) -> CounterHandle? in
        CounterHandle(
            try load(bytes, size, copyCount: 3) { bytes throws(CompiledObjectError) in
                try WordCounter(compiled: bytes)
            })
    }
}

@c @implementation
public func automata_counter_free(_ counter: OpaquePointer?) { CounterHandle.free(counter) }

extension CountingMethod {
    /// Creates the method from C's number.
    fileprivate init(_ method: automata_counting) throws(CallError) {
        switch method {
        case AUTOMATA_COUNTING_AUTOMATIC: self = .automatic
        case AUTOMATA_COUNTING_ITERATION: self = .iteration
        case AUTOMATA_COUNTING_MATRIX: self = .matrix
        case AUTOMATA_COUNTING_RECURRENCE: self = .recurrence
        default: throw .invalidArgument("invalid 'method'; expected a constant of automata_counting")
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
public func automata_counter_method(_ counter: OpaquePointer?, _ length: UInt64) -> automata_counting {
    guard let counter = CounterHandle.from(counter)?.counter else { return AUTOMATA_COUNTING_AUTOMATIC }
    return counter.method(forLength: Int(clamping: length)).forC
}

@c @implementation
public func automata_counter_count(
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
public func automata_counter_count_up_to(
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
public func automata_counter_count_all(
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
public func automata_counter_count_each(
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

/// Makes two lists for C within a call.
private func makePair(
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
        first.initialize(to: IntegersHandle(made.0).retainedPointer())
        second.initialize(to: IntegersHandle(made.1).retainedPointer())
    }
}

@c @implementation
public func automata_counter_generating_function(
    _ counter: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ numerator: UnsafeMutablePointer<OpaquePointer?>?, _ denominator: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makePair(numerator, "numerator", denominator, "denominator", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        let function = try core { () throws(AutomataError) in try counter.generatingFunction(budget: budget) }
        return (function.numerator, function.denominator)
    }
}

@c @implementation
public func automata_counter_recurrence(
    _ counter: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ coefficients: UnsafeMutablePointer<OpaquePointer?>?, _ initialTerms: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makePair(coefficients, "coefficients", initialTerms, "initial_terms", error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let budget = try Budget(budget)
        let recurrence = try core { () throws(AutomataError) in try counter.recurrence(budget: budget) }
        return (recurrence.coefficients, recurrence.initialTerms)
    }
}

@c @implementation
public func automata_counter_growth_rate(
    _ counter: OpaquePointer?, _ precision: Double, _ budget: UnsafePointer<automata_budget>?,
    _ lower: UnsafeMutablePointer<Double>?, _ upper: UnsafeMutablePointer<Double>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    lower?.initialize(to: 0)
    upper?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let counter = try CounterHandle.required(counter).counter
        let (lower, upper) = (try required(lower, "lower"), try required(upper, "upper"))
        guard precision >= 0 else { throw .invalidArgument("invalid 'precision'; expected a number of at least 0") }
        let budget = try Budget(budget)
        let rate = try core { () throws(AutomataError) in
            try counter.growthRate(precision: precision == 0 ? 1e-12 : precision, budget: budget)
        }
        lower.initialize(to: rate.lowerBound)
        upper.initialize(to: rate.upperBound)
    }
}
