internal import CGMP

extension BigInteger: LosslessStringConvertible, CustomDebugStringConvertible {
    /// Creates the number from decimal digits with an optional sign; `nil` for any other text.
    public init?(_ text: String) { self.init(text, radix: 10) }

    /// Creates the number from digits of a radix with an optional sign; `nil` for any other text.
    ///
    /// - Parameters:
    ///   - text: ASCII digits; letters of either case stand for digits above 9.
    ///   - radix: from 2 to 36.
    public init?(_ text: some StringProtocol, radix: Int) {
        precondition((2...36).contains(radix), "a radix is a number from 2 to 36")
        var digits = Array(text.utf8)
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy({ Self.value(ofDigit: $0).map { $0 < radix } ?? false }) else {
            return nil
        }
        digits.append(0)
        self.init { number in
            digits.withUnsafeBytes {
                _ = __gmpz_set_str(number, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(radix))
            }
            if isNegative { __gmpz_neg(number, number) }
        }
    }

    private static func value(ofDigit digit: UInt8) -> Int? {
        switch digit {
        case 0x30...0x39: Int(digit) - 0x30
        case 0x41...0x5A: Int(digit) - 0x41 + 10
        case 0x61...0x7A: Int(digit) - 0x61 + 10
        default: nil
        }
    }

    /// The decimal digits, after a minus sign if the number is negative.
    public var description: String { text(radix: 10) }

    /// The decimal digits, after a minus sign if the number is negative.
    public var debugDescription: String { description }

    /// Returns the digits in a radix from 2 to 36, after a minus sign if the number is negative.
    /// Lowercase letters stand for digits above 9.
    public func text(radix: Int) -> String {
        precondition((2...36).contains(radix), "a radix is a number from 2 to 36")
        // At most one digit too many, a sign, and the zero at the end.
        let capacity = read { __gmpz_sizeinbase($0, Int32(radix)) } + 2
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return start.withMemoryRebound(to: CChar.self, capacity: capacity) { characters in
                _ = read { __gmpz_get_str(characters, Int32(radix), $0) }
                var length = 0
                while length < capacity, characters[length] != 0 { length += 1 }
                return length
            }
        }
    }
}
