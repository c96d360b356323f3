/// The sending of a constant event to the chart itself, which needs no expressions.
struct PlainSend {
    let event: String
    let id: String
    /// The delay; `nil` if it is out of range.
    let delay: Duration?
    /// Whether the event comes before all events from outside.
    let isInternal: Bool

    /// Returns `nil` if something is computed, or sent elsewhere.
    init?(_ send: Statechart.Send) {
        guard case .literal(.text(let event)) = send.event, send.idLocation == nil, send.transport == nil,
            send.content == nil
        else { return nil }
        self.event = event
        switch send.id {
        case nil: id = ""
        case .literal(.text(let text))?: id = text
        default: return nil
        }
        switch send.delay {
        case nil: delay = .zero
        case .literal(let value)?: delay = Duration(value).flatMap { $0 <= .longest ? $0 : nil }
        default: return nil
        }
        switch send.target {
        case nil: isInternal = false
        case .literal(.text("#_internal"))? where delay == Duration.zero: isInternal = true
        // A wrong delay is reported first.
        default: if delay == nil { isInternal = false } else { return nil }
        }
    }
}
