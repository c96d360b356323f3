public import Components
internal import TextSupport

/// Chooses events of a trace, and tells what their messages are.
///
///     var filter = TraceFilter()
///     filter.flow = "environment/1"
///     while let event = try reader.next() {
///         if let chosen = try filter.filtered(event) { print(chosen) }
///     }
///
/// An event is chosen if it meets all conditions that are set. The memory is that of the messages
/// that wait for their receivers, and of the identifiers of the flow.
public struct TraceFilter: Sendable {
    /// The kinds of events, without the reasons of losses.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case sent, handled, lost, failed, restarted

        init(_ kind: TraceEvent.Kind) {
            self =
                switch kind {
                case .sent: .sent
                case .handled: .handled
                case .lost: .lost
                case .failed: .failed
                case .restarted: .restarted
                }
        }
    }

    /// The kinds of events; by default all but the sending of messages.
    public var kinds: Set<Kind> = [.handled, .lost, .failed, .restarted]
    /// The names of components, of which one must be the sender or the receiver, or contain it; none
    /// for all.
    public var components: Set<String> = []
    /// Names of messages, such as `fetch`, with a port or not, as in `service.fetch`; none for all.
    public var messages: Set<String> = []
    /// The time of the earliest event.
    public var earliest = Duration.zero
    /// The time of the latest event; `nil` for no limit.
    public var latest: Duration?
    /// The identifier of a message, such as `environment/1`; events are about that message, and all
    /// that it caused. `nil` for all.
    public var flow: String?
    /// A text that the body as JSON, or the reason of a failure, contains; empty for all.
    public var text = ""
    /// The maximum memory, in bytes.
    public var maximumBytes = 1 << 30

    private var join = TraceJoin()
    private var flowMessages: Set<MessageID> = []

    /// Creates a filter that chooses all events but the sending of messages.
    public init() {}

    /// Returns an event with all that is known of its message; `nil` if it isn't chosen.
    ///
    /// All events of a trace must be given, in their order.
    ///
    /// - Returns: The event; if a message was handled or lost, with its port, name, body and cause.
    /// - Throws: ``TraceFormatError`` if the memory isn't enough.
    /// - Complexity: O(*n*) for *n* bytes of the body, if there is a text to find, else O(1).
    public mutating func filtered(_ event: TraceEvent) throws(TraceFormatError) -> TraceEvent? {
        let event = join.completed(event)
        let isInFlow = isInFlow(event)
        guard join.byteCount + 128 * flowMessages.count <= maximumBytes else {
            throw TraceFormatError(
                .limit, "more messages wait for their receivers than \(maximumBytes) bytes hold", in: nil, line: nil)
        }
        guard isInFlow, kinds.contains(Kind(event.kind)), event.time >= earliest,
            latest.map({ event.time <= $0 }) ?? true, isOfComponent(event), isOfMessage(event)
        else { return nil }
        return text.isEmpty || event.bodyJSON.text.utf8.containsText(text) ? event : nil
    }

    private mutating func isInFlow(_ event: TraceEvent) -> Bool {
        guard let flow else { return true }
        guard let id = event.id else { return event.cause.map(flowMessages.contains) ?? false }
        if event.kind == .sent, event.cause.map(flowMessages.contains) ?? false || "\(id)" == flow {
            flowMessages.insert(id)
        }
        return flowMessages.contains(id)
    }

    private func isOfComponent(_ event: TraceEvent) -> Bool {
        components.isEmpty
            || [event.component, event.id.map(\.senderName) ?? ""].contains { name in
                components.contains { name.isWithin($0) }
            }
    }

    private func isOfMessage(_ event: TraceEvent) -> Bool {
        messages.isEmpty || messages.contains(event.name) || messages.contains(event.message)
    }
}

extension Collection<UInt8> {
    fileprivate func containsText(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: text.utf8) { return true }
            rest = rest[index(after: start)...]
        }
        return false
    }
}

extension MessageID {
    /// The component that sent the message; `outside` for messages from outside.
    var senderName: String { sender.isEmpty ? "outside" : sender }
}
