internal import AlgorithmSupport
internal import Statecharts

/// The queue through which all messages of a simulation go, in one total order.
class Router: Host {
    /// The components by number; `nil` where one has ended.
    private(set) var components: [ComponentCore?] = []
    private var names: [String: ComponentCore] = [:]
    private var endedNames = EndedNames()
    /// The names of all components that ever were, by number: without a trace, of the last one with
    /// each number.
    private(set) var tracedNames: [String] = []
    private var freeNumbers: [UInt32] = []
    /// Components that have ended, but are still in the order.
    private var remains: [UnsafeMutablePointer<ReceiverState>: ComponentCore] = [:]
    /// Components that have ended, but aren't cut off yet.
    private var ending: [ComponentCore] = []
    /// Components that are restarted after the handler that runs.
    private var restarting: [ComponentCore] = []
    let queue: UnsafeMutablePointer<Ring<UnsafeMutablePointer<ReceiverState>>>
    /// The number of entries of the order whose messages were lost.
    private var skipCount = 0
    /// The number of messages that wait without an entry.
    private var unplacedCount = 0
    final let trace: MessageTrace
    final let run: UnsafeMutablePointer<Run>
    /// The message that is handled; 0 outside of handlers.
    var current: UInt64 { run.pointee.current }
    override var time: Duration { run.pointee.time }
    var timers = TimerQueue()
    var failures = LatestFailures()
    /// The ports of the environment, which programs keep.
    final var outside: [OutsidePort: (output: OutputCore, gate: OutsideGate)] = [:]
    private var watcherCount: UInt32 = 0
    /// The breakpoints of a debugger.
    var breakpoints: [Breakpoint] = []
    /// The state or condition that has become true since the debugger looked.
    var hit: Breakpoint.Hit?
    /// The message whose handling is being told to observers.
    @exclusivity(unchecked) final var beginning: WaitingPlace?
    /// The components whose mailboxes overflow while another one fails, with their errors.
    var overflowed: [(component: ComponentCore, error: any Error)] = []
    var isFailing = false
    /// Whether chance chooses the component whose turn it is, instead of the order in which
    /// messages were sent.
    let isShuffled: Bool
    /// Code that gets each event of the trace as it happens.
    let onEvent: ((TraceEvent) -> Void)?

    init(seed: UInt64, isShuffled: Bool, traceLimit: Int?, onEvent: ((TraceEvent) -> Void)? = nil) {
        run = .allocate(capacity: 1)
        run.initialize(to: Run(choices: SeededGenerator(seed: seed)))
        queue = .allocate(capacity: 1)
        queue.initialize(to: Ring())
        self.isShuffled = isShuffled
        self.onEvent = onEvent
        trace = MessageTrace(limit: traceLimit ?? 0)
        run.pointee.isWatched = traceLimit != nil || onEvent != nil
        super.init(seed: seed, isTracing: traceLimit != nil || onEvent != nil, order: queue)
        environment = make("", .environment(), .init())
    }

    deinit {
        queue.pointee.deallocate()
        queue.deallocate()
        run.deallocate()
    }

    // MARK: - Components

    override func component(_ name: String) -> ComponentCore? { names[name] }
    override func currentMessage(of component: ComponentCore) -> MessageID? { currentMessage }
    override func hasEnded(_ name: String) -> Bool { endedNames.contains(name) }

    /// Adds a component, which doesn't run yet.
    override func add(_ part: Assembly.Part) throws(ComponentError) -> ComponentCore {
        if names[part.name] != nil { throw .duplicatePart(part.name) }
        if freeNumbers.isEmpty, components.count >= 1 << 23 { throw .tooManyComponents }
        let instance = part.make()
        if let port = instance.sharedPort {
            throw .invalidPort(
                PortReference(part.name, port), "belongs to another component; make a new component in the closure")
        }
        let core = make(part.name, instance, part.mailbox)
        core.part = part
        names[part.name] = core
        return core
    }

