internal import PortableMath
internal import RandomNumbers

/// A stream of numbers that look random and are the same on every platform for the same seed.
///
/// The generator is xoshiro256++ of Blackman and Vigna ("Scrambled linear pseudorandom number
/// generators", 2021, doi:10.1145/3460772); ``SplitMix64`` makes its state of a seed, so that seeds
/// which differ by a bit give streams that have nothing in common.
struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    init(seed: UInt64) {
        var words = SplitMix64(seed: seed)
        state = words.fourWords()
    }

    mutating func next() -> UInt64 {
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

    /// A number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number between two bounds, all equally likely.
    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A number in a range, all equally likely.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double { uniform(range.lowerBound, range.upperBound) }

    /// A number between two positive bounds, all magnitudes equally likely.
    mutating func magnitude(_ low: Double, _ high: Double) -> Double {
        low * Portable.exp(unit() * Portable.log(high / low))
    }

    /// A number of a bell-shaped distribution around zero, with standard deviation 1 and never
    /// beyond 3.47.
    ///
    /// The sum of four uniform numbers: outliers would make strokes that no hand draws.
    mutating func bell() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Double(sum) * 0x1p-16 - 2) * 1.732_050_807_568_877_2
    }

    /// Whether something happens that has a given probability.
    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// 1 or -1.
    mutating func sign() -> Double { next() >> 63 == 0 ? 1 : -1 }

    /// An integer in a range, all equally likely.
    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(unit() * Double(range.count))
    }

    /// An element of a collection that isn't empty, all equally likely.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[integer(0...elements.count - 1)] }

    /// An element of a list with weights.
    mutating func pick<Element>(_ weighted: [(Element, Double)]) -> Element {
        var rest = unit() * weighted.reduce(0) { $0 + $1.1 }
        for (element, weight) in weighted {
            rest -= weight
            if rest < 0 { return element }
        }
        return weighted[weighted.count - 1].0
    }
}
