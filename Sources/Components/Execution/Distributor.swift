/// Keeps the messages of a point-to-point channel until a component is ready.
class Distributor {
    /// Guards all of this, if components run side by side.
    let lock = Lock()
    /// A kind of message, with those that wait and the slots that can take them.
    private final class Kind {
        let slot: Slot
        var targets: [Slot] = []
        var waiting = Ring<(number: UInt64, id: UInt64)>()
        /// The target that got the last message.
        var last = -1

        init(_ slot: Slot) { self.slot = slot }
        deinit { waiting.deallocate() }
    }

    private unowned(unsafe) let host: Host
    let capacity: Int
    /// Whether the channel refuses messages; a run that is repeated knows which ones.
    private let isBounded: Bool
    private var kinds: [Kind] = []
    private var inputs: [InputCore] = []
    private var count: UInt64 = 0
    private(set) var waitingCount = 0
    /// The channel that took over the messages.
    private var successor: Distributor?
    /// Whether the channel has lost its last port, and with it what waits.
    private var isDissolved = false
    /// The number among the channels of a recorded run.
    var number = 0

    init(_ host: Host, capacity: Int, isBounded: Bool = true) {
        (self.host, self.capacity, self.isBounded) = (host, capacity, isBounded)
    }

    deinit { lock.deallocate() }

    // Simulations come here again while they lose messages, and need no lock.
    private func withLock<Result>(_ body: () -> Result) -> Result { host.order == nil ? lock.withLock(body) : body() }

    /// Sets the ports that receive, and gives them what waits.
    func connect(_ inputs: [InputCore]) { withLock { connectLocked(inputs) } }

    private func connectLocked(_ inputs: [InputCore]) {
        self.inputs = inputs
        if !inputs.isEmpty { isDissolved = false }
        for kind in kinds { kind.targets = inputs.compactMap { $0.slot(for: kind.slot.message) } }
        for input in inputs {
            guard let receiver = input.slots.first?.receiver else { continue }
            host.join(self, receiver)
            if host.isReady(receiver), !give(to: receiver) { host.release(receiver) }
        }
    }

    func replace(_ old: InputCore, by new: InputCore) {
        withLock { inputs = inputs.map { $0 === old ? new : $0 } }
    }

    /// The slot for a message, for the senders.
    final func sharedSlot(for message: AnyMessage) -> Slot {
        withLock {
            isDissolved = false
            return slot(for: message)
        }
    }

    /// The slot for a message that senders put into the channel.
    func slot(for message: AnyMessage) -> Slot {
        if let kind = kinds.first(where: { $0.slot.message.matches(message) }) { return kind.slot }
        let kind = Kind(message.makeSlot(for: host.environment))
        kind.slot.distributor = self
        kind.targets = inputs.compactMap { $0.slot(for: message) }
        kinds.append(kind)
        return kind.slot
    }

    /// Gives a message, whose body is in a slot of this channel, to a component that is ready, or
    /// keeps it.
    func distribute(_ slot: Slot, _ id: UInt64) {
        // A sender that doesn't know yet that the channel was joined to another one.
        if let successor { return successor.withLock { successor.take(slot, id) } }
        if isDissolved {
            host.noteLost(id, .noReceiver)
            return slot.removeLastBody()
        }
        guard let kind = kinds.first(where: { $0.slot === slot }) else { return }
        if isBounded, waitingCount >= capacity { return host.refuse(slot, id, capacity: capacity) }
        count += 1
        kind.waiting.append((count, id))
        waitingCount += 1
        guard kind.waiting.count == 1 else { return }
        for step in 1...max(1, kind.targets.count) where !kind.targets.isEmpty {
            let index = (kind.last + step) % kind.targets.count
            let target = kind.targets[index]
            guard host.isReady(target.receiver) else { continue }
            if hasOlder(than: count, for: target.receiver) {
                _ = give(to: target.receiver)
                continue
            }
            kind.last = index
            return give(kind, to: target)
        }
    }

    /// Whether a message of another kind has waited longer for a component, which has just become
    /// ready.
    private func hasOlder(than number: UInt64, for receiver: ComponentCore) -> Bool {
        kinds.contains { kind in
            !kind.waiting.isEmpty && kind.waiting[0].number < number
                && kind.targets.contains { $0.receiver === receiver }
        }
    }

    /// Whether a message waits that a component knows.
    func hasMessage(for receiver: ComponentCore) -> Bool {
        kinds.contains { kind in !kind.waiting.isEmpty && kind.targets.contains { $0.receiver === receiver } }
    }

    /// Gives a component that is ready the message that has waited longest among those that it
    /// knows.
    ///
    /// - Returns: Whether there was one.
    func give(to receiver: ComponentCore) -> Bool {
        guard let (kind, target) = first(for: receiver) else { return false }
        give(kind, to: target)
        return true
    }

