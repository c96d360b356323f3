/// A port through which a component sends messages.
///
///     struct Client: Component {
///         let service = Output<ExpenseRequests>()
///         …
///     }
///     service.upload(expense)     // in a handler
///
/// Sending is a call of the message's name. It never waits; without a channel the message is lost,
/// which a trace tells.
@dynamicMemberLookup
public struct Output<Protocol: PortProtocol> {
    @usableFromInline let members: Protocol
    @usableFromInline let core: OutputCore

    /// Creates a port, which the property's name names.
    ///
    /// - Parameter isOptional: Whether the port may stay without a channel.
    public init(isOptional: Bool = false) {
        let shared = ProtocolMembers<Protocol>.shared
        (members, core) = (shared.members, OutputCore(shared))
        core.isOptional = isOptional
    }

    init(core: OutputCore) { (members, self.core) = (ProtocolMembers<Protocol>.shared.members, core) }

    /// The sender of a message.
    @inlinable
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> Sender<Body> {
        Sender(core, members[keyPath: message].sentIndex)
    }

    /// The names of the component and the port, for ``RunningAssembly``; empty outside of a run.
    public var reference: PortReference { PortReference(core.sender?.name ?? "", core.name) }
}

/// A port through which a component receives messages.
///
/// ``Receive`` gives a message its handler.
@dynamicMemberLookup
public struct Input<Protocol: PortProtocol> {
    let members: Protocol
    let core: InputCore

    /// Creates a port, which the property's name names.
    public init() {
        let shared = ProtocolMembers<Protocol>.shared
        (members, core) = (shared.members, InputCore(shared))
    }

    /// The receiver of a message.
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> Receiver<Body> {
        Receiver(core: core, index: members[keyPath: message].index)
    }

    /// The names of the component and the port, for ``RunningAssembly``; empty outside of a run.
    public var reference: PortReference { PortReference(core.owner?.name ?? "", core.name) }
}

/// A port through which a component sends messages to itself, at once or later.
///
///     own.tick(after: .seconds(1))
///
/// They are handled as messages from outside.
@dynamicMemberLookup
public struct EventPort<Protocol: PortProtocol> {
    @usableFromInline let output: Output<Protocol>
    let input: Input<Protocol>

    /// Creates a port, which the property's name names.
    public init() { (output, input) = (Output(), Input()) }

    /// The sender of a message.
    @inlinable
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> Sender<Body> {
        output[dynamicMember: message]
    }

    /// The receiver of a message.
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> Receiver<Body> {
        input[dynamicMember: message]
    }
}

/// The message of an input port that a handler receives.
public struct Receiver<Body: Sendable> {
    let core: InputCore
    let index: Int
}

/// The message of an output port; a call sends it.
public struct Sender<Body: Sendable> {
    @usableFromInline let core: OutputCore
    @usableFromInline let index: Int

    @inlinable
    init(_ core: OutputCore, _ index: Int) { (self.core, self.index) = (core, index) }

    /// Sends the message.
    @inlinable
    public func callAsFunction(_ body: Body) { core.send(body, index) }

    /// Sends the message.
    @inlinable
    public func callAsFunction() where Body == Void { core.send((), index) }

    /// Sends the message.
    @inlinable
    public func callAsFunction<A, B>(_ a: A, _ b: B) where Body == (A, B) { core.send((a, b), index) }

    /// Sends the message.
    @inlinable
    public func callAsFunction<A, B, C>(_ a: A, _ b: B, _ c: C) where Body == (A, B, C) { core.send((a, b, c), index) }
}

extension Sender {
    /// Sends the message later.
    ///
    /// - Returns: The timer, which can be cancelled.
    @discardableResult
    public func callAsFunction(_ body: Body, after delay: Duration) -> MessageTimer {
        guard let sender = core.sender else { return MessageTimer(core: core, number: 0) }
        let (core, index, isSilent) = (core, index, sender.isSilent)
        let number = sender.host.addTimer(of: sender, after: max(delay, .zero)) {
            core.sender?.silently(isSilent) { core.send(body, index) }
        }
        return MessageTimer(core: core, number: number)
    }

    /// Sends the message later.
    ///
    /// - Returns: The timer, which can be cancelled.
    @discardableResult
    public func callAsFunction(after delay: Duration) -> MessageTimer where Body == Void { self((), after: delay) }
}

/// A message that will be sent later.
public struct MessageTimer {
    let core: OutputCore
    let number: UInt64

    /// Cancels the message, if it hasn't been sent.
    public func cancel() { if let sender = core.sender { sender.host.cancelTimer(number, of: sender) } }
}

/// A port at run time.
@usableFromInline
class PortCore {
    final let members: AnyProtocolMembers
    /// The name, which is that of the property.
    final var name = ""
    /// The channel, which also holds the port, until the port leaves it or the run ends.
    final var channel: ChannelCore?

    init(_ members: AnyProtocolMembers) { self.members = members }
}

/// An input port at run time.
final class InputCore: PortCore {
    /// The slots in which messages wait, by message.
    var slots: [Slot] = []
    /// The component that receives; `nil` outside of a run.
    weak var owner: ComponentCore?

    /// Takes the place of the same port of a component that is restarted.
    func replace(_ old: InputCore) {
        (slots, old.slots) = (old.slots, [])
        (channel, old.channel) = (old.channel, nil)
        channel?.replace(old, by: self)
    }
}

