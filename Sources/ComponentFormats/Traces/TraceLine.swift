internal import Components
internal import Statecharts
internal import StatechartFormats
internal import TextSupport

/// A line of a file of a trace, without the first one.
enum TraceLine {
    case event(TraceEvent)
    /// The last line, with the number of events before, and whether a signal interrupted the run.
    case end(Int, isInterrupted: Bool)

    static let (format, version) = ("component-trace", 1)

    private enum Key: String, CaseIterable {
        case event, id, time, component, port, message, body, text, cause, receivers, reason, count
    }

    /// Reads a line.
    init(_ bytes: UnsafeRawBufferPointer) throws(TextProblem) {
        var cursor = JSONCursor(bytes)
        var members = Members()
        try cursor.open(UInt8(ascii: "{"), "an event")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let (name, offset) = try cursor.key()
            guard let key = Key(rawValue: name) else {
                throw .unknown("key", name, in: "an event", among: Key.allCases.map(\.rawValue), at: offset)
            }
            guard members.found.insert(KeySet(key)).inserted else { throw .duplicateKey(name, at: offset) }
            switch key {
            case .event: members.event = try cursor.string()
            case .id: members.id = try cursor.messageID()
            case .time: members.time = try cursor.traceTime()
            case .component: members.component = try cursor.string()
            case .port: members.port = try cursor.string()
            case .message: members.message = try cursor.string()
            case .body: members.body = .value(try cursor.traceValue())
            case .text: members.body = .text(try cursor.string())
            case .cause: members.cause = try cursor.messageID()
            case .receivers: members.count = try cursor.wholeNumber()
            case .reason: members.reason = try cursor.string()
            case .count: members.count = try cursor.wholeNumber()
            }
        }
        try cursor.finish("the end of the line")
        self = try members.line()
    }

    private struct KeySet: OptionSet {
        var rawValue: UInt16 = 0

        init(rawValue: UInt16) { self.rawValue = rawValue }
        init(_ keys: Key...) {
            for (number, key) in Key.allCases.enumerated() where keys.contains(key) { rawValue |= 1 << number }
        }

        var keys: [Key] { Key.allCases.filter { isSuperset(of: KeySet($0)) } }
    }

    /// The values of the keys of a line.
    private struct Members {
        var found: KeySet = []
        var event = ""
        var id: MessageID?
        var time = Duration.zero
        var component = ""
        var port = ""
        var message = ""
        var body: TraceBody?
        var cause: MessageID?
        var reason = ""
        var count = 0

        private static let sent = KeySet(.event, .id, .time, .port, .message, .receivers)
        private static let handled = KeySet(.event, .id, .time, .component)
        private static let lost = KeySet(.event, .id, .time, .reason)
        private static let failed = KeySet(.event, .time, .component, .reason)
        private static let restarted = KeySet(.event, .time, .component)

        /// Returns the line that has these keys, and no others.
        func line() throws(TextProblem) -> TraceLine {
            switch event {
            case "sent":
                let body = KeySet(found.contains(KeySet(.text)) ? .text : .body)
                try check(Self.sent.union(body), KeySet(.component, .cause))
                if let sender = id?.sender, sender != component {
                    throw TextProblem(
                        message: "the sender \(Message.quoted(sender.utf8)) isn't the component "
                            + "\(Message.quoted(component.utf8))")
                }
                return .event(
                    TraceEvent(
                        .sent, at: time, id: id, component: component, port: port, name: message,
                        body: self.body?.body, cause: cause, receiverCount: count))
            case "handled":
                try check(Self.handled)
                return .event(TraceEvent(.handled, at: time, id: id, component: component))
            case "lost":
                try check(Self.lost, KeySet(.component))
                guard let reason = MessageLoss(rawValue: reason) else {
                    throw TextProblem(message: "unknown reason \(Message.quoted(reason.utf8)) of a loss")
                }
                return .event(TraceEvent(.lost(reason), at: time, id: id, component: component))
            case "failed":
                try check(Self.failed, KeySet(.cause))
                return .event(
                    TraceEvent(.failed, at: time, component: component, body: DescribedBody(reason), cause: cause))
            case "restarted":
                try check(Self.restarted)
                return .event(TraceEvent(.restarted, at: time, component: component))
            case "end", "interrupted":
                try check(KeySet(.event, .count))
                return .end(count, isInterrupted: event == "interrupted")
            default:
                guard found.contains(KeySet(.event)) else {
                    throw TextProblem(message: "an event lacks the key 'event'")
                }
                throw TextProblem(message: "unknown event \(Message.quoted(event.utf8))")
            }
        }

        private func check(_ required: KeySet, _ optional: KeySet = []) throws(TextProblem) {
            if let key = required.subtracting(found).keys.first {
                throw TextProblem(message: "the event '\(event)' lacks the key '\(key.rawValue)'")
            }
            if let key = found.subtracting(required.union(optional)).keys.first {
                throw TextProblem(message: "the event '\(event)' has the key '\(key.rawValue)'", remedy: "remove it")
            }
        }
    }
}

