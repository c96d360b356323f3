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
    var phase = Phase.made { didSet { noteFinishing() } }

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
        for input in inputs { input.slots = input.members.messages.map { $0.makeSlot(for: self) } }
        for output in outputs {
            output.sender = self
            output.answerSlots = output.members.messages.map { $0.makeAnswerSlot(for: self) }
        }
        for (port, index, handling) in instance.handlers {
            let slot = (port as? InputCore)?.slots[index] ?? (port as? OutputCore)?.answerSlots[index]
            slot?.state.pointee.handler = handling
        }
        for (output, input) in instance.own {
            for (index, slot) in input.slots.enumerated() { output.setRoute(index, [slot]) }
        }
        for context in instance.contexts { context.core = self }
    }

    deinit {
        state.pointee.mailbox.deallocate()
        state.pointee.shared?.deinitialize(count: 1)
        state.pointee.shared?.deallocate()
        state.deallocate()
    }

    private func noteFinishing() { state.pointee.needsFinishing = phase == .ended || !distributors.isEmpty }

    func input(_ name: String) -> InputCore? { inputs.first { $0.name == name } }
    func output(_ name: String) -> OutputCore? { outputs.first { $0.name == name } }

    /// Cuts the ports off, which programs may keep.
    func detach() {
        for output in outputs { output.sender = nil }
        for context in instance.contexts { context.core = nil }
    }

    var isFinished = false

    /// Tells the component that it has ended, once.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        instance.end()
        detach()
    }

    func nextMessageID() -> UInt64 {
        state.pointee.lastID += 1
        return state.pointee.lastID
    }
}
