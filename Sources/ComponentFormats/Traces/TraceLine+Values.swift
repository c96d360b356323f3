internal import Components
internal import Statecharts
internal import StatechartFormats
internal import TextSupport

/// Times in milliseconds with up to 15 decimal places.
enum TraceTime {
    static let attosecondsOfMillisecond: Int64 = 1_000_000_000_000_000
    /// The latest time of a run, in attoseconds.
    static let latest = Duration.zero.advanced(by: .seconds(Int64.max)).attoseconds
}

/// The numbers that JSON lacks.
enum TraceNumber: String {
    case nan = "NaN"
    case infinity = "Infinity"
    case negativeInfinity = "-Infinity"

    /// Creates the name of a number that isn't finite.
    init(_ number: Double) { self = number.isNaN ? .nan : number > 0 ? .infinity : .negativeInfinity }

    var number: Double {
        switch self {
        case .nan: .nan
        case .infinity: .infinity
        case .negativeInfinity: -.infinity
        }
    }
}

extension String {
    /// Whether a name begins with the mark of numbers that JSON lacks.
    var isMarked: Bool { utf8.first == UInt8(ascii: "$") }
}

extension Value {
    /// The maximum size of a body that is read: marks can make it several times as large as the
    /// value was.
    fileprivate static let maximumMarkedSize = 4 * ValueSize.maximum

    /// The value without marks; `nil` if a mark is wrong.
    fileprivate var withoutMarks: Value? {
        switch self {
        case .null, .boolean, .number, .text: return self
        case .list(let items):
            let plain = items.compactMap(\.withoutMarks)
            return plain.count == items.count ? .list(plain) : nil
        case .record(let members):
            if members.count == 1, case .text(let name)? = members["$"] {
                return TraceNumber(rawValue: name).map { .number($0.number) }
            }
            var plain: [String: Value] = [:]
            for (name, value) in members {
                let isMarked = name.isMarked
                let own = isMarked ? String(decoding: name.utf8.dropFirst(), as: UTF8.self) : name
                guard let value = value.withoutMarks, !isMarked || own.isMarked else { return nil }
                plain[own] = value
            }
            return .record(plain)
        }
    }
}

extension JSONCursor {
    /// Reads a value that ``TextOutput/append(_:)`` has written.
    mutating func traceValue() throws(TextProblem) -> Value {
        skipBlanks()
        let start = position
        guard let value = try value(upTo: Value.maximumMarkedSize).withoutMarks else {
            throw TextProblem(
                offset: start, message: "wrong '$' in a body", remedy: "write $$ for a name that begins with $")
        }
        return value
    }

    /// Reads a time in milliseconds.
    mutating func traceTime() throws(TextProblem) -> Duration {
        skipBlanks()
        let start = position
        if let number = naturalNumber() { return .milliseconds(number) }
        let isNumber = peek.map { 0x30...0x39 ~= $0 } ?? false
        let parts = try (isNumber ? scalar() ?? "" : "").utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        let error = TextProblem(offset: start, message: "expected a time in milliseconds, such as 1500 or 0.25")
        guard let whole = parts.first, 1...22 ~= whole.count, fraction.count <= 15,
            parts.joined().allSatisfy({ 0x30...0x39 ~= $0 })
        else { throw error }
        let digits = Array(whole) + fraction + repeatElement(UInt8(ascii: "0"), count: 15 - fraction.count)
        let attoseconds = digits.reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
        guard attoseconds <= TraceTime.latest else { throw error }
        return Duration(attoseconds: attoseconds)
    }

    /// Reads the identifier of a message.
    mutating func messageID() throws(TextProblem) -> MessageID {
        skipBlanks()
        let start = position
        let error = TextProblem(offset: start, message: "expected the identifier of a message, such as \"door/3\"")
        let text = Array(try string().utf8)
        func number(_ digits: ArraySlice<UInt8>) throws(TextProblem) -> Int {
            guard 1...15 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.first != 0x30 else {
                throw error
            }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let slash = text.lastIndex(of: UInt8(ascii: "/")) else { throw error }
        let own = try number(text[(slash + 1)...])
        var sender = text[..<slash]
        guard text[0] == UInt8(ascii: "/") else {
            return MessageID(sender: String(decoding: sender, as: UTF8.self), port: 0, number: own)
        }
        if slash == 0 { return MessageID(sender: "", port: 0, number: own) }
        sender.removeFirst()
        guard sender.first != UInt8(ascii: "/") else {
            return MessageID(sender: String(decoding: sender, as: UTF8.self), port: 0, number: own)
        }
        return MessageID(sender: "", port: try number(sender), number: own)
    }
}
