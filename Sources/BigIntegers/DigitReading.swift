internal import CGMP
package import WorkLimits

extension BigInteger {
    /// Creates the number from decimal digits with an optional sign, within a budget; `nil` for any
    /// other text.
    ///
    /// Fails before it starts if the work would take more memory than the budget allows, and checks
    /// for cancellation regularly.
    ///
    /// - Complexity: O(M(*w*) log *w*) for a number of *w* limbs, where M(*w*) is the time to
    ///   multiply two numbers of *w* limbs. There is at most one multiplication between two checks;
    ///   the last one, of numbers half as long as the result, takes the longest.
    /// - Throws: `LimitError.budgetExceeded(built:limit:)`,
    ///   `LimitError.cancelled(built:)`.
    ///
    /// Knuth: *The Art of Computer Programming*, volume 2, 3rd ed., 1997, section 4.4, answer 13.
    package init?(decimal text: UnsafeBufferPointer<UInt8>, budget: Budget) throws(LimitError) {
        let (bytes, isTooLarge) = text.count.multipliedReportingOverflow(by: DigitReading.bytesPerDigit)
        let watch = BudgetWatch<LimitError>(budget, bytes: isTooLarge ? .max : bytes)
        try watch.check(bytes: 0)
        let sign = text.first
        let isNegative = sign == UInt8(ascii: "-")
        let digits = text[(isNegative || sign == UInt8(ascii: "+") ? 1 : 0)...]
        guard !digits.isEmpty, try DigitReading.areDigits(digits, watch) else { return nil }
        var number = try DigitReading.number(of: UnsafeBufferPointer(rebasing: digits), watch)
        if isNegative { number.change { __gmpz_neg($0, $0) } }
        self = number
    }
}

/// The conversion of many decimal digits: parts that GMP converts quickly, then pairs of neighbors
/// joined until one number is left.
private enum DigitReading {
    /// The number of bytes to reserve for each digit. A digit takes less than half a byte in each
    /// of the parts, the joined numbers, the powers, and GMP's products.
    static let bytesPerDigit = 3
    /// The number of digits that are converted at once, in a few milliseconds.
    private static let digitsAtOnce = 1 << 16

    static func areDigits(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, _ watch: BudgetWatch<LimitError>
    ) throws(LimitError) -> Bool {
        var steps = LimitedSteps(watch)
        for digit in text {
            try steps.step()
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return false }
        }
        return true
    }

    static func number(
        of digits: UnsafeBufferPointer<UInt8>, _ watch: BudgetWatch<LimitError>
    ) throws(LimitError) -> BigInteger {
        // All parts but the first one have as many digits as the power has zeros.
        var parts: [BigInteger] = []
        var end = (digits.count - 1) % digitsAtOnce + 1
        var start = 0
        while start < digits.count {
            try watch.check(bytes: 0)
            parts.append(small(digits[start..<end]))
            (start, end) = (end, end + digitsAtOnce)
        }
        var power = parts.count > 1 ? BigInteger(10).power(digitsAtOnce) : 1
        while parts.count > 1 {
            var joined: [BigInteger] = []
            if parts.count % 2 == 1 { joined.append(parts[0]) }
            for index in stride(from: parts.count % 2, to: parts.count, by: 2) {
                try watch.check(bytes: 0)
                joined.append(parts[index] * power + parts[index + 1])
            }
            parts = joined
            if parts.count > 1 {
                try watch.check(bytes: 0)
                power *= power
            }
        }
        return parts[0]
    }

    /// Returns the number of a few digits.
    private static func small(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> BigInteger {
        let text = digits.map { CChar(bitPattern: $0) } + [0]
        return BigInteger { number in text.withUnsafeBufferPointer { _ = __gmpz_set_str(number, $0.baseAddress, 10) } }
    }
}
