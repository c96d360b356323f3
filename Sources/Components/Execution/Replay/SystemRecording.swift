/// The steps of a run of components side by side, in one order, for a ``Simulation`` that repeats
/// it.
///
///     var options = ComponentSystem.Options()
///     options.isRecording = true
///     let system = try ComponentSystem(assembly, options)
///     …
///     await system.end()
///     let replay = try Simulation(replaying: system.recording, of: assembly)
///     while try replay.step() { … }       // the same messages, bodies, times and losses
///
/// A step is the start of a component, a message that it handles, a timer, a message from outside,
/// a change of the assembly, or an end. It holds what can't be computed again: which message came
/// next, its time, and what found no room. Handlers must depend on nothing else but messages, times
/// and random numbers of their ``ComponentContext``.
public struct SystemRecording: Sendable {
    let seed: UInt64
    let steps: [RecordedStep]
    /// The ports that messages of point-to-point channels went to.
    let ports: [UInt64: String]

    /// The number of steps.
    public var count: Int { steps.count }

    /// The number of messages that were handled.
    var messageCount: Int { steps.count { if case .handled = $0.kind { true } else { false } } }
}

struct RecordedStep: @unchecked Sendable {
    // Unchecked, because only the names of ports are read.
    enum Kind {
        case started(UInt32)
        case handled(UInt64, by: UInt32)
        /// An answer to a command of a former component was lost.
        case discarded(UInt64, by: UInt32)
        case timer(UInt64, of: UInt32)
        /// From outside: the sender's number, that of the receiver, its port, and what sends the
        /// body.
        case sent(UInt32, to: UInt32, PortReference, (OutputCore) -> Void, AnyProtocolMembers)
        /// From outside.
        case changed(AssemblyChange)
        /// A component noticed that an output has other receivers.
        case rewired(Rewiring)
        /// Nobody can answer a command of the component any more.
        case unanswered(UInt64, of: UInt32)
        case ended(UInt32, (any Error)?)
        case restarted(UInt32)
        /// The messages that waited for a component that has failed were lost.
        case emptied(UInt32)
        /// A component has failed, as its mailbox is full, and waits for a restart.
        case overflowed(UInt32, any Error)
        /// A message from outside that found no room, and is sent again.
        case withdrawn
    }

    fileprivate(set) var kind: Kind
    let time: Duration
    /// The message that caused what is sent.
    let cause: UInt64
    /// The messages that were sent.
    var sent: [MessageTrace.Event] = []
    var losses: [Loss] = []
    /// Outcomes that depend on the order of threads: whether an answer to a command was the first
    /// one, or a part was there.
    var decisions: [Bool] = []
    /// The changes that the component made.
    var outcomes: [ChangeOutcome] = []
    /// The assemblies that the component saw.
    var assemblies: [Assembly] = []
    /// The requests of the component that show in later steps.
    var requests: [Request] = []

    enum Request: Hashable {
        case timer(after: Duration)
        /// The timer with this number among those of the component isn't needed any more.
        case cancellation(UInt64)
        case end
    }

    struct Loss: Hashable {
        let message: UInt64
        let receiver: UInt32
        /// The receiver's port, which may be one of two that get the message.
        var port = ""
        let reason: MessageLoss
    }

    /// All that happened, in an order that doesn't depend on threads.
    var events: [MessageTrace.Event] {
        var events: [MessageTrace.Event] = []
        switch kind {
        case .handled(let id, let receiver): events.append(.handled(id, at: time, receiver: receiver))
        case .discarded(let id, let receiver): events.append(.lost(id, at: time, receiver: receiver, .failed))
        default: break
        }
        return events + sent + sortedLosses.map { .lost($0.message, at: time, receiver: $0.receiver, $0.reason) }
    }

    var sortedLosses: [Loss] { losses.sorted { ($0.message, $0.receiver) < ($1.message, $1.receiver) } }
}

/// The effects of a change that only the run can know.
struct ChangeOutcome {
    var error: ComponentError?
    /// The numbers of the components that were added.
    var added: [UInt32] = []
    /// The outputs whose receivers changed at once.
    var rewirings: [Rewiring] = []
}

/// The receivers of an output, by numbers.
struct Rewiring {
    enum Target {
        /// A component, its port and the position of the message.
        case port(UInt32, String, Int)
        /// A point-to-point channel.
        case channel(Int)
    }

    let sender: UInt32
    let output: String
    let targets: [[Target]]
}

/// Writes the steps of a run down.
final class SystemRecorder: @unchecked Sendable {
    // Unchecked, because the lock guards the steps.
    private let lock = Lock()
    private var steps: [RecordedStep] = []
    private var ports: [UInt64: String] = [:]
    /// The numbers of timers among those of their components, by those of the clock.
    private var timers: [UInt64: UInt64] = [:]
    private let clock: SystemClock

    init(_ clock: SystemClock) { self.clock = clock }
    deinit { lock.deallocate() }

    /// Begins a step.
    ///
    /// - Returns: The number and the time of the step.
    func begin(_ kind: RecordedStep.Kind, cause: UInt64) -> (number: Int, time: Duration) {
        lock.withLock {
            let time = clock.time
            steps.append(RecordedStep(kind: kind, time: time, cause: cause))
            return (steps.count - 1, time)
        }
    }

    /// Empties the step of a message that found no room.
    func withdraw(_ step: Int) {
        lock.withLock { (steps[step].kind, steps[step].sent) = (.withdrawn, []) }
    }

    func add(_ event: MessageTrace.Event, to step: Int) { lock.withLock { steps[step].sent.append(event) } }
    func add(decision: Bool, to step: Int) { lock.withLock { steps[step].decisions.append(decision) } }
    func add(_ outcome: ChangeOutcome, to step: Int) { lock.withLock { steps[step].outcomes.append(outcome) } }
    func add(_ assembly: Assembly, to step: Int) { lock.withLock { steps[step].assemblies.append(assembly) } }
    func add(_ request: RecordedStep.Request, to step: Int) { lock.withLock { steps[step].requests.append(request) } }
    func add(timer: UInt64, after delay: Duration, number: UInt64, to step: Int) {
        lock.withLock {
            timers[timer] = number
            steps[step].requests.append(.timer(after: delay))
        }
    }
    func add(cancellationOf timer: UInt64, to step: Int) {
        lock.withLock { steps[step].requests.append(.cancellation(timers[timer] ?? 0)) }
    }
    func add(port: String, of message: UInt64) { lock.withLock { ports[message] = port } }
    func add(_ loss: RecordedStep.Loss, to step: Int) { lock.withLock { steps[step].losses.append(loss) } }

    /// Returns the cause of a message; 0 if there is none.
    func cause(of message: UInt64) -> UInt64 {
        lock.withLock {
            for step in steps.reversed() {
                if let sent = step.sent.lazy.compactMap(\.sent).first(where: { $0.id == message }) { return sent.cause }
            }
            return 0
        }
    }

    func recording(seed: UInt64) -> SystemRecording {
        lock.withLock { SystemRecording(seed: seed, steps: steps, ports: ports) }
    }
}
