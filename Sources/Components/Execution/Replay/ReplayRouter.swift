/// Repeats a recorded run.
final class ReplayRouter: Router, Repetition {
    private let recording: SystemRecording
    private var position = 0
    private var losses: Set<RecordedStep.Loss> = []
    private var waitingTimers: [UInt64: () -> Void] = [:]
    /// All commands, which so live until the recording says that nobody can answer them.
    private var unanswered: [UInt64: () -> Void] = [:]
    /// The decisions and changes of the step that is repeated, latest first.
    private var decisions: [Bool] = []
    private var outcomes: [ChangeOutcome] = []
    /// What the component has asked for in the step.
    private var requests: [RecordedStep.Request] = []
    private var assemblies: [Assembly] = []
    /// The point-to-point channels, by their numbers.
    private var distributors: [Int: Distributor] = [:]
    /// The messages for components that a later step adds, by their numbers and ports: the handler
    /// that sends them began first.
    private var early: [UInt32: [String: Distributor]] = [:]
    /// The first difference from the recording.
    private var divergence: ComponentError?
    /// The ports from outside, by their numbers as senders.
    private var outsiders: [UInt32: (sender: ComponentCore, output: OutputCore)] = [:]

    init(_ recording: SystemRecording) {
        self.recording = recording
        for step in recording.steps { losses.formUnion(step.losses.lazy.filter { $0.reason == .full }) }
        super.init(seed: recording.seed, isShuffled: false, traceLimit: .max)
    }

    /// Repeats the next step, and compares all that it does with the recording.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)``, now and at each later
    ///   call, if the step can't be repeated, or something else happens.
    func repeatStep() throws(ComponentError) -> Bool {
        if let divergence { throw divergence }
        guard position < recording.steps.count else { return false }
        let step = recording.steps[position]
        position += 1
        advance(to: step.time)
        (decisions, outcomes) = (step.decisions.reversed(), step.outcomes.reversed())
        assemblies = step.assemblies.reversed()
        let first = trace.endIndex
        requests = []
        let ended = step.losses.filter { $0.reason == .ended }
        losses.formUnion(ended)
        defer { losses.subtract(ended) }
        let hasHappened =
            switch step.kind {
            case .started(let number): component(number).map { super.start($0) } != nil
            case .handled(let id, let receiver), .discarded(let id, let receiver):
                component(receiver).map { handle(id, by: $0) } ?? false
            case .timer(let timer, let owner):
                component(owner).map { perform(waitingTimers.removeValue(forKey: key(timer, $0)), of: $0, step.cause) }
                    ?? false
            case .sent(let number, let receiver, let port, let send, let members):
                self.send(from: number, to: receiver, port, members, send)
            case .changed(let change): (try? apply(change)) != nil || step.outcomes.first?.error != nil
            case .rewired(let rewiring): rewire(rewiring)
            case .withdrawn: true
            case .unanswered(let command, let owner):
                component(owner).map { perform(unanswered.removeValue(forKey: key(command, $0)), of: $0, step.cause) }
                    ?? false
            case .ended(let number, let error): component(number).map { end($0, error) } != nil
            case .restarted(let number): component(number).map { renew($0, step.cause) } != nil
            case .overflowed(let number, let error): component(number).map { fail($0, error) } != nil
            case .emptied(let number): component(number).map { empty($0, step.losses) } ?? false
            }
        if let divergence { throw divergence }
        if !hasHappened { throw diverge(step, describe(step), "nothing") }
        if let (expected, found) = difference(step.sent, after: first) { throw diverge(step, expected, found) }
        if let (expected, found) = difference(step.requests, requests) { throw diverge(step, expected, found) }
        if !outcomes.isEmpty { throw diverge(step, "a change of the assembly", "nothing") }
        for loss in step.sortedLosses {
            _ = trace.append(.lost(loss.message, at: step.time, receiver: loss.receiver, loss.reason))
        }
        return true
    }

    private func component(_ number: UInt32) -> ComponentCore? {
        Int(number) < components.count ? components[Int(number)] : nil
    }

    private func diverge(_ step: RecordedStep, _ expected: String, _ found: String) -> ComponentError {
        let name =
            switch step.kind {
            case .sent(_, _, let port, _, _): port.part
            default: step.kind.component.flatMap(component)?.name ?? ""
            }
        return diverge(name, expected, found)
    }

    private func diverge(_ component: String, _ expected: String, _ found: String) -> ComponentError {
        let error = divergence ?? .diverged(step: position, component: component, expected: expected, found: found)
        divergence = error
        return error
    }

