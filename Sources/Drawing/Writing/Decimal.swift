/// Functions that write numbers in decimal digits, with the same result on every platform.
package enum Decimal {
    /// Returns a number rounded to two decimal places, without trailing zeros.
    package static func hundredths(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return "0" }
        let hundredths = Int64((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}