    private func make(_ name: String, _ instance: ComponentInstance, _ bound: MailboxBound) -> ComponentCore {
        let number = freeNumbers.popLast() ?? UInt32(components.count)
        let core = ComponentCore(name, number, self, instance, bound)
        if number < components.count { components[Int(number)] = core } else { components.append(core) }
        if number < tracedNames.count { tracedNames[Int(number)] = name } else { tracedNames.append(name) }
        return core
    }

    /// Adds a component with a number that is free.
    final func insert(_ part: Assembly.Part, _ number: UInt32) -> ComponentCore {
        while components.count <= number {
            components.append(nil)
            tracedNames.append("")
        }
        let core = ComponentCore(part.name, number, self, part.make(), part.mailbox)
        core.part = part
        components[Int(number)] = core
        names[part.name] = core
        tracedNames[Int(number)] = part.name
        return core
    }

    override func start(_ component: ComponentCore) {
        guard component.phase == .made else { return }
        (component.phase, component.hasStarted) = (.running, true)
        if !breakpoints.isEmpty { component.bind(breakpoints, isStarting: true) }
        perform(component) { try component.instance.start() }
        if !component.state.pointee.watches.isEmpty { test(component.state) }
    }

    /// Ends a component; messages that wait for it are lost.
    ///
    /// It is cut off from channels later, since a port may be sending to it now.
    override func end(_ component: ComponentCore) {
        guard component.phase != .ended else { return }
        // The messages of one that has failed have no places in the order.
        if component.state.pointee.capacity > 0 { losePlaces(component) }
        component.phase = .ended
        if names[component.name] === component { names[component.name] = nil }
        if monitor.isActive { monitor.report(removed: component) }
        endedNames.insert(component.name)
        for part in component.relations.withLock(\.contents) { self.component(part).map(end) }
        let state = component.state
        state.pointee.capacity = 0
        // Commands among them are answered by the component itself.
        call(component) {
            while !state.pointee.mailbox.isEmpty { drop(state.pointee.mailbox.removeFirst(), .ended) }
        }
        ending.append(component)
        run.pointee.hasEnding = true
    }

    /// Cuts off the components that have ended.
    override func settle() {
        guard run.pointee.hasEnding, run.pointee.busy == nil else { return }
        // Those that end later may send to those before.
        var ended: [ComponentCore] = []
        while !ending.isEmpty || !restarting.isEmpty {
            let (batch, others) = (ending, ending.isEmpty ? restarting : [])
            if ending.isEmpty { restarting = [] } else { ending = [] }
            for component in batch { cutOff(component) }
            ended += batch
            for component in others { renew(component) }
        }
        withExtendedLifetime(ended) {}
        run.pointee.hasEnding = false
    }

    func cutOff(_ component: ComponentCore) {
        for input in component.inputs { input.channel?.remove(input) }
        sayLastWords(component)
        for output in component.allOutputs { output.channel?.remove(output) }
        for proxy in component.instance.proxies { proxy.channel?.remove(proxy) }
        component.detach()
        free(component.instance, of: component)
        timers.cancelAll(of: component.number)
        components[Int(component.number)] = nil
        if !isTracing { freeNumbers.append(component.number) }
        if component.state.pointee.skips > 0 { remains[component.state] = component }
    }

    // MARK: - Restarts

    override func restart(_ component: ComponentCore) {
        guard run.pointee.busy == component.state || component.waitingCalls > 0 else { return renew(component) }
        restarting.append(component)
        run.pointee.hasEnding = true
    }

    /// Lets messages come to the mailbox of a component that is restarted, and gives the first of
    /// those that wait its place in the order.
    func open(_ component: ComponentCore) {
        component.state.pointee.capacity = component.bound.capacity
        let count = component.state.pointee.mailbox.count
        if component.phase != .failed || count == 0 { return }
        queue.pointee.append(component.state)
        component.unplacedCount = count - 1
        unplacedCount += count - 1
    }

    /// Gives the next message that waited for a restart its place: before all others, as if all had
    /// got one at once.
    private func placeNext(_ component: ComponentCore) {
        guard component.unplacedCount > 0 else { return }
        queue.pointee.prepend(component.state)
        component.unplacedCount -= 1
        unplacedCount -= 1
    }

