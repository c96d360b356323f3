/// The messages of a run, as they were sent, handled and lost, up to a limit.
final class MessageTrace {
    enum Event {
        case sent(UInt64, at: Duration, cause: UInt64, OutputCore, Int, any Sendable, receiverCount: Int)
        case answered(UInt64, at: Duration, cause: UInt64, to: UInt32, OutputCore, Int, any Sendable)
        case handled(UInt64, at: Duration, receiver: UInt32)
        case lost(UInt64, at: Duration, receiver: UInt32, MessageLoss)
        case failed(UInt32, at: Duration, cause: UInt64, any Error)
        case restarted(UInt32, at: Duration)

        /// Whether the event isn't reported, as a report has caused it.
        var isSilent: Bool {
            switch self {
            case .sent(let id, _, _, _, _, _, _), .answered(let id, _, _, _, _, _, _), .handled(let id, _, _),
                .lost(let id, _, _, _):
                id.isSilent
            case .failed, .restarted: false
            }
        }
    }

    // No code of users runs while they change.
    @exclusivity(unchecked) private var events = Ring<Event>()
    /// The number of events that the limit removed.
    @exclusivity(unchecked) private(set) var removedCount = 0
    private let limit: Int

    init(limit: Int) { self.limit = max(0, limit) }

    deinit { events.deallocate() }

    /// Adds an event.
    ///
    /// - Returns: The event that it takes the place of, which is freed when the trace is whole again:
    ///   that may send.
    @inline(__always)
    func append(_ event: consuming Event) -> Event? {
        if events.count < limit {
            events.append(event)
            return nil
        }
        removedCount &+= 1
        if limit == 0 { return nil }
        let removed = events.removeFirst()
        events.append(event)
        return removed
    }

    /// The number of events, with those that the limit removed.
    var endIndex: Int { removedCount + events.count }

    /// The event of a number from `removedCount` on.
    subscript(number: Int) -> Event { events[number - removedCount] }

    /// The events in their order.
    var ordered: [Event] { (0..<events.count).map { events[$0] } }
}

/// The reason for which a message wasn't handled.
public enum MessageLoss: String, Hashable, Sendable {
    /// The channel leads to no port that knows the message.
    case noReceiver = "no receiver"
    /// The receiver's mailbox was full.
    case full
    /// The schedule that the run follows loses it.
    case fault
    /// The receiver has ended.
    case ended
    /// The receiver has failed: its supervisor doesn't keep what waits, or the message answers a
    /// command of the failed component, which the fresh one doesn't know.
    case failed = "receiver failed"
}

/// Something that happened to a message in a run.
public struct TraceEvent: Sendable, CustomStringConvertible {
    /// The kinds of events.
    public enum Kind: Hashable, Sendable {
        /// The message was sent.
        case sent
        /// A component began to handle the message.
        case handled
        /// A receiver didn't get the message.
        case lost(MessageLoss)
        /// A component failed.
        case failed
        /// A fresh component took the place of one.
        case restarted
    }

    /// The kind of the event.
    public let kind: Kind
    /// The time since the start of the run.
    public let time: Duration
    /// The message; `nil` if a component failed or was restarted.
    public let id: MessageID?
    /// The component that sent, handled or lost the message, failed or was restarted; empty
    /// if nobody receives the message.
    public let component: String
    /// The output port, if the message was sent; from outside the part and its port, such as
    /// `to door.commands`, and for an answer those of the command, such as `answer to door.lock`.
    public let port: String
    /// The name of the message, if it was sent.
    public let name: String
    /// The body, if the message was sent, or in the place of an answer that there isn't a
    /// ``CommandError``; the error, if the component failed.
    public let body: (any Sendable)?
    /// The message whose handler sent this one, or failed; `nil` if none did.
    public let cause: MessageID?
    /// The number of receivers that the message goes to, if it was sent. A point-to-point channel
    /// counts as one.
    public let receiverCount: Int

    /// The output port and the message, such as `output.ping`, if the message was sent.
    public var message: String { name.isEmpty ? port : "\(port).\(name)" }

    /// Creates an event.
    package init(
        _ kind: Kind, at time: Duration, id: MessageID? = nil, component: String, port: String = "", name: String = "",
        body: (any Sendable)? = nil, cause: MessageID? = nil, receiverCount: Int = 0
    ) {
        (self.kind, self.time, self.id, self.component, self.port) = (kind, time, id, component, port)
        (self.name, self.body, self.cause, self.receiverCount) = (name, body, cause, receiverCount)
    }

