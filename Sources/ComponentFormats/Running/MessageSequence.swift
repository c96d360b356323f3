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
        /// The output port that sent it, or `answer to` and a port.
        public let port: String
        /// The name of the message.
        public let name: String
        /// The body: a value, or what a component in Swift sent.
        public let body: any Sendable
        /// The message whose handler sent this one; `nil` if none did.
        public let cause: MessageID?
        /// The reason for which it wasn't handled; `nil` if it was.
        public let loss: MessageLoss?

        /// The component that sent it; `outside` for messages from outside.
        public var sender: String { id.sender.isEmpty ? "outside" : id.sender }
    }

    /// The components that failed, each with the number of messages before.
    private(set) var failures: [(component: String, position: Int)] = []

    /// Finds the messages of a trace.
    ///
    /// Messages that weren't handled yet, or whose sending the trace has no room for, are left out.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public init(_ trace: [TraceEvent], of assembly: Assembly) {
        components = assembly.parts.map(\.name)
        var known = Set(components)
        var sent: [MessageID: TraceEvent] = [:]
        func add(_ name: String) { if !name.isEmpty, known.insert(name).inserted { components.append(name) } }
        for event in trace {
            switch event.kind {
            case .sent:
                guard let id = event.id else { continue }
                sent[id] = event
                add(id.sender.isEmpty ? "outside" : id.sender)
            case .handled: add(delivery(of: event, sent, nil))
            case .lost(let loss): add(delivery(of: event, sent, loss))
            case .restarted: break
            case .failed: failures.append((event.component, messages.count))
            }
        }
    }

    /// Adds a message, and returns its receiver.
    private mutating func delivery(
        of event: TraceEvent, _ sent: [MessageID: TraceEvent], _ loss: MessageLoss?
    ) -> String {
        guard let id = event.id, let first = sent[id] else { return "" }
        // Messages may have dots in their names, ports don't; an answer, and a message from
        // outside, name a component, too.
        let namesPart = ["answer to ", "to "].contains { first.message.utf8.starts(with: $0.utf8) }
        let dot = namesPart ? first.message.lastIndex(of: ".") : first.message.firstIndex(of: ".")
        let end = dot ?? first.message.endIndex
        messages.append(
            Delivery(
                id: id, time: event.time, receiver: event.component, port: String(first.message[..<end]),
                name: String(first.message[end...].dropFirst()), body: first.body ?? (), cause: first.cause, loss: loss)
        )
        return event.component
    }
}

extension MessageSequence {
    /// The messages as JSON, one on each line, with the keys `id`, `time` (in milliseconds),
    /// `sender`, `receiver` (or null), `port`, `type`, `body`, `cause` (or null), and `lost` if
    /// the message wasn't handled.
    public var jsonLines: String {
        var text = ""
        for message in messages {
            var object: JSONObject = [
                "id": "\(message.id)", "time": JSONText(written: message.time.milliseconds.shortText),
                "sender": message.sender,
                "receiver": message.receiver.isEmpty ? nil : message.receiver, "port": message.port,
                "type": message.name, "body": message.bodyJSON, "cause": message.cause.map { "\($0)" },
            ]
            if let loss = message.loss { object.add("lost", loss.rawValue) }
            text += object.line
        }
        return text
    }
}

extension MessageSequence.Delivery {
    /// The body as JSON; `nil` if it is empty. That of a component in Swift is a text, unless it is
    /// a number or a truth value.
    public var bodyText: String? { bodyJSON.text == "null" ? nil : bodyJSON.text }

    var bodyJSON: JSONText {
        switch body {
        case let value as Value: JSONText(written: value.json)
        case is Void: JSONText(written: "null")
        case let number as Int: JSONText(number)
        case let number as Double: JSONText(number)
        case let flag as Bool: JSONText(flag)
        case let text as String: JSONText(text)
        default: JSONText("\(body)")
        }
    }

    /// The message for a picture: its name, and its body unless that is empty.
    func title(width: Double) -> String {
        bodyText.map { Label.shortened("\(name) \($0)", toWidth: width) } ?? name
    }
}

extension Duration {
    /// The time in milliseconds.
    var milliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }
}
