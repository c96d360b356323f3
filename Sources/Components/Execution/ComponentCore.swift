/// A component at run time.
final class ComponentCore: @unchecked Sendable {
    // Unchecked, because only the component's own turn touches what changes.
    let name: String
    let number: UInt32
    unowned(unsafe) let host: Host
    private(set) var inputs: [InputCore] = []
    private(set) var outputs: [OutputCore] = []
    private(set) var instance: ComponentInstance
    let bound: MailboxBound
    /// The part that the component is; unset for the environment.
    var part: Assembly.Part! { didSet { consequence = part.consequence } }
    /// The fate of the component when it fails.
    var consequence = Assembly.Part.Consequence.end
    /// The data that other threads touch while the component works.
    let relations = Guarded(Relations())
    /// The number of messages that wait without a place in the order of a simulation. Each gets one
    /// when the one before it has been handled.
    var unplacedCount = 0 { didSet { noteFinishing() } }
    /// The number of calls of this component's code that wait for code of others.
    var waitingCalls = 0
    /// The value that the component keeps for the next one in its place.
    var saved: (any Sendable)?
    /// The slots in which answers to commands of former components wait, or may come.
    private var retired: [Slot] = []
    /// The number of these at which those are freed that get no answer any more.
    private var retiredLimit = 16
    /// The number of times that the component was restarted.
    private(set) var restartCount = 0
    private(set) var state: UnsafeMutablePointer<ReceiverState>
    /// The point-to-point channels that the component takes messages from.
    var distributors: [Distributor] = [] { didSet { noteFinishing() } }
    /// Whether a timer of the component, or news about its command, is carried out, if components
    /// run side by side.
    var isOnTime = false
    /// The step of a recorded run that the component carries out.
    var step = RunningStep()
    var timerCount: UInt64 = 0
    var commandCount: UInt64 = 0
    var phase = Phase.made { didSet { noteFinishing() } }
    /// Whether a breakpoint has stopped a system before the next message already.
    var hasStoppedAtNext = false
    /// Whether other components had the number before.
    var sharesNumber = false
    private(set) var contracts: ContractMonitor?
    var breakpoints: ComponentBreakpoints? { didSet { noteFinishing() } }
    var hasStarted = false
    /// Whether the component has failed since it was made: it does so once.
    var hasFailed = false
    /// The failure by which the component ends, with the message that caused it. It is told when all
    /// is over, since who hears of it may make a copy.
    var lastFailure: (ComponentFailure, cause: UInt64)?
    /// Whether the component hasn't been started, if components run side by side; guarded as its
    /// channels are.
    var isFresh = true
    private(set) var isDetached = false
    /// Whether the messages that waited when the component failed are lost.
    var isEmptied = false
    /// Whether the sender, which is a port from outside, waits where a mailbox wants that.
    var waitsForRoom = false
    /// The message that it sent last, if that isn't reported yet.
    var unreported: MessageTrace.Event?
    /// Whether its last message found no room.
    var isRefused = false

    struct Relations {
        /// The names of the components inside.
        var contents: [String] = []
        /// The outputs that no property declares, such as that for failures, by their names.
        var hidden: [String: OutputCore] = [:]
        /// The number of restarts that were asked for.
        var restartRequestCount = 0
    }

    enum Phase { case made, running, failed, ended }

    let execution: ComponentExecution

    init(
        _ name: String, _ number: UInt32, _ host: Host, _ instance: ComponentInstance, _ bound: MailboxBound,
        _ execution: ComponentExecution = .shared
    ) {
        self.execution = execution
        (self.name, self.number, self.host, self.instance) = (name, number, host, instance)
        self.bound = bound
        state = .allocate(capacity: 1)
        state.initialize(to: ReceiverState(self, instance.storage, capacity: bound.capacity))
        for input in instance.inputs {
            input.owner = self
            input.slots = input.members.messages.map { $0.makeSlot(for: self, input.name) }
        }
        for output in instance.outputs { join(output) }
        for (output, input) in instance.own {
            for (index, slot) in input.slots.enumerated() { output.setRoute(index, [slot]) }
        }
        bind()
    }

    private func join(_ output: OutputCore) {
        output.sender = self
        output.answerSlots = output.members.messages.map { $0.makeAnswerSlot(for: self) }
    }

    private func bind() {
        (inputs, outputs) = (instance.inputs, instance.outputs)
        bindHandlers()
        for context in instance.contexts { context.core = self }
    }

