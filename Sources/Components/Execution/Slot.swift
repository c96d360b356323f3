/// The messages of one kind that wait for a component, and the code that handles them.
///
/// Bodies lie in a queue of their own type, so that no message is an object.
class Slot {
    final let message: AnyMessage
    final unowned(unsafe) let receiver: ComponentCore
    final let state: UnsafeMutablePointer<SlotState>
    /// The name of the input port; empty for answers and channels.
    final let port: String
    /// Whether the messages of a mailbox are answers, which always find room: a client waits for
    /// them.
    final var isAnswer: Bool { port.isEmpty }
    /// Whether the messages always find room: answers, and those by which a chart looks at its
    /// timers.
    final var needsNoRoom: Bool { isAnswer || isOfChartTimers }
    /// Whether a message always finds room: also one that tells of missed reports, since at most one
    /// waits at a time.
    final func needsNoRoom(_ id: UInt64) -> Bool { needsNoRoom || id.isReport && message.matches(Reports.missed) }

    fileprivate init(
        _ message: AnyMessage, _ receiver: ComponentCore, _ port: String, _ bodies: UnsafeMutableRawPointer
    ) {
        (self.message, self.receiver, self.port) = (message, receiver, port)
        state = .allocate(capacity: 1)
        state.initialize(to: SlotState(bodies: bodies, receiver: receiver.state))
        state.pointee.slot = self
        state.pointee.isConcurrent = receiver.host.order == nil
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The point-to-point channel that gives its messages to components.
    final unowned(unsafe) var distributor: Distributor? { didSet { state.pointee.isDirect = distributor == nil } }
    final var isHandled: Bool { state.pointee.isHandled }

    /// Sets the code that takes the first body and handles it.
    final func handle(by handler: MessageHandler) {
        state.pointee.handler = handler
        // Only once, since other threads ask.
        if !isHandled { state.pointee.isHandled = true }
    }

    /// Whether no message waits, also none that the component hasn't taken over yet.
    var isEmpty: Bool { true }
    /// Adds a body of the slot's type to those that the component handles.
    func append(_ body: any Sendable) {}
    func removeBody(at position: Int) {}
    /// Removes the last body, if components don't run side by side.
    func removeLast() -> any Sendable { () }
    func removeLastBody() {}
    /// Moves the body at a position to the first place.
    func moveToFront(_ position: Int) {}
    /// Removes the body that arrived first among those that the component hasn't taken over yet.
    func removeArrivedBody() -> any Sendable { () }
    /// Moves the first body to a slot of the same type.
    func moveFirst(to slot: Slot) {}
    func body(at position: Int) -> any Sendable { () }
    /// A body that the component hasn't taken over yet.
    func arrivedBody(at position: Int) -> any Sendable { () }
}

final class TypedSlot<Body: Sendable>: Slot {
    let bodies: UnsafeMutablePointer<Ring<Body>>

    init(_ message: AnyMessage, _ receiver: ComponentCore, _ port: String = "") {
        // The second is for messages that arrive while the component handles those of the first.
        bodies = .allocate(capacity: 2)
        bodies.initialize(repeating: Ring(), count: 2)
        super.init(message, receiver, port, bodies)
    }

    deinit {
        bodies[0].deallocate()
        bodies[1].deallocate()
        bodies.deallocate()
    }

    override var isEmpty: Bool { bodies[0].isEmpty && bodies[1].isEmpty }
    override func append(_ body: any Sendable) { if let body = body as? Body { bodies.pointee.append(body) } }
    override func removeBody(at position: Int) { _ = bodies.pointee.remove(at: position) }
    override func removeLast() -> any Sendable { bodies.pointee.remove(at: bodies.pointee.count - 1) }
    override func removeLastBody() {
        let number = state.pointee.isConcurrent ? 1 : 0
        _ = bodies[number].remove(at: bodies[number].count - 1)
    }
    override func moveToFront(_ position: Int) { bodies.pointee.moveToFront(position) }
    override func removeArrivedBody() -> any Sendable { bodies[1].remove(at: 0) }
    override func moveFirst(to slot: Slot) {
        let others = unsafeDowncast(slot, to: TypedSlot.self).bodies
        others[state.pointee.isConcurrent ? 1 : 0].append(bodies[state.pointee.isConcurrent ? 1 : 0].removeFirst())
    }
    override func body(at position: Int) -> any Sendable { bodies.pointee[position] }
    override func arrivedBody(at position: Int) -> any Sendable { bodies[1][position] }
}

// What each message touches lies in memory of its own, since access to stored properties of objects
// is checked and counted.

/// The messages of one kind that wait, in memory that senders reach.
@usableFromInline
struct SlotState {
    /// Two `Ring`s of bodies: those that the component handles, and those that arrived meanwhile.
    @usableFromInline var bodies: UnsafeMutableRawPointer
    @usableFromInline var receiver: UnsafeMutablePointer<ReceiverState>
    /// Whether messages go straight to the receiver's mailbox.
    @usableFromInline var isDirect = true
    /// Takes the first body and handles it with a component; `nil` without a handler.
    var handler: MessageHandler?
    /// The step that a message makes in contracts of the receiver before it is handled.
    var contract: UnsafeMutablePointer<ContractStep>?
    var isHandled = false
    /// Whether the messages are answers to a former component, and lost.
    var isRetired = false
    /// Whether arrived messages wait to be taken over.
    var hasArrived = false
    /// Whether components run side by side.
    var isConcurrent = false
    /// The breakpoints at the message; `nil` without any.
    var stop: MessageStop?
    unowned(unsafe) var slot: Slot!

