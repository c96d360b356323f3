import Testing
import TextSupport

@Suite("Decimal numbers")
struct DecimalNumberTests {
    private func finite(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { DecimalNumber.finiteValue($0) }
    }

    @Test func finiteNumbersAreRead() {
        for text in [
            "0", "80.0", "-7.25", "+3", "007", "0.1", "1e+05", "1.0E10", "123456789012345678901.5", "4.9e-324",
        ] {
            #expect(finite(text) == Double(text), "\(text)")
        }
        #expect(finite("-.5") == -0.5)
        #expect(finite("5.") == 5)
        #expect(finite("-0")?.sign == .minus)
        #expect(finite("0.00000000000000000000000000000000000001") == 1e-38)
    }

    @Test func otherTextsAreNone() {
        for text in [
            "", "-", ".", "+", "e", "1e", "1e999", "-1e999", "nan", "inf", "0x10", "1.2.3", "--1", "1 ", "1,5",
        ] {
            #expect(finite(text) == nil, "\(text)")
        }
    }

    @Test func whatIsWrittenIsReadAgain() {
        for number in [0.1, 1 / 3, 1e21, -17.125, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi] {
            var output = TextOutput()
            output.append(number: number)
            #expect(output.bytes.withUnsafeBufferPointer { DecimalNumber.finiteValue($0) } == number)
        }
    }
}
