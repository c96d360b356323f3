public import Components
public import Statecharts
internal import Synchronization
internal import TextSupport

/// A run of an assembly from a file, in virtual time, with the environment's side of it.
///
///     let run = try ComponentRun(document)
///     try run.send("button.fetch")
///     try run.advance(by: .seconds(2))
///     for message in run.takeReceived() { print(message.port, message.name, message.body) }
public final class ComponentRun {
    /// The simulation, whose parts and channels can be changed.
    public let simulation: Simulation
    private let log: RunLog
    private let environment: EnvironmentPorts
    private let assembly: Assembly
    private let stepLimit: Int
    private var failureCount = 0
    /// The active states after the last step of a script.
    var toldStates: [String: [String]] = [:]

    /// Begins a run: the components start, and handle messages until none waits.
    ///
    /// - Parameters:
    ///   - document: The assembly.
    ///   - options: The options of the simulation. Without a limit the trace keeps a million
    ///     events.
    ///   - stepLimit: The maximum number of messages that the start, each message from outside, and
    ///     each time to wait may lead to.
    ///   - change: Changes the assembly before the run, for example by mocks.
    /// - Throws: ``ComponentError``
    public init(
        _ document: AssemblyDocument, _ options: Simulation.Options = .init(), stepLimit: Int = 1_000_000,
        changing change: (inout Assembly) -> Void = { _ in }
    ) throws(ComponentError) {
        var options = options
        options.traceLimit = options.traceLimit ?? 1_000_000
        let log = RunLog()
        var made = document.assembly(seed: options.seed, log.add) { log.add($0) }
        change(&made.assembly)
        (assembly, environment) = (made.assembly, EnvironmentPorts(made.assembly, made.environment))
        (self.log, self.stepLimit) = (log, stepLimit)
        simulation = try Simulation(assembly, options)
        try simulation.run(limit: stepLimit)
    }

    /// The parts that components from files are made of, in the order of the file.
    public var parts: [Assembly.Part] { assembly.parts }

    /// Sends a message from the environment, and lets the components handle it and all that
    /// follows.
    ///
    /// - Parameters:
    ///   - message: The port of the environment and the message, such as `button.fetch`.
    ///   - body: The body.
    /// - Throws: `ExpressionError` if the environment has no such port or message or the body isn't
    ///   of its type, or ``ComponentError``.
    public func send(_ message: String, _ body: Value = .null) throws {
        try environment.send(message, body, in: simulation)
        try simulation.run(limit: stepLimit)
    }

    /// Lets time pass, with the messages that components have sent for later.
    ///
    /// - Throws: ``ComponentError/tooManySteps(limit:)``
    public func advance(by duration: Duration) throws(ComponentError) {
        try simulation.advance(by: duration, limit: stepLimit)
    }

    /// Removes and returns the messages that the environment has received.
    public func takeReceived() -> [ValueMessage] { log.takeMessages() }

    /// Removes and returns what charts have logged, what failed in them, and which components have
    /// failed, of which the latest 1,000 are kept.
    public func takeNotes() -> [ComponentNote] {
        let count = simulation.removedFailureCount + simulation.failures.count - failureCount
        failureCount += count
        let failures = simulation.failures.suffix(count)
        var notes = failures.map { ComponentNote(component: $0.component, kind: .end("\($0.error)")) }
        if count > failures.count, let first = failures.first {
            let reason = "\(first.error); \(count - failures.count) earlier failures aren't kept"
            notes[0] = ComponentNote(component: first.component, kind: .end(reason))
        }
        return log.takeNotes() + notes
    }

    /// The components that are charts and run, in the order of the file, each with its active
    /// states.
    public var activeStates: [(component: String, states: [String])] {
        parts.compactMap { part in
            let states = simulation.activeStateNames(ofPart: part.name)
            return states.isEmpty ? nil : (part.name, states)
        }
    }

    /// The messages so far.
    public var messages: MessageSequence { MessageSequence(simulation.trace, of: assembly) }
}

/// Something that a component did besides messages.
public struct ComponentNote: Hashable, Sendable {
    /// The name of the component.
    public let component: String
    /// The kind of the note.
    public let kind: Kind

    /// The kinds of what happens.
    public enum Kind: Hashable, Sendable {
        /// A chart logged a value.
        case log(ExpressionBehavior.LogEntry)
        /// A condition or an action of a chart failed.
        case failure(ExpressionBehavior.Failure)
        /// The component failed and has ended, for a reason.
        case end(String)
    }
}

/// The messages and notes of a run that its program has not taken yet.
private final class RunLog: Sendable {
    private let content = Mutex<(messages: [ValueMessage], notes: [ComponentNote])>(([], []))

    /// The maximum number of notes that wait.
    private static let noteLimit = 100_000

    @Sendable func add(_ note: ComponentNote) {
        content.withLock { if $0.notes.count < Self.noteLimit { $0.notes.append(note) } }
    }

    func add(_ message: ValueMessage) { content.withLock { $0.messages.append(message) } }

    func takeMessages() -> [ValueMessage] {
        content.withLock { content in
            defer { content.messages = [] }
            return content.messages
        }
    }

    func takeNotes() -> [ComponentNote] {
        content.withLock { content in
            defer { content.notes = [] }
            return content.notes
        }
    }
}
