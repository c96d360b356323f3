/// A run of an assembly whose components work side by side.
///
///     let system = try ComponentSystem(assembly)
///     let model = try system.port(\.requests, of: model)
///     model.upload(expense)
///     let expenses = try await model.fetch()
///     await system.end()
///
/// Each component handles one message at a time; messages of one sender to a receiver keep their
/// order. Components share the threads of Swift's pool unless ``ComponentExecution`` says
/// otherwise, and hold none while no message waits for them.
public final class ComponentSystem: Sendable {
    /// The options of a system.
    public struct Options: Sendable {
        /// The start of all random sequences.
        public var seed: UInt64 = 0
        /// The maximum number of threads for components that block, at least 1.
        public var blockingThreadLimit = 512
        /// Whether the run is recorded, so that a ``Simulation`` can repeat it.
        public var isRecording = false

        /// Creates the default options.
        public init() {}
    }

    let host: SystemHost

    /// Makes the components, connects them and starts them.
    ///
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error.
    /// - Complexity: As ``Assembly/check()``.
    public init(_ assembly: Assembly, _ options: Options = .init()) throws(ComponentError) {
        host = SystemHost(
            seed: options.seed, blockingLimit: options.blockingThreadLimit, isRecording: options.isRecording)
        try host.build(assembly)
    }

    deinit { host.stop() }

    /// Returns a port through which the environment sends messages to a component, from any thread.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func port<Owner, Protocol>(
        _ port: KeyPath<Owner, Input<Protocol>>, of part: PartReference<Owner>
    ) throws(ComponentError) -> OutsidePort<Protocol> {
        let component = try host.required(part.name)
        let name = part.sample.component[keyPath: port].core.name
        // A restart replaces the ports.
        return host.changeLock.withLock { OutsidePort(host, component, component.inputs.first { $0.name == name }) }
    }

    /// Waits until no component has a message, and no ``Feed`` sends one, or until the system is
    /// paused. Messages for later don't count. Returns at once if the task is cancelled.
    ///
    /// - Returns: Whether no component has a message; `false` if the system was paused, the task
    ///   cancelled, or a message sent since.
    @discardableResult
    public func idle() async -> Bool { await host.idle() }

    /// Ends a component, with its contents, before its next message. Messages that wait for it are
    /// lost.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func remove(_ name: String) throws(ComponentError) {
        try host.apply(.remove(name))
    }

    /// The parts and channels, which can be changed while the system runs.
    ///
    /// A component that is to send elsewhere does so from its next message on: what it sent before
    /// goes where it went, and nothing is lost or repeated. From a handler, the changes of the
    /// component's own ports hold at once.
    public var assembly: RunningAssembly { RunningAssembly(host) }

    /// Ends all components, and waits for those that work. A pause ends with them: what waits is
    /// lost.
    public func end() async {
        host.stop()
        await host.idle(isPatient: true)
        host.monitor.stop()
    }

    /// The recording of all steps so far; empty unless ``Options/isRecording``.
    ///
    /// - Complexity: O(1); the next step copies the *n* steps that there are.
    public var recording: SystemRecording {
        host.recorder?.recording(seed: host.seed) ?? SystemRecording(seed: host.seed, steps: [], ports: [:])
    }

    /// The events of all messages, by steps; empty unless ``Options/isRecording``.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public var trace: [TraceEvent] {
        recording.steps.flatMap(\.events).map { TraceEvent($0, host.name) }
    }

    /// The latest 1,000 errors by which components failed.
    public var failures: [ComponentFailure] { host.failures.list }

    /// The number of earlier errors, which aren't kept.
    public var removedFailureCount: Int { host.failures.removedCount }
}

/// A port through which the environment sends messages to a component of a ``ComponentSystem``.
@dynamicMemberLookup
public struct OutsidePort<Protocol: PortProtocol>: @unchecked Sendable {
    // Unchecked, because the sender's lock guards its core.
    private let members: Protocol
    private let sender: OutsideSender

    init(_ host: SystemHost, _ receiver: ComponentCore, _ input: InputCore?) {
        let shared = ProtocolMembers<Protocol>.shared
        members = shared.members
        sender = OutsideSender(host, receiver, OutputCore(shared), input)
    }

