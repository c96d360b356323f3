internal import Synchronization

/// The mailbox of a component for other threads.
struct SharedMailbox: ~Copyable {
    /// Guarded by the lock.
    var content = Content()
    let lock = Lock()
    private let signals = Atomic<UInt8>(0)
    /// The number of messages that the component has taken over and not handled, as it was told
    /// last: while somebody watches the run, before each message.
    let leftCount = Atomic<Int>(0)

    /// Requests to a component, for the time before its next message.
    struct Signals: OptionSet {
        let rawValue: UInt8
        static let end = Signals(rawValue: 1)
        static let call = Signals(rawValue: 2)
        /// Somebody wants to look at the component, or lets it handle one message.
        static let visit = Signals(rawValue: 4)
        /// The system pauses, until the signal is withdrawn.
        static let pause = Signals(rawValue: 8)
    }

    var hasSignal: Bool { signals.load(ordering: .acquiring) != 0 }
    /// Whether there is more to do than to pause.
    var hasRequest: Bool { signals.load(ordering: .acquiring) & ~Signals.pause.rawValue != 0 }
    func has(_ signal: Signals) -> Bool { signals.load(ordering: .acquiring) & signal.rawValue != 0 }
    func signal(_ signal: Signals) { signals.bitwiseOr(signal.rawValue, ordering: .acquiringAndReleasing) }
    func withdraw(_ signal: Signals) { signals.bitwiseAnd(~signal.rawValue, ordering: .acquiringAndReleasing) }
    /// Returns what is to be done before the next message.
    func takeSignals() -> Signals {
        let others = Signals.pause.union(.visit).rawValue
        return Signals(rawValue: signals.bitwiseAnd(others, ordering: .acquiringAndReleasing).oldValue & ~others)
    }

    deinit {
        content.deallocate()
        lock.deallocate()
    }

    /// The messages that arrived for a component while it handles others, and whether it has a
    /// turn.
    struct Content {
        /// The messages, in the order of their arrival.
        var arrived = Ring<WaitingMessage>()
        /// The slots that hold their bodies.
        private var slots = Ring<UnsafeMutablePointer<SlotState>>()
        /// Whether the component has a turn, or waits for one.
        var isScheduled = false
        var isClosed = false
        /// Whether the component has failed and waits for its restart. It then counts as one that
        /// has a turn, so that messages don't wake it.
        var isSuspended = false
        /// Whether a message came for which there was no room, and the component therefore fails.
        var hasOverflowed = false
        /// Bodies that are lost, but not freed yet.
        var lost: [(message: UInt64, slot: Slot, body: any Sendable)] = []
        /// The point-to-point channels that the component takes messages from.
        var distributors: [Distributor] = []
        /// Code to call before the next message.
        var calls: [() -> Void] = []
        /// Code to call even while the system is paused.
        var visits: [Visit] = []
        /// Senders from outside that wait for room.
        private var waiting: [@Sendable () -> Void] = []
    }
}

extension SharedMailbox.Content {
    mutating func append(_ message: WaitingMessage) {
        arrived.append(message)
        if message.slot.pointee.hasArrived { return }
        message.slot.pointee.hasArrived = true
        slots.append(message.slot)
    }

    /// Gives the messages to the component, whose own mailbox must be empty.
    mutating func takeOver(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        swap(&receiver.pointee.mailbox, &arrived)
        while !slots.isEmpty {
            let slot = slots.removeFirst()
            slot.pointee.hasArrived = false
            // Queues of all bodies have the same layout.
            let bodies = slot.pointee.bodies.assumingMemoryBound(to: Ring<UInt8>.self)
            swap(&bodies[0], &bodies[1])
        }
    }

    mutating func wait(_ resume: @escaping @Sendable () -> Void) { waiting.append(resume) }

    /// Returns the senders that waited for room.
    mutating func removeWaiting() -> [@Sendable () -> Void] {
        if waiting.isEmpty { return [] }
        defer { waiting = [] }
        return waiting
    }

    mutating func takeCalls() -> [() -> Void] {
        defer { calls = [] }
        return calls
    }

    mutating func takeVisits() -> [Visit] {
        defer { visits = [] }
        return visits
    }

    mutating func removeLost() -> [(message: UInt64, slot: Slot, body: any Sendable)] {
        if lost.isEmpty { return [] }
        defer { lost = [] }
        return lost
    }

    fileprivate func deallocate() {
        arrived.deallocate()
        slots.deallocate()
    }
}
