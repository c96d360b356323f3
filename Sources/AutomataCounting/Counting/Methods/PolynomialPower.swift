internal import Automata
internal import CGMP

/// The remainder of a power of *x* modulo the characteristic polynomial *x*ʳ + *c*₁ *x*ʳ⁻¹ + … +
/// *c*ᵣ of a recurrence: *r* big integers in two's complement, in rows of one width.
///
/// A square is one GMP product of a number that packs all coefficients (Kronecker substitution). It
/// is reduced from the top, modulo a power of two above the remainder's coefficients, so that
/// larger intermediate values take no more memory.
///
/// - Reference: C. Fiduccia, An efficient formula for linear recurrences, SIAM Journal on Computing
///   14(1), 1985, doi:10.1137/0214007.
struct PolynomialPower {
    private let order: Int
    private let divisor: [Factor]
    /// The binary logarithm of the sum of the magnitudes of the divisor's coefficients.
    private let divisorBits: Double
    private let bound: GrowthBound
    private let budget: Budget
    private(set) var rows: LimbRows
    private(set) var width = 1
    private(set) var exponent: Int
    private var work = 0

    /// A nonzero coefficient of the divisor, to be subtracted from or added to the row a given
    /// number of places below.
    private struct Factor {
        let distance: Int
        let limbs: [UInt]
        let isNegative: Bool
    }

    /// Creates *x* to a power below the order, which must not be 0.
    private init(
        _ recurrence: MinimalRecurrence, smallExponent: Int, bound: GrowthBound, budget: Budget
    ) throws(AutomataError) {
        order = recurrence.order
        self.bound = bound
        self.budget = budget
        var factors: [Factor] = []
        var sum = BigInteger(1)
        for (index, coefficient) in recurrence.coefficients.enumerated() where !coefficient.isZero {
            factors.append(Factor(distance: index + 1, limbs: coefficient.limbs, isNegative: coefficient.signum < 0))
            sum += coefficient.magnitude
        }
        divisor = factors
        divisorBits = Double(sum.bitWidth)
        exponent = smallExponent
        try budget.check(bytes: LimbRows.byteCount(count: order, stride: 1))
        rows = LimbRows(count: order, stride: 1)
        rows.row(smallExponent)[0] = 1
    }

    /// Creates the remainder of *x* to any power.
    ///
    /// - Complexity: O(M(*r* *w*) + *r*² *w* *c*) for coefficients of *w* limbs in the end and
    ///   divisors of *c* limbs, where M(*l*) is the time to square a number of *l* limbs.
    init(
        _ recurrence: MinimalRecurrence, exponent target: Int, bound: GrowthBound, budget: Budget
    ) throws(AutomataError) {
        var shift = 0
        while target >> shift >= recurrence.order { shift += 1 }
        try self.init(recurrence, smallExponent: target >> shift, bound: bound, budget: budget)
        // The size of the last square: one that is too large is refused before all the smaller ones
        // are computed.
        try budget.check(bytes: LimbRows.byteCount(count: 2 * recurrence.order, stride: widthBound(target)))
        while shift > 0 {
            shift -= 1
            try square()
            if target >> shift & 1 == 1 { try multiplyByX() }
        }
    }

    /// Returns the width in limbs of the coefficients of *x* to the power of `exponent`, with
    /// signs.
    ///
    /// The coefficients are sums of the divisor's coefficients. Each is multiplied by the complete
    /// symmetric polynomial of the divisor's roots of some degree *t*. Its value is at most the
    /// number of its monomials times the *t*-th power of the largest root.
    private func widthBound(_ exponent: Int) -> Int {
        var monomials = 0.0
        for index in stride(from: 1, to: order, by: 1) {
            monomials += binaryLogarithm(1 + Double(exponent) / Double(index))
        }
        return roundedUp((divisorBits + Double(exponent) * bound.perLetter + monomials + 3) / 64) + 1
    }

    /// Returns an upper bound of the bits of the largest coefficient's magnitude.
    private func largestBitWidth() -> Int {
        var largest = 1
        for index in 0..<order {
            let row = rows.row(index)
            let sign: UInt = row[width - 1] >> 63 == 1 ? .max : 0
            var limb = width - 1
            while limb > 0, row[limb] == sign { limb -= 1 }
            largest = max(largest, limb * 64 + 64 - (row[limb] ^ sign).leadingZeroBitCount + 1)
        }
        return largest
    }

    private mutating func square() throws(AutomataError) {
        let bits = largestBitWidth()
        // For the sum of `order` products, with its sign.
        let slot = (2 * bits + 64 - order.leadingZeroBitCount + 2) / 64 + 1
        let newWidth = max(width, widthBound(2 * exponent + 1))
        // The packed number, its square, GMP's temporary memory, and the rows of the square.
        let (limbs, overflow) = (order * 2).multipliedReportingOverflow(by: newWidth + 4 * slot)
        try budget.check(bytes: overflow || limbs > Int.max >> 4 ? .max : limbs * 8 + rows.byteCount)
        let squared = Self.square(pack(slot: slot), count: order * slot)
        let wide = LimbRows(count: 2 * order - 1, stride: newWidth)
        Self.unpack(squared, slot: slot, into: wide, width: newWidth)
        squared.deallocate()
        for index in stride(from: 2 * order - 2, through: order, by: -1) {
            try eliminate(index, of: wide, width: newWidth)
        }
        exponent *= 2
        keep(wide, width: newWidth)
    }

