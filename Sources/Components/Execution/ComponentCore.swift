/// A component at run time.
final class ComponentCore: @unchecked Sendable {
    // Unchecked, because only the component's own turn touches what changes.
    let name: String
    let number: UInt32
    unowned(unsafe) let host: Host
    let inputs: [InputCore]
    let outputs: [OutputCore]
    let instance: ComponentInstance
    let policy: MailboxBound.Policy
    private(set) var state: UnsafeMutablePointer<ReceiverState>
    /// The point-to-point channels that the component takes messages from.
    var distributors: [Distributor] = [] { didSet { noteFinishing() } }
    /// Code to run in a turn, if components run side by side.
    var jobs: TypedSlot<TurnJob>?
    /// The step of a recorded run that the component carries out.
    var step = RunningStep()
    var timerCount: UInt64 = 0
    var commandCount: UInt64 = 0
    var phase = Phase.made { didSet { noteFinishing() } }
    var hasStarted = false
    /// Whether no thread but the one that adds the component knows it, if components run side by
    /// side.
    var isFresh = true
    private(set) var isDetached = false
    /// Whether the sender, which is a port from outside, waits where a mailbox wants that.
    var waitsForRoom = false
    /// Whether its last message found no room.
    var isRefused = false

    enum Phase { case made, running, ended }

    let execution: ComponentExecution

    init(
        _ name: String, _ number: UInt32, _ host: Host, _ instance: ComponentInstance, _ bound: MailboxBound,
        _ execution: ComponentExecution = .shared
    ) {
        self.execution = execution
        (self.name, self.number, self.host, self.instance) = (name, number, host, instance)
        (inputs, outputs, policy) = (instance.inputs, instance.outputs, bound.policy)
        state = .allocate(capacity: 1)
        state.initialize(to: ReceiverState(self, instance.storage, capacity: bound.capacity))
        for input in inputs {
            input.owner = self
            input.slots = input.members.messages.map { $0.makeSlot(for: self) }
        }
        for output in outputs {
            output.sender = self
            output.answerSlots = output.members.messages.map { $0.makeAnswerSlot(for: self) }
        }
        bindHandlers()
        for (output, input) in instance.own {
            for (index, slot) in input.slots.enumerated() { output.setRoute(index, [slot]) }
        }
        for context in instance.contexts { context.core = self }
    }

    private func bindHandlers() {
        for (port, index, handling) in instance.handlers {
            let slot = (port as? InputCore)?.slots[index] ?? (port as? OutputCore)?.answerSlots[index]
            guard let slot else { continue }
            slot.state.pointee.handler =
                instance.intercept.map { handling.intercepted(by: $0, slot, of: port) } ?? handling
        }
        guard instance.ignoresOtherMessages else { return }
        for slot in inputs.flatMap(\.slots) where !slot.isHandled {
            slot.state.pointee.handler = MessageHandler { [unowned slot] _, _ in slot.removeBody(at: 0) }
        }
    }

    deinit {
        state.pointee.mailbox.deallocate()
        state.pointee.shared?.deinitialize(count: 1)
        state.pointee.shared?.deallocate()
        state.deallocate()
    }

    private func noteFinishing() { state.pointee.needsFinishing = phase == .ended || !distributors.isEmpty }

    /// Cuts the ports off, which programs may keep.
    func detach() {
        isDetached = true
        for output in outputs {
            (output.taps, output.sender, output.channel) = ([], nil, nil)
            // Routes keep components, also this one.
            if host.order == nil { host.unwire(output) }
        }
        for input in inputs { input.channel = nil }
        for proxy in instance.proxies { proxy.channel = nil }
        for context in instance.contexts { context.core = nil }
    }

    /// Tells the component that it has ended, and cuts it off.
    func finish() {
        instance.end()
        detach()
    }

    func nextMessageID() -> UInt64 {
        state.pointee.lastID += 1
        return state.pointee.lastID
    }
}

/// A step of a recorded run.
struct RunningStep {
    var number = 0
    var time = Duration.zero
    /// The message that causes what is sent; 0 if none does.
    var cause: UInt64 = 0
}
