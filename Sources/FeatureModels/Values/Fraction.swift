/// An exact number: a quotient of integers with a positive denominator, in lowest terms.
struct Fraction: Hashable, Sendable {
    let numerator: Int128
    let denominator: Int128

    static let zero = Fraction(Int128(0))

    init(_ integer: Int128) { (numerator, denominator) = (integer, 1) }

    /// Creates a quotient; 0 if the divisor is 0.
    init(_ dividend: Int128, over divisor: Int128) {
        if divisor == 0 {
            (numerator, denominator) = (0, 1)
            return
        }
        let common = Int128(commonDivisor(dividend.magnitude, divisor.magnitude))
        let sign: Int128 = divisor < 0 ? -1 : 1
        (numerator, denominator) = (sign * (dividend / common), sign * (divisor / common))
    }

    /// Creates the printed decimal of a number; `nil` if it isn't finite or has too many digits.
    init?(decimal number: Double) {
        guard number.isFinite else { return nil }
        // Most numbers are integers, whose digits needn't be printed.
        if let integer = Int32(exactly: number) {
            self.init(Int128(integer))
            return
        }
        var text = number.description[...]
        var exponent = 0
        if let mark = text.firstIndex(of: "e") {
            exponent = Int(text[text.index(after: mark)...]) ?? 0
            text = text[..<mark]
        }
        if let point = text.firstIndex(of: ".") {
            exponent -= text.distance(from: text.index(after: point), to: text.endIndex)
            text.remove(at: point)
        }
        guard let digits = Int128(text), abs(exponent) <= Self.maximumExponent || digits == 0 else { return nil }
        if digits == 0 {
            self = .zero
            return
        }
        var power: Int128 = 1
        for _ in 0..<abs(exponent) { power *= 10 }
        if exponent < 0 {
            self.init(digits, over: power)
        } else {
            guard let product = Self.product(digits, power) else { return nil }
            self.init(product)
        }
    }

    /// The greatest power of ten that fits.
    private static let maximumExponent = 38

    /// Returns the product, or `nil` on overflow.
    private static func product(_ left: Int128, _ right: Int128) -> Int128? {
        let (result, overflows) = left.multipliedReportingOverflow(by: right)
        return overflows || result == .min ? nil : result
    }

    /// Returns the sum; `nil` if it is too large.
    func adding(_ other: Fraction) -> Fraction? {
        guard let left = Self.product(numerator, other.denominator),
            let right = Self.product(other.numerator, denominator),
            let divisor = Self.product(denominator, other.denominator)
        else { return nil }
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows || sum == .min ? nil : Fraction(sum, over: divisor)
    }

    /// Returns the product; `nil` if it is too large.
    func multiplied(by other: Fraction) -> Fraction? {
        guard let dividend = Self.product(numerator, other.numerator),
            let divisor = Self.product(denominator, other.denominator)
        else { return nil }
        return Fraction(dividend, over: divisor)
    }

    /// The negation.
    var negated: Fraction { Fraction(-numerator, over: denominator) }

    /// The reciprocal; 0 for 0.
    var reciprocal: Fraction { Fraction(denominator, over: numerator) }

    /// The greatest integer that isn't greater than the number.
    var floor: Fraction {
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        return Fraction(remainder < 0 ? quotient - 1 : quotient)
    }
}

/// Returns the greatest common divisor of two numbers that aren't negative and not both 0.
func commonDivisor<Number: BinaryInteger>(_ left: Number, _ right: Number) -> Number {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
}
