extension Router {
    /// Notes an event for the trace, and for the ports that watch.
    func note(_ event: MessageTrace.Event) {
        onEvent?(described(event))
        if isTracing { trace.append(event) }
        if monitor.isActive, !event.isSilent { monitor.report(described(event)) }
    }

    /// Notes that a component handles a message.
    func begin(_ message: WaitingMessage, by component: ComponentCore) {
        note(
            message.slot.pointee.isRetired
                ? .lost(message.id, at: time, receiver: component.number, .failed)
                : .handled(message.id, at: time, receiver: component.number))
        component.isSilent = message.id.isSilent
    }

    func described(_ event: MessageTrace.Event) -> TraceEvent {
        TraceEvent(event) { Int($0) < tracedNames.count ? tracedNames[Int($0)] : "" }
    }
}
