import Automata
import AutomataCounting
import Testing

@Suite struct BigIntegerTests {
    private func random(_ generator: inout SeededGenerator, bits: Int) -> BigInteger {
        let limbs = (0..<(bits / 64 + 1)).map { _ in UInt(truncatingIfNeeded: generator.next()) }
        return BigInteger(limbs: limbs, isNegative: generator.next() & 1 == 1) >> Int(generator.next() % 64)
    }

    @Test func smallNumbersAgreeWithInt() {
        let values = [-1000, -255, -64, -7, -2, -1, 0, 1, 2, 3, 63, 64, 65, 1_000_003]
        for left in values {
            for right in values {
                let (a, b) = (BigInteger(left), BigInteger(right))
                #expect(a + b == BigInteger(left + right))
                #expect(a - b == BigInteger(left - right))
                #expect(a * b == BigInteger(left * right))
                #expect((a < b) == (left < right))
                #expect((a == b) == (left == right))
                if right != 0 {
                    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
                    #expect(quotient == BigInteger(left / right) && remainder == BigInteger(left % right))
                    #expect(a / b == quotient && a % b == remainder)
                }
            }
            #expect(Int(exactly: BigInteger(left)) == left)
            #expect(BigInteger(left).description == String(left))
            #expect(BigInteger(String(left)) == BigInteger(left))
            #expect(BigInteger(left) >> 3 == BigInteger(left >> 3))
            #expect(BigInteger(left).signum == left.signum())
            #expect(Double(BigInteger(left)) == Double(left))
        }
    }

    @Test func divisionUndoesMultiplication() {
        var generator = SeededGenerator(seed: 1)
        for bits in [1, 60, 64, 65, 200, 5000] {
            for _ in 0..<50 {
                let (a, b) = (random(&generator, bits: bits), random(&generator, bits: bits / 2))
                if b.isZero { continue }
                let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
                #expect(quotient * b + remainder == a)
                #expect(remainder.magnitude < b.magnitude)
                #expect((a * b) / b == a)
                #expect((a << 77) >> 77 == a)
                #expect(BigInteger(limbs: a.limbs, isNegative: a < 0) == a)
                #expect(BigInteger(a.description) == a)
                #expect(BigInteger(a.text(radix: 36), radix: 36) == a)
                #expect(a.magnitude.text(radix: 2).count == max(1, a.bitWidth))
                #expect((a * b).greatestCommonDivisor(with: b) == b.magnitude)
            }
        }
    }

    /// Larger than what is converted at once.
    @Test func longTexts() throws {
        var generator = SeededGenerator(seed: 7)
        for bits in [1_048_500, 1_048_700, 1_300_000, 2_200_000] {
            for radix in [3, 10, 16, 36] {
                let number = random(&generator, bits: bits)
                let text = try number.text(radix: radix, budget: .default)
                #expect(text == number.text(radix: radix))
                #expect(BigInteger(text, radix: radix) == number)
            }
        }
        // Zeros in all places, and one digit more or less than halves.
        for digits in [330_000, 631_306, 1_000_000] {
            let power = BigInteger(10).power(digits)
            #expect(try power.text(budget: .default) == "1" + String(repeating: "0", count: digits))
            #expect(try (power - 1).text(budget: .default) == String(repeating: "9", count: digits))
            let negative = -(power + 7)
            #expect(try negative.text(budget: .default) == "-1" + String(repeating: "0", count: digits - 1) + "7")
        }
        #expect(try BigInteger().text(budget: .default) == "0")
        #expect(try BigInteger(-255).text(radix: 16, budget: .default) == "-ff")
    }

