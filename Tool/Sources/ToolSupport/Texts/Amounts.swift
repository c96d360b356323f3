/// Returns a number of bytes as text for messages.
package func amount(ofBytes count: Int) -> String {
    count < 1 << 20 ? "\(grouped(count)) byte\(count == 1 ? "" : "s")" : "\(count >> 20) MiB"
}

/// Returns a number with its digits in groups of three, such as `10,000,000`.
package func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var index = digits.count - 3
    while index > 0 {
        digits.insert(",", at: index)
        index -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
}
