public import Components
internal import Drawing
internal import StatechartFormats
internal import Statecharts
internal import TextSupport

/// The messages of a run, one for each receiver, in the order in which they were handled.
public struct MessageSequence: Sendable {
    /// The names of the components, in the order of the assembly.
    public private(set) var components: [String]
    /// The messages.
    public private(set) var messages: [Delivery] = []

    /// A message that a component handled or lost.
    public struct Delivery: Sendable {
        /// The message: its sender, and its number among those of the sender.
        public let id: MessageID
        /// The time at which it was handled or lost.
        public let time: Duration
        /// The name of the component that received it; empty if none did.
        public let receiver: String
        /// The output port that sent it, or `answer to` and a port; empty if the trace has no room
        /// any more for its sending.
        public let port: String
        /// The name of the message; empty like the port.
        public let name: String
        /// The body: a value, what a component in Swift sent, a `CommandError` in the place of an
        /// answer, or `()`.
        public let body: any Sendable
        /// The message whose handler sent this one; `nil` if none did, or the port is empty.
        public let cause: MessageID?
        /// The reason for which it wasn't handled; `nil` if it was.
        public let loss: MessageLoss?

        /// The component that sent it; `outside` for messages from outside.
        public var sender: String { id.senderName }
    }

    /// The components that failed, each with the number of messages before.
    private(set) var failures: [(component: String, position: Int)] = []
    /// The events that are lines of JSON: all but those of sending.
    private var events: [TraceEvent] = []

    /// Finds the messages of a trace.
    ///
    /// Messages that weren't handled yet are left out. If the trace has no room any more for the
    /// sending of one that was, only its sender, its receiver and its time are known.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public init(_ trace: [TraceEvent], of assembly: Assembly) {
        self.init(trace, components: assembly.parts.map(\.name))
    }

    /// Finds the messages of a trace, or of those events of it that a ``TraceFilter`` chose.
    ///
    /// - Parameter components: The names of the components in their order. Those that join the run
    ///   later come after them.
    /// - Complexity: O(*n*) for *n* events.
    public init(_ trace: [TraceEvent], components: [String]) {
        self.components = components
        var (join, known) = (TraceJoin(), Set(components))
        func note(_ name: String) {
            if !name.isEmpty, known.insert(name).inserted { self.components.append(name) }
        }
        for event in trace {
            let event = join.completed(event)
            if let id = event.id { note(id.senderName) }
            switch event.kind {
            case .sent: continue
            case .handled: add(event, nil)
            case .lost(let loss): add(event, loss)
            case .restarted: break
            case .failed: failures.append((event.component, messages.count))
            }
            events.append(event)
            note(event.component)
        }
    }

    private mutating func add(_ event: TraceEvent, _ loss: MessageLoss?) {
        guard let id = event.id else { return }
        messages.append(
            Delivery(
                id: id, time: event.time, receiver: event.component, port: event.port, name: event.name,
                body: event.body ?? (), cause: event.cause, loss: loss))
    }

    /// The messages as JSON, one on each line, as by `jsonLine` of their events.
    public var jsonLines: String { events.map(\.jsonLine).joined() }
}

extension TraceEvent {
    /// An event that a ``TraceFilter`` chose as a line of JSON.
    ///
    /// The line of a message has the keys `id`, `time` (in milliseconds), `sender`, `receiver` (or
    /// null), `port`, `type`, `body`, `cause` (or null), and `lost` with the reason if the message
    /// wasn't handled. The line of a component that failed or was restarted has the keys `time`,
    /// `component`, and `failed` with the reason or `restarted`.
    public var jsonLine: String {
        let time = JSONText(written: time.milliseconds.shortText)
        switch kind {
        case .failed: return (["time": time, "component": component, "failed": bodyText ?? ""] as JSONObject).line
        case .restarted: return (["time": time, "component": component, "restarted": true] as JSONObject).line
        case .sent, .handled, .lost:
            let receiver = kind == .sent || component.isEmpty ? nil : component
            var object: JSONObject = [
                "id": id.map { "\($0)" }, "time": time, "sender": id?.senderName, "receiver": receiver,
                "port": port.isEmpty ? nil : port, "type": name.isEmpty ? nil : name, "body": bodyJSON,
                "cause": cause.map { "\($0)" },
            ]
            if case .lost(let loss) = kind { object.add("lost", loss.rawValue) }
            return object.line
        }
    }

    /// The body as JSON, or the reason of a failure as a text; `nil` if the body is empty.
    public var bodyText: String? {
        if kind == .failed { return body.map { "\($0)" } }
        return bodyJSON.text == "null" ? nil : bodyJSON.text
    }

    var bodyJSON: JSONText { Self.json(of: body ?? ()) }

    /// Returns a body as JSON. That of a component in Swift is a text, unless it is a number or a
    /// truth value.
    static func json(of body: any Sendable) -> JSONText {
        switch body {
        case let value as Value: JSONText(written: value.json)
        case is Void: JSONText(written: "null")
        case let number as Int: JSONText(number)
        case let number as Double: JSONText(number)
        case let flag as Bool: JSONText(flag)
        case let text as String: JSONText(text)
        case let reason as CommandError: JSONText(reason.briefly)
        default: JSONText("\(body)")
        }
    }
}

extension MessageSequence.Delivery {
    /// The message for a picture: its name, and its body unless that is empty.
    func title(width: Double) -> String {
        // The trace has no room any more for the sending.
        if name.isEmpty { return "#\(id)" }
        let text = TraceEvent.json(of: body).text
        return text == "null" ? name : Label.shortened("\(name) \(text)", toWidth: width)
    }
}

extension Duration {
    /// The time in milliseconds.
    var milliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}
