/// A message that wants an answer, which its sender gets with the request.
///
///     struct ExpenseRequests: PortProtocol {
///         let fetch = Command<Filter, [Expense]>()
///     }
///
/// A request is one value, or `Void`. The handler of the component with the input port returns the
/// answer, or keeps a ``Responder`` to answer later. The sender's handler for the answer gets it
/// with the request:
///
///     service.fetch(filter, within: .seconds(5))
///     ReceiveAnswer(\.service.fetch) { client, filter, result in client.show(try? result.get()) }
public final class Command<Request: Sendable, Answer: Sendable>: AnyMessage, @unchecked Sendable {
    /// Creates a command without a name; the protocol that has it as a property names it.
    public init() { super.init(body: Body.self) { TypedSlot<Body>($0, $1, $2) } }

    @usableFromInline typealias Body = PendingCommand<Request, Answer>

    // A trace that kept the command itself would keep it waiting.
    override func traced(_ body: any Sendable) -> any Sendable {
        if let (_, result) = body as? AnsweredRequest { return result.traced }
        return (body as? Body)?.request ?? body
    }

    private typealias AnsweredRequest = (Request, Result<Answer, CommandError>)

    override func makeAnswerSlot(for sender: ComponentCore) -> Slot? { TypedSlot<AnsweredRequest>(self, sender) }
}

extension Result where Success: Sendable, Failure == CommandError {
    /// What a trace shows of an answer.
    var traced: any Sendable {
        switch self {
        case .success(let answer): answer
        case .failure(let reason): reason
        }
    }
}

/// The reason for which a command has no answer.
public enum CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The time limit was reached.
    case timedOut
    /// Nobody receives the command.
    case noReceiver
    /// The receiver has ended, lost the command or dropped it.
    case unanswered
    /// The component refused, with a reason.
    case refused(String)
    /// The component failed while it handled the command, with the error.
    case failed(String)
    /// The task that waits for the answer was cancelled.
    case cancelled

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .timedOut: "no answer within the time limit"
        case .noReceiver: "nobody receives the command; connect its port to one that does"
        case .unanswered: "the receiver has ended, or lost or dropped the command; find in a trace what became of it"
        case .refused(let reason): reason.isEmpty ? "the receiver refused the command" : reason
        case .failed(let error): "the receiver failed: \(error)"
        case .cancelled: "the task that waits for the answer was cancelled"
        }
    }

    /// The reason in few words, as a trace shows it in the place of an answer.
    package var briefly: String {
        switch self {
        case .timedOut: "timed out"
        case .noReceiver: "no receiver"
        case .unanswered: "unanswered"
        case .refused(let reason): reason.isEmpty ? "refused" : "refused: \(reason)"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        }
    }
}

/// A command that waits for its answer.
@usableFromInline
final class PendingCommand<Request: Sendable, Answer: Sendable>: @unchecked Sendable {
    // Unchecked, because the lock decides who answers: the receiver, or the sender at its time
    // limit.
    @usableFromInline let request: Request
    /// Whether somebody gets the command.
    private var hasReceiver = false
    private let finish: (Result<Answer, CommandError>) -> Void
    private let isAnswered = Guarded(false)
    private weak let client: ComponentCore?
    /// The number among the client's commands.
    private let number: UInt64
    private weak let host: Host?

    init(_ request: Request, of client: ComponentCore?, _ finish: @escaping (Result<Answer, CommandError>) -> Void) {
        (self.request, self.client, self.host, self.finish) = (request, client, client?.host, finish)
        client?.commandCount += 1
        number = client?.commandCount ?? 0
    }

    /// Answers, unless there is an answer already.
    @usableFromInline
    func answer(_ result: Result<Answer, CommandError>) {
        let isFirst = isAnswered.withLock { isAnswered in
            let isFirst = host?.decide(!isAnswered) ?? !isAnswered
            if isFirst { isAnswered = true }
            return isFirst
        }
        if isFirst { finish(result) }
    }

    var hasAnswer: Bool { isAnswered.withLock { $0 } }

    /// Tells the client that nobody can answer any more.
    private func giveUp() {
        isAnswered.withLock { $0 = true }
        finish(.failure(missingAnswer))
    }

    private var missingAnswer: CommandError { hasReceiver ? .unanswered : .noReceiver }

    /// Sends the command.
    func send(through output: OutputCore, _ index: Int) {
        hasReceiver = output.state.pointee.routes[index].count > 0
        output.send(self, index)
    }

    /// Lets a run that repeats another one decide when nobody can answer any more.
    func register() {
        if let client { host?.began(self.number, of: client) { self.giveUp() } }
    }

    // Nobody has it any more who could answer.
    deinit {
        guard !isAnswered.withLock({ $0 }) else { return }
        let (finish, reason) = (finish, missingAnswer)
        guard let host, let client else { return finish(.failure(reason)) }
        host.noteUnanswered(client, number) { finish(.failure(reason)) }
    }
}

/// Answers a command, once, in any later handler of the component that received it.
///
/// Only the component may use it: a task sends its result to a port, whose handler answers.
public struct Responder<Answer: Sendable> {
    private let respond: (Result<Answer, CommandError>) -> Void

    @usableFromInline
    init<Request>(_ command: PendingCommand<Request, Answer>) { respond = { command.answer($0) } }

    /// Answers. Further answers have no effect, nor has one after the time limit.
    public func callAsFunction(_ answer: Answer) { respond(.success(answer)) }

    /// Refuses to answer, with a reason.
    public func refuse(_ reason: String) { respond(.failure(.refused(reason))) }
}

/// The command of an input port that a handler receives.
public struct CommandReceiver<Request: Sendable, Answer: Sendable> {
    let core: InputCore
    let index: Int
}

