internal import Statecharts
internal import TextSupport

extension Expression {
    /// The value of a constant expression.
    var constantValue: Value? {
        switch self {
        case .literal(let value): return value
        case .list(let items):
            let values = items.map { if case .literal(let value) = $0 { value } else { nil as Value? } }
            return values.contains(nil) ? nil : .list(values.compactMap { $0 })
        case .script(let text):
            // Most constants of ECMAScript are JSON.
            return Array(text.utf8).withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes, from: 0)
                let value = try? cursor.value()
                return (try? cursor.finish("")) == nil ? nil : value
            }
        default: return nil
        }
    }

    /// The text of a constant expression.
    var constantText: String? { if case .literal(.text(let text)) = self { text } else { nil } }
}

extension Statechart.Content {
    /// The value of constant data.
    var constantValue: Value? {
        switch self {
        case .value(let value): return value.constantValue
        case .fields(let fields):
            let values = fields.compactMap { field in field.value.constantValue.map { (field.name, $0) } }
            return values.count < fields.count ? nil : .record(.init(values) { _, last in last })
        }
    }
}

extension Duration {
    /// The time as a number of milliseconds.
    var milliseconds: String {
        let text = delay
        if text.hasSuffix("ms") { return String(text.dropLast(2)) }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1)
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.utf8.count))
        let whole = (parts[0] == "0" ? "" : parts[0]) + padded.prefix(3)
        let trimmed = whole.drop { $0 == "0" }
        return (trimmed.isEmpty ? "0" : String(trimmed)) + (padded.utf8.count > 3 ? "." + padded.dropFirst(3) : "")
    }
}

extension Statechart.Action {
    /// The constant name of the event that the action raises or sends.
    var eventName: String? {
        switch self {
        case .raise(let name, _): name
        case .send(let send): send.event.constantText
        default: nil
        }
    }

    /// XState's built-in action of the same meaning: its type and parameters.
    var xstate: (type: String, params: [String: Value])? {
        switch self {
        case .raise(let name, nil): return ("raise", ["event": .record(["type": .text(name)])])
        case .send(let send):
            guard let name = send.event.constantText, send.content == nil, send.transport == nil,
                send.idLocation == nil
            else { return nil }
            var params: [String: Value] = ["event": .record(["type": .text(name)])]
            if let delay = send.delay {
                guard let time = delay.constantDelay, let number = Double(time.milliseconds) else { return nil }
                params["delay"] = .number(number)
            }
            if let id = send.id {
                guard let text = id.constantText else { return nil }
                params["id"] = .text(text)
            }
            if let target = send.target {
                guard let text = target.constantText else { return nil }
                params["to"] = .text(text)
            }
            return ("send", params)
        case .cancel(let id): return id.constantText.map { ("cancel", ["sendId": .text($0)]) }
        case .log(let label, nil): return ("log", ["label": .text(label)])
        case .assign(let name, let value):
            return value.constantValue.map { ("assign", ["assignment": .record([name: $0])]) }
        default: return nil
        }
    }
}

extension Statechart.Condition {
    /// Calls a function with the names of the states in the condition.
    func visit(_ body: (String) -> Void) {
        var open = [self]
        while let condition = open.popLast() {
            switch condition {
            case .isActive(let name): body(name)
            case .not(let part): open.append(part)
            case .all(let parts), .any(let parts): open += parts
            case .named, .expression: break
            }
        }
    }

    /// The name that the event must have exactly, if the condition only says that.
    fileprivate var exactName: String? {
        guard case .expression(.binary(.equal, .member(.variable("_event"), "name"), .literal(.text(let name)))) = self
        else { return nil }
        return name
    }
}

extension Statechart.Transition {
    /// The beginning of the events at the ends of delays that a program names.
    static let delayPrefix = "xstate.after."

    /// A transition without effect on this library's error events, so that no wildcard takes them.
    static var ofErrors: Self { .init(.events(["error.execution", "error.communication"])) }

    /// The delay at whose end the transition is taken: a number of milliseconds, or a name.
    var delayKey: String? {
        switch trigger {
        case .after(let delay): return delay.milliseconds
        case .events(let patterns) where patterns.count == 1 && patterns[0].prefix.hasPrefix(Self.delayPrefix):
            return String(patterns[0].prefix.dropFirst(Self.delayPrefix.count))
        default: return nil
        }
    }

    /// The name that the event must have exactly, as the reader of XState notes it.
    var exactName: String? {
        guard case .events(let patterns) = trigger, patterns.count == 1 else { return nil }
        var last = condition
        if case .all(let parts) = condition, parts.count == 2 { last = parts[1] }
        return last?.exactName == patterns[0].prefix ? last?.exactName : nil
    }

    /// The condition without the one about the exact name.
    var otherCondition: Statechart.Condition? { if case .all(let parts) = condition { parts[0] } else { nil } }
}
