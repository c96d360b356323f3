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
    static let current = ThreadPointer()
    /// The number of components that have a turn or wait for one, and of feeds that send.
    let activeCount = Atomic<Int>(0)
    let hasStopped = Atomic(false)
    let shared = Guarded(Shared())
    /// Guards channels, their ports, and what a change collects.
    let changeLock = Lock()
    var change = ChangeState()

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

    final var currentComponent: ComponentCore? {
        guard let component = Self.current.value?.assumingMemoryBound(to: ReceiverState.self).pointee.component,
            component.host === self
        else { return nil }
        return component
    }

    // MARK: - Components

    override func component(_ name: String) -> ComponentCore? { shared.withLock { $0.components[name] } }
    override func hasEnded(_ name: String) -> Bool { shared.withLock { $0.endedNames.contains(name) } }
    var failures: LatestFailures { shared.withLock { $0.failures } }

    override func add(_ part: Assembly.Part) throws(ComponentError) -> ComponentCore {
        if component(part.name) != nil { throw .duplicatePart(part.name) }
        let instance = part.make()
        if let port = instance.sharedPort {
            throw .invalidPort(
                PortReference(part.name, port), "belongs to another component; make a new component in the closure")
        }
        let (number, isShared) = try makeNumber()
        let core = ComponentCore(part.name, number, self, instance, part.mailbox, part.execution)
        core.sharesNumber = isShared
        let mailbox = UnsafeMutablePointer<SharedMailbox>.allocate(capacity: 1)
        mailbox.initialize(to: SharedMailbox())
        core.state.pointee.shared = mailbox
        core.part = part
        shared.withLock { shared in
            shared.components[part.name] = core
            shared.all[core.number] = core
            if recorder != nil { shared.recordedNames[core.number] = part.name }
            if shared.pause.isOn { mailbox.pointee.signal(.pause) }
        }
        change.outcome.added.append(core.number)
        return core
    }

    /// Ports from outside have the upper half of all numbers.
    static let maximumComponentCount: UInt32 = 1 << 23

    /// Returns a number for a component, and whether others had it before. The environment has
    /// number 0, as in a simulation.
    private func makeNumber() throws(ComponentError) -> (number: UInt32, isShared: Bool) {
        let number: (UInt32, Bool)? = shared.withLock { shared in
            if let number = shared.freeNumbers.popLast() { return (number, true) }
            if shared.lastNumber >= Self.maximumComponentCount { return nil }
            shared.lastNumber += 1
            return (shared.lastNumber, false)
        }
        guard let number else { throw .tooManyComponents }
        return number
    }

    /// Lets a component start in its first turn.
    override func start(_ core: ComponentCore) {
        core.isFresh = false
        wake(core.state)
    }

    override func end(_ component: ComponentCore) {
        forget(component)
        // A component that ends itself does so in this step.
        if component === currentComponent { return component.phase = .ended }
        component.state.pointee.shared?.pointee.signal(.end)
        wake(component.state)
    }

    override func noteEnding(_ component: ComponentCore) {
        if let recorder, component === currentComponent { recorder.add(.end, to: component.step.number) }
    }

    override func fail(_ component: ComponentCore, by breach: ComponentError) { fail(component, breach) }

    override var isEnding: Bool { hasStopped.load(ordering: .sequentiallyConsistent) }
    override func discard(_ component: ComponentCore) {
        forget(component)
        cutOff(component)
    }

    override func restart(_ component: ComponentCore) {
        let cause = currentComponent?.step.cause ?? 0
        post(to: component) { [unowned self, unowned component] in renew(component, cause) }
    }

    // MARK: - Changes

    deinit {
        monitor.stop()
        changeLock.deallocate()
    }

    override func apply(_ change: AssemblyChange) throws(ComponentError) { try make(change) }

    override func makeDistributor(capacity: Int) -> Distributor {
        let distributor = super.makeDistributor(capacity: capacity)
        change.distributorCount += 1
        distributor.number = change.distributorCount
        return distributor
    }

    override var living: [ComponentCore] {
        shared.withLock(\.components).values.sorted { $0.number < $1.number }
    }

    override func currentMessage(of component: ComponentCore) -> MessageID? {
        isWatched || recorder != nil ? MessageID(component.step.cause, name) : nil
    }

    override var currentAssembly: Assembly {
        // In the turn of one that changes its own ports, the lock is free.
        let assembly = changeLock.withLock { super.currentAssembly }
        if let recorder, let step = currentComponent?.step.number { recorder.add(assembly, to: step) }
        return assembly
    }

    override func beginWatching(_ output: OutputCore, _ receiver: ComponentCore, _ reference: PortReference) {
        makeWatcher(output, receiver, reference)
    }

    override func beginNoting() { noteAll() }

    override func inTurn(of component: ComponentCore, _ call: @escaping () -> Void) {
        if component.isFresh || component === currentComponent { call() } else { post(to: component, call) }
    }

    override func rewire(_ output: OutputCore, _ slots: [[Slot]]) { plan(slots, of: output) }

    override func unwire(_ output: OutputCore) {
        output.wiring = OutputWiring()
        for index in output.members.messages.indices { output.setRoute(index, []) }
    }

    override func join(_ distributor: Distributor, _ receiver: ComponentCore) {
        guard let mailbox = receiver.state.pointee.shared else { return }
        mailbox.pointee.lock.withLock {
            let isKnown = mailbox.pointee.content.distributors.contains { $0 === distributor }
            if !isKnown { mailbox.pointee.content.distributors.append(distributor) }
        }
    }

    override func leave(_ distributor: Distributor, _ receiver: ComponentCore) {
        guard let mailbox = receiver.state.pointee.shared else { return }
        mailbox.pointee.lock.withLock { mailbox.pointee.content.distributors.removeAll { $0 === distributor } }
    }

    override func noteLost(_ id: UInt64, _ reason: MessageLoss) {
        reportLoss(id, .max, reason)
        guard let recorder, let step = currentComponent?.step.number ?? change.step else { return }
        // With a port, as it wasn't refused when it was sent.
        recorder.add(.init(message: id, receiver: .max, port: "lost", reason: reason), to: step)
    }

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
            noteLoss(id, slot, .ended, by: id)
            reportLoss(id, receiver.pointee.component.number, .ended, by: id)
            return false
        }
        let hasRoom = mailbox.pointee.content.arrived.count < receiver.pointee.capacity
        if hasRoom || slot.pointee.slot.needsNoRoom(id) || isOnTime(receiver) { return true }
        let component = receiver.pointee.component
        switch component.bound.policy {
        case .dropOldest:
            guard let oldest = mailbox.pointee.content.arrived.removeOldest(for: id) else { break }
            // Freed when the mailbox is unlocked, as that may send.
            let slot: Slot = oldest.slot.pointee.slot
            mailbox.pointee.content.lost.append((oldest.id, slot, slot.removeArrivedBody()))
            noteLoss(oldest.id, oldest.slot, .full, by: id)
            return true
        case .dropNewest: break
        // It can't fail again before its restart.
        case .fail where mailbox.pointee.content.isSuspended: break
        case .wait where sender?.waitsForRoom == true:
            sender?.isRefused = true
            mailbox.pointee.lock.unlock()
            return false
        case .wait where mailbox.pointee.content.isSuspended: break
        case .fail where id.isReport, .wait where id.isReport: break
        case .fail, .wait: mailbox.pointee.content.hasOverflowed = true
        }
        mailbox.pointee.lock.unlock()
        noteLoss(id, slot, .full, by: id)
        reportLoss(id, component.number, .full, by: id)
        if id.isReport { monitor.noteMissed(slot.pointee.slot, by: id) }
        return false
    }

    /// Whether this thread carries out a timer of a component, whose messages to itself always find
    /// room: nobody could send less of them.
    private func isOnTime(_ receiver: UnsafeMutablePointer<ReceiverState>) -> Bool {
        // In this order, as other threads may not ask the component.
        Self.current.value == UnsafeMutableRawPointer(receiver) && receiver.pointee.component.isOnTime
    }

    /// Records a loss in the step that sends a message.
    private func noteLoss(
        _ id: UInt64, _ slot: UnsafeMutablePointer<SlotState>, _ reason: MessageLoss, by message: UInt64
    ) {
        guard let recorder, id != 0 else { return }
        let (sender, slot) = (sender(of: message), slot.pointee.slot!)
        recorder.add(
            .init(message: id, receiver: slot.receiver.number, port: slot.port, reason: reason), to: sender.step.number)
    }

    /// Returns the component, or the port from outside, that is sending a message.
    func sender(of message: UInt64) -> ComponentCore {
        let number = UInt32(message >> 40)
        if let component = currentComponent, component.number == number { return component }
        return shared.withLock { $0.outside[number] ?? $0.all[number] } ?? environment
    }

    override func record(
        _ body: any Sendable, _ id: UInt64, _ index: Int, of output: OutputCore, receiverCount: Int
    ) {
        guard let sender = output.sender else { return }
        let step = sender.step
        let event = MessageTrace.Event.sent(
            id, at: recorder == nil ? time : step.time, cause: step.cause, output, index, body,
            receiverCount: receiverCount)
        recorder?.add(event, to: step.number)
        if sender.waitsForRoom { sender.unreported = event } else { report(event) }
        guard receiverCount == 0 else { return }
        recorder?.add(.init(message: id, receiver: .max, reason: .noReceiver), to: step.number)
        reportLoss(id, .max, .noReceiver, by: id)
    }

    /// Begins a step of a component, if the run is recorded.
    func begin(_ kind: RecordedStep.Kind, of component: ComponentCore, cause: UInt64 = 0) {
        guard let recorder else { return component.step.cause = cause }
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
        if monitor.isActive {
            for (lost, slot, _) in lost {
                reportLoss(lost, receiver.pointee.component.number, .full, by: id)
                if lost.isReport { monitor.noteMissed(slot, by: id) }
            }
        }
    }

    override func isWaiting(_ slot: Slot) -> Bool {
        slot.receiver.state.pointee.shared?.pointee.lock.withLock { slot.state.pointee.hasArrived } ?? false
    }

    override func accept(_ slot: Slot, _ id: UInt64) {
        recorder?.add(port: slot.port, of: id)
        endArrival(slot.state, id)
    }

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
        guard let sender = currentComponent, sender.number == id >> 40 else { return }
        recorder?.add(.init(message: id, receiver: .max, reason: .full), to: sender.step.number)
        reportLoss(id, .max, .full)
        fail(sender, ComponentError.fullChannel(sender.name, capacity: capacity))
    }

    func wake(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        guard let mailbox = receiver.pointee.shared else { return }
        mailbox.pointee.lock.lock()
        let mustWake = !mailbox.pointee.content.isScheduled || mailbox.pointee.content.isSuspended
        (mailbox.pointee.content.isScheduled, mailbox.pointee.content.isSuspended) = (true, false)
        mailbox.pointee.lock.unlock()
        if mustWake { schedule(receiver) }
    }

    private func schedule(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        let count = activeCount.add(1, ordering: .relaxed).newValue
        if count >= Self.pausing, hold(receiver) { return }
        giveTurn(receiver)
    }

    // MARK: - Answers and timers

    override func answer<Body: Sendable>(
        _ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int,
        _ traced: @autoclosure () -> any Sendable
    ) {
        let sender = currentComponent
        let id = sender?.nextMessageID() ?? 0
        if isWatched, let step = sender?.step {
            let event = MessageTrace.Event.answered(
                id, at: recorder == nil ? time : step.time, cause: step.cause, to: slot.receiver.number, output, index,
                traced())
            recorder?.add(event, to: step.number)
            report(event)
        }
        arrive(body, slot, id)
    }

    override func decide(_ outcome: Bool) -> Bool {
        if let recorder, let component = currentComponent { recorder.add(decision: outcome, to: component.step.number) }
        return outcome
    }

    // In a turn of the client, as the last one to drop a command may do so at any time.
    override func noteUnanswered(_ client: ComponentCore, _ command: UInt64, _ finish: @escaping () -> Void) {
        let cause = currentComponent?.step.cause ?? 0
        post(to: client) { [unowned client, self] in
            begin(.unanswered(command, of: client.number), of: client, cause: cause)
            onTime(client, finish)
        }
    }

    private func arrive<Body>(_ body: Body, _ slot: TypedSlot<Body>, _ id: UInt64) {
        guard slot.isHandled, beginArrival(slot.state, id, from: nil) else { return }
        slot.bodies[1].append(body)
        endArrival(slot.state, id)
    }

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        component.timerCount += 1
        let (number, cause) = (component.timerCount, component.step.cause)
        // Read in a later turn.
        var timer: UInt64 = 0
        timer = clock.add(after: delay, of: component.number) { [self] in
            post(to: component) { [unowned component, self] in
                guard clock.end(timer) else { return }
                begin(.timer(number, of: component.number), of: component, cause: cause)
                onTime(component, fire)
            }
        }
        if let recorder, component === currentComponent {
            recorder.add(timer: timer, after: delay, number: number, to: component.step.number)
        }
        return timer
    }

    private func onTime(_ component: ComponentCore, _ body: () -> Void) {
        component.isOnTime = true
        body()
        component.isOnTime = false
    }

    override func cancelTimer(_ number: UInt64) { clock.cancel(number) }
    override func cancelTimer(_ number: UInt64, of component: ComponentCore) {
        if let recorder, component === currentComponent {
            recorder.add(cancellationOf: number, to: component.step.number)
        }
        cancelTimer(number)
    }
}