    private func handle(_ id: UInt64, by component: ComponentCore) -> Bool {
        guard let message = take(id, by: component) else { return false }
        super.handle(message, by: component.state)
        return true
    }

    /// Loses the messages that a component has lost as it failed.
    private func empty(_ component: ComponentCore, _ losses: [RecordedStep.Loss]) -> Bool {
        losses.allSatisfy { loss in
            guard let message = take(loss.message, by: component) else { return false }
            call(component) { message.slot.pointee.slot.removeBody(at: 0) }
            return true
        }
    }

    /// The next step; `nil` at the end.
    var nextStep: RecordedStep? { position < recording.steps.count ? recording.steps[position] : nil }

    /// Returns the message that the next step handles; `nil` if that is another step, or the message
    /// isn't there.
    func nextRecordedMessage() -> WaitingPlace? {
        guard case .handled(let id, let number)? = nextStep?.kind, let component = component(number) else { return nil }
        return find(id, by: component)?.place
    }

    /// Takes a message out of the mailbox, with its body as the first one.
    private func take(_ id: UInt64, by component: ComponentCore) -> WaitingMessage? {
        guard let (index, place) = find(id, by: component) else { return nil }
        place.message.slot.pointee.slot.moveToFront(place.position)
        return component.state.pointee.mailbox.remove(at: index)
    }

    /// Finds a message in the mailbox of a component, which also gets it from a channel.
    private func find(_ id: UInt64, by component: ComponentCore) -> (index: Int, place: WaitingPlace)? {
        let mailbox = component.state
        if let port = recording.ports[id], let input = component.instance.input(port) {
            _ = distributors.values.contains { $0.give(id, to: input) }
        }
        for (port, distributor) in early[component.number] ?? [:] {
            if let input = component.instance.input(port), distributor.give(id, to: input) { break }
        }
        var places: [UnsafeMutablePointer<SlotState>: Int] = [:]
        for index in 0..<mailbox.pointee.mailbox.count {
            let message = mailbox.pointee.mailbox[index]
            let position = places[message.slot, default: 0]
            if message.id == id {
                return (index, WaitingPlace(message: message, position: position, receiver: mailbox))
            }
            places[message.slot] = position + 1
        }
        return nil
    }

    private func perform(_ code: (() -> Void)?, of component: ComponentCore, _ cause: UInt64) -> Bool {
        guard let code else { return false }
        run.pointee.current = cause
        call(component, code)
        run.pointee.current = 0
        settle()
        return true
    }

    private func send(
        from number: UInt32, to receiver: UInt32, _ port: PortReference, _ members: AnyProtocolMembers,
        _ send: (OutputCore) -> Void
    ) -> Bool {
        if outsiders[number] == nil {
            let sender = ComponentCore("", number, self, .environment(), .init())
            let output = OutputCore(members)
            sender.isSilent = members === ProtocolMembers<Reports>.shared
            output.sender = sender
            output.name = "to \(port)"
            outsiders[number] = (sender, output)
        }
        guard let output = outsiders[number]?.output else { return false }
        // Without a receiver, as it has ended, the message is lost.
        let input = component(receiver)?.instance.input(port.port)
        for (index, message) in members.messages.enumerated() {
            output.setRoute(index, input?.slot(for: message).map { [$0] } ?? [])
        }
        send(output)
        return true
    }

    private func renew(_ component: ComponentCore, _ cause: UInt64) {
        run.pointee.current = cause
        super.renew(component)
        run.pointee.current = 0
    }

    private func end(_ component: ComponentCore, _ error: (any Error)?) {
        if let error { fail(component, error) }
        component.phase = .running
        super.end(component)
        settle()
    }

    // MARK: - What the recording decides

    override func add(_ part: Assembly.Part) throws(ComponentError) -> ComponentCore {
        let component = try super.add(part)
        // So that all messages come to `enqueueSlowly`.
        component.state.pointee.capacity = 0
        return component
    }

    /// Components start when the recording says so.
    override func start(_ component: ComponentCore) {}

    override func enqueueSlowly(_ slot: Slot, _ id: UInt64) {
        if let distributor = slot.distributor {
            let isRefused = losses.contains(.init(message: id, receiver: .max, reason: .full))
            return isRefused
                ? refuse(slot, id, capacity: distributor.capacity) : distributor.distribute(slot, id)
        }
        for reason in [MessageLoss.full, .ended] {
            let loss = RecordedStep.Loss(
                message: id, receiver: slot.receiver.number, port: slot.port, reason: reason)
            if losses.contains(loss) { return dropLast(slot, id, reason) }
        }
        accept(slot, id)
    }

