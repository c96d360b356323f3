internal import Synchronization

/// A run of components side by side: each on one thread at a time, each message straight into the
/// receiver's mailbox.
final class SystemHost: Host, @unchecked Sendable {
    // Unchecked, because each component's state is touched only in its turn, and mailboxes under
    // their locks.
    private(set) var workers: WorkerPool!
    private(set) var blocking: BlockingPool!
    let clock = SystemClock()
    /// The component whose turn a thread carries out; one for all systems, as a process has few.
    private static let current = ThreadPointer()
    /// The number of components that have a turn or wait for one.
    private let activeCount = Atomic<Int>(0)
    private let shared = Guarded(Shared())
    private static let turnLength = 256

    struct Shared {
        var components: [String: ComponentCore] = [:]
        var all: [ComponentCore] = []
        /// The ports from outside, by their numbers as senders.
        var outside: [UInt32: ComponentCore] = [:]
        var failures: [ComponentFailure] = []
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// The environment has number 0, as in a simulation.
        func component(_ number: UInt32) -> ComponentCore? {
            number > 0 && number <= all.count ? all[Int(number) - 1] : nil
        }
    }

    let recorder: SystemRecorder?

    init(seed: UInt64, blockingLimit: Int, isRecording: Bool) {
        recorder = isRecording ? SystemRecorder(clock) : nil
        super.init(seed: seed, isTracing: isRecording, order: nil)
        workers = WorkerPool(self)
        blocking = BlockingPool(self, limit: blockingLimit)
        environment = ComponentCore("", .max, self, .environment(), .init())
    }

    /// In a recorded run, time stands still during a step.
    override var time: Duration {
        if recorder != nil, let component = currentComponent { return component.step.time }
        return clock.time
    }

    private var currentComponent: ComponentCore? {
        guard let component = Self.current.value?.assumingMemoryBound(to: ReceiverState.self).pointee.component,
            component.host === self
        else { return nil }
        return component
    }

    // MARK: - Components

    override func component(_ name: String) -> ComponentCore? { shared.withLock { $0.components[name] } }
    var components: [ComponentCore] { shared.withLock { $0.all } }
    var failures: [ComponentFailure] { shared.withLock { $0.failures } }

    func add(
        _ name: String, _ instance: ComponentInstance, _ bound: MailboxBound, _ execution: ComponentExecution
    ) -> ComponentCore {
        let core = ComponentCore(name, UInt32(components.count + 1), self, instance, bound, execution)
        let mailbox = UnsafeMutablePointer<SharedMailbox>.allocate(capacity: 1)
        mailbox.initialize(to: SharedMailbox())
        core.state.pointee.shared = mailbox
        core.jobs = TypedSlot(TurnJob.message, core)
        core.jobs?.state.pointee.handler = MessageHandler { jobs, _ in
            jobs.assumingMemoryBound(to: Ring<TurnJob>.self).pointee.removeFirst().run()
        }
        shared.withLock { shared in
            shared.components[name] = core
            shared.all.append(core)
        }
        return core
    }

    /// Returns a sender of messages from outside, with a number from the end of all numbers; a
    /// recording tells them apart.
    func makeOutside() -> ComponentCore {
        shared.withLock { shared in
            let number = 0xFF_FFFF - UInt32(shared.outside.count)
            let sender = ComponentCore("", number, self, .environment(), .init())
            sender.waitsForRoom = true
            if recorder != nil { shared.outside[number] = sender }
            return sender
        }
    }

    /// The name of the component with a number; empty for ports from outside.
    func name(_ number: UInt32) -> String { shared.withLock { $0.component(number)?.name ?? "" } }

    /// Ends all components.
    func stop() {
        clock.stop()
        for component in components { end(component) }
    }

    /// Lets a component start in its first turn.
    override func start(_ core: ComponentCore) { wake(core.state) }

    override var canChange: Bool { false }

    // MARK: - Arrivals

