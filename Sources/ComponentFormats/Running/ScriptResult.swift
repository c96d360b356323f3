public import Components
internal import StatechartFormats
internal import Statecharts
internal import TextSupport

/// The result of a step of a script.
public struct ScriptResult: Sendable {
    /// The step.
    public let step: ScriptStep
    /// The time after the step.
    public let time: Duration
    /// The messages that the environment received.
    public let received: [ValueMessage]
    /// The log entries of charts, and failures.
    public let notes: [ComponentNote]
    /// The active states of the charts whose states the step changed; none if a chart has ended.
    public let changedStates: [(component: String, states: [String])]
    /// The active states of all components that are charts.
    let states: [String: [String]]

    /// The result as an object of JSON, in the form of an expectation.
    public var json: String {
        var object = JSONObject([(String, JSONText)]())
        if let wait = step.wait { object.add("after", JSONText(written: wait.milliseconds.shortText)) }
        if let message = step.message { object.add("send", message) }
        if step.body != .null { object.add("body", JSONText(written: step.body.json)) }
        let messages = received.map { JSONObject([("\($0.port).\($0.name)", JSONText(written: $0.body.json))]) }
        object.add("receive", messages)
        if !changedStates.isEmpty { object.add("states", JSONObject(changedStates.map { ($0.component, $0.states) })) }
        return JSONText(object).text
    }

    /// The first difference from what the step expects; `nil` if there is none.
    public var difference: String? {
        if let expected = step.received {
            let found = received.map { ("\($0.port).\($0.name)", $0.body) }
            let isEqual = expected.count == found.count && zip(expected, found).allSatisfy { $0 == $1 }
            if !isEqual { return Self.difference(between: expected, and: found) }
        }
        for (component, names) in step.states.sorted(by: { $0.key < $1.key }) {
            let quoted = Message.quoted(component.utf8)
            guard let found = states[component] else { return "no component \(quoted) is a chart; fix the name" }
            if found.sorted() != names.sorted() {
                return "expected \(quoted) in \(JSONText(names).text), found it in \(JSONText(found).text)"
            }
        }
        return nil
    }

    /// Returns what two lists of messages are. Of long ones it is the part where they begin to
    /// differ.
    private static func difference(
        between expected: [(String, Value)], and found: [(String, Value)]
    ) -> String {
        let texts = (Array(list(expected).unicodeScalars), Array(list(found).unicodeScalars))
        let start = zip(texts.0, texts.1).prefix { $0 == $1 }.count
        let (wanted, received) = (part(of: texts.0, around: start), part(of: texts.1, around: start))
        return "expected \(wanted), received \(received)"
    }

    private static func part(of text: [Unicode.Scalar], around start: Int) -> String {
        let range = max(0, start - 40)..<min(text.count, start + 80)
        // A few scalars less aren't worth an ellipsis.
        guard text.count > 200 else { return string(text[...]) }
        return (range.lowerBound > 0 ? "…" : "") + string(text[range]) + (range.upperBound < text.count ? "…" : "")
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static func list(_ messages: [(String, Value)]) -> String {
        messages.isEmpty ? "no messages" : messages.map { "\($0) \($1.json)" }.joined(separator: ", ")
    }
}

extension ComponentRun {
    /// Carries out a step of a script.
    ///
    /// - Throws: `ExpressionError` if the environment can't send the message, or
    ///   ``ComponentError``.
    public func perform(_ step: ScriptStep) throws -> ScriptResult {
        if let wait = step.wait { try advance(by: wait) }
        if let message = step.message { try send(message, step.body) }
        var states = activeStates
        var all = Dictionary(states.map { ($0.component, $0.states) }, uniquingKeysWith: { first, _ in first })
        for name in toldStates.keys.sorted() where all[name] == nil {
            states.append((name, []))
            all[name] = []
        }
        defer { toldStates = all }
        return ScriptResult(
            step: step, time: simulation.time, received: takeReceived(), notes: takeNotes(),
            changedStates: states.filter { toldStates[$0.component] != $0.states }, states: all)
    }
}
