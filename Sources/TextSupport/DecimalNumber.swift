/// Conversions between decimal text and doubles, fast for short numbers.
package enum DecimalNumber {
    /// Returns the double nearest to `mantissa` times ten to the power of `exponent`, or `nil` if
    /// this fast method can't find it.
    ///
    /// - Parameter digitCount: the number of digits; with more than 19 digits, the mantissa has
    ///   overflowed.
    @inlinable @inline(__always)
    package static func value(mantissa: UInt64, digitCount: Int, exponent: Int) -> Double? {
        // Both factors are exact as doubles, and so their product or quotient is rounded once.
        guard digitCount <= 19, mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
        return exponent < 0
            ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
    }

    /// Returns the finite number in a decimal text, such as `80.0`, `-.5` or `1e+05`; `nil` if the
    /// text isn't such a number.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func finiteValue(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        let isNegative = text.first == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        var mantissa: UInt64 = 0
        var digitCount = 0
        var digitsBeforePoint: Int?
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digitCount += 1
            } else if text[index] == UInt8(ascii: "."), digitsBeforePoint == nil {
                digitsBeforePoint = digitCount
            } else {
                break
            }
            index += 1
        }
        if index == text.count, digitCount > 0,
            let magnitude = value(
                mantissa: mantissa, digitCount: digitCount, exponent: (digitsBeforePoint ?? digitCount) - digitCount)
        {
            return isNegative ? -magnitude : magnitude
        }
        return finiteByLibrary(text)
    }

    private static func finiteByLibrary(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        // The library also reads hexadecimal numbers, infinities and NaN.
        let isDecimal = text.allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
        }
        guard isDecimal, let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
        return number
    }

    @usableFromInline
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Returns a number as a decimal with at most three decimal places, as most coordinates have;
    /// `nil` if the decimal isn't read as exactly this number.
    ///
    /// - Returns: the digits and the number of decimal places, as few as possible.
    @inline(__always)
    static func shortDecimal(_ number: Double) -> (digits: Int, fractionCount: Int)? {
        // Doubles may need more than 15 digits otherwise, and the sign of 0 would be lost.
        guard abs(number) < 1e12, number != 0 || number.sign == .plus else { return nil }
        var power = 1.0
        for fractionCount in 0...3 {
            // Rounds without the C library's math functions, which clients of the core would have
            // to link.
            let digits = Double(Int(number * power + (number < 0 ? -0.5 : 0.5)))
            if digits / power == number { return (Int(digits), fractionCount) }
            power *= 10
        }
        return nil
    }
}

extension TextOutput {
    /// Writes a finite number in the fewest digits that identify it.
    package mutating func append(number: Double) {
        if let shortDecimal = DecimalNumber.shortDecimal(number) {
            append(
                digits: shortDecimal.digits.magnitude, fractionCount: shortDecimal.fractionCount, isNegative: number < 0
            )
        } else {
            let text = number.description
            append(string: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        }
    }

    private mutating func append(digits: UInt, fractionCount: Int, isNegative: Bool) {
        // From the last digit to the first.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            var start = buffer.count
            var rest = digits
            var count = 0
            repeat {
                if count == fractionCount, count > 0 {
                    start -= 1
                    buffer[start] = UInt8(ascii: ".")
                }
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
                count += 1
            } while rest > 0 || count <= fractionCount
            if isNegative {
                start -= 1
                buffer[start] = UInt8(ascii: "-")
            }
            append(UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }
}