    override func beginArrival(
        _ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64, from sender: ComponentCore?
    ) -> Bool {
        if let distributor = slot.pointee.slot.distributor {
            distributor.lock.lock()
            return true
        }
        let receiver = slot.pointee.receiver
        guard let mailbox = receiver.pointee.shared else { return false }
        mailbox.pointee.lock.lock()
        if mailbox.pointee.content.isClosed {
            mailbox.pointee.lock.unlock()
            noteLoss(id, of: receiver, .ended, by: id)
            return false
        }
        if mailbox.pointee.content.arrived.count < receiver.pointee.capacity { return true }
        let component = receiver.pointee.component
        switch component.policy {
        case .dropOldest:
            let oldest = mailbox.pointee.content.arrived.removeFirst()
            // Freed when the mailbox is unlocked, as that may send.
            mailbox.pointee.content.lost.append(oldest.slot.pointee.slot.removeArrivedBody())
            noteLoss(oldest.id, of: receiver, .full, by: id)
            return true
        case .dropNewest: break
        case .wait where sender?.waitsForRoom == true:
            sender?.isRefused = true
            mailbox.pointee.lock.unlock()
            return false
        case .fail, .wait: mailbox.pointee.content.hasOverflowed = true
        }
        mailbox.pointee.lock.unlock()
        noteLoss(id, of: receiver, .full, by: id)
        return false
    }

    /// Records a loss in the step that sends a message.
    private func noteLoss(
        _ id: UInt64, of receiver: UnsafeMutablePointer<ReceiverState>, _ reason: MessageLoss, by message: UInt64
    ) {
        guard let recorder, id != 0 else { return }
        let sender = sender(of: message)
        recorder.add(
            .init(message: id, receiver: receiver.pointee.component.number, reason: reason), to: sender.step.number)
    }

    /// Returns the component, or the port from outside, that is sending a message.
    private func sender(of message: UInt64) -> ComponentCore {
        let number = UInt32(message >> 40)
        if let component = currentComponent, component.number == number { return component }
        return shared.withLock { $0.outside[number] ?? $0.component(number) } ?? environment
    }

    override func record(_ body: any Sendable, _ id: UInt64, _ index: Int, of output: OutputCore, hasReceiver: Bool) {
        guard let recorder, let sender = output.sender else { return }
        let step = sender.step
        recorder.add(.sent(id, at: step.time, cause: step.cause, output, index, body), to: step.number)
        if !hasReceiver { recorder.add(.init(message: id, receiver: .max, reason: .noReceiver), to: step.number) }
    }

    /// Begins a step of a component, if the run is recorded.
    private func begin(_ kind: RecordedStep.Kind, of component: ComponentCore, cause: UInt64 = 0) {
        guard let recorder else { return }
        let (number, time) = recorder.begin(kind, cause: cause)
        component.step = RunningStep(number: number, time: time, cause: cause)
    }

    override func endArrival(_ slot: UnsafeMutablePointer<SlotState>, _ id: UInt64) {
        if let distributor = slot.pointee.slot.distributor {
            distributor.distribute(slot.pointee.slot, id)
            return distributor.lock.unlock()
        }
        let receiver = slot.pointee.receiver
        guard let mailbox = receiver.pointee.shared else { return }
        mailbox.pointee.content.append(WaitingMessage(slot, id))
        let mustWake = !mailbox.pointee.content.isScheduled
        mailbox.pointee.content.isScheduled = true
        let lost = mailbox.pointee.content.removeLost()
        mailbox.pointee.lock.unlock()
        withExtendedLifetime(lost) { if mustWake { schedule(receiver) } }
    }

    override func accept(_ slot: Slot, _ id: UInt64) { endArrival(slot.state, id) }

    /// Locks the mailbox of a component that is ready, for a message of a point-to-point channel.
    override func isReady(_ component: ComponentCore) -> Bool {
        guard let mailbox = component.state.pointee.shared else { return false }
        mailbox.pointee.lock.lock()
        if !mailbox.pointee.content.isScheduled, !mailbox.pointee.content.isClosed, component.phase == .running {
            return true
        }
        mailbox.pointee.lock.unlock()
        return false
    }

