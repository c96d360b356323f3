internal import CGMP

extension BigInteger: SignedNumeric {
    /// The absolute value.
    public var magnitude: BigInteger { signum < 0 ? -self : self }

    /// Returns the sum of two numbers.
    public static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        BigInteger { result in left.read { left in right.read { __gmpz_add(result, left, $0) } } }
    }

    /// Returns the difference of two numbers.
    public static func - (left: BigInteger, right: BigInteger) -> BigInteger {
        BigInteger { result in left.read { left in right.read { __gmpz_sub(result, left, $0) } } }
    }

    /// Returns the product of two numbers.
    public static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        BigInteger { result in left.read { left in right.read { __gmpz_mul(result, left, $0) } } }
    }

    /// Returns the number with the opposite sign.
    public static prefix func - (operand: BigInteger) -> BigInteger {
        BigInteger { result in operand.read { __gmpz_neg(result, $0) } }
    }

    /// Adds a number in place.
    public static func += (left: inout BigInteger, right: BigInteger) {
        left.change { result in right.read { __gmpz_add(result, result, $0) } }
    }

    /// Subtracts a number in place.
    public static func -= (left: inout BigInteger, right: BigInteger) {
        left.change { result in right.read { __gmpz_sub(result, result, $0) } }
    }

    /// Multiplies by a number in place.
    public static func *= (left: inout BigInteger, right: BigInteger) {
        left.change { result in right.read { __gmpz_mul(result, result, $0) } }
    }

    /// Reverses the sign in place.
    public mutating func negate() { change { __gmpz_neg($0, $0) } }
}

extension BigInteger {
    /// Returns the quotient, rounded toward zero; the divisor must not be zero.
    public static func / (left: BigInteger, right: BigInteger) -> BigInteger {
        precondition(!right.isZero, "division by zero")
        return BigInteger { result in left.read { left in right.read { __gmpz_tdiv_q(result, left, $0) } } }
    }

    /// Returns the remainder, which has the dividend's sign; the divisor must not be zero.
    public static func % (left: BigInteger, right: BigInteger) -> BigInteger {
        precondition(!right.isZero, "division by zero")
        return BigInteger { result in left.read { left in right.read { __gmpz_tdiv_r(result, left, $0) } } }
    }

    /// Divides in place, rounding toward zero; the divisor must not be zero.
    public static func /= (left: inout BigInteger, right: BigInteger) {
        precondition(!right.isZero, "division by zero")
        left.change { result in right.read { __gmpz_tdiv_q(result, result, $0) } }
    }

    /// Replaces the number by the remainder; the divisor must not be zero.
    public static func %= (left: inout BigInteger, right: BigInteger) {
        precondition(!right.isZero, "division by zero")
        left.change { result in right.read { __gmpz_tdiv_r(result, result, $0) } }
    }

    /// Returns the quotient, rounded toward zero, and the remainder, which has the sign of this
    /// number; the divisor must not be zero.
    public func quotientAndRemainder(
        dividingBy divisor: BigInteger
    ) -> (quotient: BigInteger, remainder: BigInteger) {
        precondition(!divisor.isZero, "division by zero")
        let remainder = Storage()
        let quotient = BigInteger { quotient in
            read { dividend in
                divisor.read { __gmpz_tdiv_qr(quotient, &remainder.number, dividend, $0) }
            }
        }
        return (quotient, BigInteger { __gmpz_swap($0, &remainder.number) })
    }

    /// Returns the number times two to the power of `distance`, which must not be negative.
    public static func << (number: BigInteger, distance: Int) -> BigInteger {
        precondition(distance >= 0, "a shift distance must not be negative")
        return BigInteger { result in number.read { __gmpz_mul_2exp(result, $0, UInt(distance)) } }
    }

    /// Returns the number divided by two to the power of `distance`, which must not be negative,
    /// and rounded down.
    public static func >> (number: BigInteger, distance: Int) -> BigInteger {
        precondition(distance >= 0, "a shift distance must not be negative")
        return BigInteger { result in number.read { __gmpz_fdiv_q_2exp(result, $0, UInt(distance)) } }
    }

    /// Shifts left in place.
    public static func <<= (number: inout BigInteger, distance: Int) {
        precondition(distance >= 0, "a shift distance must not be negative")
        number.change { __gmpz_mul_2exp($0, $0, UInt(distance)) }
    }

    /// Shifts right in place, rounding down.
    public static func >>= (number: inout BigInteger, distance: Int) {
        precondition(distance >= 0, "a shift distance must not be negative")
        number.change { __gmpz_fdiv_q_2exp($0, $0, UInt(distance)) }
    }

    /// Returns the number raised to `exponent`, which must not be negative; 1 if the exponent is 0.
    public func power(_ exponent: Int) -> BigInteger {
        precondition(exponent >= 0, "an exponent must not be negative")
        return BigInteger { result in read { __gmpz_pow_ui(result, $0, UInt(exponent)) } }
    }

    /// Returns the greatest common divisor, which is never negative; 0 if both numbers are 0.
    public func greatestCommonDivisor(with other: BigInteger) -> BigInteger {
        BigInteger { result in read { number in other.read { __gmpz_gcd(result, number, $0) } } }
    }
}