/// The command of an output port; a call sends it.
public struct CommandSender<Request: Sendable, Answer: Sendable> {
    let core: OutputCore
    let index: Int

    @usableFromInline
    init(_ core: OutputCore, _ index: Int) { (self.core, self.index) = (core, index) }

    /// Sends the command.
    ///
    /// - Parameters:
    ///   - request: The request, which comes back with the answer.
    ///   - limit: The time after which ``CommandError/timedOut`` is the answer; `nil` for no limit.
    public func callAsFunction(_ request: Request, within limit: Duration? = nil) {
        guard let sender = core.sender else { return }
        // The environment has no handlers.
        guard core.answerSlots.indices.contains(index), let slot = core.answerSlots[index] else {
            return send(request, within: limit) { _ in }
        }
        let (core, index) = (core, index)
        send(request, within: limit) { [weak sender, weak host = sender.host] result in
            guard let host, let sender else { return }
            let slot = unsafeDowncast(slot, to: TypedSlot<(Request, Result<Answer, CommandError>)>.self)
            // The slot doesn't keep the sender.
            withExtendedLifetime(sender) { host.answer((request, result), slot, of: core, index, result.traced) }
        }
    }

    /// Sends the command.
    public func callAsFunction(within limit: Duration? = nil) where Request == Void { self((), within: limit) }

    /// Sends the command, and calls a closure with the answer.
    func send(
        _ request: Request, within limit: Duration?, _ finish: @escaping (Result<Answer, CommandError>) -> Void
    ) {
        guard let sender = core.sender else { return finish(.failure(.noReceiver)) }
        if index < 0 { AnyMessage.refuseToSend(Command<Request, Answer>.self) }
        let timer = TimerNumber()
        let command = PendingCommand<Request, Answer>(request, of: sender) { [weak host = sender.host] result in
            if limit != nil { host?.cancelTimer(timer.number) }
            finish(result)
        }
        command.register()
        if let limit {
            timer.number = sender.host.addTimer(of: sender, after: max(limit, .zero)) { [weak command] in
                command?.answer(.failure(.timedOut))
            }
        }
        command.send(through: core, index)
    }
}

private final class TimerNumber { var number: UInt64 = 0 }

extension Output {
    /// The sender of a command.
    @inlinable
    public subscript<Request, Answer>(
        dynamicMember command: KeyPath<Protocol, Command<Request, Answer>>
    ) -> CommandSender<Request, Answer> { CommandSender(core, members[keyPath: command].index) }
}

extension Input {
    /// The receiver of a command.
    public subscript<Request, Answer>(
        dynamicMember command: KeyPath<Protocol, Command<Request, Answer>>
    ) -> CommandReceiver<Request, Answer> { CommandReceiver(core: core, index: members[keyPath: command].index) }
}

extension Receive {
    /// Creates a handler of a command that answers at once.
    ///
    /// - Parameters:
    ///   - command: The command of an input port.
    ///   - handle: The code, with the component and the request. A ``CommandError`` that it throws
    ///     is the answer; by another error the component fails.
    @inlinable
    public init<Request, Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Request, Answer>>,
        _ handle: @escaping (inout Owner, Request) throws -> Answer
    ) {
        self.init(
            command,
            handling: MessageHandler { bodies, owner in
                let command = bodies.assumingMemoryBound(to: Ring<PendingCommand<Request, Answer>>.self).pointee
                    .removeFirst()
                do {
                    let answer = try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, command.request)
                    command.answer(.success(answer))
                } catch let error as CommandError {
                    command.answer(.failure(error))
                } catch {
                    command.answer(.failure(.failed("\(error)")))
                    throw error
                }
            })
    }

    /// Creates a handler of a command without a request that answers at once.
    @inlinable
    public init<Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Void, Answer>>, _ handle: @escaping (inout Owner) throws -> Answer
    ) { self.init(command) { owner, _ in try handle(&owner) } }

    /// Creates a handler of a command that answers by a responder, at any time.
    ///
    /// - Parameters:
    ///   - command: The command of an input port.
    ///   - handle: The code, with the component, the request and the responder. Without an answer
    ///     the sender gets ``CommandError/unanswered`` as soon as the responder is dropped.
    @inlinable
    public init<Request, Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Request, Answer>>,
        _ handle: @escaping (inout Owner, Request, Responder<Answer>) throws -> Void
    ) {
        self.init(
            command,
            handling: MessageHandler { bodies, owner in
                let command = bodies.assumingMemoryBound(to: Ring<PendingCommand<Request, Answer>>.self).pointee
                    .removeFirst()
                do {
                    try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, command.request, Responder(command))
                } catch {
                    command.answer(.failure(.failed("\(error)")))
                    throw error
                }
            })
    }

    @usableFromInline
    init<Request, Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Request, Answer>>, handling: MessageHandler
    ) {
        place = { owner in
            let receiver = owner[keyPath: command]
            return (receiver.core, receiver.index)
        }
        self.handling = handling
    }
}

/// The handler of the answers to a command.
public struct ReceiveAnswer<Owner: Component> {
    let handler: Receive<Owner>

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - command: The command of an output port.
    ///   - handle: The code, with the component, the request, and the answer or the reason why
    ///     there is none.
    public init<Request, Answer>(
        _ command: KeyPath<Owner, CommandSender<Request, Answer>>,
        _ handle: @escaping (inout Owner, Request, Result<Answer, CommandError>) throws -> Void
    ) {
        handler = Receive(
            place: { owner in
                let sender = owner[keyPath: command]
                return (sender.core, sender.index)
            },
            handling: MessageHandler { bodies, owner in
                let (request, result) = bodies.assumingMemoryBound(
                    to: Ring<(Request, Result<Answer, CommandError>)>.self
                ).pointee.removeFirst()
                try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, request, result)
            })
    }
}
