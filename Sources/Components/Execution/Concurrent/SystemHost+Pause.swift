internal import Synchronization

// While a system pauses, a signal lets each component look up before its next message. It then
// gives its turn back, and is held until the system resumes, or lets it handle one message.
// Components ask nothing of it while no system pauses.

/// The state of a pause.
struct Pause {
    var isOn = false
    /// Whether a listener of an inspector has paused the system, and not the program.
    var isOfListener = false
    /// The components that have a turn, but work only when the system resumes: those that waited
    /// longest first.
    var held: [UnsafeMutablePointer<ReceiverState>] = []
    /// The stop at a breakpoint that made the system pause.
    var hit: Breakpoint.Hit?
    /// The states and conditions that became true meanwhile.
    var laterHits: [Breakpoint.Hit] = []
    /// Those who wait for the pause.
    var waiters: [TaskLatch] = []
    /// Those who wait for a stop at a breakpoint.
    var hitWaiters: [HitWaiter] = []

    /// Tells those who wait for it of the stop.
    ///
    /// - Returns: Those who can go on.
    mutating func takeHitWaiters() -> [TaskLatch] {
        defer { hitWaiters = [] }
        for waiter in hitWaiters { waiter.hit.withLock { $0 = hit } }
        return hitWaiters.map(\.latch)
    }
}

/// A task that waits for a stop at a breakpoint.
final class HitWaiter: Sendable {
    let latch = TaskLatch()
    let hit = Guarded<Breakpoint.Hit?>(nil)
}

extension SystemHost {
    /// Added to the number of active components while the system pauses.
    static let pausing = 1 << 40

    /// Lets all components stop before their next message.
    ///
    /// - Returns: Whether the system pauses, which it doesn't at its end.
    @discardableResult
    func beginPause(_ note: (inout Pause) -> Void) -> Bool {
        let pauses = shared.withLock { shared in
            if hasStopped.load(ordering: .sequentiallyConsistent) { return false }
            note(&shared.pause)
            if shared.pause.isOn { return true }
            shared.pause.isOn = true
            clock.pause()
            activeCount.add(Self.pausing, ordering: .sequentiallyConsistent)
            for component in shared.all.values { component.state.pointee.shared?.pointee.signal(.pause) }
            return true
        }
        monitor.tellObservers(.paused)
        return pauses
    }

    /// Pauses, and waits until no component works.
    ///
    /// - Returns: The names of the components that still worked when the time was up.
    func pause(within limit: Duration?) async -> [String] {
        guard beginPause({ $0.isOfListener = false }) else { return [] }
        let latch = TaskLatch()
        shared.withLock { shared in
            if !shared.pause.isOn || isIdle(shared) { latch.open() } else { shared.pause.waiters.append(latch) }
        }
        let timer = limit.map { limit in
            Task {
                try? await Task.sleep(for: limit)
                latch.open()
            }
        }
        await latch.wait()
        timer?.cancel()
        return workingNames
    }

    /// The names of the components that work while the system pauses.
    private var workingNames: [String] {
        let components = shared.withLock { $0.pause.isOn && !isIdle($0) ? Array($0.all.values) : [] }
        let scheduled = components.filter { component in
            guard let mailbox = component.state.pointee.shared else { return false }
            return mailbox.pointee.lock.withLock {
                mailbox.pointee.content.isScheduled && !mailbox.pointee.content.isSuspended
            }
        }
        let held = shared.withLock { Set($0.pause.held) }
        return scheduled.filter { !held.contains($0.state) }.map(\.name).sorted()
    }

    /// Ends the pause, or goes to the next stop.
    ///
    /// - Parameter isOfListener: Whether a pause of the program stays.
    func resume(isOfListener: Bool = false) {
        let (held, waiters) = shared.withLock { shared -> ([UnsafeMutablePointer<ReceiverState>], [TaskLatch]) in
            if isOfListener, !shared.pause.isOfListener { return ([], []) }
            let hasStopped = hasStopped.load(ordering: .sequentiallyConsistent)
            if hasStopped { (shared.pause.hit, shared.pause.laterHits) = (nil, []) }
            var waiters = shared.pause.hit != nil || hasStopped ? shared.pause.takeHitWaiters() : []
            if !shared.pause.laterHits.isEmpty {
                shared.pause.hit = shared.pause.laterHits.removeFirst()
                return ([], waiters)
            }
            guard shared.pause.isOn else { return ([], waiters) }
            waiters += shared.pause.waiters
            let held = shared.pause.held
            shared.pause = Pause(hitWaiters: shared.pause.hitWaiters)
            for component in shared.all.values { component.state.pointee.shared?.pointee.withdraw(.pause) }
            clock.resume()
            activeCount.subtract(Self.pausing, ordering: .sequentiallyConsistent)
            return (held, waiters)
        }
        monitor.tellObservers(.paused)
        for waiter in waiters { waiter.open() }
        for receiver in held { giveTurn(receiver) }
        openIfIdle()
    }

