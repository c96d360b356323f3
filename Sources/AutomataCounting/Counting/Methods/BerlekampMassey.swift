internal import Automata

extension PrimeField {
    /// Returns the shortest linear recurrence of the beginning of a sequence: 1, *c*₁, …, *c*ᵣ with
    /// *a*ₙ + *c*₁ *a*ₙ₋₁ + … + *c*ᵣ *a*ₙ₋ᵣ = 0. The last coefficients can be zero. All numbers are
    /// in Montgomery form.
    ///
    /// It holds for the whole sequence if at least twice as many numbers are given as the order of
    /// its recurrence.
    ///
    /// - Complexity: O(*s* *r*) for *s* numbers.
    /// - Throws: `AutomataError.cancelled(statesBuilt:)`.
    /// - Reference: J. Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on
    ///   Information Theory 15(1), 1969, doi:10.1109/TIT.1969.1054260.
    func shortestRecurrence(of sequence: [UInt64], budget: Budget) throws(AutomataError) -> [UInt64] {
        let one = toMontgomery(1)
        var current = [UInt64](repeating: 0, count: sequence.count + 1)
        var previous = current
        current[0] = one
        previous[0] = one
        var (length, previousDegree, currentDegree) = (0, 0, 0)
        var previousInverse = one
        var gap = 1
        var work = 0
        var nextCheck = 0
        for position in sequence.indices {
            work += 2 * length + 16
            if work >= nextCheck {
                nextCheck = work + 1 << 22
                try budget.check(bytes: sequence.count * 24)
            }
            let discrepancy = sequence.withUnsafeBufferPointer { sequence in
                current.withUnsafeBufferPointer { current in
                    guard let start = sequence.baseAddress, let factors = current.baseAddress else { return UInt64(0) }
                    return convolve(factors, start + position, count: min(currentDegree, position) + 1)
                }
            }
            if discrepancy == 0 {
                gap += 1
                continue
            }
            let factor = multiply(discrepancy, previousInverse)
            let old = 2 * length <= position ? current : []
            let oldDegree = currentDegree
            current.withUnsafeMutableBufferPointer { current in
                previous.withUnsafeBufferPointer { previous in
                    for index in 0...previousDegree where index + gap < current.count {
                        current[index + gap] = subtract(current[index + gap], multiply(factor, previous[index]))
                    }
                }
            }
            currentDegree = min(max(currentDegree, previousDegree + gap), sequence.count)
            if 2 * length <= position {
                length = position + 1 - length
                previous = old
                previousDegree = oldDegree
                previousInverse = invert(discrepancy)
                gap = 1
            } else {
                gap += 1
            }
        }
        return Array(current[0...length])
    }
}
