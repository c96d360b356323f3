internal import Components
internal import Statecharts
internal import Synchronization
internal import TextSupport

/// Components that send what a trace says that others sent, in the place of these.
///
///     let mocks = try TraceMocks(of: ["service"], from: TraceReader(from: read))
///     let replay = try TraceReplay(of: document, from: TraceReader(from: read), mocks: mocks)
///
/// A mock knows each message by its sender, its port, its name, and its number among the messages
/// that have these in common. When it handles one, it sends what followed from that one in the
/// trace, at the same distance of time, and fails if the component did. Further messages are
/// dropped. A mock doesn't end.
public struct TraceMocks: Sendable {
    /// The names of the components.
    public let components: Set<String>
    private var parts: [String: Part] = [:]

    /// The behavior of a mock.
    struct Part {
        var start: [Reaction] = []
        var reactions: [Incoming: [[Reaction]]] = [:]
    }

    /// The messages that a mock doesn't tell apart but by their order.
    struct Incoming: Hashable {
        let sender: String
        let port: String
        let name: String

        init(_ event: TraceEvent) {
            (sender, port, name) = (event.id?.senderName ?? "", event.port, event.name)
        }
    }

    enum Reaction {
        case send(port: String, name: String, Value, after: Duration?)
        case fail(String)
    }

    /// Reads what components did in a trace.
    ///
    /// - Parameters:
    ///   - components: The names of the components. One that contains others stands for these.
    ///   - reader: A reader at the start of the trace.
    ///   - maximumBytes: The maximum memory, in bytes.
    /// - Complexity: O(*n*) for *n* bytes of the trace, and memory for what the components handled
    ///   and sent.
    /// - Throws: ``TraceFormatError``, also if a component sent what only components in Swift know,
    ///   such as answers to commands; a trace that is cut off is read as far as it goes.
    public init(of components: Set<String>, from reader: TraceReader, maximumBytes: Int = 1 << 30) throws {
        self.components = components
        var (reader, recorder) = (reader, MockRecorder(components))
        do {
            while let event = try reader.next() {
                do throws(TraceFormatError) { try recorder.add(event, at: reader.line, maximumBytes) } catch {
                    throw error.named(reader.name)
                }
            }
        } catch let error as TraceFormatError where error.kind == .cutOff {}
        parts = recorder.parts
    }

    /// Puts mocks into the places of components.
    ///
    /// - Returns: What the mocks need to hear of the run.
    func replace(in assembly: inout Assembly) throws(TraceFormatError) -> MockRun {
        let run = MockRun(components, parts)
        for name in components.sorted() {
            let replaced = assembly.parts.filter { $0.name.isWithin(name) }
            guard !replaced.isEmpty, name != AssemblyBuilder.environment else {
                let names = assembly.parts.map(\.name).filter { $0 != AssemblyBuilder.environment }
                throw TraceFormatError(
                    .damaged, "unknown component \(Message.quoted(name.utf8)) to mock",
                    "expected one of \(Message.list(names))", in: nil, line: nil)
            }
            for part in replaced where part.type != "\(ValueContainer.self)" {
                let ports = part.ports.map { port in
                    ValuePort(port.name, port.direction, port.messages.map(\.name), isOptional: port.isOptional)
                }
                let name = part.name
                assembly.replace(name) {
                    ValueComponent(ports, onStart: { try run.start(name, $0) }) { _, outputs in
                        try run.handle(name, outputs)
                    }
                }
            }
        }
        return run
    }
}

extension String {
    /// Returns whether a component is another one, or inside of it.
    func isWithin(_ component: String) -> Bool {
        self == component || utf8.starts(with: (component + ".").utf8)
    }
}

/// Gathers what components did.
private struct MockRecorder {
    private let components: Set<String>
    private var join = TraceJoin()
    private(set) var parts: [String: TraceMocks.Part] = [:]
    /// The messages that the components handled.
    private var handled: [Handling: (incoming: TraceMocks.Incoming, number: Int, time: Duration)] = [:]
    private var byteCount = 0
    /// The handler that ran last; `nil` before the first one.
    private var last: Handling?

    private struct Handling: Hashable {
        let component: String
        let message: MessageID
    }

    init(_ components: Set<String>) { self.components = components }

    private func isReplaced(_ component: String) -> Bool { components.contains { component.isWithin($0) } }