    override func release(_ component: ComponentCore) { component.state.pointee.shared?.pointee.lock.unlock() }

    override func refuse(_ slot: Slot, _ id: UInt64, capacity: Int) {
        slot.removeLastBody()
        guard let sender = currentComponent else { return }
        fail(sender, ComponentError.fullChannel(sender.name, capacity: capacity))
    }

    private func wake(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        guard let mailbox = receiver.pointee.shared else { return }
        mailbox.pointee.lock.lock()
        let mustWake = !mailbox.pointee.content.isScheduled
        mailbox.pointee.content.isScheduled = true
        mailbox.pointee.lock.unlock()
        if mustWake { schedule(receiver) }
    }

    private func schedule(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        activeCount.add(1, ordering: .relaxed)
        giveTurn(receiver)
    }

    private func giveTurn(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        switch receiver.pointee.component.execution {
        case .shared: workers.schedule(receiver)
        case .blocking: if !blocking.schedule(receiver) { workers.schedule(receiver) }
        case .mainActor:
            nonisolated(unsafe) let receiver = receiver
            Task { @MainActor in self.turn(receiver) }
        }
    }

    // MARK: - Turns

    func turn(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        let component = receiver.pointee.component
        guard let mailbox = receiver.pointee.shared else { return }
        Self.current.value = UnsafeMutableRawPointer(receiver)
        defer { Self.current.value = nil }
        if component.phase == .made {
            (component.phase, component.hasStarted) = (.running, true)
            begin(.started(component.number), of: component)
            do { try component.instance.start() } catch { fail(component, error) }
        }
        for _ in 0..<Self.turnLength {
            if mailbox.pointee.mustEnd.load(ordering: .relaxed) { component.phase = .ended }
            if receiver.pointee.needsFinishing, component.phase == .ended { return close(component) }
            if receiver.pointee.mailbox.isEmpty, !takeOver(receiver, mailbox) {
                return component.phase == .ended ? () : rest(component)
            }
            let message = receiver.pointee.mailbox.removeFirst()
            // A job begins its own step.
            if message.id != 0 { begin(.handled(message.id, by: component.number), of: component, cause: message.id) }
            do {
                try message.slot.pointee.handler.unsafelyUnwrapped.run(
                    message.slot.pointee.bodies, receiver.pointee.storage)
            } catch { fail(component, error) }
        }
        // The others first.
        giveTurn(receiver)
    }

    /// Takes over what has arrived; if nothing has, the component rests.
    private func takeOver(
        _ receiver: UnsafeMutablePointer<ReceiverState>, _ mailbox: UnsafeMutablePointer<SharedMailbox>
    ) -> Bool {
        mailbox.pointee.lock.lock()
        if mailbox.pointee.content.hasOverflowed {
            mailbox.pointee.lock.unlock()
            let component = receiver.pointee.component
            close(component, ComponentError.fullMailbox(component.name, capacity: receiver.pointee.capacity))
            return false
        }
        let hasArrived = !mailbox.pointee.content.arrived.isEmpty
        if hasArrived {
            mailbox.pointee.content.takeOver(receiver)
        } else {
            mailbox.pointee.content.isScheduled = false
        }
        let waiting = mailbox.pointee.content.removeWaiting()
        mailbox.pointee.lock.unlock()
        for resume in waiting { resume() }
        return hasArrived
    }

