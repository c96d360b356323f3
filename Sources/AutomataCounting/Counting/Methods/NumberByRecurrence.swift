internal import Automata
internal import CGMP

extension CountingSystem {
    /// Returns the number *i* by the shortest recurrence. It computes half of the matrix products
    /// from the initial states and half from the final ones, each by a power of *x* modulo the
    /// characteristic polynomial. Then it multiplies the two numbers of each state.
    ///
    /// - Complexity: see ``PolynomialPower``.
    func numberByRecurrence(
        _ index: Int, _ recurrence: MinimalRecurrence, bound: GrowthBound, budget: Budget
    ) throws(AutomataError) -> BigInteger {
        if index < recurrence.terms.count { return recurrence.terms[index] }
        if recurrence.order == 0 { return BigInteger() }
        let half = (index - recurrence.delay) / 2
        let power = try PolynomialPower(recurrence, exponent: half, bound: bound, budget: budget)
        // The vectors are combinations of those of the first powers of the matrix; the delay adds
        // half as much again.
        let coefficientBits = Double(power.width * 64)
        let rest = index - 2 * half
        let left = width(transposed, initial, coefficientBits, powers: recurrence.order, bound: bound)
        let right = width(matrix, final, coefficientBits, powers: recurrence.order + rest, bound: bound)
        let leftVector = try power.applied(to: transposed, initial, width: left)
        var other = try power.applied(to: matrix, final, width: right)
        var scratch = LimbRows(count: size, stride: right)
        var work = 0
        for _ in 0..<rest {
            work += (matrix.count + size) * right
            if work > 1 << 22 {
                work = 0
                try budget.check(bytes: leftVector.byteCount + 2 * other.byteCount)
            }
            matrix.multiply(other, into: scratch, width: right)
            swap(&other, &scratch)
        }
        try budget.check(bytes: leftVector.byteCount + 2 * other.byteCount + (left + right) * 64)
        var result = BigInteger()
        for state in 0..<size {
            result += leftVector.signedNumber(state, width: left) * other.signedNumber(state, width: right)
        }
        return result
    }

    /// Returns the width in limbs, with signs, of the entries of a polynomial of the matrix times a
    /// vector.
    ///
    /// A row sum of the transposed matrix's power is at most the number of states times the largest
    /// row sum of the power.
    private func width(
        _ matrix: WeightMatrix, _ vector: [UInt], _ coefficientBits: Double, powers: Int, bound: GrowthBound
    ) -> Int {
        let largest = vector.max() ?? 0
        let growth = bound.bits(upToPower: powers)
        let sizes = Double(64 - size.leadingZeroBitCount) + Double(64 - powers.leadingZeroBitCount)
        return roundedUp(
            (coefficientBits + growth + sizes + Double(64 - largest.leadingZeroBitCount) + 4) / 64) + 1
    }
}
