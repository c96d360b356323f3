internal import AlgorithmSupport

/// The queue through which all messages of a simulation go, in one total order.
final class Router: Host {
    private(set) var components: [ComponentCore] = []
    private var names: [String: ComponentCore] = [:]
    private let queue: UnsafeMutablePointer<Ring<UnsafeMutablePointer<ReceiverState>>>
    var trace: MessageTrace
    private let run: UnsafeMutablePointer<Run>
    /// The message that is handled; 0 outside of handlers.
    var current: UInt64 { run.pointee.current }
    override var time: Duration { run.pointee.time }
    var timers = TimerQueue()
    private(set) var failures: [ComponentFailure] = []
    /// Whether chance chooses the component whose turn it is, instead of the order in which messages were sent.
    private let isShuffled: Bool

    init(seed: UInt64, isShuffled: Bool, traceLimit: Int?) {
        run = .allocate(capacity: 1)
        run.initialize(to: Run(choices: SeededGenerator(seed: seed)))
        queue = .allocate(capacity: 1)
        queue.initialize(to: Ring())
        self.isShuffled = isShuffled
        trace = MessageTrace(limit: traceLimit ?? 0)
        super.init(seed: seed, isTracing: traceLimit != nil, order: queue)
    }

    deinit {
        queue.pointee.deallocate()
        queue.deallocate()
        run.deallocate()
    }

    // MARK: - Components

    func component(_ name: String) -> ComponentCore? { names[name] }

    @discardableResult
    func add(_ name: String, _ instance: ComponentInstance, _ bound: MailboxBound) -> ComponentCore {
        let core = ComponentCore(name, UInt32(components.count), self, instance, bound)
        components.append(core)
        names[name] = core
        return core
    }

    func start(_ component: ComponentCore) {
        guard component.phase == .made else { return }
        component.phase = .running
        perform(component) { try component.instance.start() }
    }

    /// Ends a component; messages that wait for it are lost.
    override func end(_ component: ComponentCore) {
        guard component.phase != .ended else { return }
        let wasRunning = component.phase == .running
        component.phase = .ended
        if names[component.name] === component { names[component.name] = nil }
        while !component.state.pointee.mailbox.isEmpty { drop(component.state.pointee.mailbox.removeFirst(), .ended) }
        for input in component.inputs { input.channel?.remove(input) }
        for output in component.outputs { output.channel?.remove(output) }
        if !wasRunning { component.isFinished = true }
        if component.state != run.pointee.busy { component.finish() }
    }

    // MARK: - Sending

    /// Adds a message, whose body is the last one in its slot, where it doesn't simply go to a mailbox.
    override func enqueueSlowly(_ slot: Slot, _ id: UInt64) {
        if let distributor = slot.distributor { return distributor.distribute(slot, id) }
        let receiver = slot.receiver
        let mailbox = receiver.state
        guard mailbox.pointee.mailbox.count >= mailbox.pointee.capacity else { return accept(slot, id) }
        switch receiver.policy {
        case .dropOldest:
            drop(mailbox.pointee.mailbox.removeFirst(), .full)
            accept(slot, id)
        case .dropNewest: dropLast(slot, id)
        case .fail, .wait:
            dropLast(slot, id)
            fail(receiver, ComponentError.fullMailbox(receiver.name, capacity: mailbox.pointee.capacity))
        }
    }

    override func accept(_ slot: Slot, _ id: UInt64) {
        slot.receiver.state.pointee.mailbox.append(WaitingMessage(slot.state, id))
        queue.pointee.append(slot.receiver.state)
    }

    override func answer<Body: Sendable>(_ body: Body, _ slot: TypedSlot<Body>, of output: OutputCore, _ index: Int) {
        let id = (run.pointee.busy?.pointee.component ?? components[0]).nextMessageID()
        if isTracing { trace.append(.answered(id, at: time, cause: current, output, index, body)) }
        guard slot.isHandled, slot.receiver.phase == .running else { return }
        slot.bodies.pointee.append(body)
        enqueueSlowly(slot, id)
    }

    private func dropLast(_ slot: Slot, _ id: UInt64) {
        slot.removeLastBody()
        if isTracing { trace.append(.lost(id, at: time, receiver: slot.receiver.number, .full)) }
    }

    private func drop(_ message: WaitingMessage, _ reason: MessageLoss) {
        let slot: Slot = message.slot.pointee.slot
        slot.removeBody(at: 0)
        if isTracing { trace.append(.lost(message.id, at: time, receiver: slot.receiver.number, reason)) }
    }

    override func record(_ body: any Sendable, _ id: UInt64, _ index: Int, of output: OutputCore, hasReceiver: Bool) {
        trace.append(.sent(id, at: time, cause: current, output, index, body))
        if !hasReceiver { trace.append(.lost(id, at: time, receiver: .max, .noReceiver)) }
    }

    // MARK: - Handling

