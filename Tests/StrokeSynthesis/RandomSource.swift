internal import AlgorithmSupport
internal import PortableMath

/// A pseudorandom number generator with the same numbers on every platform for the same seed.
///
/// The generator is xoshiro256++ of Blackman and Vigna ("Scrambled linear pseudorandom number
/// generators", 2021, doi:10.1145/3460772); ``SplitMix64`` makes its state from a seed, so that
/// similar seeds give unrelated streams.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    package init(seed: UInt64) {
        var words = SplitMix64(seed: seed)
        state = words.fourWords()
    }

    package mutating func next() -> UInt64 {
        func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 { (word << bits) | (word >> (64 - bits)) }
        let result = rotated(state.0 &+ state.3, by: 23) &+ state.0
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, by: 45)
        return result
    }

    /// Returns a number in 0..<1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a number between two bounds, all equally likely.
    package mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// Returns a number in a range, all equally likely.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double { uniform(range.lowerBound, range.upperBound) }

    /// Returns a number between two positive bounds, all magnitudes equally likely.
    package mutating func magnitude(_ low: Double, _ high: Double) -> Double {
        low * Portable.exp(unit() * Portable.log(high / low))
    }

    /// Returns a number of a bell-shaped distribution around zero, with standard deviation 1 and
    /// never beyond 3.47.
    ///
    /// It is the sum of four uniform numbers, as outliers would make strokes that no hand draws.
    package mutating func bell() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Double(sum) * 0x1p-16 - 2) * 1.732_050_807_568_877_2
    }

    /// Returns `true` with a probability.
    package mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// Returns 1 or -1, equally likely.
    package mutating func sign() -> Double { next() >> 63 == 0 ? 1 : -1 }

    /// Returns an integer in a range, all equally likely.
    package mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    /// Returns an element of an array that isn't empty, all equally likely.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[integer(0...elements.count - 1)] }

    /// Returns an element of a list with weights.
    package mutating func pick<Element>(_ weighted: [(Element, Double)]) -> Element {
        var rest = unit() * weighted.reduce(0) { $0 + $1.1 }
        for (element, weight) in weighted {
            rest -= weight
            if rest < 0 { return element }
        }
        return weighted[weighted.count - 1].0
    }
}