    /// Takes the places of all messages of a component away.
    final func losePlaces(_ component: ComponentCore) {
        skip(component.state, component.state.pointee.mailbox.count - component.unplacedCount)
        unplacedCount -= component.unplacedCount
        component.unplacedCount = 0
    }

    /// Takes the place of one message of a component away.
    private func losePlace(_ component: ComponentCore) {
        guard component.unplacedCount > 0 else { return skip(component.state, 1) }
        component.unplacedCount -= 1
        unplacedCount -= 1
    }

    /// Loses the messages that wait for a component that has failed.
    func loseWaiting(_ component: ComponentCore) {
        call(component) {
            while !component.state.pointee.mailbox.isEmpty {
                drop(component.state.pointee.mailbox.removeFirst(), .failed)
            }
        }
    }

    // MARK: - Watching

    override var living: [ComponentCore] { components.compactMap { $0?.part == nil || $0?.phase == .ended ? nil : $0 } }

    override func beginWatching(_ output: OutputCore, _ receiver: ComponentCore, _ reference: PortReference) {
        watcherCount += 1
        let sender = ComponentCore("", 0x100_0000 - watcherCount, self, .environment(), .init())
        (sender.isSilent, output.sender) = (true, sender)
        let watcher = Monitor.Watcher(reference, output, sender, receiver) { _ in }
        monitor.add(watcher, living.map(\.part))
        beginNoting()
    }

    override func beginNoting() {
        run.pointee.isWatched = true
        for component in components { component?.allOutputs.forEach { $0.noteTracing() } }
        for port in outside.values { port.output.noteTracing() }
    }

    // MARK: - Sending

    /// Adds a message, whose body is the last one in its slot, where it doesn't simply go to a
    /// mailbox.
    override func enqueueSlowly(_ slot: Slot, _ id: UInt64) {
        if let distributor = slot.distributor { return distributor.distribute(slot, id) }
        let (receiver, state) = (slot.receiver, slot.receiver.state)
        guard receiver.phase != .ended else { return dropLast(slot, id, .ended) }
        if receiver.phase == .failed { return keep(slot, id) }
        let isFull = state.pointee.mailbox.count >= state.pointee.capacity
        guard isFull, !slot.needsNoRoom(id) else { return accept(slot, id) }
        switch receiver.bound.policy {
        case .dropOldest:
            guard let oldest = state.pointee.mailbox.removeOldest(for: id) else { return dropLast(slot, id, .full) }
            losePlace(receiver)
            // First, since a command that is dropped may be answered to the same component.
            accept(slot, id)
            drop(oldest, .full, by: id)
        case .dropNewest: dropLast(slot, id, .full)
        case .fail, .wait:
            let capacity = state.pointee.capacity
            dropLast(slot, id, .full)
            if !id.isReport { fail(receiver, ComponentError.fullMailbox(receiver.name, capacity: capacity)) }
        }
    }

    override func accept(_ slot: Slot, _ id: UInt64) {
        slot.receiver.state.pointee.mailbox.append(WaitingMessage(slot.state, id))
        queue.pointee.append(slot.receiver.state)
    }

    override func answer<Body: Sendable>(
        _ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int,
        _ traced: @autoclosure () -> any Sendable
    ) {
        guard hears(slot.receiver) else { return }
        let id = (run.pointee.busy?.pointee.component ?? environment).nextMessageID()
        if isWatched {
            note(.answered(id, at: time, cause: current, to: slot.receiver.number, output, index, traced()))
        }
        slot.bodies.pointee.append(body)
        if slot.isHandled { enqueueSlowly(slot, id) } else { dropLast(slot, id, .noReceiver) }
    }

    /// Returns whether a component gets answers, or their losses are told.
    func hears(_ component: ComponentCore) -> Bool { !component.isDetached }

    override func lose(_ slot: Slot, _ id: UInt64, _ receiver: UInt32) { dropLast(slot, id, .ended, receiver) }

    override func noteLost(_ id: UInt64, _ reason: MessageLoss) { noteLoss(id, .max, reason) }

    override func refuse(_ slot: Slot, _ id: UInt64, capacity: Int) {
        dropLast(slot, id, .full)
        guard let sender = components[Int(id >> 40)] else { return }
        fail(sender, ComponentError.fullChannel(sender.name, capacity: capacity))
    }