    /// Whether nothing is to be done, or the system is paused and no component works.
    func isIdle(_ shared: Shared) -> Bool {
        let count = activeCount.load(ordering: .sequentiallyConsistent)
        return count == 0 || shared.pause.isOn && count - Self.pausing - shared.sendingCount == shared.pause.held.count
    }

    /// Tells those who wait for it that no component works.
    func openIfIdle() {
        let waiters = shared.withLock { shared -> [TaskLatch] in
            // Who began to wait since then may wait for a component that has a turn again.
            guard isIdle(shared) else { return [] }
            defer { (shared.waiters, shared.pause.waiters) = ([], []) }
            let hitWaiters = shared.pause.hit == nil ? [] : shared.pause.takeHitWaiters()
            return shared.waiters + shared.pause.waiters + hitWaiters
        }
        for waiter in waiters { waiter.open() }
    }

    /// Counts a feed that sends; nobody who pauses waits for it.
    func countSending(_ count: Int) {
        shared.withLock { shared in
            shared.sendingCount += count
            activeCount.add(count, ordering: .sequentiallyConsistent)
        }
        if count < 0 { openIfIdle() }
    }

    // MARK: - Turns

    /// Puts off the turn of a component while the system pauses.
    ///
    /// - Returns: Whether it is put off.
    func hold(_ receiver: UnsafeMutablePointer<ReceiverState>) -> Bool {
        let isHeld = shared.withLock { shared in
            guard shared.pause.isOn, receiver.pointee.shared?.pointee.has(.visit) == false else { return false }
            shared.pause.held.append(receiver)
            return true
        }
        if isHeld { openIfIdle() }
        return isHeld
    }

    /// Calls what is to be called even while the system is paused, and gives the turn back if it
    /// is.
    ///
    /// - Returns: Whether the turn goes on.
    func receiveVisits(_ mailbox: UnsafeMutablePointer<SharedMailbox>, _ component: ComponentCore) -> Bool {
        var visits: [Visit] = []
        // Those who wait for them find the component where others can visit it again.
        defer { for visit in visits { visit.end() } }
        repeat {
            mailbox.pointee.withdraw(.visit)
            let new = mailbox.pointee.lock.withLock { mailbox.pointee.content.takeVisits() }
            for visit in new { visit.call(component) }
            visits += new
            if component.phase == .ended, new.contains(where: \.isStep) {
                close(component)
                return false
            }
            guard mailbox.pointee.has(.pause) else { return true }
            if component.phase == .running, let watch = component.state.newWatch() {
                stop(at: component.hit(at: watch))
            }
            if hasWork(component, mailbox) {
                tellLeftCount(component)
                if hold(component.state) { return false }
            } else if component.phase == .failed ? suspend(component, mailbox) : !takeOver(component.state, mailbox) {
                return false
            }
        } while mailbox.pointee.has(.pause) || mailbox.pointee.has(.visit)
        return true
    }

    private func hasWork(_ component: ComponentCore, _ mailbox: UnsafeMutablePointer<SharedMailbox>) -> Bool {
        switch component.phase {
        case .made, .ended: true
        case .failed: mailbox.pointee.hasRequest
        case .running:
            !component.state.pointee.mailbox.isEmpty || mailbox.pointee.hasRequest
                || mailbox.pointee.lock.withLock { !mailbox.pointee.content.arrived.isEmpty }
        }
    }

    // MARK: - Stops

    /// Pauses at a state or a condition.
    func stop(at hit: Breakpoint.Hit?) {
        guard let hit else { return }
        beginPause { pause in
            if pause.hit == nil { pause.hit = hit } else { pause.laterHits.append(hit) }
            pause.isOfListener = false
        }
    }

    /// Pauses before a message that was taken out of the mailbox, if a breakpoint wants it.
    ///
    /// - Returns: Whether the message is back in the mailbox.
    @inline(never)
    func stops(_ component: ComponentCore, before message: WaitingMessage) -> Bool {
        let slot = message.slot
        if component.hasStoppedAtNext {
            component.hasStoppedAtNext = false
            return false
        }
        guard slot.pointee.stop?.wantsStop(slot.pointee.bodies, 0) == true,
            let breakpoint = component.breakpoints?.breakpoint(at: slot, 0)
        else { return false }
        let hit = Breakpoint.Hit(
            breakpoint: breakpoint, component: component.name,
            message: described(message, slot.pointee.slot.body(at: 0)))
        let hasPaused = beginPause { pause in
            // Another stop comes first; this one comes again.
            guard pause.hit == nil else { return }
            (pause.hit, pause.isOfListener, component.hasStoppedAtNext) = (hit, false, true)
        }
        if hasPaused { component.state.pointee.mailbox.prepend(message) }
        return hasPaused
    }
}