    /// The sender of a message.
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> OutsideMessage<Body> {
        OutsideMessage(sender: sender, index: members[keyPath: message].sentIndex)
    }

    /// The sender of a command.
    public subscript<Request, Answer>(
        dynamicMember command: KeyPath<Protocol, Command<Request, Answer>>
    ) -> OutsideCommand<Request, Answer> { OutsideCommand(sender: sender, index: members[keyPath: command].sentIndex) }
}

/// A message that the environment sends by a call.
///
/// A call blocks its thread while the receiver's mailbox is full, if its policy is
/// ``MailboxBound/Policy/wait``; tasks use ``send(_:)``.
public struct OutsideMessage<Body: Sendable>: Sendable {
    let sender: OutsideSender
    let index: Int

    /// Sends the message.
    public func callAsFunction(_ body: Body) { sender.send(body, index) }
    /// Sends the message.
    public func callAsFunction() where Body == Void { sender.send((), index) }
    /// Sends the message.
    public func callAsFunction<A, B>(_ a: A, _ b: B) where Body == (A, B) { sender.send((a, b), index) }
    /// Sends the message.
    public func callAsFunction<A, B, C>(_ a: A, _ b: B, _ c: C) where Body == (A, B, C) {
        sender.send((a, b, c), index)
    }

    /// Sends the message, and waits without blocking a thread while the receiver's mailbox is full,
    /// if its policy is ``MailboxBound/Policy/wait``.
    ///
    /// - Returns: Whether the message was sent; `false` if the task was cancelled while it waited.
    @discardableResult
    public func send(_ body: Body) async -> Bool { await sender.sendWaiting(body, index) }
}

/// A command that the environment sends by a call.
public struct OutsideCommand<Request: Sendable, Answer: Sendable>: Sendable {
    let sender: OutsideSender
    let index: Int

    /// Sends the command, and waits for the answer, without blocking a thread. The limit holds also
    /// for the time in which the receiver's mailbox has no room.
    ///
    /// - Throws: The refusal, ``CommandError/timedOut`` at the limit, ``CommandError/noReceiver``,
    ///   ``CommandError/unanswered``, or ``CommandError/cancelled``.
    public func callAsFunction(_ request: Request, within limit: Duration? = nil) async throws(CommandError) -> Answer {
        let result: Result<Answer, CommandError> = await sender.ask(request, within: limit, index)
        return try result.get()
    }

    /// Sends the command, and waits for the answer.
    ///
    /// - Throws: The refusal, ``CommandError/timedOut`` at the limit, ``CommandError/noReceiver``,
    ///   ``CommandError/unanswered``, or ``CommandError/cancelled``.
    public func callAsFunction(within limit: Duration? = nil) async throws(CommandError) -> Answer
    where Request == Void {
        try await self((), within: limit)
    }
}

/// The sender of messages from outside.
final class OutsideSender: @unchecked Sendable {
    // Unchecked, because the lock guards the output.
    let host: SystemHost
    let receiver: ComponentCore
    private let environment: ComponentCore
    private let output: OutputCore
    private let reference: PortReference
    private let lock = Lock()

    init(_ host: SystemHost, _ receiver: ComponentCore, _ output: OutputCore, _ input: InputCore?) {
        (self.host, self.receiver, self.output) = (host, receiver, output)
        environment = host.makeOutside()
        // Only such a mailbox lets senders wait.
        environment.waitsForRoom = receiver.bound.policy == .wait
        output.sender = environment
        reference = PortReference(receiver.name, input?.name ?? "")
        output.name = "to \(reference)"
        for (index, message) in output.members.messages.enumerated() {
            output.setRoute(index, input?.slot(for: message).map { [$0] } ?? [])
        }
    }

    deinit { lock.deallocate() }

    /// Whether the component has ended.
    var isClosed: Bool {
        guard let mailbox = receiver.state.pointee.shared else { return true }
        return mailbox.pointee.lock.withLock { mailbox.pointee.content.isClosed }
    }

    /// Sends a message; blocks the thread until there is room, if the mailbox wants that.
    func send<Body: Sendable>(_ body: Body, _ index: Int) {
        let deliver = { (output: OutputCore) in output.send(body, index) }
        // Unlocked while it waits, as tasks want the lock, too.
        while !lock.withLock({ attempt(deliver, recorded: deliver) }) {
            let latch = Latch()
            whenThereIsRoom { latch.open() }
            latch.wait()
        }
    }

