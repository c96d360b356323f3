internal import Synchronization

extension SystemHost {
    private static let turnLength = 256

    func turn(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        // Nobody else may keep a component that ends in its turn.
        withExtendedLifetime(receiver.pointee.component) { turn(receiver, $0) }
    }

    private func turn(_ receiver: UnsafeMutablePointer<ReceiverState>, _ component: ComponentCore) {
        guard let mailbox = receiver.pointee.shared else { return }
        Self.current.value = UnsafeMutableRawPointer(receiver)
        defer { Self.current.value = nil }
        // It may have to end before it starts.
        if component.phase == .made, !mailbox.pointee.hasSignal { begin(component) }
        for _ in 0..<Self.turnLength {
            if mailbox.pointee.hasSignal, !attend(to: mailbox, component) { return }
            if receiver.pointee.needsFinishing {
                if component.phase == .ended { return close(component) }
                if component.phase == .failed {
                    if suspend(component, mailbox) { return }
                    continue
                }
                if let watch = receiver.newWatch() {
                    stop(at: component.hit(at: watch))
                    continue
                }
            }
            if receiver.pointee.mailbox.isEmpty {
                guard takeOver(receiver, mailbox) else { return }
                // What was asked for before a message arrived comes first, and there may be no
                // message.
                continue
            }
            let message = receiver.pointee.mailbox.removeFirst()
            if message.slot.pointee.stop != nil, stops(component, before: message) { continue }
            handle(message, receiver, component)
        }
        // The others first.
        giveTurn(receiver)
    }

    @inline(__always)
    func handle(
        _ message: WaitingMessage, _ receiver: UnsafeMutablePointer<ReceiverState>, _ component: ComponentCore
    ) {
        // Only an answer from outside of all turns has no number.
        if isWatched, message.id != 0 { begin(message, component) }
        do {
            if let step = message.slot.pointee.contract, !step.pointee.take() { throw refuse(message.slot) }
            try message.slot.pointee.handler.unsafelyUnwrapped.run(
                message.slot.pointee.bodies, receiver.pointee.storage)
        } catch { fail(component, error) }
        if component.isSilent { component.isSilent = false }
    }

    /// Notes that a component handles a message, or loses an answer to a former one.
    private func begin(_ message: WaitingMessage, _ component: ComponentCore) {
        let (id, isRetired) = (message.id, message.slot.pointee.isRetired)
        begin(
            isRetired ? .discarded(id, by: component.number) : .handled(id, by: component.number), of: component,
            cause: id)
        if isRetired {
            reportLoss(id, component.number, .failed)
        } else if monitor.isActive {
            tellLeftCount(component)
            report(.handled(id, at: time, receiver: component.number))
        }
        component.isSilent = id.isSilent
    }

    private func begin(_ component: ComponentCore) {
        (component.phase, component.hasStarted) = (.running, true)
        begin(.started(component.number), of: component)
        component.hasStoppedAtNext = false
        component.bind(shared.withLock(\.breakpoints), isStarting: true)
        do { try component.instance.start() } catch { fail(component, error) }
    }

    /// Carries out the requests of others.
    ///
    /// - Returns: Whether the turn goes on.
    @inline(never)
    private func attend(to mailbox: UnsafeMutablePointer<SharedMailbox>, _ component: ComponentCore) -> Bool {
        if mailbox.pointee.has(.pause) || mailbox.pointee.has(.visit), !receiveVisits(mailbox, component) {
            return false
        }
        prepare(component, mailbox)
        return true
    }

    /// Does what comes before the next message of a component.
    func prepare(_ component: ComponentCore, _ mailbox: UnsafeMutablePointer<SharedMailbox>) {
        if component.phase == .made { begin(component) }
        let signals = mailbox.pointee.takeSignals()
        if signals.contains(.call) {
            tellLeftCount(component)
            for call in mailbox.pointee.lock.withLock({ mailbox.pointee.content.takeCalls() }) { call() }
        }
        if signals.contains(.end) { component.phase = .ended }
        if component.phase == .made { begin(component) }
    }

