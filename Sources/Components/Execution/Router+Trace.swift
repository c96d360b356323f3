extension Router {
    /// Notes an event for the trace, and for the ports that watch.
    @inline(__always)
    final func note(_ event: MessageTrace.Event) {
        if onEvent != nil { tell(event) }
        if isTracing { _ = trace.append(event) }
        if monitor.isActive { report(event) }
    }

    @inline(never)
    private final func tell(_ event: MessageTrace.Event) { onEvent?(described(event)) }

    @inline(never)
    private final func report(_ event: MessageTrace.Event) { if !event.isSilent { monitor.report(described(event)) } }

    /// Notes that a component handles a message.
    @inline(never)
    final func begin(_ message: WaitingMessage, by receiver: UnsafeMutablePointer<ReceiverState>) {
        let number = receiver.pointee.number
        // For those who look at the run while an observer makes it wait here.
        let isHeard = monitor.isActive
        if isHeard { beginning = WaitingPlace(message: message, position: 0, receiver: receiver) }
        note(
            message.slot.pointee.isRetired
                ? .lost(message.id, at: run.pointee.time, receiver: number, .failed)
                : .handled(message.id, at: run.pointee.time, receiver: number))
        if isHeard { beginning = nil }
        receiver.pointee.isSilent = message.id.isSilent
    }

    func described(_ event: MessageTrace.Event) -> TraceEvent { TraceEvent(event, tracedName) }

    private func tracedName(_ number: UInt32) -> String {
        Int(number) < tracedNames.count ? tracedNames[Int(number)] : ""
    }

    var currentMessage: MessageID? { isWatched ? MessageID(current, tracedName) : nil }
}