    fileprivate init(bodies: UnsafeMutableRawPointer, receiver: UnsafeMutablePointer<ReceiverState>) {
        (self.bodies, self.receiver) = (bodies, receiver)
    }
}

/// Code that takes the first body of a `Ring` and handles it with a component.
@usableFromInline
struct MessageHandler {
    // A closure in an optional of its own would be wrapped anew at each call.
    @usableFromInline let run: (_ bodies: UnsafeMutableRawPointer, _ component: UnsafeMutableRawPointer) throws -> Void

    @usableFromInline
    init(_ run: @escaping (UnsafeMutableRawPointer, UnsafeMutableRawPointer) throws -> Void) { self.run = run }
}

/// A message that waits in a mailbox; the slot holds its body.
@usableFromInline
struct WaitingMessage {
    @usableFromInline let slot: UnsafeMutablePointer<SlotState>
    @usableFromInline let id: UInt64

    @inlinable
    init(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) { (self.slot, self.id) = (slot, id) }
}

extension Ring<WaitingMessage> {
    /// Removes the message that has waited longest, to make room for another one: none that needs no
    /// room, and for a report only a report.
    ///
    /// - Returns: The message; `nil` without any.
    /// - Complexity: O(*a*) for *a* messages that have waited longer.
    mutating func removeOldest(for message: UInt64) -> WaitingMessage? {
        let index = (0..<count).first { index in
            let (slot, id) = (self[index].slot.pointee.slot!, self[index].id)
            return (id.isReport || !message.isReport) && !slot.needsNoRoom(id)
        }
        return index.map { remove(at: $0) }
    }
}

/// The mailbox of a component.
@usableFromInline
struct ReceiverState {
    /// The waiting messages, in the order in which they were sent.
    @usableFromInline var mailbox = Ring<WaitingMessage>()
    @usableFromInline var capacity: Int
    /// The number of the last message that the component sent, with that of the component above 40
    /// bits.
    @usableFromInline var lastID: UInt64
    /// The same of the messages that aren't reported, or of the others while these are sent.
    var otherLastID: UInt64
    /// The component's value.
    var storage: UnsafeMutableRawPointer
    /// The number of entries in the run's order whose messages were lost.
    var skips = 0
    /// Whether something is to be done after each message: the component takes from channels, is
    /// tested for breakpoints, or has ended.
    var needsFinishing = false
    var takesFromChannels = false
    /// The states and conditions of breakpoints.
    var watches = UnsafeMutableBufferPointer<Watch>(start: nil, count: 0)
    unowned(unsafe) var component: ComponentCore
    /// The mailbox that threads share, if components run side by side.
    var shared: UnsafeMutablePointer<SharedMailbox>?

    init(_ component: ComponentCore, _ storage: UnsafeMutableRawPointer, capacity: Int) {
        (self.component, self.storage, self.capacity) = (component, storage, capacity)
        lastID = UInt64(component.number) << 40
        otherLastID = lastID | .silent
    }
}

/// The slots that a message of an output port goes to.
@usableFromInline
struct Route {
    @usableFromInline let slots: UnsafeMutablePointer<UnsafeMutablePointer<SlotState>>
    @usableFromInline let count: Int

    init(_ list: [Slot]) {
        count = list.count
        slots = .allocate(capacity: max(1, count))
        for (index, slot) in list.enumerated() { (slots + index).initialize(to: slot.state) }
    }
}

/// The routes of an output port, if components run side by side.
struct OutputWiring {
    /// The slots that messages go to, or will as soon as the component takes notice.
    var planned = OutputRoutes([])
    /// Whether the component is asked to take notice.
    var isPosted = false
    /// The plan that the port follows.
    var followed = OutputRoutes([])
}

/// The slots of each message of an output, with all they need.
struct OutputRoutes {
    let slots: [[Slot]]
    // A slot keeps neither its component nor its channel, which may end before the plan is
    // followed.
    private let owners: [AnyObject]

    init(_ slots: [[Slot]]) {
        self.slots = slots
        owners = slots.joined().flatMap { slot -> [AnyObject] in
            [slot.receiver] + (slot.distributor.map { [$0] } ?? [])
        }
    }

    func leads(to others: [[Slot]]) -> Bool {
        slots.count == others.count && zip(slots, others).allSatisfy { $0.elementsEqual($1, by: ===) }
    }
}

/// The data of an output port that each message needs.
@usableFromInline
struct OutputState {
    /// The component that sends; `nil` outside of a run.
    @usableFromInline var sender: UnsafeMutablePointer<ReceiverState>?
    @usableFromInline var routes: UnsafeMutablePointer<Route>
    @usableFromInline var isTracing = false
    /// Whether messages are traced, or a contract watches them.
    @usableFromInline var isNoted = false
    /// The step of each message in the component's contracts; `nil` without contracts.
    @usableFromInline var contract: UnsafeMutablePointer<ContractStep>?
    /// The receiver of each message of the run.
    @usableFromInline var order: UnsafeMutablePointer<Ring<UnsafeMutablePointer<ReceiverState>>>?
}
