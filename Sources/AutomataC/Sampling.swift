// The functions here are described in automata_count.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
public import CAutomata

private final class SamplerHandle: Handle, Sendable {
    static let kind: StaticString = "sampler"

    let sampler: WordSampler

    init(_ sampler: WordSampler) {
        self.sampler = sampler
    }
}

/// A random number generator for one thread at a time.
final class RandomHandle: Handle {
    static let kind: StaticString = "random numbers"

    var generator: SeededGenerator

    init(_ generator: SeededGenerator) {
        self.generator = generator
    }
}

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
public func automata_sampler_draw(
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
