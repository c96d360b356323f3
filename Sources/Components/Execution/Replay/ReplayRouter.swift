/// Repeats a recorded run.
final class ReplayRouter: Router {
    private let recording: SystemRecording
    private var position = 0
    private var losses: Set<RecordedStep.Loss> = []
    private var waitingTimers: [UInt64: () -> Void] = [:]
    /// All commands, which so live until the recording says that nobody can answer them.
    private var unanswered: [UInt64: () -> Void] = [:]
    /// The answers of the step that is repeated, latest first.
    private var answers: [Bool] = []
    /// The ports from outside, by their numbers as senders.
    private var outside: [UInt32: (sender: ComponentCore, output: OutputCore)] = [:]

    init(_ recording: SystemRecording) {
        self.recording = recording
        for step in recording.steps { losses.formUnion(step.losses.lazy.filter { $0.reason == .full }) }
        super.init(seed: recording.seed, isShuffled: false, traceLimit: .max)
    }

    /// Repeats the next step.
    ///
    /// - Returns: Whether there was one.
    func replayStep() -> Bool {
        guard position < recording.steps.count else { return false }
        let step = recording.steps[position]
        position += 1
        advance(to: step.time)
        answers = step.answers.reversed()
        let ended = step.losses.filter { $0.reason == .ended }
        losses.formUnion(ended)
        defer { losses.subtract(ended) }
        let hasHappened =
            switch step.kind {
            case .started(let number): component(number).map { super.start($0) } != nil
            case .handled(let id, let receiver): component(receiver).map { handle(id, by: $0) } ?? false
            case .timer(let timer, let owner):
                component(owner).map { perform(waitingTimers.removeValue(forKey: key(timer, $0)), of: $0, step.cause) }
                    ?? false
            case .sent(let number, let port, let send, let members): self.send(from: number, to: port, members, send)
            case .withdrawn: true
            case .unanswered(let command, let owner):
                component(owner).map { perform(unanswered.removeValue(forKey: key(command, $0)), of: $0, 0) } ?? false
            case .ended(let number, let error): component(number).map { end($0, error) } != nil
            }
        if !hasHappened { diverge(step) }
        for case .lost(let id, let time, let receiver, let reason) in step.events {
            trace.append(.lost(id, at: time, receiver: receiver, reason))
        }
        return hasHappened
    }

    private func component(_ number: UInt32) -> ComponentCore? {
        Int(number) < components.count ? components[Int(number)] : nil
    }

    private func diverge(_ step: RecordedStep) {
        let name =
            switch step.kind {
            case .started(let number), .handled(_, let number), .timer(_, let number), .unanswered(_, let number),
                .ended(let number, _):
                component(number)?.name ?? ""
            case .sent(_, let port, _, _): port.part
            case .withdrawn: ""
            }
        fail(environment, ComponentError.diverged(step: position, component: name))
        position = recording.steps.count
    }

    private func handle(_ id: UInt64, by component: ComponentCore) -> Bool {
        let mailbox = component.state
        if (0..<mailbox.pointee.mailbox.count).allSatisfy({ mailbox.pointee.mailbox[$0].id != id }) {
            _ = component.distributors.contains { $0.give(id, to: component) }
        }
        var places: [UnsafeMutablePointer<SlotState>: Int] = [:]
        for position in 0..<mailbox.pointee.mailbox.count {
            let message = mailbox.pointee.mailbox[position]
            guard message.id == id else {
                places[message.slot, default: 0] += 1
                continue
            }
            message.slot.pointee.slot.moveToFront(places[message.slot] ?? 0)
            super.handle(mailbox.pointee.mailbox.remove(at: position), by: mailbox)
            return true
        }
        return false
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
        from number: UInt32, to port: PortReference, _ members: AnyProtocolMembers, _ send: (OutputCore) -> Void
    ) -> Bool {
        if outside[number] == nil {
            let sender = ComponentCore("", number, self, .environment(), .init())
            let output = OutputCore(members)
            output.sender = sender
            output.name = "to \(port)"
            outside[number] = (sender, output)
        }
        guard let output = outside[number]?.output else { return false }
        // Without a receiver, as it has ended, the message is lost.
        let input = super.component(port.part)?.instance.input(port.port)
        for (index, message) in members.messages.enumerated() {
            output.setRoute(index, input?.slot(for: message).map { [$0] } ?? [])
        }
        send(output)
        return true
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
        if let distributor = slot.distributor { return distributor.distribute(slot, id) }
        for reason in [MessageLoss.full, .ended] {
            let loss = RecordedStep.Loss(message: id, receiver: slot.receiver.number, reason: reason)
            if losses.contains(loss) { return dropLast(slot, id, reason) }
        }
        accept(slot, id)
    }

    // The recording is the order.
    override func accept(_ slot: Slot, _ id: UInt64) {
        slot.receiver.state.pointee.mailbox.append(WaitingMessage(slot.state, id))
    }
    override func skip(_ receiver: UnsafeMutablePointer<ReceiverState>, _ count: Int) {}

    // Channels keep their ports: the recording says what they lose.
    override func cutOff(_ component: ComponentCore) {
        if component.hasStarted { call(component) { component.instance.end() } }
        component.detach()
    }

    override func hears(_ component: ComponentCore) -> Bool { true }
    override func isReady(_ component: ComponentCore) -> Bool { false }
    override func noteLoss(_ id: UInt64, _ receiver: UInt32, _ reason: MessageLoss) {}

    override func addTimer(of component: ComponentCore, after delay: Duration, _ fire: @escaping () -> Void) -> UInt64 {
        component.timerCount += 1
        let key = key(component.timerCount, component)
        waitingTimers[key] = fire
        return key
    }

    // A timer may have been on its way when it was cancelled: the recording knows.
    override func cancelTimer(_ number: UInt64) {}

    override func decideAnswer(isFirst: Bool) -> Bool { answers.popLast() ?? false }

    override func began(_ command: UInt64, of client: ComponentCore, _ giveUp: @escaping () -> Void) {
        unanswered[key(command, client)] = giveUp
    }

    override func noteUnanswered(_ client: ComponentCore, _ command: UInt64, _ finish: @escaping () -> Void) {}

    /// A component that ends in its own step is closed by a later one.
    override func end(_ component: ComponentCore) { component.phase = .ended }

    private func key(_ number: UInt64, _ component: ComponentCore) -> UInt64 { UInt64(component.number) << 40 | number }
}