    /// Lets a component that has failed wait for its restart.
    ///
    /// - Returns: Whether it waits; if not, somebody signals.
    func suspend(_ component: ComponentCore, _ mailbox: UnsafeMutablePointer<SharedMailbox>) -> Bool {
        loseWaiting(component, mailbox)
        let mayWait = mailbox.pointee.lock.withLock {
            // What overflowed a mailbox belongs to this failure.
            mailbox.pointee.content.hasOverflowed = false
            mailbox.pointee.content.isSuspended = !mailbox.pointee.hasRequest
            return mailbox.pointee.content.isSuspended
        }
        if mayWait { becomeIdle() }
        return mayWait
    }

    /// Loses all messages that wait for a component that has failed, once, if it doesn't keep them.
    private func loseWaiting(_ component: ComponentCore, _ mailbox: UnsafeMutablePointer<SharedMailbox>) {
        guard component.phase == .failed, component.consequence == .waitAlone, !component.isEmptied else { return }
        component.isEmptied = true
        var lost: [UInt64] = []
        removeWaiting(component) { lost.append($0) }
        mailbox.pointee.lock.withLock { mailbox.pointee.content.takeOver(component.state) }
        removeWaiting(component) { lost.append($0) }
        // All that is lost was sent in a step that began before this one.
        begin(.emptied(component.number), of: component)
        for id in lost { noteLoss(id, of: component, .failed) }
    }

    /// Restarts a component, in its turn.
    func renew(_ component: ComponentCore, _ cause: UInt64) {
        guard let mailbox = component.state.pointee.shared, component.phase != .ended,
            let fresh = component.part?.make()
        else { return }
        begin(.restarted(component.number), of: component, cause: cause)
        guard fresh.describedPorts() == component.instance.describedPorts() else {
            (component.consequence, component.hasFailed) = (.end, false)
            if component.phase == .failed { component.phase = .made }
            return fail(component, ComponentError.changedPorts(component.name))
        }
        let hasFailed = component.phase == .failed
        if component.phase == .running {
            component.hasStarted = false
            component.instance.end()
        }
        // Its last words may have ended it.
        guard component.phase != .ended else { return }
        recorder?.add(.restarted(component.number, at: component.step.time), to: component.step.number)
        report(.restarted(component.number, at: time))
        // Somebody may have asked for the restart before the component failed.
        loseWaiting(component, mailbox)
        clock.cancelAll(of: component.number)
        changeLock.withLock { component.replaceInstance(by: fresh) }.free()
        // What overflowed its mailbox until now belongs to that failure.
        if hasFailed { mailbox.pointee.lock.withLock { mailbox.pointee.content.hasOverflowed = false } }
    }

    /// Takes over what has arrived; if nothing has, and nobody signals, the component rests.
    ///
    /// - Returns: Whether the turn goes on.
    func takeOver(
        _ receiver: UnsafeMutablePointer<ReceiverState>, _ mailbox: UnsafeMutablePointer<SharedMailbox>
    ) -> Bool {
        mailbox.pointee.lock.lock()
        if mailbox.pointee.content.hasOverflowed {
            mailbox.pointee.content.hasOverflowed = false
            mailbox.pointee.lock.unlock()
            let component = receiver.pointee.component
            let error = ComponentError.fullMailbox(component.name, capacity: receiver.pointee.capacity)
            if component.consequence == .end {
                close(component, error)
                return false
            }
            begin(.overflowed(component.number, error), of: component)
            fail(component, error)
            return true
        }
        let isBusy = !mailbox.pointee.content.arrived.isEmpty || mailbox.pointee.hasRequest
        let distributors = isBusy ? [] : mailbox.pointee.content.distributors
        if isBusy {
            mailbox.pointee.content.takeOver(receiver)
        } else {
            mailbox.pointee.content.isScheduled = false
            mailbox.pointee.leftCount.store(0, ordering: .relaxed)
        }
        let waiting = mailbox.pointee.content.removeWaiting()
        mailbox.pointee.lock.unlock()
        for resume in waiting { resume() }
        if !isBusy { rest(receiver.pointee.component, distributors) }
        return isBusy
    }

