/// The random number generator xoshiro256**, whose seed gives the same sequence on every machine.
///
/// The generator is suitable for sampling and simulation, but not for cryptography.
///
/// - Reference: D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM
///   Transactions on Mathematical Software 47(4), 2021, doi:10.1145/3460772. The state is filled
///   from the seed by the generator of G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom
///   number generators, OOPSLA 2014, doi:10.1145/2660193.2660195.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Creates the generator with a seed.
    public init(seed: UInt64) {
        var words = SplitMix64(seed: seed)
        state = words.fourWords()
    }

    /// Returns the next number, 64 random bits.
    @inline(__always)
    public mutating func next() -> UInt64 {
        let product = state.1 &* 5
        let result = ((product << 7) | (product >> 57)) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = (state.3 << 45) | (state.3 >> 19)
        return result
    }
}