    /// Ends a component in its turn.
    private func close(_ component: ComponentCore, _ error: ComponentError? = nil) {
        guard let mailbox = component.state.pointee.shared else { return }
        mailbox.pointee.lock.lock()
        mailbox.pointee.content.isClosed = true
        let waiting = mailbox.pointee.content.removeWaiting()
        mailbox.pointee.lock.unlock()
        for resume in waiting { resume() }
        // Nothing arrives any more; what has arrived is lost.
        begin(.ended(component.number, error), of: component)
        if let error { fail(component, error) }
        component.phase = .ended
        repeat {
            while !component.state.pointee.mailbox.isEmpty {
                let message = component.state.pointee.mailbox.removeFirst()
                if message.id != 0 {
                    let loss = RecordedStep.Loss(message: message.id, receiver: component.number, reason: .ended)
                    recorder?.add(loss, to: component.step.number)
                }
                message.slot.pointee.slot.removeBody(at: 0)
            }
            mailbox.pointee.content.takeOver(component.state)
        } while !component.state.pointee.mailbox.isEmpty
        if component.hasStarted { component.finish() } else { component.detach() }
        shared.withLock { if $0.components[component.name] === component { $0.components[component.name] = nil } }
        becomeIdle()
    }

    override func end(_ component: ComponentCore) {
        // A component that ends itself does so in this step.
        if component === currentComponent { return component.phase = .ended }
        component.state.pointee.shared?.pointee.mustEnd.store(true, ordering: .relaxed)
        wake(component.state)
    }

    private func rest(_ component: ComponentCore) {
        // A message that came to a channel meanwhile found no component ready.
        for distributor in component.distributors {
            distributor.lock.lock()
            if isReady(component) {
                if !distributor.give(to: component) { release(component) }
            }
            distributor.lock.unlock()
        }
        becomeIdle()
    }

    private func becomeIdle() {
        guard activeCount.add(-1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        let waiters = shared.withLock { shared in
            defer { shared.waiters = [] }
            return shared.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func fail(_ component: ComponentCore, _ error: any Error) {
        let failure = ComponentFailure(component: component.name, error: error, time: time)
        shared.withLock { $0.failures.append(failure) }
        recorder?.add(.failed(component.number, at: component.step.time), to: component.step.number)
        component.phase = .ended
    }

    /// Waits until no component has a message or handles one.
    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = shared.withLock { shared in
                if activeCount.load(ordering: .acquiring) == 0 { return true }
                shared.waiters.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: - Answers and timers

    override func answer<Body>(_ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int) {
        let sender = currentComponent
        let id = sender?.nextMessageID() ?? 0
        if let recorder, let step = sender?.step {
            let receiver = slot.receiver.number
            recorder.add(
                .answered(id, at: step.time, cause: step.cause, to: receiver, output, index, body), to: step.number)
        }
        arrive(body, slot, id)
    }

    override func decideAnswer(isFirst: Bool) -> Bool {
        if let recorder, let component = currentComponent { recorder.add(answer: isFirst, to: component.step.number) }
        return isFirst
    }

    // In a turn of the client, as the last one to drop a command may do so at any time.
    override func noteUnanswered(_ client: ComponentCore, _ command: UInt64, _ finish: @escaping () -> Void) {
        guard let jobs = client.jobs else { return }
        arrive(
            TurnJob { [unowned client, self] in
                begin(.unanswered(command, of: client.number), of: client)
                finish()
            }, jobs, 0)
    }

    private func arrive<Body>(_ body: Body, _ slot: TypedSlot<Body>, _ id: UInt64) {
        guard slot.isHandled, beginArrival(slot.state, id, from: nil) else { return }
        slot.bodies[1].append(body)
        endArrival(slot.state, id)
    }

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        component.timerCount += 1
        let (number, cause) = (component.timerCount, component.step.cause)
        let job = TurnJob { [unowned component, self] in
            begin(.timer(number, of: component.number), of: component, cause: cause)
            fire()
        }
        return clock.add(after: delay) { [self] in component.jobs.map { arrive(job, $0, 0) } }
    }

    override func cancelTimer(_ number: UInt64) { clock.cancel(number) }
}

/// Code that runs in a component's turn.
struct TurnJob: @unchecked Sendable {
    // Unchecked, because only that component's turn runs it.
    let run: () -> Void

    static let message = Message<TurnJob>()
}