    /// Returns the magnitude of the polynomial's value at *x* = 2 to the power of 64 times `slot`.
    private func pack(slot: Int) -> UnsafeMutablePointer<UInt> {
        let packed = UnsafeMutablePointer<UInt>.allocate(capacity: order * slot)
        var borrow: UInt = 0
        for index in 0..<order {
            let target = packed + index * slot
            target.update(from: rows.row(index), count: width)
            let sign: UInt = target[width - 1] >> 63 == 1 ? .max : 0
            if slot > width { (target + width).update(repeating: sign, count: slot - width) }
            var carry = borrow
            var limb = 0
            while carry == 1, limb < slot {
                let (difference, isBelow) = target[limb].subtractingReportingOverflow(1)
                target[limb] = difference
                carry = isBelow ? 1 : 0
                limb += 1
            }
            borrow = target[slot - 1] >> 63
        }
        if borrow == 1 { Self.negate(packed, count: order * slot) }
        return packed
    }

    private static func negate(_ limbs: UnsafeMutablePointer<UInt>, count: Int) {
        var carry = true
        for limb in 0..<count {
            let (sum, overflow) = (~limbs[limb]).addingReportingOverflow(carry ? 1 : 0)
            limbs[limb] = sum
            carry = overflow
        }
    }

    /// Returns the square of a number, which is freed.
    private static func square(
        _ number: UnsafeMutablePointer<UInt>, count: Int
    ) -> UnsafeMutablePointer<UInt> {
        let result = UnsafeMutablePointer<UInt>.allocate(capacity: 2 * count)
        __gmpn_sqr(result, number, count)
        number.deallocate()
        return result
    }

    /// Cuts a number into signed coefficients.
    private static func unpack(
        _ number: UnsafeMutablePointer<UInt>, slot: Int, into wide: LimbRows, width: Int
    ) {
        var carry: UInt = 0
        for index in 0..<wide.count {
            let source = number + index * slot
            let overflow = carry == 1 ? addOne(source, count: slot) : false
            carry = overflow ? 1 : source[slot - 1] >> 63
            let target = wide.row(index)
            let common = min(slot, width)
            target.update(from: source, count: common)
            let sign: UInt = !overflow && source[slot - 1] >> 63 == 1 ? .max : 0
            if width > common { (target + common).update(repeating: sign, count: width - common) }
        }
    }

    private static func addOne(_ limbs: UnsafeMutablePointer<UInt>, count: Int) -> Bool {
        for limb in 0..<count {
            let (sum, overflow) = limbs[limb].addingReportingOverflow(1)
            limbs[limb] = sum
            if !overflow { return false }
        }
        return true
    }

    /// Replaces a power of *x* by its remainder modulo the divisor.
    private mutating func eliminate(_ index: Int, of wide: LimbRows, width: Int) throws(AutomataError) {
        let top = wide.row(index)
        for factor in divisor {
            let target = wide.row(index - factor.distance)
            for (position, limb) in factor.limbs.enumerated() where position < width {
                let length = width - position
                if factor.isNegative {
                    _ = __gmpn_addmul_1(target + position, top, length, limb)
                } else {
                    _ = __gmpn_submul_1(target + position, top, length, limb)
                }
            }
            work += width * factor.limbs.count + 16
        }
        if work > 1 << 22 {
            work = 0
            try budget.check(bytes: wide.byteCount + rows.byteCount)
        }
    }

    private mutating func multiplyByX() throws(AutomataError) {
        let newWidth = max(width, widthBound(exponent + 1))
        try budget.check(bytes: LimbRows.byteCount(count: order + 1, stride: newWidth) + rows.byteCount)
        let wide = LimbRows(count: order + 1, stride: newWidth)
        for index in 0..<order {
            let target = wide.row(index + 1)
            target.update(from: rows.row(index), count: width)
            let sign: UInt = target[width - 1] >> 63 == 1 ? .max : 0
            (target + width).update(repeating: sign, count: newWidth - width)
        }
        try eliminate(order, of: wide, width: newWidth)
        exponent += 1
        keep(wide, width: newWidth)
    }

    /// Replaces the rows by the lower rows of the given ones, as narrow as possible.
    private mutating func keep(_ wide: LimbRows, width newWidth: Int) {
        rows = wide
        width = newWidth
        let needed = min(newWidth, largestBitWidth() / 64 + 1)
        let kept = LimbRows(count: order, stride: needed)
        for index in 0..<order { kept.row(index).update(from: wide.row(index), count: needed) }
        rows = kept
        width = needed
    }

    /// Returns the polynomial of a matrix times a vector, by Horner's rule, modulo 2 to the power
    /// of 64 times the width of the result.
    ///
    /// - Complexity: O(*r* *e* *w*).
    func applied(
        to matrix: WeightMatrix, _ vector: [UInt], width resultWidth: Int
    ) throws(AutomataError) -> LimbRows {
        try budget.check(
            bytes: rows.byteCount + 2 * LimbRows.byteCount(count: matrix.size, stride: resultWidth))
        var current = LimbRows(count: matrix.size, stride: resultWidth)
        var next = LimbRows(count: matrix.size, stride: resultWidth)
        let extended = LimbRows(count: 1, stride: resultWidth)
        var work = 0
        for index in stride(from: order - 1, through: 0, by: -1) {
            work += (matrix.count + matrix.size) * resultWidth
            if work > 1 << 22 {
                work = 0
                try budget.check(bytes: rows.byteCount + current.byteCount + next.byteCount)
            }
            matrix.multiply(current, into: next, width: resultWidth)
            swap(&current, &next)
            let coefficient = extended.row(0)
            coefficient.update(from: rows.row(index), count: width)
            let sign: UInt = coefficient[width - 1] >> 63 == 1 ? .max : 0
            (coefficient + width).update(repeating: sign, count: resultWidth - width)
            for (state, weight) in vector.enumerated() where weight != 0 {
                _ = __gmpn_addmul_1(current.row(state), coefficient, resultWidth, weight)
            }
        }
        return current
    }
}
