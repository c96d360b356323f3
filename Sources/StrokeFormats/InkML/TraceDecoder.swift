internal import Strokes
internal import TextSupport

/// Decodes the points of an InkML trace: values in the order of the channels, absolute or as
/// differences.
///
/// W3C, *Ink Markup Language (InkML)*, Recommendation of 2011, section 3.3.
struct TraceDecoder {
    /// The meaning of a channel's values, until a sign changes it.
    private enum Mode {
        case explicit, difference, secondDifference
    }

    /// A channel's state.
    private struct Track {
        var mode = Mode.explicit
        var value = 0.0
        var velocity = 0.0
        var acceleration = 0.0
        var hasValue = false
    }

    private let text: [UInt8]
    private var position: Int
    private let format: TraceFormat
    private let budget: ReadingBudget
    private var tracks: [Track]
    /// The values of a point, in the order of the channels.
    private var values: [Double] = []
    private var parts = StrokeParts()

    private init(_ text: [UInt8], format: TraceFormat, budget: ReadingBudget) {
        self.text = text
        self.format = format
        self.budget = budget
        position = 0
        tracks = Array(repeating: Track(), count: format.channels.count)
    }

    /// Returns the points of a trace.
    static func decode(
        _ text: [UInt8], format: TraceFormat, budget: ReadingBudget
    ) throws(TextProblem) -> StrokeParts {
        var decoder = TraceDecoder(text, format: format, budget: budget)
        try decoder.decode()
        return decoder.parts
    }

    private mutating func decode() throws(TextProblem) {
        skipBlanks()
        guard position < text.count else { return }
        var hasTimes = false
        var hasPressures = false
        var maximum: Double?
        for channel in format.channels {
            if case .time = channel { hasTimes = true }
            if case .force(let value) = channel { (hasPressures, maximum) = (true, value) }
        }
        while true {
            try readPoint()
            var (x, y, time, force) = (Double.nan, Double.nan, Double.nan, Double.nan)
            for (channel, value) in zip(format.channels, values) {
                switch channel {
                case .x: x = value
                case .y: y = value
                case .time(let perSecond): time = value / perSecond
                case .force: force = value
                case .other: break
                }
            }
            parts.points.append(Point(x: x, y: y))
            if hasTimes { parts.times.append(time) }
            if hasPressures { parts.pressures.append(force / (maximum ?? 1)) }
            try budget.check(holding: text.count + parts.points.count * 32, offset: nil)
            guard position < text.count else { break }
            // This is a comma; anything else would have caused an error.
            position += 1
            skipBlanks()
            // Some programs write a comma after the last point.
            guard position < text.count else { break }
        }
        // Without a maximum, full pressure is unknown.
        if maximum == nil, parts.pressures.contains(where: { $0 > 1 }) { parts.pressures = [] }
    }

    /// Reads the values of a point; missing channels keep their last values.
    private mutating func readPoint() throws(TextProblem) {
        values.removeAll(keepingCapacity: true)
        for channel in tracks.indices {
            skipBlanks()
            if position >= text.count || text[position] == UInt8(ascii: ",") {
                guard channel >= format.regularCount else {
                    throw TextProblem(
                        message:
                            "expected \(format.regularCount) values in point \(parts.points.count + 1) of the trace, "
                            + "found \(channel)")
                }
                values.append(tracks[channel].hasValue ? tracks[channel].value : .nan)
            } else {
                values.append(try value(of: channel))
            }
        }
        skipBlanks()
        guard position >= text.count || text[position] == UInt8(ascii: ",") else {
            throw TextProblem(
                message: "expected ',' after \(tracks.count) values in point \(parts.points.count + 1) of the trace, "
                    + "found '\(Character(Unicode.Scalar(text[position])))'")
        }
    }

    private mutating func value(of channel: Int) throws(TextProblem) -> Double {
        var track = tracks[channel]
        switch text[position] {
        case UInt8(ascii: "!"):
            track.mode = .explicit
            position += 1
        case UInt8(ascii: "'"):
            track.mode = .difference
            position += 1
        case UInt8(ascii: "\""):
            track.mode = .secondDifference
            position += 1
        default: break
        }
        skipBlanks()
        guard position < text.count else {
            throw TextProblem(message: "expected a value in point \(parts.points.count + 1) of the trace")
        }
        switch text[position] {
        case UInt8(ascii: "*"):
            // Repeats the value, the difference, or the second difference.
            position += 1
            if track.mode == .secondDifference { track.velocity += track.acceleration }
            if track.mode != .explicit { track.value += track.velocity }
        case UInt8(ascii: "?"):
            position += 1
            tracks[channel] = track
            return .nan
        case UInt8(ascii: "T"), UInt8(ascii: "F"):
            track.value = text[position] == UInt8(ascii: "T") ? 1 : 0
            position += 1
        default:
            let number = try number()
            switch track.mode {
            case .explicit: (track.value, track.velocity) = (number, track.hasValue ? number - track.value : 0)
            case .difference: (track.value, track.velocity) = (track.value + number, number)
            case .secondDifference:
                track.acceleration = number
                track.velocity += number
                track.value += track.velocity
            }
        }
        track.hasValue = true
        tracks[channel] = track
        return track.value
    }

    /// Reads a decimal number; `-` begins a new one, so that `3-5` are two.
    private mutating func number() throws(TextProblem) -> Double {
        let start = position
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
        var mantissa: UInt64 = 0
        var digitCount = 0
        var pointCount = 0
        var fractionCount = 0
        var hasExponent = false
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digitCount += 1
                fractionCount += pointCount
            } else if text[position] == UInt8(ascii: "."), pointCount == 0 {
                pointCount = 1
            } else {
                break
            }
            position += 1
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            position += 1
            if position < text.count, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
                position += 1
            }
            while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        }
        if digitCount > 0, !hasExponent,
            let magnitude = DecimalNumber.value(mantissa: mantissa, digitCount: digitCount, exponent: -fractionCount)
        {
            return isNegative ? -magnitude : magnitude
        }
        guard digitCount > 0, let number = Double(String(decoding: text[start..<position], as: UTF8.self)) else {
            let word = String(decoding: text[start...].prefix(20), as: UTF8.self)
            throw TextProblem(
                message: "expected a number in point \(parts.points.count + 1) of the trace, found '\(word)'")
        }
        return number
    }

    private mutating func skipBlanks() {
        while position < text.count, text[position] <= 0x20 { position += 1 }
    }
}
