// The functions here are described in automata_mealy.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Glibc
internal import Learning
internal import Machines

extension automata_mealy_learn_options: SizedStruct {}

@c @implementation
public func automata_mealy_test_suite(
    _ machine: OpaquePointer?, _ method: automata_mealy_tests, _ extraStates: Int,
    _ budget: UnsafePointer<automata_budget>?, _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?,
    _ offsets: UnsafeMutablePointer<UnsafeMutablePointer<Int>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    inputs?.initialize(to: nil)
    let result = ArrayResult(offsets, count)
    return call(error) { () throws(CallError) in
        let machine = try MealyHandle.required(machine).machine.asMealy
        guard let method = method.method else {
            throw .invalidArgument("invalid 'method'; expected a constant of automata_mealy_tests")
        }
        guard (0...Int(UInt32.max)).contains(extraStates) else { throw .core(.tooLarge("states of the machine")) }
        let budget = try Budget(budget)
        let inputs = try required(inputs, "inputs")
        try result.check("offsets")
        let words = try core { () throws(AutomataError) in
            try machine.testSuite(method, extraStates: extraStates, budget: budget)
        }
        var ends = [0]
        for word in words { ends.append(ends[ends.count - 1] + word.count) }
        let letters = try Result.array(words.flatMap { $0.map(\.rawValue) })
        do throws(CallError) { try result.hand(out: ends) } catch {
            free(letters)
            throw error
        }
        inputs.initialize(to: letters)
        count?.initialize(to: words.count)
    }
}

extension automata_mealy_tests {
    fileprivate var method: TestMethod? {
        switch self {
        case AUTOMATA_MEALY_TESTS_W: .w
        case AUTOMATA_MEALY_TESTS_WP: .wp
        default: nil
        }
    }
}

/// A system for which a program in C answers.
private struct LearnedSystem {
    private let inputs: [String: UInt32]
    private let outputs: [String]
    private let function: automata_mealy_system
    private let context: UnsafeMutableRawPointer?

    struct Stopped: Error, CustomStringConvertible { var description: String { "the system has stopped the work" } }

    struct UnknownOutput: Error {
        let number: UInt32
        let count: Int
    }

    init(
        _ inputs: [String], _ outputs: [String], _ function: @escaping automata_mealy_system,
        _ context: UnsafeMutableRawPointer?
    ) {
        self.inputs = Dictionary(zip(inputs, 0...)) { first, _ in first }
        (self.outputs, self.function, self.context) = (outputs, function, context)
    }

    func answer(_ word: [String]) throws -> [String] {
        let letters = word.map { inputs[$0] ?? 0 }
        var answer = [UInt32](repeating: .max, count: letters.count)
        let status = letters.withUnsafeBufferPointer { letters in
            answer.withUnsafeMutableBufferPointer {
                function(letters.baseAddress, letters.count, $0.baseAddress, context)
            }
        }
        guard status == 0 else { throw Stopped() }
        return try answer.map { number in
            guard Int(number) < outputs.count else { throw UnknownOutput(number: number, count: outputs.count) }
            return outputs[Int(number)]
        }
    }
}

@c @implementation
public func automata_mealy_learn(
    _ inputs: OpaquePointer?, _ outputs: OpaquePointer?, _ system: automata_mealy_system?,
    _ options: UnsafePointer<automata_mealy_learn_options>?, _ machine: UnsafeMutablePointer<OpaquePointer?>?,
    _ queryCount: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    queryCount?.initialize(to: 0)
    return make(machine, "machine", error) { () throws(CallError) -> MealyHandle? in
        let inputs = try AlphabetHandle.required(inputs).alphabet.names
        let outputs = try AlphabetHandle.required(outputs).alphabet.names
        guard let system else { throw .invalidArgument("'system' is NULL; pass a function that answers words") }
        let options = try automata_mealy_learn_options.given(options)
        guard options.maximum_length <= 1_000_000 else { throw .core(.tooLarge("inputs of a word")) }
        let budget = try Budget(options.budget)
        let asked = LearnedSystem(inputs, outputs, system, options.context)
        do throws(LearningError) {
            let learned = try MealyMachine.learned(
                inputs: inputs, testing: options.test, budget: budget, from: { try asked.answer($0) })
            queryCount?.initialize(to: UInt64(learned.queryCount + learned.testCount))
            return MealyHandle(.mealy(learned.model))
        } catch .system(_, let failure as LearnedSystem.UnknownOutput) {
            throw .core(.symbolOutOfRange(Symbol(failure.number), symbolCount: failure.count))
        } catch .automata(let error) { throw .core(error) } catch { throw .learning(error) }
    }
}

extension automata_mealy_learn_options {
    fileprivate var test: EquivalenceTest {
        guard random_words == 0 else {
            return .random(
                count: Int(clamping: random_words),
                maximumLength: maximum_length == 0 ? 100 : Int(clamping: maximum_length), seed: seed)
        }
        return .suite(.wp, extraStates: extra_states == 0 ? 1 : Int(clamping: min(extra_states, 1 << 32)))
    }
}