    /// Puts a fresh component into the place of this one: it gets the ports' channels, and the
    /// messages that wait.
    ///
    /// - Returns: The old component, to be freed.
    func replaceInstance(by fresh: ComponentInstance) -> ComponentInstance {
        let old = instance
        for (new, old) in zip(fresh.inputs, old.inputs) {
            new.owner = self
            new.replace(old)
        }
        for (new, old) in zip(fresh.outputs, old.outputs) {
            new.replace(old)
            retire(&old.answerSlots)
            new.answerSlots = new.members.messages.map { $0.makeAnswerSlot(for: self) }
        }
        for (new, old) in zip(fresh.proxies, old.proxies) { new.replace(old) }
        fresh.stepOutput = old.stepOutput
        for context in old.contexts { context.core = nil }
        instance = fresh
        contracts?.reset()
        state.pointee.storage = fresh.storage
        restartCount += 1
        (phase, hasStarted, hasFailed, isEmptied) = (.made, false, false, false)
        bind()
        bindContracts()
        return old
    }

    /// Lets answers to commands of the old component be lost when their turn comes.
    private func retire(_ slots: inout [Slot?]) {
        for slot in slots.lazy.compactMap(\.self) {
            slot.handle(by: MessageHandler { [unowned slot] _, _ in slot.removeBody(at: 0) })
            (slot.state.pointee.isRetired, slot.state.pointee.contract) = (true, nil)
            retired.append(slot)
        }
        slots = []
        guard retired.count > retiredLimit else { return }
        // Commands keep their slots; once none does, no other thread adds an answer.
        state.pointee.shared?.pointee.lock.lock()
        var kept: [Slot] = []
        while var slot = retired.popLast() {
            if !isKnownUniquelyReferenced(&slot) || !slot.isEmpty { kept.append(slot) }
        }
        state.pointee.shared?.pointee.lock.unlock()
        (retired, retiredLimit) = (kept, max(retiredLimit, 2 * kept.count))
    }

    /// An output by its name, also one that no property declares, which exists once it is asked
    /// for.
    func output(_ name: String) -> OutputCore? {
        guard let members = Assembly.Port.hiddenMembers(name) else { return instance.output(name) }
        return relations.withLock { relations in
            if let output = relations.hidden[name] { return output }
            let output = OutputCore(members)
            output.name = name
            join(output)
            if name == ChartReports.port {
                host.inTurn(of: self) { [unowned self] in instance.stepOutput = output }
            }
            relations.hidden[name] = output
            return output
        }
    }

    /// All outputs, also those that no property declares.
    var allOutputs: [OutputCore] {
        let hidden = relations.withLock(\.hidden)
        return hidden.isEmpty ? outputs : outputs + hidden.sorted { $0.key < $1.key }.map(\.value)
    }

    /// An output by its name, also one to the component itself.
    func anyOutput(_ name: String) -> OutputCore? { outputs.first { $0.name == name } ?? output(name) }

    /// Tells those that are linked to the component that it has failed.
    func tell(_ failure: ComponentFailure) {
        relations.withLock { $0.hidden[Failures.port] }?.send(failure, 0)
    }

    private func bindHandlers() {
        for (port, index, handling) in instance.handlers {
            let slot = (port as? InputCore)?.slots[index] ?? (port as? OutputCore)?.answerSlots[index]
            guard let slot else { continue }
            let intercepted = instance.intercept.map { handling.intercepted(by: $0, slot, of: port) }
            slot.handle(by: intercepted ?? handling)
        }
        guard instance.ignoresOtherMessages else { return }
        for slot in inputs.flatMap(\.slots) where !slot.isHandled {
            slot.handle(by: MessageHandler { [unowned slot] _, _ in slot.removeBody(at: 0) })
        }
    }

    deinit {
        state.pointee.mailbox.deallocate()
        state.pointee.shared?.deinitialize(count: 1)
        state.pointee.shared?.deallocate()
        state.deallocate()
    }

    private func noteFinishing() {
        state.pointee.takesFromChannels = !distributors.isEmpty
        state.pointee.watches = breakpoints?.watches ?? .init(start: nil, count: 0)
        state.pointee.needsFinishing =
            phase == .ended || phase == .failed || unplacedCount > 0 || !distributors.isEmpty
            || !state.pointee.watches.isEmpty
    }

    /// Lets contracts watch the component, before it starts.
    func adopt(_ contracts: [Assembly.PortContract]) {
        self.contracts = ContractMonitor(contracts, instance.describedPorts())
        bindContracts()
    }

    private func bindContracts() {
        guard let contracts else { return }
        for input in inputs {
            let isOwn = instance.own.contains { $0.input === input }
            for slot in input.slots {
                slot.state.pointee.contract = isOwn ? contracts.timeout : contracts.step(slot.message, of: input)
            }
        }
        for output in outputs {
            output.watch(contracts.steps(ofOutput: output.name))
            for slot in output.answerSlots {
                slot?.state.pointee.contract = slot.flatMap { contracts.step($0.message, of: output) }
            }
        }
    }

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