    func noteLoss(_ id: UInt64, _ receiver: UInt32, _ reason: MessageLoss) {
        if isWatched { note(.lost(id, at: time, receiver: receiver, reason)) }
    }

    override func record(
        _ body: any Sendable, _ id: UInt64, _ index: Int, of output: OutputCore, receiverCount: Int
    ) {
        note(.sent(id, at: time, cause: current, output, index, body, receiverCount: receiverCount))
        if receiverCount == 0 { noteLoss(id, .max, .noReceiver) }
    }

    override func fail(_ component: ComponentCore, by breach: ComponentError) { fail(component, breach) }

    // MARK: - Handling

    /// Handles the next message.
    ///
    /// - Returns: Whether there was one.
    final func step() -> Bool {
        if run.pointee.hasEnding { settle() }
        guard let receiver = next() else { return false }
        handle(receiver.pointee.mailbox.removeFirst(), by: receiver)
        return true
    }

    private func next() -> UnsafeMutablePointer<ReceiverState>? {
        while !queue.pointee.isEmpty {
            if isShuffled {
                queue.pointee.swapAt(0, Int.random(in: 0..<queue.pointee.count, using: &run.pointee.choices))
            }
            let receiver = queue.pointee.removeFirst()
            if receiver.pointee.skips == 0 { return receiver }
            useSkip(receiver)
        }
        return nil
    }

    /// Notes that the oldest messages of a mailbox are lost, whose places in the order remain.
    func skip(_ receiver: UnsafeMutablePointer<ReceiverState>, _ count: Int) {
        receiver.pointee.skips += count
        skipCount += count
        guard skipCount > 1024 + queue.pointee.count / 2 else { return }
        for _ in 0..<queue.pointee.count {
            let entry = queue.pointee.removeFirst()
            if entry.pointee.skips == 0 { queue.pointee.append(entry) } else { useSkip(entry) }
        }
    }

    /// Uses up an entry whose message is lost.
    @inline(never)
    func useSkip(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        receiver.pointee.skips -= 1
        skipCount -= 1
        if receiver.pointee.skips == 0 { remains[receiver] = nil }
    }

    /// Whether no message waits.
    var isIdle: Bool { waitingCount == 0 }

    /// The number of messages that wait for components.
    var waitingCount: Int { queue.pointee.count - skipCount + unplacedCount }

    final func handle(_ message: WaitingMessage, by receiver: UnsafeMutablePointer<ReceiverState>) {
        if run.pointee.isWatched { begin(message, by: receiver) }
        run.pointee.current = message.id
        run.pointee.busy = receiver
        do {
            if let step = message.slot.pointee.contract, !step.pointee.take() { throw refuse(message.slot) }
            try message.slot.pointee.handler.unsafelyUnwrapped.run(
                message.slot.pointee.bodies, receiver.pointee.storage)
        } catch { fail(receiver.pointee.component, error) }
        (run.pointee.busy, run.pointee.current) = (nil, 0)
        if run.pointee.isWatched { receiver.pointee.isSilent = false }
        if receiver.pointee.needsFinishing {
            placeNext(receiver.pointee.component)
            finish(receiver)
        }
        if run.pointee.hasEnding { settle() }
    }

    @inline(never)
    private func finish(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        if !receiver.pointee.watches.isEmpty { test(receiver) }
        if receiver.pointee.takesFromChannels { takeNext(receiver.pointee.component) }
    }

    private func perform(_ component: ComponentCore, _ body: () throws -> Void) {
        call(component, body)
        takeNext(component)
        settle()
    }

    private func takeNext(_ component: ComponentCore) { if isReady(component) { component.takeFromChannels() } }

    override func isReady(_ component: ComponentCore) -> Bool {
        component.phase == .running && component.state.pointee.mailbox.isEmpty && component.state != run.pointee.busy
    }

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        timers.add(at: time.advanced(by: delay), cause: current, owner: component.number, fire)
    }

    override func cancelTimer(_ number: UInt64) { timers.cancel(number) }
}
