internal import Components
internal import Statecharts

/// Finds the messages that events of handling and losing are about.
///
/// It keeps what was sent until all its receivers have handled or lost it.
struct TraceJoin {
    private var waiting: [MessageID: (event: TraceEvent, receiverCount: Int)] = [:]
    /// The approximate memory of the events that are kept.
    private(set) var byteCount = 0

    /// Returns an event with the port, the name, the body and the cause of its message, if the join
    /// has seen it sent.
    mutating func completed(_ event: TraceEvent) -> TraceEvent {
        guard let id = event.id else { return event }
        switch event.kind {
        case .sent:
            // One that nobody receives is lost.
            waiting[id] = (event, max(1, event.receiverCount))
            byteCount += Self.size(of: event)
            return event
        case .handled, .lost:
            guard event.name.isEmpty, let (sent, receiverCount) = waiting[id] else { return event }
            if receiverCount > 1 {
                waiting[id]?.receiverCount -= 1
            } else {
                waiting[id] = nil
                byteCount -= Self.size(of: sent)
            }
            return event.joined(with: sent)
        case .failed, .restarted: return event
        }
    }

    private static func size(of event: TraceEvent) -> Int {
        let body =
            switch event.body {
            case let value as Value: value.byteCount
            case let text as DescribedBody: text.description.utf8.count
            default: 0
            }
        return 256 + body
    }
}

extension TraceEvent {
    /// Returns an event of handling or losing with the message, by the event of sending it.
    func joined(with sent: TraceEvent) -> TraceEvent {
        TraceEvent(
            kind, at: time, id: id, component: component, port: sent.port, name: sent.name, body: sent.body,
            cause: sent.cause)
    }
}
