/// Delays as texts: `1.5s`, `250ms`.
extension Duration {
    /// Parses a delay in the syntax of CSS times: a decimal number, and `s` or `ms` in any case.
    ///
    /// - Returns: `nil` if the text isn't a delay, is 10¹⁵ seconds or more, or is finer than an
    ///   attosecond.
    package init?(delay text: String) {
        // A letter with this bit is in lower case.
        let end = text.utf8.suffix(2).map { $0 | 0x20 }
        let isMilliseconds = end.elementsEqual("ms".utf8)
        guard end.last == UInt8(ascii: "s") else { return nil }
        var number = text.utf8.dropLast(isMilliseconds ? 2 : 1)
        if number.first == UInt8(ascii: "+") { number = number.dropFirst() }
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

    /// The latest time of a machine since its start.
    @usableFromInline
    static var latest: Duration { .seconds(1_000_000_000_000_000_000) }

    /// Returns the time after a delay, limited to the latest time.
    @usableFromInline
    package func advanced(by delay: Duration) -> Duration { min(self + min(delay, .latest), .latest) }

    /// The delay as a text: in seconds if it is at least one second, otherwise in milliseconds. The
    /// text of a delay that is negative or beyond the latest time can't be parsed.
    package var delay: String {
        // The components of longer delays may not fit into integers.
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

    /// Creates a delay from a number of milliseconds, or from a text such as `1.5s` or `200ms`;
    /// `nil` for any other value.
    package init?(_ value: Value) {
        switch value {
        case .number(let number): self.init(milliseconds: number)
        case .text(let text): self.init(delay: text)
        default: return nil
        }
    }

    /// Creates a time that isn't negative and at most a million years.
    private init?(milliseconds: Double) {
        guard milliseconds >= 0, milliseconds <= 3.2e16 else { return nil }
        let whole = milliseconds.rounded(.down)
        self = .milliseconds(Int64(whole)) + .nanoseconds(Int64(((milliseconds - whole) * 1e6).rounded()))
    }

    /// The longest delay of a transition or a sent event: 10¹² seconds.
    static var longest: Duration { .seconds(1_000_000_000_000) }
}

extension Expression {
    /// Creates a constant for a delay: a number of milliseconds, or a text if a number isn't exact.
    package init(delay: Duration) {
        let (seconds, attoseconds) = delay.components
        let number = Value.number(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
        let text = delay.delay
        self = .literal(Duration(number) != delay && Duration(delay: text) == delay ? .text(text) : number)
    }
}
