internal import Synchronization

/// Code that is called in a turn of a component, also while the system is paused.
final class Visit: @unchecked Sendable {
    // Unchecked, because only the turn calls it, and others look after it has ended.

    /// Whether the component handles a message.
    let isStep: Bool
    private let body: (ComponentCore) -> QueuedMessage?
    /// The message that was handled.
    private(set) var message: QueuedMessage?
    private let latch = TaskLatch()

    init(isStep: Bool = false, _ body: @escaping (ComponentCore) -> QueuedMessage?) {
        (self.isStep, self.body) = (isStep, body)
    }

    func call(_ component: ComponentCore) { message = body(component) }
    func end() { latch.open() }
    func wait() async { await latch.wait(isPatient: true) }
}

extension SystemHost {
    /// Visits a component in a turn of its own; if it has ended, nothing is called.
    func visit(_ component: ComponentCore, _ visit: Visit) async {
        guard let mailbox = component.state.pointee.shared else { return }
        let isOpen = mailbox.pointee.lock.withLock {
            if !mailbox.pointee.content.isClosed { mailbox.pointee.content.visits.append(visit) }
            return !mailbox.pointee.content.isClosed
        }
        guard isOpen else { return }
        mailbox.pointee.signal(.visit)
        let wasHeld = shared.withLock { shared in
            guard let index = shared.pause.held.firstIndex(of: component.state) else { return false }
            shared.pause.held.remove(at: index)
            return true
        }
        if wasHeld { giveTurn(component.state) } else { wake(component.state) }
        await visit.wait()
    }

    /// Lets one component handle one message while the system is paused.
    ///
    /// - Parameter name: The component; `nil` for that which waited longest.
    /// - Returns: The message.
    func step(_ name: String?) async -> QueuedMessage? {
        while true {
            let next = shared.withLock { shared in
                shared.pause.hit = nil
                return shared.pause.held.first { name == nil || $0.pointee.component.name == name }?.pointee.component
            }
            monitor.tellObservers(.paused)
            guard let next else { return nil }
            let visit = Visit(isStep: true) { [unowned self] in handleOne(of: $0) }
            await self.visit(next, visit)
            // It may have had other things to do.
            if let message = visit.message { return message }
        }
    }

    private func handleOne(of component: ComponentCore) -> QueuedMessage? {
        let receiver = component.state
        guard let mailbox = receiver.pointee.shared else { return nil }
        prepare(component, mailbox)
        guard component.phase == .running else { return nil }
        if receiver.pointee.mailbox.isEmpty {
            mailbox.pointee.lock.lock()
            mailbox.pointee.content.takeOver(receiver)
            let waiting = mailbox.pointee.content.removeWaiting()
            mailbox.pointee.lock.unlock()
            for resume in waiting { resume() }
        }
        if receiver.pointee.mailbox.isEmpty { return nil }
        let message = receiver.pointee.mailbox.removeFirst()
        let description = described(message, message.slot.pointee.slot.body(at: 0))
        component.hasStoppedAtNext = false
        handle(message, receiver, component)
        return description
    }

    // MARK: - Looking at messages

    /// Returns the messages that wait for components that are held, at most a number of them.
    func waitingMessages(limit: Int = .max) -> [QueuedMessage] {
        var found: [QueuedMessage] = []
        for component in shared.withLock({ $0.pause.held.map { $0.pointee.component } }) where found.count < limit {
            found += waitingMessages(for: component, limit: limit - found.count)
        }
        return found
    }

    private func waitingMessages(for component: ComponentCore, limit: Int) -> [QueuedMessage] {
        guard let mailbox = component.state.pointee.shared else { return [] }
        var found: [(message: WaitingMessage, body: any Sendable)] = []
        mailbox.pointee.lock.withLock {
            // Nobody visits it meanwhile.
            shared.withLock { shared in
                guard shared.pause.held.contains(component.state) else { return }
                for (isArrived, messages) in [
                    (false, component.state.pointee.mailbox), (true, mailbox.pointee.content.arrived),
                ] {
                    var places: [UnsafeMutablePointer<SlotState>: Int] = [:]
                    for index in 0..<min(messages.count, limit - found.count) {
                        let (message, position) = (messages[index], places[messages[index].slot, default: 0])
                        places[message.slot] = position + 1
                        let slot: Slot = message.slot.pointee.slot
                        found.append((message, isArrived ? slot.arrivedBody(at: position) : slot.body(at: position)))
                    }
                }
            }
        }
        return found.map { described($0.message, $0.body) }
    }

    /// Notes the number of messages that the component has taken over, in its turn.
    func tellLeftCount(_ component: ComponentCore) {
        component.state.pointee.shared?.pointee.leftCount.store(
            component.state.pointee.mailbox.count, ordering: .relaxed)
    }

    /// The numbers of messages that wait for components, without those for which none does.
    ///
    /// Those of components that work may be some messages old.
    var waitingCounts: [(part: String, count: Int)] {
        living.compactMap { component in
            guard let mailbox = component.state.pointee.shared else { return nil }
            let count = mailbox.pointee.lock.withLock {
                mailbox.pointee.content.arrived.count + mailbox.pointee.leftCount.load(ordering: .relaxed)
            }
            return count > 0 ? (component.name, count) : nil
        }
    }

    func described(_ message: WaitingMessage, _ body: any Sendable) -> QueuedMessage {
        QueuedMessage(
            message.slot.pointee.slot, body: body, id: described(message.id),
            cause: recorder.flatMap { MessageID($0.cause(of: message.id), name) })
    }

    private func described(_ id: UInt64) -> MessageID? {
        if recorder != nil { return MessageID(id, name) }
        let (sender, number) = (id.sender, id.numberOfSender)
        if id == 0 { return nil }
        let reports = id.isSilent ? "#reports" : ""
        if sender > Self.maximumComponentCount { return MessageID(sender: reports, port: 0, number: number) }
        return shared.withLock { shared in
            guard let component = shared.all[sender], !component.sharesNumber else { return nil }
            return MessageID(sender: component.name + reports, port: 0, number: number)
        }
    }
}
