internal import CGMP

/// Arithmetic modulo a prime below 2⁶⁰, on numbers in Montgomery form.
///
/// - Reference: P. Montgomery, Modular multiplication without trial division, Mathematics of
///   Computation 44(170), 1985, doi:10.1090/S0025-5718-1985-0777282-X.
struct PrimeField {
    let prime: UInt64
    /// The inverse of the prime modulo 2⁶⁴.
    private let inverse: UInt64
    /// 2¹²⁸ modulo the prime.
    private let square: UInt64

    init(_ prime: UInt64) {
        self.prime = prime
        var inverse = prime
        for _ in 0..<5 { inverse = inverse &* (2 &- prime &* inverse) }
        self.inverse = inverse
        let power = prime.dividingFullWidth((1, 0)).remainder
        square = prime.dividingFullWidth(power.multipliedFullWidth(by: power)).remainder
    }

    /// The largest primes below 2⁶⁰, descending.
    struct Primes: Sequence, IteratorProtocol {
        private var last: UInt64 = 1 << 60

        /// Returns the next smaller prime.
        mutating func next() -> UInt64? {
            // GMP's test is exact for numbers of 64 bits.
            repeat {
                last -= 1
            } while !BigInteger(last).isPrime
            return last
        }
    }

    @inline(__always)
    private func reduce(_ product: (high: UInt64, low: UInt64)) -> UInt64 {
        let multiple = (product.low &* inverse).multipliedFullWidth(by: prime).high
        let difference = product.high &- multiple
        return product.high < multiple ? difference &+ prime : difference
    }

    @inline(__always)
    func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 { reduce(left.multipliedFullWidth(by: right)) }

    @inline(__always)
    func subtract(_ left: UInt64, _ right: UInt64) -> UInt64 { left < right ? left &+ prime &- right : left - right }

    /// Converts a number below the prime to Montgomery form.
    func toMontgomery(_ value: UInt64) -> UInt64 { multiply(value, square) }

    /// Converts a number from Montgomery form.
    func fromMontgomery(_ value: UInt64) -> UInt64 { reduce((0, value)) }

    /// Returns the inverse of a nonzero number, by Fermat's little theorem.
    func invert(_ value: UInt64) -> UInt64 {
        var result = toMontgomery(1)
        var base = value
        var exponent = prime - 2
        while exponent > 0 {
            if exponent & 1 == 1 { result = multiply(result, base) }
            base = multiply(base, base)
            exponent >>= 1
        }
        return result
    }

    /// Returns the sum of the products of numbers with others in reverse order.
    @inline(__always)
    func convolve(_ left: UnsafePointer<UInt64>, _ rightEnd: UnsafePointer<UInt64>, count: Int) -> UInt64 {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var sum: UInt64 = 0
        var pending = 0
        for index in 0..<count {
            let product = left[index].multipliedFullWidth(by: (rightEnd - index).pointee)
            let (newLow, carry) = low.addingReportingOverflow(product.low)
            low = newLow
            high &+= product.high &+ (carry ? 1 : 0)
            pending += 1
            // Products are below 2¹²⁰, and Montgomery's reduction needs the high part to be below
            // the prime.
            if pending == 14 {
                sum = add(sum, reduce((high, low)))
                (high, low, pending) = (0, 0, 0)
            }
        }
        return add(sum, reduce((high, low)))
    }

    @inline(__always)
    private func add(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let sum = left &+ right
        return sum >= prime ? sum &- prime : sum
    }
}

extension BigInteger {
    fileprivate var isPrime: Bool { read { __gmpz_probab_prime_p($0, 25) } > 0 }

    /// Returns the nonnegative remainder modulo a prime.
    func modulo(_ prime: UInt64) -> UInt64 { read { UInt64(__gmpz_fdiv_ui($0, UInt(prime))) } }
}
