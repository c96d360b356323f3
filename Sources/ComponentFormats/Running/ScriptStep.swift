internal import StatechartFormats
public import Statecharts
internal import TextSupport

/// A step of a script: a time to wait, a message from the environment, and what is expected then.
public struct ScriptStep: Sendable {
    /// The time to wait, before the message.
    public var wait: Duration?
    /// The port of the environment and the message, such as `button.fetch`.
    public var message: String?
    /// The body of the message.
    public var body = Value.null
    /// The messages that the environment must have received since the step before; `nil` for any.
    var received: [(message: String, body: Value)]?
    /// The states that must be active, by the names of components.
    var states: [String: [String]] = [:]

    /// Creates a step that does nothing, as the start of a run.
    public init() {}

    /// Reads a step: `button.fetch`, `button.set=3`, `+500` or `+1.5s`.
    ///
    /// The body is JSON, or an expression of constants such as `2 * 60`. A space may stand in the
    /// place of `=`.
    ///
    /// - Throws: `ExpressionError` that says what is wrong.
    public init(parsing text: String) throws(ExpressionError) {
        if text.utf8.first == UInt8(ascii: "+") {
            wait = try Self.wait(text)
            return
        }
        let end = text.firstIndex { $0 == "=" || $0 == " " || $0 == "\t" } ?? text.endIndex
        message = try Self.message(String(text[..<end]))
        let rest = text[end...].dropFirst()
        guard rest.contains(where: { !$0.isWhitespace }) else { return }
        do throws(ExpressionError) { body = try Expression(parsing: String(rest)).value(in: NoVariables()) } catch {
            throw ExpressionError(
                "the body of \(Message.quoted(text[..<end].utf8)) is neither JSON nor an expression of constants: "
                    + "\(error.message); write a text in quotes, such as "
                    + Message.quoted((text[..<end] + "=\"text\"").utf8))
        }
    }

    private struct NoVariables: ExpressionEnvironment {
        func value(of variable: String) -> Value? { nil }
        func isActive(_ state: String) -> Bool? { nil }
    }

    private static func wait(_ text: String) throws(ExpressionError) -> Duration {
        let unit = [("ms", 1.0), ("s", 1000)].first { text.hasSuffix($0.0) }
        let digits = text.dropFirst().dropLast(unit?.0.count ?? 0)
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }), let number = Double(digits),
            let wait = duration(milliseconds: number * (unit?.1 ?? 1))
        else {
            throw ExpressionError(
                "\(Message.quoted(text.utf8)) isn't a time; write + and up to 10¹² milliseconds, such as +500 or "
                    + "+1.5s")
        }
        return wait
    }

    private static func duration(milliseconds: Double) -> Duration? {
        guard 0...1e12 ~= milliseconds else { return nil }
        // Whole nanoseconds, as 64.1 * 1000 isn't 64100.
        let nanoseconds = (milliseconds * 1e6).rounded()
        return .milliseconds(Int(nanoseconds / 1e6))
            + .nanoseconds(Int(nanoseconds.truncatingRemainder(dividingBy: 1e6)))
    }

    private static func message(_ text: String) throws(ExpressionError) -> String {
        guard let dot = text.firstIndex(of: "."), dot > text.startIndex, text.index(after: dot) < text.endIndex else {
            throw ExpressionError(
                "\(Message.quoted(text.utf8)) names no message; write a port of the environment and a message: "
                    + "port.message")
        }
        return text
    }

    /// The step as it is written.
    public var text: String {
        let time = wait.map { "+" + $0.milliseconds.shortText }
        return [time, message].compactMap(\.self).joined(separator: " ")
    }
}

// MARK: - Expectations

extension ScriptStep {
    private static let keys = ["after", "send", "body", "receive", "states"]

    /// Reads a step with what is expected after it: an object such as
    /// `{"after": 500, "send": "button.fetch", "receive": [{"list.shown": [12, 30]}], "states":
    /// {"model": ["showing"]}}`, of which each key may be absent.
    ///
    /// - Throws: `ExpressionError` that says what is wrong.
    public init(expectation text: String) throws(ExpressionError) {
        let value: Value
        do {
            value = try Array(text.utf8).withUnsafeBytes { try Value(json: $0) }
        } catch { throw ExpressionError("this line isn't JSON: \((error as? StatechartFormatError)?.message ?? "")") }
        guard case .record(let members) = value else {
            throw ExpressionError("expected an object, such as {\"send\": \"button.fetch\", \"receive\": []}")
        }
        if let key = members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            let keys = Self.keys.joined(separator: ", ")
            throw ExpressionError("unknown key \(Message.quoted(key.utf8)); expected one of \(keys)")
        }
        switch members["after"] {
        case nil: break
        case .number(let number)?:
            guard let wait = Self.duration(milliseconds: number) else { fallthrough }
            self.wait = wait
        default: throw ExpressionError("invalid 'after'; expected a number of milliseconds from 0 to 10¹²")
        }
        switch members["send"] {
        case nil: if members["body"] != nil { throw ExpressionError("'body' needs a 'send' in the same line") }
        case .text(let name)?: message = try Self.message(name)
        default: throw ExpressionError("invalid 'send'; expected a port and a message, such as \"button.fetch\"")
        }
        body = members["body"] ?? .null
        try readExpectations(members)
    }

    private mutating func readExpectations(_ members: [String: Value]) throws(ExpressionError) {
        if let list = members["receive"] {
            let error = ExpressionError("invalid 'receive'; expected a list such as [{\"list.shown\": [12, 30]}]")
            guard case .list(let items) = list else { throw error }
            var received: [(String, Value)] = []
            for item in items {
                guard case .record(let message) = item, message.count == 1 else { throw error }
                received += message.map { ($0.key, $0.value) }
            }
            self.received = received
        }
        guard let states = members["states"] else { return }
        let error = ExpressionError("invalid 'states'; expected an object such as {\"model\": [\"showing\"]}")
        guard case .record(let components) = states else { throw error }
        for (component, list) in components {
            guard case .list(let items) = list else { throw error }
            self.states[component] = try items.map { item throws(ExpressionError) in
                guard case .text(let name) = item else { throw error }
                return name
            }
        }
    }
}