    @Test func textsHaveABudget() throws {
        let number = BigInteger(3).power(4_000_000)
        let tooMuch = #expect(throws: LimitError.self) { try number.text(budget: Budget(maximumBytes: 1 << 20)) }
        #expect(tooMuch?.isBudgetExceeded == true)
        let calls = Calls()
        let text = try number.text(budget: Budget(isCancelled: { calls.next() < 0 }))
        #expect(calls.count > 16 && text == number.description)
        let all = calls.count
        for limit in [0, 1, all / 2, all - 1] {
            let calls = Calls()
            let error = #expect(throws: LimitError.self) {
                try number.text(budget: Budget(isCancelled: { calls.next() > limit }))
            }
            #expect(error?.isCancelled == true)
        }
    }

    private func read(_ text: String, _ budget: Budget = .default) throws -> BigInteger? {
        try Array(text.utf8).withUnsafeBufferPointer { try BigInteger(decimal: $0, budget: budget) }
    }

    @Test func longTextsAreReadInParts() throws {
        var generator = SeededGenerator(seed: 8)
        for digits in [1, 65_535, 65_536, 65_537, 131_072, 131_073, 200_000, 327_680, 1_000_003] {
            let text = String((0..<digits).map { _ in Character(String(generator.next() % 10)) })
            #expect(try read(text) == BigInteger(text))
            #expect(try read("-" + text) == BigInteger("-" + text))
        }
        for text in ["", "-", "+", "12a", " 1", "1 ", "--1", "１", String(repeating: "9", count: 99_999) + "x"] {
            #expect(try read(text) == nil)
        }
        #expect(try read("+007") == 7)
        #expect(try read("-0") == 0)
    }

    @Test func readingHasABudget() throws {
        let text = String(repeating: "7", count: 2_000_000)
        let tooMuch = #expect(throws: LimitError.self) { try read(text, Budget(maximumBytes: 1 << 20)) }
        #expect(tooMuch?.isBudgetExceeded == true)
        let calls = Calls()
        _ = try read(text, Budget(isCancelled: { calls.next() < 0 }))
        #expect(calls.count > 60)
        for limit in [0, 1, calls.count / 2, calls.count - 1] {
            let calls = Calls()
            let error = #expect(throws: LimitError.self) {
                try read(text, Budget(isCancelled: { calls.next() > limit }))
            }
            #expect(error?.isCancelled == true)
        }
    }

    @Test func changingACopyLeavesTheOther() {
        var number = BigInteger(1) << 100
        let copy = number
        number += 1
        number *= number
        number.negate()
        #expect(copy == BigInteger(1) << 100)
        #expect(number == -((copy + 1) * (copy + 1)))
        number -= number
        #expect(number.isZero && number.limbs.isEmpty && number.bitWidth == 0 && number.isEven)
        number <<= 5
        #expect(number == 0)
    }

    @Test func hashesOfEqualNumbersAreEqual() {
        let one = BigInteger(1) << 200
        let other = (BigInteger(3) << 200) / 3
        #expect(Set([one, other]).count == 1)
        #expect(Set([one, -one, 0, 1]).count == 4)
    }

    @Test func texts() {
        for text in ["", "-", "+", "12a", " 1", "1 ", "0x10", "--1", "１"] {
            #expect(BigInteger(text) == nil, "\(text)")
        }
        #expect(BigInteger("+007") == 7)
        #expect(BigInteger("-0") == 0)
        #expect(BigInteger("-ZZ", radix: 36) == -1295)
        #expect(BigInteger("2", radix: 2) == nil)
        #expect("\(BigInteger(10).power(30))" == "1" + String(repeating: "0", count: 30))
        #expect(BigInteger(-2).power(3) == -8 && BigInteger(0).power(0) == 1)
    }

    @Test func conversions() {
        #expect(BigInteger(UInt64.max).limbs == [UInt.max])
        #expect(UInt(exactly: BigInteger(UInt64.max)) == .max)
        #expect(UInt(exactly: BigInteger(-1)) == nil && Int(exactly: BigInteger(UInt64.max)) == nil)
        #expect(Int(exactly: BigInteger(Int.min)) == .min)
        #expect(BigInteger(Int128.min) == -(BigInteger(1) << 127))
        let power = BigInteger(1) << 100
        #expect(Double(power) == 0x1p100)
        // Half way between two representable numbers, and a bit beyond.
        #expect(Double(power + (BigInteger(1) << 47)) == 0x1p100)
        #expect(Double(power + (BigInteger(1) << 47) + 1) == 0x1.0000000000001p100)
        #expect(Double(-(power + (BigInteger(3) << 47))) == -0x1.0000000000002p100)
        #expect(Double(BigInteger(1) << 2000) == .infinity)
        #expect(Double((BigInteger(1) << 1024) - 1) == .infinity)
    }
}

/// How often somebody was asked.
private final class Calls: @unchecked Sendable {
    private(set) var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