    /// What changes with each message.
    private struct Run {
        var current: UInt64 = 0
        var time: Duration = .zero
        /// The component whose code runs.
        var busy: UnsafeMutablePointer<ReceiverState>?
        var choices: SeededGenerator
    }

    /// Handles the next message.
    ///
    /// - Returns: Whether there was one.
    func step() -> Bool {
        while let receiver = next() {
            // A message that was lost after all leaves its place in the order.
            guard !receiver.pointee.mailbox.isEmpty else { continue }
            handle(receiver.pointee.mailbox.removeFirst(), by: receiver)
            return true
        }
        return false
    }

    private func next() -> UnsafeMutablePointer<ReceiverState>? {
        if queue.pointee.isEmpty { return nil }
        if isShuffled { queue.pointee.swapAt(0, Int.random(in: 0..<queue.pointee.count, using: &run.pointee.choices)) }
        return queue.pointee.removeFirst()
    }

    private func handle(_ message: WaitingMessage, by receiver: UnsafeMutablePointer<ReceiverState>) {
        if isTracing {
            trace.append(.handled(message.id, at: time, receiver: receiver.pointee.component.number))
        }
        run.pointee.current = message.id
        run.pointee.busy = receiver
        do {
            try message.slot.pointee.handler.unsafelyUnwrapped.run(message.slot.pointee.bodies, receiver.pointee.storage)
        } catch { fail(receiver.pointee.component, error) }
        (run.pointee.busy, run.pointee.current) = (nil, 0)
        if receiver.pointee.needsFinishing { finish(receiver.pointee.component) }
    }

    /// Runs code of a component that isn't the handler of a message.
    private func perform(_ component: ComponentCore, _ body: () throws -> Void) {
        let outer = run.pointee
        (run.pointee.busy, run.pointee.current) = (component.state, 0)
        do { try body() } catch { fail(component, error) }
        (run.pointee.busy, run.pointee.current) = (outer.busy, outer.current)
        finish(component)
    }

    private func finish(_ component: ComponentCore) {
        if component.phase == .ended { return component.finish() }
        if !component.distributors.isEmpty, component.state.pointee.mailbox.isEmpty { component.takeFromChannels() }
    }

    override func isReady(_ component: ComponentCore) -> Bool {
        component.phase == .running && component.state.pointee.mailbox.isEmpty && component.state != run.pointee.busy
    }

    private func fail(_ component: ComponentCore, _ error: any Error) {
        failures.append(ComponentFailure(component: component.name, error: error, time: time))
        if isTracing { trace.append(.failed(component.number, at: time)) }
        end(component)
    }

    // MARK: - Time

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        timers.add(at: time + delay, cause: current, fire)
    }

    override func cancelTimer(_ number: UInt64) { timers.cancel(number) }

    /// Whether no message waits.
    var isIdle: Bool { queue.pointee.isEmpty }

    /// Advances the time to the next timer, at most to a time.
    ///
    /// - Returns: Whether there was one.
    func fireNextTimer(until end: Duration) -> Bool {
        guard let timer = timers.removeFirst(until: end) else { return false }
        advance(to: timer.time)
        run.pointee.current = timer.cause
        timer.fire()
        run.pointee.current = 0
        return true
    }

    func advance(to time: Duration) { run.pointee.time = max(run.pointee.time, time) }

    // MARK: - The trace

    func described(_ event: MessageTrace.Event) -> TraceEvent {
        func id(_ id: UInt64) -> MessageID? {
            id == 0 ? nil : MessageID(sender: components[Int(id >> 40)].name, number: Int(id & 0xFF_FFFF_FFFF))
        }
        func sent(
            _ message: UInt64, _ time: Duration, _ cause: UInt64, _ name: String, _ body: any Sendable
        ) -> TraceEvent {
            TraceEvent(
                kind: .sent, time: time, id: id(message), component: components[Int(message >> 40)].name, message: name,
                body: body, cause: id(cause))
        }
        func name(_ number: UInt32) -> String { number == .max ? "" : components[Int(number)].name }
        switch event {
        case .sent(let message, let time, let cause, let output, let index, let body):
            return sent(message, time, cause, "\(output.name).\(output.members.messages[index].name)", body)
        case .answered(let message, let time, let cause, let output, let index, let body):
            let command = "\(output.sender?.name ?? "").\(output.name).\(output.members.messages[index].name)"
            return sent(message, time, cause, "answer to " + command, body)
        case .handled(let message, let time, let receiver):
            return TraceEvent(
                kind: .handled, time: time, id: id(message), component: name(receiver), message: "", body: nil, cause: nil)
        case .lost(let message, let time, let receiver, let reason):
            return TraceEvent(
                kind: .lost(reason), time: time, id: id(message), component: name(receiver), message: "", body: nil,
                cause: nil)
        case .failed(let component, let time):
            return TraceEvent(
                kind: .failed, time: time, id: nil, component: name(component), message: "", body: nil, cause: nil)
        }
    }
}
