import StatechartAnalysis
import Statecharts
import TextSupport
import ToolSupport

/// A step of a run of a statechart: a time to wait, an event, and the states that are expected
/// after it.
struct ScriptStep: Sendable {
    var wait: Duration?
    var event: String?
    var data = Value.null
    /// The names of the states that must be active, if that is to be checked.
    var expected: [String]?
    /// The file and the line of the step.
    var place: String?

    /// The name in the output.
    var label: String {
        let parts = [wait.map { "+\(Self.text(of: $0))" }, event]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// Creates a step.
    init(wait: Duration? = nil, event: String? = nil, data: Value = .null) {
        (self.wait, self.event, self.data) = (wait, event, data)
    }

    /// Returns the steps that lead from a time to the inputs of a recording.
    static func steps(
        of inputs: [StatechartRecording<ExpressionBehavior.Payload>.Input], from start: Duration
    ) -> [ScriptStep] {
        var time = start
        return inputs.map { input in
            switch input {
            case .event(let name, let payload, _): return ScriptStep(event: name, data: payload?.data ?? .null)
            case .time(let next):
                defer { time = max(time, next) }
                return ScriptStep(wait: max(next - time, .zero))
            }
        }
    }

    /// A time in milliseconds.
    static func text(of time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        return Value.number(Double(seconds) * 1000 + Double(attoseconds) / 1e15).description
    }

    /// Reads an argument: `button`, `coin=2`, `+500`, `+1.5s`, or `\+500`, an event.
    init(argument text: String, at place: String? = nil) throws(ToolError) {
        self.place = place
        if text.utf8.first == UInt8(ascii: "\\") {
            let (name, rest) = Self.escaped(text.dropFirst())
            event = try Self.checked(name, at: place)
            if let rest { data = try Self.data(String(rest), of: name, at: place) }
            return
        }
        if text.utf8.first == UInt8(ascii: "+") {
            let units = [("ms", 1.0), ("s", 1000)]
            let unit = units.first { text.hasSuffix($0.0) }
            let digits = text.dropFirst().dropLast(unit?.0.count ?? 0)
            guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }),
                // Whole nanoseconds, as 64.1 * 1000 isn't 64100.
                let wait = Double(digits).flatMap({
                    Self.duration(milliseconds: ($0 * (unit?.1 ?? 1) * 1e6).rounded() / 1e6)
                })
            else {
                throw ToolError(
                    "\(text.shown.quoted) isn't a time; write + and up to 10¹² milliseconds, such as +500 or +1.5s",
                    at: place)
            }
            self.wait = wait
            return
        }
        guard let end = text.firstIndex(of: "=") else {
            event = try Self.checked(text, at: place)
            return
        }
        let name = String(text[..<end])
        event = try Self.checked(name, at: place)
        data = try Self.data(String(text[text.index(after: end)...]), of: name, at: place)
    }

    /// Returns a name in which a backslash precedes some signs, and what follows an equals sign
    /// after it.
    private static func escaped(_ text: Substring) -> (name: String, rest: Substring?) {
        var (name, index, scalars) = ("", text.startIndex, text.unicodeScalars)
        while index < text.endIndex, scalars[index] != "=" {
            let next = scalars.index(after: index)
            if scalars[index] == "\\", next < text.endIndex { index = next }
            name.unicodeScalars.append(scalars[index])
            index = scalars.index(after: index)
        }
        return (name, index < text.endIndex ? text[scalars.index(after: index)...] : nil)
    }

    private static func data(_ text: String, of name: String, at place: String?) throws(ToolError) -> Value {
        do throws(ExpressionError) { return try Value(json: text) } catch {
            throw ToolError(
                "the data of \(name.shown.quoted) is neither JSON nor an expression of constants: "
                    + "\(error.description.shown); write a text in quotes, such as 'event=\"text\"'",
                at: place)
        }
    }

    private static func checked(_ name: String, at place: String?) throws(ToolError) -> String {
        if name.isEmpty { throw ToolError("an event needs a name; write a name", at: place) }
        if let error = StateMachineError(event: name) { throw ToolError(error.description.shown, at: place) }
        return name
    }

    private static func duration(milliseconds: Double) -> Duration? {
        guard 0...1e12 ~= milliseconds else { return nil }
        return Int(exactly: milliseconds).map { .milliseconds($0) } ?? .milliseconds(milliseconds)
    }
}

extension String {
    /// The first characters, if there are many.
    var shortened: String {
        let start = prefix(400)
        return start.endIndex == endIndex ? self : start + "…"
    }
}

// MARK: - Expectations

extension ScriptStep {
    private static let keys = ["after", "event", "data", "configuration"]

    /// Reads an object such as
    /// `{"after": 500, "event": "coin", "data": 2, "configuration": ["open"]}`.
    init(expectation text: String, file: String, line: Int) throws(ToolError) {
        let place = "\(file):\(line)"
        self.place = place
        let value: Value
        do throws(ExpressionError) { value = try Value(json: text) } catch {
            throw ToolError(
                "this line isn't JSON: \(error.message.shown)", at: place + (error.offset.map { ":\($0 + 1)" } ?? ""))
        }
        guard case .record(let members) = value else {
            throw ToolError(
                "expected a JSON object, such as {\"event\": \"coin\", \"configuration\": [\"open\"]}", at: place)
        }
        if let key = members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw ToolError(
                "unknown key \(key.shown.quoted); expected one of \(Self.keys.joined(separator: ", "))", at: place)
        }
        switch members["after"] {
        case nil: break
        case .number(let number)?:
            guard let wait = Self.duration(milliseconds: number) else { fallthrough }
            self.wait = wait
        default: throw ToolError("invalid 'after'; expected a number of milliseconds from 0 to 10¹²", at: place)
        }
        switch members["event"] {
        case nil: if members["data"] != nil { throw ToolError("'data' needs an 'event' in the same line", at: place) }
        case .text(let name)?: event = try Self.checked(name, at: place)
        default: throw ToolError("invalid 'event'; expected the name of an event in quotes", at: place)
        }
        data = members["data"] ?? .null
        expected = try Self.names(members["configuration"], at: place)
    }

    private static func names(_ value: Value?, at place: String) throws(ToolError) -> [String]? {
        let error = ToolError(
            "invalid 'configuration'; expected a list of names of states, such as [\"open\"]", at: place)
        guard let value else { return nil }
        guard case .list(let items) = value else { throw error }
        var names: [String] = []
        for item in items {
            guard case .text(let name) = item else { throw error }
            names.append(name)
        }
        return names
    }
}

// MARK: - JSON

extension Value {
    /// Reads a JSON value, or an expression of constants, such as `2 * 60`.
    init(json text: String) throws(ExpressionError) {
        struct EmptyEnvironment: ExpressionEnvironment {
            func value(of variable: String) -> Value? { nil }
            func isActive(_ state: String) -> Bool? { nil }
        }
        self = try Expression(parsing: text).value(in: EmptyEnvironment())
    }

    /// The value as JSON, or the beginning of its text if that is long.
    var shortJSON: JSONText {
        let text = description
        return text.shortened == text ? json : JSONText(text.shortened)
    }

    /// The value as JSON.
    var json: JSONText { JSONText(written: jsonText) }
}