    /// Ends a component in its turn.
    func close(_ component: ComponentCore, _ error: ComponentError? = nil) {
        guard let mailbox = component.state.pointee.shared else { return }
        mailbox.pointee.lock.lock()
        mailbox.pointee.content.isClosed = true
        let waiting = mailbox.pointee.content.removeWaiting()
        let (calls, visits) = (mailbox.pointee.content.takeCalls(), mailbox.pointee.content.takeVisits())
        mailbox.pointee.lock.unlock()
        withExtendedLifetime(calls) { for resume in waiting { resume() } }
        for visit in visits { visit.end() }
        cancelFeeds { $0 === component }
        // Nothing arrives any more; what has arrived is lost.
        begin(.ended(component.number, error), of: component)
        if let error { fail(component, error) }
        component.phase = .ended
        repeat {
            removeWaiting(component) { noteLoss($0, of: component, .ended) }
            mailbox.pointee.content.takeOver(component.state)
        } while !component.state.pointee.mailbox.isEmpty
        forget(component)
        changeLock.withLock { for input in component.inputs { input.channel?.remove(input) } }
        if component.hasStarted { component.instance.end() }
        if let (failure, cause) = component.lastFailure {
            component.step.cause = cause
            component.tell(failure)
        }
        changeLock.withLock { cutOff(component) }
        component.instance.free()
        becomeIdle()
    }

    private func removeWaiting(_ component: ComponentCore, _ note: (UInt64) -> Void) {
        while !component.state.pointee.mailbox.isEmpty {
            let message = component.state.pointee.mailbox.removeFirst()
            if message.id != 0 { note(message.id) }
            message.slot.pointee.slot.removeBody(at: 0)
        }
        tellLeftCount(component)
    }

    private func noteLoss(_ id: UInt64, of component: ComponentCore, _ reason: MessageLoss) {
        recorder?.add(.init(message: id, receiver: component.number, reason: reason), to: component.step.number)
        reportLoss(id, component.number, reason)
    }

    private func rest(_ component: ComponentCore, _ distributors: [Distributor]) {
        // A message that came to a channel meanwhile found no component ready.
        for distributor in distributors {
            distributor.lock.lock()
            if isReady(component) {
                if !distributor.give(to: component) { release(component) }
            }
            distributor.lock.unlock()
        }
        becomeIdle()
    }

    func becomeIdle() {
        let count = activeCount.add(-1, ordering: .acquiringAndReleasing).newValue
        if count == 0 || count >= Self.pausing { openIfIdle() }
    }

    func fail(_ component: ComponentCore, _ error: any Error) {
        let failure = ComponentFailure(
            component: component.name, error: error, time: time, restartCount: component.restartCount)
        shared.withLock { $0.failures.append(failure) }
        if component.hasFailed { return }
        component.hasFailed = true
        let step = component.step
        recorder?.add(.failed(component.number, at: step.time, cause: step.cause, error), to: step.number)
        report(.failed(component.number, at: time, cause: step.cause, error))
        monitor.tellObservers(.failed(failure))
        if component.phase == .ended { return }
        component.phase = component.consequence == .end ? .ended : .failed
        if component.phase == .failed { return component.tell(failure) }
        component.lastFailure = (failure, component.step.cause)
    }

    /// Waits until no component has a message or handles one, or the system is paused.
    ///
    /// - Parameter isPatient: Whether the task waits on when it is cancelled.
    /// - Returns: Whether nothing is to be done.
    @discardableResult
    func idle(isPatient: Bool = false) async -> Bool {
        let latch = TaskLatch()
        shared.withLock { shared in
            if isIdle(shared) { latch.open() } else { shared.waiters.append(latch) }
        }
        await latch.wait(isPatient: isPatient)
        return activeCount.load(ordering: .sequentiallyConsistent) == 0
    }
}
