/// Delays as texts: `1.5s`, `250ms`.
extension Duration {
    /// Parses a delay: a decimal number, and `s` or `ms`.
    ///
    /// - Returns: `nil` if the text isn't one, is 10¹⁵ seconds or more, or is finer than an
    ///   attosecond.
    package init?(delay text: String) {
        let isMilliseconds = text.utf8.suffix(2).elementsEqual("ms".utf8)
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let number = text.utf8.dropLast(isMilliseconds ? 2 : 1)
        let parts = number.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : number.suffix(0)
        let digitCount = isMilliseconds ? 15 : 18
        guard parts[0].count <= 15, fraction.count <= digitCount, parts.count == 1 || !fraction.isEmpty,
            !number.isEmpty,
            parts.joined().allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        func value(_ digits: Substring.UTF8View) -> Int64 { digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
        func powerOfTen(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
        let units: Int64 = isMilliseconds ? 1000 : 1
        let (whole, rest) = value(parts[0]).quotientAndRemainder(dividingBy: units)
        self.init(
            secondsComponent: whole,
            attosecondsComponent: rest * powerOfTen(digitCount) + value(fraction)
                * powerOfTen(digitCount - fraction.count))
    }

    /// The latest time that a machine knows, since its start.
    @usableFromInline
    static var latest: Duration { .seconds(1_000_000_000_000_000_000) }

    /// Returns the time after a delay, the latest one at most.
    @usableFromInline
    func advanced(by delay: Duration) -> Duration { min(self + min(delay, .latest), .latest) }

    /// The delay as a text, in seconds from one second on. That of a negative one, or of one beyond
    /// the latest time, can't be parsed.
    package var delay: String {
        // The components of longer ones don't fit into integers.
        if self > .latest { return "more than \(Duration.latest.delay)" }
        if self < .zero - .latest { return "less than -\(Duration.latest.delay)" }
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return "-\((.zero - self).delay)" }
        func fraction(_ value: Int64, digitCount: Int) -> String {
            if value == 0 { return "" }
            var digits = String(value)
            digits = String(repeating: "0", count: digitCount - digits.utf8.count) + digits
            while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
            return "." + digits
        }
        if seconds > 0 || attoseconds == 0 { return "\(seconds)\(fraction(attoseconds, digitCount: 18))s" }
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return "\(whole)\(fraction(rest, digitCount: 15))ms"
    }
}