    /// Sends a message; waits until there is room, if the mailbox wants that.
    ///
    /// - Parameter isPatient: Whether the task waits on when it is cancelled.
    /// - Returns: Whether the message was sent.
    func sendWaiting<Body: Sendable>(_ body: Body, _ index: Int, isPatient: Bool = false) async -> Bool {
        let deliver = { (output: OutputCore) in output.send(body, index) }
        while !lock.withLock({ attempt(deliver, recorded: deliver) }) {
            await waitForRoom(isPatient: isPatient)
            if !isPatient, Task.isCancelled { return false }
        }
        return true
    }

    private func waitForRoom(isPatient: Bool) async {
        let latch = TaskLatch()
        whenThereIsRoom { latch.open() }
        await latch.wait(isPatient: isPatient)
    }

    /// Sends a command, and returns its answer.
    func ask<Request: Sendable, Answer: Sendable>(
        _ request: Request, within limit: Duration?, _ index: Int
    ) async -> Result<Answer, CommandError> {
        let (latch, result) = (TaskLatch(), Guarded<Result<Answer, CommandError>?>(nil))
        // Whoever kept the command itself would keep it waiting.
        let answer = begin(request, within: limit, index) { answer in
            result.withLock { $0 = answer }
            latch.open()
        }
        await latch.wait()
        if Task.isCancelled { answer(.failure(.cancelled)) }
        return result.withLock { $0 } ?? .failure(.cancelled)
    }

    /// Sends a command.
    ///
    /// - Returns: Answers it, unless somebody else has done so.
    private func begin<Request: Sendable, Answer: Sendable>(
        _ request: Request, within limit: Duration?, _ index: Int,
        _ finish: @escaping (Result<Answer, CommandError>) -> Void
    ) -> (Result<Answer, CommandError>) -> Void {
        let command = PendingCommand<Request, Answer>(request, of: nil, finish)
        let answer = { [weak command] (result: Result<Answer, CommandError>) in command?.answer(result) ?? () }
        if let limit { _ = host.clock.add(after: limit) { answer(.failure(.timedOut)) } }
        if !attempt(command, index) {
            Task {
                repeat { await waitForRoom(isPatient: true) } while !command.hasAnswer && !attempt(command, index)
            }
        }
        return answer
    }

    private func attempt<Request, Answer>(_ command: PendingCommand<Request, Answer>, _ index: Int) -> Bool {
        // What a recording keeps must not keep the command, which is answered at the latest when
        // nobody has it any more.
        let request = command.request
        return lock.withLock {
            attempt {
                command.send(through: $0, index)
            } recorded: { output in
                PendingCommand<Request, Answer>(request, of: nil) { _ in }.send(through: output, index)
            }
        }
    }

    /// Sends a message unless its sender must wait.
    ///
    /// - Returns: Whether the message was sent.
    private func attempt(_ deliver: (OutputCore) -> Void, recorded: @escaping (OutputCore) -> Void) -> Bool {
        environment.isRefused = false
        if let recorder = host.recorder {
            let kind = RecordedStep.Kind.sent(
                environment.number, to: receiver.number, reference, recorded, output.members)
            let (number, time) = recorder.begin(kind, cause: 0)
            environment.step = RunningStep(number: number, time: time)
        }
        output.noteTracing()
        deliver(output)
        guard environment.isRefused else {
            // Not before, as it may be refused again and again.
            if let event = environment.unreported.take() { host.report(event) }
            return true
        }
        host.recorder?.withdraw(environment.step.number)
        environment.state.pointee.lastID -= 1
        return false
    }

    private func whenThereIsRoom(_ resume: @escaping @Sendable () -> Void) {
        guard let mailbox = receiver.state.pointee.shared else { return resume() }
        mailbox.pointee.lock.lock()
        // In this order: what has arrived for one that ends is no longer guarded.
        let hasRoom =
            mailbox.pointee.content.isClosed || mailbox.pointee.content.arrived.count < receiver.state.pointee.capacity
        if !hasRoom { mailbox.pointee.content.wait(resume) }
        mailbox.pointee.lock.unlock()
        if hasRoom { resume() }
    }
}
