internal import CGMP
public import WorkLimits

extension BigInteger {
    /// Returns the digits in a radix, within a budget.
    ///
    /// Fails before it starts if the work would take more memory than the budget allows, and checks
    /// for cancellation regularly.
    ///
    /// - Complexity: O(M(*w*) log *w*) for *w* limbs, where M(*w*) is the time to multiply two
    ///   numbers of *w* limbs. There is at most one division between two checks; the first
    ///   division, by a number half as long, takes the longest.
    /// - Throws: `LimitError.budgetExceeded(built:limit:)`,
    ///   `LimitError.cancelled(built:)`.
    ///
    /// Knuth: *The Art of Computer Programming*, volume 2, 3rd ed., 1997, section 4.4, answer 14.
    public func text(radix: Int = 10, budget: Budget) throws(LimitError) -> String {
        precondition((2...36).contains(radix), "a radix is a number from 2 to 36")
        // Two copies of the digits, of which a limb has up to 64, and about 20 in base 10, plus
        // powers, quotients and remainders.
        let bytesPerLimb = 2 * (64 / (radix.bitWidth - radix.leadingZeroBitCount - 1) + 1) + 96
        let (bytes, isTooLarge) = limbCount.multipliedReportingOverflow(by: bytesPerLimb)
        try budget.check(built: 0, bytes: isTooLarge ? .max : bytes)
        // With a power of two as the radix, digits are groups of bits.
        guard limbCount > DigitConversion.limbsAtOnce, radix.nonzeroBitCount > 1 else { return text(radix: radix) }
        var conversion = try DigitConversion(self, radix: radix, budget: budget, bytes: bytes)
        return try conversion.text(self)
    }
}

/// Writes a number's digits by recursive division by powers of the radix, down to numbers that GMP
/// converts quickly.
private struct DigitConversion {
    /// The maximum number of limbs that are converted at once, in some ten milliseconds.
    static var limbsAtOnce: Int { 1 << 14 }

    private let radix: Int
    private let budget: Budget
    private let bytes: Int
    /// The digits of the numbers that are converted at once.
    private let leafDigits: Int
    /// The odd part of the radix, raised to `leafDigits` times 1, 2, 4, …; factors of two are
    /// divided by shifts.
    private var powers: [BigInteger] = []
    private let twoExponent: Int
    private var digits: [UInt8] = []
    private var scratch: [CChar]

    init(_ number: BigInteger, radix: Int, budget: Budget, bytes: Int) throws(LimitError) {
        self.radix = radix
        self.budget = budget
        self.bytes = bytes
        twoExponent = radix.trailingZeroBitCount
        // The number of digits, or one more.
        let digitCount = number.read { __gmpz_sizeinbase($0, Int32(radix)) }
        var levels = 0
        while number.limbCount >> levels > Self.limbsAtOnce { levels += 1 }
        leafDigits = digitCount >> levels + 1
        scratch = Array(repeating: 0, count: leafDigits + 3)
        digits.reserveCapacity(digitCount + 1)
        var power = BigInteger(radix >> twoExponent).power(leafDigits)
        for level in 0..<levels {
            try budget.check(built: 0, bytes: bytes)
            if level > 0 { power *= power }
            powers.append(power)
        }
    }

    mutating func text(_ number: BigInteger) throws(LimitError) -> String {
        if number.signum < 0 { digits.append(UInt8(ascii: "-")) }
        // A stack of the parts to write, with the first digits on top.
        var pending: [(number: BigInteger, level: Int, isLeading: Bool)] = [(number.magnitude, powers.count, true)]
        while let (number, level, isLeading) = pending.popLast() {
            try budget.check(built: 0, bytes: bytes)
            guard level > 0 else {
                write(number, isLeading: isLeading)
                continue
            }
            let (head, tail) = split(number, level - 1)
            pending.append((tail, level - 1, isLeading && head.isZero))
            if !isLeading || !head.isZero { pending.append((head, level - 1, isLeading)) }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the quotient and the remainder by the radix to the power of `leafDigits` ·
    /// 2^`level`.
    private func split(_ number: BigInteger, _ level: Int) -> (BigInteger, BigInteger) {
        let shift = twoExponent * (leafDigits << level)
        if shift == 0 { return number.quotientAndRemainder(dividingBy: powers[level]) }
        var (quotient, remainder) = (number >> shift).quotientAndRemainder(dividingBy: powers[level])
        remainder <<= shift
        remainder += BigInteger { result in number.read { __gmpz_tdiv_r_2exp(result, $0, UInt(shift)) } }
        return (quotient, remainder)
    }

    /// Writes a number of at most `leafDigits` digits, with leading zeros unless it is the first
    /// one.
    private mutating func write(_ number: BigInteger, isLeading: Bool) {
        let (count, radix) = (scratch.count, Int32(radix))
        let length = scratch.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            _ = number.read { __gmpz_get_str(start, radix, $0) }
            var length = 0
            while length < count, start[length] != 0 { length += 1 }
            return length
        }
        if !isLeading { digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: leafDigits - length)) }
        digits.append(contentsOf: scratch[..<length].lazy.map { UInt8(bitPattern: $0) })
    }
}