    /// Loses the message that a component would get next.
    ///
    /// - Returns: Whether there was one.
    func lose(for receiver: ComponentCore) -> Bool {
        guard let (kind, _) = first(for: receiver) else { return false }
        waitingCount -= 1
        lose(kind, .fault)
        return true
    }

    /// Puts the message that a component would get next into the channel once more.
    ///
    /// - Returns: Whether there was one.
    func duplicate(for receiver: ComponentCore) -> Bool {
        guard let (kind, _) = first(for: receiver) else { return false }
        kind.slot.append(kind.slot.body(at: 0))
        distribute(kind.slot, kind.waiting[0].id)
        return true
    }

    /// The kind of the message that has waited longest among those that a component knows.
    private func first(for receiver: ComponentCore) -> (kind: Kind, target: Slot)? {
        var first: (kind: Kind, target: Slot)?
        for kind in kinds where !kind.waiting.isEmpty {
            if let first, first.kind.waiting[0].number < kind.waiting[0].number { continue }
            if let target = kind.targets.first(where: { $0.receiver === receiver }) { first = (kind, target) }
        }
        return first
    }

    private func give(_ kind: Kind, to target: Slot) {
        let id = kind.waiting.removeFirst().id
        waitingCount -= 1
        kind.slot.moveFirst(to: target)
        host.accept(target, id)
    }

    /// Gives a port a message that waits.
    ///
    /// - Returns: Whether the message was there.
    func give(_ id: UInt64, to input: InputCore) -> Bool {
        for kind in kinds {
            guard let position = (0..<kind.waiting.count).first(where: { kind.waiting[$0].id == id }),
                let target = input.slot(for: kind.slot.message)
            else { continue }
            kind.waiting.moveToFront(position)
            kind.slot.moveToFront(position)
            give(kind, to: target)
            return true
        }
        return false
    }

    /// Takes the messages that wait in another channel, in their order, as far as there is room.
    func absorb(_ other: Distributor) {
        other.withLock {
            withLock {
                while let kind = other.removeFirst() {
                    if isBounded, waitingCount >= capacity {
                        lose(kind, .full)
                    } else {
                        take(kind.slot, kind.waiting.removeFirst().id)
                    }
                }
            }
            other.successor = self
        }
    }

    /// Takes the first message of another channel's slot.
    private func take(_ other: Slot, _ id: UInt64) {
        let slot = slot(for: other.message)
        other.moveFirst(to: slot)
        distribute(slot, id)
    }

    /// Loses all messages that wait, in their order.
    func loseAll() { withLock { loseAllLocked() } }

    private func loseAllLocked() {
        isDissolved = true
        while let kind = removeFirst() { lose(kind, .noReceiver) }
    }

    /// Loses the first message of a kind.
    private func lose(_ kind: Kind, _ reason: MessageLoss) {
        host.noteLost(kind.waiting.removeFirst().id, reason)
        if kind.slot.state.pointee.isConcurrent {
            _ = kind.slot.removeArrivedBody()
        } else {
            kind.slot.removeBody(at: 0)
        }
    }

    /// Counts one message less, and returns the kind of the one that has waited longest.
    private func removeFirst() -> Kind? {
        let kind = kinds.filter { !$0.waiting.isEmpty }.min { $0.waiting[0].number < $1.waiting[0].number }
        if kind != nil { waitingCount -= 1 }
        return kind
    }
}

extension ComponentCore {
    /// Takes a message from a point-to-point channel, each channel in turn.
    func takeFromChannels() {
        for _ in distributors.indices {
            let distributor = distributors.removeFirst()
            distributors.append(distributor)
            if distributor.give(to: self) { return }
        }
    }
}

/// Brings messages from outside to a port; the sender waits while the mailbox is full, if its
/// policy says so.
final class OutsideGate: Distributor {
    private(set) weak var receiver: ComponentCore?
    private let receiverNumber: UInt32
    private let targets: [Slot]
    private var slots: [Slot] = []
    private let wait: (ComponentCore) -> Void

    init(
        _ output: OutputCore, to input: InputCore?, of receiver: ComponentCore,
        _ wait: @escaping (ComponentCore) -> Void
    ) {
        (self.receiver, self.receiverNumber, self.wait) = (receiver, receiver.number, wait)
        targets = input?.slots ?? []
        super.init(receiver.host, capacity: .max)
        for (index, message) in output.members.messages.enumerated() {
            guard targets.contains(where: { $0.message.matches(message) && $0.isHandled }) else { continue }
            let slot = message.makeSlot(for: receiver.host.environment)
            slot.distributor = self
            slots.append(slot)
            output.setRoute(index, [slot])
        }
    }

    override func distribute(_ slot: Slot, _ id: UInt64) {
        guard let target = targets.first(where: { $0.message.matches(slot.message) }) else { return }
        if let receiver { wait(receiver) }
        guard let receiver else { return slot.receiver.host.lose(slot, id, receiverNumber) }
        slot.moveFirst(to: target)
        receiver.host.enqueueSlowly(target, id)
    }
}