    // The recording is the order.
    override func accept(_ slot: Slot, _ id: UInt64) {
        slot.receiver.state.pointee.mailbox.append(WaitingMessage(slot.state, id))
    }
    override func open(_ component: ComponentCore) {}
    override func restart(_ component: ComponentCore) {}
    override func loseWaiting(_ component: ComponentCore) {}
    override func skip(_ receiver: UnsafeMutablePointer<ReceiverState>, _ count: Int) {}

    // Channels keep their ports: the recording says what they lose.
    override func cutOff(_ component: ComponentCore) {
        sayLastWords(component)
        component.detach()
    }

    override func hears(_ component: ComponentCore) -> Bool { true }
    override func isReady(_ component: ComponentCore) -> Bool { false }
    override func noteLoss(_ id: UInt64, _ receiver: UInt32, _ reason: MessageLoss) {}

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        component.timerCount += 1
        note(.timer(after: delay), of: component)
        let key = key(component.timerCount, component)
        waitingTimers[key] = fire
        return key
    }

    // A timer may have been on its way when it was cancelled: the recording knows.
    override func cancelTimer(_ number: UInt64) {}
    override func cancelTimer(_ number: UInt64, of component: ComponentCore) {
        note(.cancellation(UInt64(number.numberOfSender)), of: component)
    }

    override func noteEnding(_ component: ComponentCore) { note(.end, of: component) }

    /// Notes a request of the component whose step it is; whoever looks from outside has none.
    private func note(_ request: RecordedStep.Request, of component: ComponentCore) {
        if run.pointee.busy == component.state { requests.append(request) }
    }

    override func decide(_ outcome: Bool) -> Bool {
        // Whoever looks at the replay from outside decides nothing.
        run.pointee.busy == nil ? outcome : decisions.popLast() ?? false
    }

    override func began(_ command: UInt64, of client: ComponentCore, _ giveUp: @escaping () -> Void) {
        unanswered[key(command, client)] = giveUp
    }

    override func noteUnanswered(_ client: ComponentCore, _ command: UInt64, _ finish: @escaping () -> Void) {}

    /// A component ends when the recording says so; one that ends itself can't fail any more.
    override func end(_ component: ComponentCore) {
        if run.pointee.busy == component.state { component.phase = .ended }
    }

    // MARK: - Changes

    /// The recording has the reports.
    override func beginWatching(_ output: OutputCore, _ receiver: ComponentCore, _ reference: PortReference) {}

    override var currentAssembly: Assembly {
        run.pointee.busy == nil ? super.currentAssembly : assemblies.popLast() ?? Assembly()
    }

    override func makeDistributor(capacity: Int) -> Distributor {
        let distributor = Distributor(self, capacity: capacity, isBounded: false)
        distributors[distributors.count + 1] = distributor
        return distributor
    }

    override func apply(_ change: AssemblyChange) throws(ComponentError) {
        guard let outcome = outcomes.popLast() else {
            throw diverge(run.pointee.busy?.pointee.component.name ?? "", "nothing", "a change of the assembly")
        }
        if let error = outcome.error { throw error }
        if case .add(let assembly) = change {
            for (part, number) in zip(assembly.parts, outcome.added) {
                insert(part, number).state.pointee.capacity = 0
                component(part.container)?.relations.withLock { $0.contents.append(part.name) }
            }
            adopt(assembly.contracts)
        }
        for rewiring in outcome.rewirings where !rewire(rewiring) {
            throw diverge(component(rewiring.sender)?.name ?? "", "the output \(rewiring.output)", "none of that name")
        }
    }

    /// Lets an output send where it did in the recorded run.
    ///
    /// - Returns: Whether the port exists.
    private func rewire(_ rewiring: Rewiring) -> Bool {
        guard let output = component(rewiring.sender)?.anyOutput(rewiring.output) else {
            return false
        }
        for (index, targets) in rewiring.targets.enumerated() {
            output.setRoute(index, targets.compactMap { slot($0, for: output.members.messages[index]) })
        }
        return true
    }

    private func slot(_ target: Rewiring.Target, for message: AnyMessage) -> Slot? {
        switch target {
        case .port(let number, let port, let index):
            if let component = component(number) { return component.instance.input(port)?.slots[index] }
            return slot(for: message, in: &early[number, default: [:]][port])
        case .channel(let number): return slot(for: message, in: &distributors[number])
        }
    }

    private func slot(for message: AnyMessage, in known: inout Distributor?) -> Slot {
        let distributor = known ?? Distributor(self, capacity: 1_000_000, isBounded: false)
        known = distributor
        return distributor.sharedSlot(for: message)
    }

    private func key(_ number: UInt64, _ component: ComponentCore) -> UInt64 { UInt64(component.number) << 40 | number }
}