    /// The event as a line of a trace.
    public var description: String {
        let number = id.map { "#\($0) " } ?? ""
        switch kind {
        case .sent:
            let sender = component.isEmpty ? "" : component + "."
            return "\(time): \(number)\(sender)\(message)" + Self.arguments(body ?? ())
                + (cause.map { " because of #\($0)" } ?? "")
        case .handled: return "\(time): \(number)handled by \(component)"
        case .lost(let reason):
            return "\(time): \(number)lost" + (component.isEmpty ? "" : " by \(component)") + ": \(reason.rawValue)"
        case .failed: return "\(time): \(component) failed" + (body.map { ": " + "\($0)".printable } ?? "")
        case .restarted: return "\(time): \(component) restarted"
        }
    }

    /// The body as the arguments of a call.
    static func arguments(_ body: any Sendable) -> String {
        let text = text(of: body)
        return text.hasPrefix("(") ? text : "(\(text))"
    }
}

extension TraceEvent {
    private static func text(of body: any Sendable) -> String {
        if let reason = body as? CommandError { return reason.briefly }
        return body is Void ? "()" : "\(body)"
    }

    /// Describes an event.
    ///
    /// - Parameter name: The name of the component with a number.
    init(_ event: MessageTrace.Event, _ name: (UInt32) -> String) {
        func id(_ id: UInt64) -> MessageID? { MessageID(id, name) }
        func other(_ kind: Kind, _ time: Duration, _ message: UInt64, _ component: UInt32) -> TraceEvent {
            TraceEvent(kind, at: time, id: id(message), component: component == .max ? "" : name(component))
        }
        self =
            switch event {
            case .sent(let message, let time, let cause, let output, let index, let body, let receiverCount):
                TraceEvent(
                    .sent, at: time, id: id(message), component: name(UInt32(message >> 40)), port: output.name,
                    name: output.members.messages[index].name, body: body, cause: id(cause),
                    receiverCount: receiverCount)
            case .answered(let message, let time, let cause, let receiver, let output, let index, let body):
                TraceEvent(
                    .sent, at: time, id: id(message), component: name(UInt32(message >> 40)),
                    port: "answer to \(name(receiver)).\(output.name)", name: output.members.messages[index].name,
                    body: body, cause: id(cause), receiverCount: 1)
            case .handled(let message, let time, let receiver): other(.handled, time, message, receiver)
            case .lost(let message, let time, let receiver, let reason): other(.lost(reason), time, message, receiver)
            case .failed(let component, let time, let cause, let error):
                TraceEvent(.failed, at: time, component: name(component), body: error, cause: id(cause))
            case .restarted(let component, let time): other(.restarted, time, 0, component)
            }
    }
}

/// A message of a run: its sender, and its number among the messages of that sender.
///
/// Each port of a ``ComponentSystem`` is a sender of its own.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// The name of the component that sent the message; empty for messages from outside, `#reports`
    /// for ``Reports``. For ``ChartReports``, and for what reports cause, it ends with `#reports`,
    /// too, such as `door#reports`: these messages are counted by themselves.
    public let sender: String
    /// The number of the system's port, from 1, that sent the message; 0 for other senders.
    public let port: Int
    /// The number among the sender's messages, from 1.
    public let number: Int

    /// Creates the identifier of a message.
    package init(sender: String, port: Int, number: Int) {
        (self.sender, self.port, self.number) = (sender, port, number)
    }

    /// The sender and the number, such as `door/3`, or `outside2/3` for the second port.
    public var description: String {
        "\(sender.isEmpty ? "outside" : sender)\(port > 1 ? "\(port)" : "")/\(number)"
    }
}

extension MessageID {
    /// Describes an identifier; `nil` for a message without one.
    ///
    /// - Parameter name: The name of the component with a number.
    init?(_ id: UInt64, _ name: (UInt32) -> String) {
        if id == 0 { return nil }
        let (sender, number) = (id.sender, id.numberOfSender)
        let name = name(sender)
        (self.sender, self.number) = (id.isReport ? "#reports" : id.isSilent ? "\(name)#reports" : name, number)
        // Ports of a system have numbers from the end of all.
        port = name.isEmpty && sender > 0 ? 0x100_0000 - Int(sender) : 0
    }
}