/// An output port at run time.
@usableFromInline
final class OutputCore: PortCore {
    @usableFromInline let state: UnsafeMutablePointer<OutputState>
    /// The slots in which answers wait, by command.
    var answerSlots: [Slot?] = []
    var isOptional = false
    /// Code that gets each message that is sent, until it returns false.
    var taps: [(Int, any Sendable) -> Bool] = [] { didSet { noteTracing() } }
    private let count: Int
    /// The slots of each message, with all they need, if components run side by side.
    var wiring = OutputWiring()

    override init(_ members: AnyProtocolMembers) {
        count = members.messages.count
        let routes = UnsafeMutablePointer<Route>.allocate(capacity: max(1, count))
        for index in 0..<count { (routes + index).initialize(to: Route([])) }
        state = .allocate(capacity: 1)
        state.initialize(to: OutputState(routes: routes))
        super.init(members)
    }

    deinit {
        for index in 0..<count { state.pointee.routes[index].slots.deallocate() }
        state.pointee.routes.deallocate()
        state.deallocate()
    }

    /// The component that sends; `nil` outside of a run.
    var sender: ComponentCore? {
        get { state.pointee.sender?.pointee.component }
        set {
            state.pointee.sender = newValue?.state
            noteTracing()
            state.pointee.order = newValue?.host.order
        }
    }

    func noteTracing() {
        state.pointee.isTracing = !taps.isEmpty || sender?.host.isWatched ?? false
        state.pointee.isNoted = state.pointee.isTracing || state.pointee.contract != nil
    }

    /// Sets the steps that messages make in contracts.
    func watch(_ contract: UnsafeMutablePointer<ContractStep>?) {
        state.pointee.contract = contract
        noteTracing()
    }

    /// Takes the place of the same port of a component that is restarted.
    func replace(_ old: OutputCore) {
        swap(&state.pointee, &old.state.pointee)
        (wiring, old.wiring) = (old.wiring, OutputWiring())
        (taps, old.taps) = (old.taps, [])
        (channel, old.channel) = (old.channel, nil)
        channel?.replace(old, by: self)
    }

    /// Sets the slots that a message goes to.
    func setRoute(_ index: Int, _ slots: [Slot]) {
        state.pointee.routes[index].slots.deallocate()
        state.pointee.routes[index] = Route(slots)
    }

    @inlinable
    func send<Body: Sendable>(_ body: Body, _ index: Int) {
        let state = state
        guard let sender = state.pointee.sender else { return }
        guard let order = state.pointee.order else { return sendConcurrently(body, index, sender) }
        sender.pointee.lastID &+= 1
        let id = sender.pointee.lastID
        if state.pointee.isNoted {
            if let contract = state.pointee.contract, !contract[index].take() { return breach(index) }
            if state.pointee.isTracing { record(body, id, index) }
        }
        let route = state.pointee.routes[index]
        for number in 0..<route.count {
            let slot = route.slots[number]
            let receiver = slot.pointee.receiver
            slot.pointee.bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.append(body)
            if slot.pointee.isDirect, receiver.pointee.mailbox.count < receiver.pointee.capacity {
                receiver.pointee.mailbox.append(WaitingMessage(slot, id))
                order.pointee.append(receiver)
            } else {
                enqueueSlowly(slot, id)
            }
        }
    }

    @inlinable
    @inline(never)
    func sendConcurrently<Body: Sendable>(_ body: Body, _ index: Int, _ sender: UnsafeMutablePointer<ReceiverState>) {
        sender.pointee.lastID &+= 1
        let id = sender.pointee.lastID
        if state.pointee.isNoted {
            if let contract = state.pointee.contract, !contract[index].take() { return breach(index) }
            if state.pointee.isTracing { record(body, id, index) }
        }
        let route = state.pointee.routes[index]
        for number in 0..<route.count {
            let slot = route.slots[number]
            guard beginArrival(slot, id) else { continue }
            (slot.pointee.bodies.assumingMemoryBound(to: Ring<Body>.self) + 1).pointee.append(body)
            endArrival(slot, id)
        }
    }

    /// Lets the sender fail by a message that a contract doesn't allow, and isn't sent.
    @usableFromInline
    func breach(_ index: Int) {
        guard let sender else { return }
        // The message has no number.
        sender.state.pointee.lastID &-= 1
        sender.breach(of: self, index)
    }

    /// Locks a mailbox, or a channel, for one more message.
    ///
    /// - Returns: Whether there is room; if not, nothing is locked.
    @usableFromInline
    func beginArrival(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) -> Bool {
        sender.map { $0.host.beginArrival(slot, id, from: $0) } ?? false
    }

    @usableFromInline
    func endArrival(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) { sender?.host.endArrival(slot, id) }

    @usableFromInline
    func enqueueSlowly(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) {
        sender?.host.enqueueSlowly(slot.pointee.slot, id)
    }

    @usableFromInline
    func record(_ body: any Sendable, _ id: UInt64, _ index: Int) {
        let body = members.messages[index].traced(body)
        if !taps.isEmpty { taps.removeAll { !$0(index, body) } }
        guard let host = sender?.host, host.isWatched else { return }
        host.record(body, id, index, of: self, receiverCount: state.pointee.routes[index].count)
    }
}
