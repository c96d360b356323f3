extension Debugger {
    /// Calls a closure with a component, to read it.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there or has another
    ///   type.
    public func read<Owner, Result>(
        _ part: PartReference<Owner>, _ body: (Owner) -> Result
    ) throws(ComponentError) -> Result { try run.simulation.with(part) { body($0) } }

    /// Returns the names of the atomic states that are active in a component that is a chart, in
    /// document order.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func activeStateNames<Owner>(of part: PartReference<Owner>) throws(ComponentError) -> [String] {
        try run.simulation.activeStateNames(of: part)
    }

    /// Returns the names of the atomic states that are active in a component that is a chart; empty
    /// for others.
    package func activeStateNames(ofPart name: String) -> [String] { run.simulation.activeStateNames(ofPart: name) }

    /// The parts that live, with their channels.
    ///
    /// - Complexity: O(*p*) for *p* ports.
    package var currentAssembly: Assembly { run.simulation.assembly.current }

    /// The time since the start.
    public var time: Duration { run.simulation.time }

    /// The time at which the next message that was sent for later is due; `nil` if there is none.
    public var deadline: Duration? { run.simulation.deadline }

    /// The latest events up to this position, in their order.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public var trace: [TraceEvent] { run.simulation.trace }

    /// The errors that ended components, in the order of time.
    public var failures: [ComponentFailure] { run.simulation.failures }

    /// The message that is handled next; `nil` if none waits.
    ///
    /// - Complexity: O(*n*) for *n* events of the trace.
    public var nextMessage: QueuedMessage? { run.nextMessage().map { run.router.described($0) } }

    /// The messages that wait for components, in the order in which they are handled, unless chance
    /// or a recording chooses it. What waits in point-to-point channels isn't among them.
    ///
    /// - Complexity: O(*m* + *n*) for *m* messages and *n* events of the trace.
    public var waitingMessages: [QueuedMessage] {
        let causes = run.router.trace.causes
        return run.router.waitingMessages.map { run.router.described($0, causes[$0.message.id]) }
    }
}

extension Router {
    /// Describes a message, with its cause if the trace has it.
    final func described(_ place: WaitingPlace) -> QueuedMessage {
        let cause = (trace.removedCount..<trace.endIndex).reversed().lazy.compactMap { self.trace[$0].sent }
            .first { $0.id == place.message.id }?.cause
        return described(place, cause)
    }

    /// Describes a message with its cause.
    final func described(_ place: WaitingPlace, _ cause: UInt64?) -> QueuedMessage {
        QueuedMessage(
            place.message.slot.pointee.slot, body: place.message.slot.pointee.slot.body(at: place.position),
            id: MessageID(place.message.id, name), cause: MessageID(cause ?? 0, name))
    }

    private final func name(_ number: UInt32) -> String {
        Int(number) < tracedNames.count ? tracedNames[Int(number)] : ""
    }

    /// Compares the trace with that of another run, as far as both go.
    ///
    /// - Parameter count: The number of events that were compared before.
    /// - Returns: The component of the first event that differs.
    final func difference(from other: MessageTrace, after count: Int) -> String? {
        let first = max(count, trace.removedCount, other.removedCount)
        return (first..<max(first, min(trace.endIndex, other.endIndex))).lazy
            .first { !self.trace[$0].isSame(as: other[$0]) }.map { described(self.trace[$0]).component }
    }
}

extension QueuedMessage {
    init(_ slot: Slot, body: any Sendable, id: MessageID?, cause: MessageID?) {
        (self.id, self.cause, self.body) = (id, cause, slot.message.traced(body))
        (component, port, name) = (slot.receiver.name, slot.receiver.port(of: slot), slot.message.name)
    }
}

extension MessageTrace {
    /// The causes of the messages whose sending is among the events.
    fileprivate var causes: [UInt64: UInt64] {
        Dictionary(ordered.lazy.compactMap(\.sent).map { ($0.id, $0.cause) }) { first, _ in first }
    }
}

extension MessageTrace.Event {
    /// The identifier and the cause of a message that was sent.
    var sent: (id: UInt64, cause: UInt64)? {
        switch self {
        case .sent(let id, _, let cause, _, _, _, _), .answered(let id, _, let cause, _, _, _, _): (id, cause)
        default: nil
        }
    }

    /// Whether the same happened, as far as bodies can be compared.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (
            .sent(let id, let time, let cause, let port, let index, let body, _),
            .sent(let id2, let time2, let cause2, let port2, let index2, let body2, _)
        ):
            (id, time, cause, port.name, index) == (id2, time2, cause2, port2.name, index2) && areSame(body, body2)
        case (
            .answered(let id, let time, let cause, let receiver, _, let index, let body),
            .answered(let id2, let time2, let cause2, let receiver2, _, let index2, let body2)
        ):
            (id, time, cause, receiver, index) == (id2, time2, cause2, receiver2, index2) && areSame(body, body2)
        case (.handled(let id, let time, let receiver), .handled(let id2, let time2, let receiver2)):
            (id, time, receiver) == (id2, time2, receiver2)
        case (.lost(let id, let time, let receiver, let reason), .lost(let id2, let time2, let receiver2, let reason2)):
            (id, time, receiver, reason) == (id2, time2, receiver2, reason2)
        case (.failed(let component, let time, _, _), .failed(let component2, let time2, _, _)),
            (.restarted(let component, let time), .restarted(let component2, let time2)):
            (component, time) == (component2, time2)
        default: false
        }
    }
}

/// Whether two bodies are the same: values that can be compared, and the parts of others. Objects
/// and functions count as the same.
private func areSame(_ first: Any, _ second: Any) -> Bool {
    // A NaN isn't equal to itself, nor an object that is compared by identity to its successor.
    if let first = first as? any Equatable { return first.equals(second) || "\(first)" == "\(second)" }
    let (mirror, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
    switch mirror.displayStyle {
    // The order of a dictionary isn't that of another one.
    case .class, .dictionary, nil: return true
    case .enum where mirror.children.isEmpty: return "\(first)" == "\(second)"
    default:
        return mirror.children.count == other.children.count
            && zip(mirror.children, other.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
