/// A pseudorandom number generator with the same numbers on every machine for the same seed.
///
/// - Reference: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA
///   2014, doi:10.1145/2660193.2660195.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator that depends only on the seed.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word &>> 31)
    }

    /// Returns a random number in 0..<1.
    package mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

    /// Returns the next four words, such as the initial state of a larger generator.
    package mutating func fourWords() -> (UInt64, UInt64, UInt64, UInt64) { (next(), next(), next(), next()) }
}