    mutating func add(_ event: TraceEvent, at line: Int, _ maximumBytes: Int) throws(TraceFormatError) {
        let event = join.completed(event)
        let component = event.component
        if event.kind == .handled, let id = event.id {
            last = Handling(component: component, message: id)
            guard isReplaced(component) else { return }
            let incoming = TraceMocks.Incoming(event)
            let number = parts[component]?.reactions[incoming]?.count ?? 0
            parts[component, default: .init()].reactions[incoming, default: []].append([])
            handled[Handling(component: component, message: id)] = (incoming, number, event.time)
            byteCount += 300
        } else if isReplaced(component), event.kind == .sent || event.kind == .failed {
            try addReaction(event, at: line)
        }
        guard byteCount + join.byteCount <= maximumBytes else {
            let message = "the messages of the mocks need more than \(maximumBytes) bytes"
            throw TraceFormatError(.limit, message, in: nil, line: line)
        }
    }

    private mutating func addReaction(_ event: TraceEvent, at line: Int) throws(TraceFormatError) {
        let cause = event.cause.map { Handling(component: event.component, message: $0) }
        let known = cause.flatMap { handled[$0] }
        // Before the first handler components start; what else has no cause, a program sent by
        // other ways.
        guard known != nil || cause == nil else { return }
        let delay = event.time - (known?.time ?? .zero)
        // What a timer without delay sends comes after other handlers, or no differently.
        let isAtOnce = cause == last && delay == .zero
        let reaction: TraceMocks.Reaction
        if event.kind == .failed {
            reaction = .fail(event.bodyText ?? "")
        } else if let body = event.body as? Value {
            reaction = .send(port: event.port, name: event.name, body, after: isAtOnce ? nil : delay)
            byteCount += 100 + body.byteCount
        } else {
            let message = "'\(event.component)' sent a body of a type in Swift here, which a mock can't send"
            throw TraceFormatError(.damaged, message, "mock another component", in: nil, line: line)
        }
        if let known {
            parts[event.component]?.reactions[known.incoming]?[known.number].append(reaction)
        } else {
            parts[event.component, default: .init()].start.append(reaction)
        }
    }
}

/// The failure of a component, as a trace tells it.
struct RecordedFailure: Error, CustomStringConvertible { let description: String }

/// The mocks of a run.
final class MockRun: Sendable {
    private struct State {
        var join = TraceJoin()
        var parts: [String: TraceMocks.Part]
        /// The number of messages that each component has handled.
        var counts: [String: [TraceMocks.Incoming: Int]] = [:]
        /// The components that have failed, also by a full mailbox.
        var failed: Set<String> = []
        /// What the handler that begins shall do.
        var next: [TraceMocks.Reaction] = []
    }

    private let components: Set<String>
    private let state: Mutex<State>

    init(_ components: Set<String>, _ parts: [String: TraceMocks.Part]) {
        self.components = components
        state = Mutex(State(parts: parts))
    }

    /// Takes note of an event of the run, before its handler runs.
    func note(_ event: TraceEvent) {
        state.withLock { state in
            let event = state.join.completed(event)
            if event.kind == .failed { state.failed.insert(event.component) }
            if event.kind == .restarted { state.failed.remove(event.component) }
            guard event.kind == .handled, state.parts[event.component] != nil else { return state.next = [] }
            let incoming = TraceMocks.Incoming(event)
            let number = state.counts[event.component]?[incoming] ?? 0
            state.counts[event.component, default: [:]][incoming] = number + 1
            let reactions = state.parts[event.component]?.reactions[incoming] ?? []
            state.next = number < reactions.count ? reactions[number] : []
        }
    }

    func start(_ component: String, _ outputs: ValueOutputs) throws {
        try perform(state.withLock { $0.parts[component]?.start ?? [] }, of: component, outputs)
    }

    func handle(_ component: String, _ outputs: ValueOutputs) throws {
        // Unlocked while it sends, which is noted.
        try perform(state.withLock { $0.next }, of: component, outputs)
    }

    private func perform(
        _ reactions: [TraceMocks.Reaction], of component: String, _ outputs: ValueOutputs
    ) throws {
        for reaction in reactions {
            switch reaction {
            case .send(let port, let name, let body, let delay):
                if let delay {
                    try outputs.sendLater(name, body, through: port, after: delay)
                } else {
                    try outputs.send(name, body, through: port)
                }
            case .fail(let reason):
                if state.withLock({ $0.failed.contains(component) }) { return }
                throw RecordedFailure(description: reason)
            }
        }
    }
}