// MARK: - Writing

extension TraceEvent {
    /// The line of the event in a file.
    var line: [UInt8] {
        var text = TextOutput()
        text.append(self)
        return text.bytes
    }
}

extension TextOutput {
    /// Writes the line of an event.
    mutating func append(_ event: TraceEvent) {
        append("{\"event\": ")
        switch event.kind {
        case .sent:
            append("\"sent\"")
            appendID(of: event)
            append(", \"port\": ")
            JSONString.append(event.port.utf8, to: &self)
            append(", \"message\": ")
            JSONString.append(event.name.utf8, to: &self)
            switch TraceBody(event.body ?? ()) {
            case .value(let value):
                append(", \"body\": ")
                append(value)
            case .text(let text): appendMember(", \"text\": ", text)
            }
            appendCause(of: event)
            append(", \"receivers\": ")
            append(event.receiverCount)
        case .handled:
            append("\"handled\"")
            appendID(of: event)
        case .lost(let loss):
            append("\"lost\"")
            appendID(of: event)
            appendMember(", \"reason\": ", loss.rawValue)
        case .failed:
            append("\"failed\"")
            appendPlace(of: event)
            appendMember(", \"reason\": ", TraceBody.text(of: event.body ?? ""))
            appendCause(of: event)
        case .restarted:
            append("\"restarted\"")
            appendPlace(of: event)
        }
        append("}\n")
    }

    private mutating func appendMember(_ key: StaticString, _ text: String) {
        append(key)
        JSONString.append(text.utf8, to: &self)
    }

    private mutating func appendID(of event: TraceEvent) {
        if let id = event.id {
            append(", \"id\": ")
            append(id)
        }
        appendPlace(of: event)
    }

    private mutating func appendPlace(of event: TraceEvent) {
        append(", \"time\": ")
        append(milliseconds: event.time)
        if !event.component.isEmpty { appendMember(", \"component\": ", event.component) }
    }

    private mutating func appendCause(of event: TraceEvent) {
        guard let cause = event.cause else { return }
        append(", \"cause\": ")
        append(cause)
    }

    /// Writes the last line.
    mutating func appendEnd(count: Int, isInterrupted: Bool) {
        append(isInterrupted ? "{\"event\": \"interrupted\", \"count\": " : "{\"event\": \"end\", \"count\": ")
        append(count)
        append("}\n")
    }

    /// Writes an identifier: the sender and the number, such as `"door/3"`. That of a message from
    /// outside begins with a slash; so a name that does so has two.
    private mutating func append(_ id: MessageID) {
        if id.sender.isEmpty {
            append("\"/")
            if id.port > 0 {
                append(id.port)
                append("/")
            }
        } else {
            let needsSlash = id.sender.utf8.first == UInt8(ascii: "/")
            JSONString.append((needsSlash ? "/" + id.sender : id.sender).utf8, to: &self)
            bytes[bytes.count - 1] = UInt8(ascii: "/")
        }
        append(id.number)
        append("\"")
    }

    /// Writes a time exactly, in milliseconds.
    private mutating func append(milliseconds time: Duration) {
        let (seconds, attoseconds) = time.components
        let rest = Int(attoseconds % TraceTime.attosecondsOfMillisecond)
        let whole = Int(attoseconds / TraceTime.attosecondsOfMillisecond)
        if seconds > 0 {
            append(Int(seconds))
            append(digits: whole, count: 3)
        } else {
            append(whole)
        }
        guard rest > 0 else { return }
        append(".")
        append(digits: rest, count: 15)
        while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    private mutating func append(digits number: Int, count: Int) {
        let start = bytes.count
        append(number)
        let zeros = max(0, count - (bytes.count - start))
        bytes.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros), at: start)
    }

    /// Writes a value so that it can be read exactly. A number that isn't finite is the record
    /// `{"$": "NaN"}`, and each name that begins with `$` has another one before.
    mutating func append(_ value: Value) {
        switch value {
        case .null: append("null")
        case .boolean(let flag): append(flag ? "true" : "false")
        case .number(let number) where number.isFinite: append(number: number)
        case .number(let number): append(string: "{\"$\": \"\(TraceNumber(number).rawValue)\"}")
        case .text(let text): JSONString.append(text.utf8, to: &self)
        case .list(let items):
            append("[")
            for (index, item) in items.enumerated() {
                if index > 0 { append(", ") }
                append(item)
            }
            append("]")
        case .record(let members):
            append("{")
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { append(", ") }
                JSONString.append((member.key.isMarked ? "$" + member.key : member.key).utf8, to: &self)
                append(": ")
                append(member.value)
            }
            append("}")
        }
    }
}
