/// A method of counting the words of a length; all methods give the same number.
public enum CountingMethod: String, Sendable, Hashable, CaseIterable {
    /// The fastest method for the automaton and the length, by an estimate of the costs.
    case automatic
    /// Computes a count for each state, forward from the initial states and backward from the final
    /// ones, until both meet at half the length. Best for short words and large automata.
    case iteration
    /// Squares the automaton's matrix repeatedly. This textbook method is slower than the others.
    case matrix
    /// Finds the shortest linear recurrence of the counts, and computes a power of *x* modulo its
    /// characteristic polynomial. Best for long words.
    case recurrence
}

/// The approximate costs of the methods, in nanoseconds.
struct CountingCosts {
    let iteration: Double
    let recurrence: Double

    /// Estimates the costs.
    ///
    /// - Parameters:
    ///   - system: the system.
    ///   - index: the index of the number to compute.
    ///   - bound: the bound on the growth of the numbers.
    ///   - order: the order of the recurrence, if it is known.
    init(_ system: CountingSystem, index: Int, bound: GrowthBound, order: Int?) {
        let size = Double(system.size)
        let entries = Double(system.matrix.count)
        let length = Double(index)
        let bitsPerLetter = min(bound.perLetter, bound.bits(upToPower: index) / max(1, length))
        let limbs = length * bitsPerLetter / 64
        let perStep = 3 * entries + 6 * size

        // From both ends to the middle, with a quarter of the limbs on average.
        iteration = length * (perStep + entries * limbs / 4 * 0.35)

        let coefficientCount = Double(order ?? system.size)
        var setUp = 0.0
        if order == nil {
            let termLimbs = 2 * size * bitsPerLetter / 64
            setUp = 2 * size * (perStep + entries * termLimbs / 2 * 0.35)
            // A prime for each 60 bits of the coefficients, each with as many steps as there are
            // pairs of numbers.
            let primes = 3 + size * 0.25 / 60
            setUp += primes * 6 * size * size + size * size * (40 + termLimbs)
        }
        let half = limbs / 2 + 1
        let factorLimbs = 1 + coefficientCount * 0.2 / 64
        // Squaring takes as long as an FFT; each squaring takes twice as long as the previous one.
        let packed = coefficientCount * half
        let squares = 2 * packed * (20 + 20 * max(0, binaryLogarithm(packed + 1) - 4))
        let reductions = 2 * coefficientCount * coefficientCount * (half * factorLimbs * 0.5 + 8)
        let evaluations = 2 * coefficientCount * (perStep + entries * half * 0.35)
        recurrence = setUp + squares + reductions + evaluations
    }
}
