public import Components
internal import Statecharts
internal import Synchronization

/// A run of an assembly with the messages from outside that a trace has, at their times, compared
/// with the trace.
///
///     let replay = try TraceReplay(of: document, from: TraceReader(from: read))
///     if let difference = replay.difference { print(difference) }
///
/// An assembly whose components depend on nothing but messages, times and random numbers of the run
/// does the same again. If some of its components have been changed since, the first difference
/// tells the first effect of that. The run ends with the step of the trace's last event: what would
/// come at a later time isn't compared.
public struct TraceReplay: Sendable {
    /// The first event of the run that isn't that of the trace.
    public struct Difference: Sendable, CustomStringConvertible {
        /// The line of the trace.
        public let line: Int
        /// The event of the trace; `nil` if it has ended.
        public let expected: TraceEvent?
        /// The event of the run; `nil` if it has come to rest.
        public let found: TraceEvent?

        /// Both events.
        public var description: String {
            let (expectedText, foundText) = (expected?.sentence ?? "the end", found?.sentence ?? "the end")
            let text = "expected \(expectedText), found \(foundText)"
            guard let expected, let found, expectedText == foundText else { return text }
            if expected.receiverCount != found.receiverCount {
                return "expected \(expectedText) to \(expected.receiverCount) receivers, found it to "
                    + "\(found.receiverCount)"
            }
            return text + "; the rest of their texts differs"
        }
    }

    /// The number of events of the trace that the run has, too, before the first difference.
    public private(set) var eventCount = 0
    /// The first difference; `nil` if there is none.
    public private(set) var difference: Difference?
    /// The error of a trace that is cut off, if the run is the same up to there.
    public private(set) var cutOff: TraceFormatError?

    /// Runs an assembly up to the end of a trace, or to the first difference.
    ///
    /// - Parameters:
    ///   - document: The assembly.
    ///   - reader: A reader at the start of the trace.
    ///   - mocks: The components that do what the trace says, instead of what they would do.
    ///   - change: Changes the assembly before the run, for example by a component in Swift.
    ///   - onEvent: Called with each event of the run.
    /// - Complexity: O(*n*) for *n* bytes of the trace, besides handlers; memory as that of the run.
    /// - Throws: ``TraceFormatError``, the error of the reader's input, or ``ComponentError``.
    public init(
        of document: AssemblyDocument, from reader: TraceReader, mocks: TraceMocks? = nil,
        changing change: (inout Assembly) -> Void = { _ in }, onEvent: (@Sendable (TraceEvent) -> Void)? = nil
    ) throws {
        var made = document.assembly(seed: reader.seed, { _ in }) { _ in }
        change(&made.assembly)
        let mockRun: MockRun?
        do throws(TraceFormatError) { mockRun = try mocks?.replace(in: &made.assembly) } catch {
            throw error.named(reader.name)
        }
        let events = EventQueue()
        var options = Simulation.Options()
        (options.seed, options.isShuffled) = (reader.seed, reader.isShuffled)
        options.onEvent = { event in
            mockRun?.note(event)
            onEvent?(event)
            events.add(event)
        }
        let simulation = try Simulation(made.assembly, options)
        try follow(reader, simulation, made.environment, events)
    }

    private mutating func follow(
        _ reader: TraceReader, _ simulation: Simulation, _ environment: PartReference<ValueComponent>?,
        _ events: EventQueue
    ) throws {
        var reader = reader
        do {
            while let expected = try reader.next() {
                if expected.isFromOutside, events.isEmpty {
                    // The places of lost messages are left, as they are when the run comes to rest.
                    if simulation.waitingCount == 0 { try simulation.step() }
                    try advance(simulation, to: expected.time, events)
                    if events.isEmpty {
                        do { try Self.send(expected, simulation, environment) } catch {
                            throw TraceFormatError(
                                .damaged, "the message can't be sent again: \(error)", in: reader.name,
                                line: reader.line)
                        }
                    }
                }
                while events.isEmpty, try simulation.step() || simulation.fireNextTimer() {}
                let found = events.removeFirst()
                guard let found, found.line == expected.line else {
                    difference = Difference(line: reader.line, expected: expected, found: found)
                    return
                }
                eventCount += 1
            }
            // One step has several events, also where a signal interrupted it.
            if !reader.isInterrupted, let found = events.removeFirst() {
                difference = Difference(line: reader.line, expected: nil, found: found)
            }
        } catch let error as TraceFormatError where error.kind == .cutOff { cutOff = error }
    }

    /// Advances the time, unless something happens before.
    private func advance(_ simulation: Simulation, to time: Duration, _ events: EventQueue) throws {
        while events.isEmpty, simulation.time < time {
            if try simulation.step() { continue }
            if let deadline = simulation.deadline, deadline <= time {
                _ = simulation.fireNextTimer()
            } else {
                // There is nothing to do, so that no limit is reached.
                try? simulation.advance(by: time - simulation.time)
            }
        }
    }

    /// Sends a message of the environment again.
    private static func send(
        _ event: TraceEvent, _ simulation: Simulation, _ environment: PartReference<ValueComponent>?
    ) throws {
        guard let body = event.body as? Value else {
            throw ExpressionError("its body is of a type in Swift")
        }
        if !event.component.isEmpty, let environment {
            var failure: (any Error)?
            try simulation.with(environment) { environment in
                do { try environment.outputs.send(event.name, body, through: event.port) } catch { failure = error }
            }
            if let failure { throw failure }
            return
        }
        let port = event.port.utf8.dropFirst("to ".utf8.count)
        guard let dot = port.lastIndex(of: UInt8(ascii: ".")) else { throw ExpressionError("its port is unknown") }
        let reference = PortReference(
            String(decoding: port[..<dot], as: UTF8.self), String(decoding: port[dot...].dropFirst(), as: UTF8.self))
        try simulation.send(event.name, body, to: reference, named: event.port)
    }
}

extension TraceEvent {
    /// The event for a person, from a file or from a run.
    fileprivate var sentence: String {
        let number = id.map { "#\($0)" } ?? ""
        var text = "'\(time.milliseconds.shortText) ms: "
        switch kind {
        case .sent:
            let sender = component.isEmpty ? "" : component + "."
            text += "\(number) \(sender)\(message)" + (bodyText.map { " \($0)" } ?? "")
        case .handled: text += "\(number) handled by \(component)"
        case .lost(let reason):
            text += "\(number) lost" + (component.isEmpty ? "" : " by \(component)") + ": \(reason.rawValue)"
        case .failed: text += "\(component) failed: \(bodyText ?? "")"
        case .restarted: text += "\(component) restarted"
        }
        // The rest of a long text would hide the event that it is compared with.
        if text.unicodeScalars.count > 200 {
            text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "…"
        }
        return text + (cause.map { " because of #\($0)" } ?? "") + "'"
    }

    /// Whether the environment sent the message.
    var isFromOutside: Bool {
        kind == .sent && cause == nil && (component.isEmpty || component == AssemblyBuilder.environment)
    }
}

extension TraceFormatError {
    /// The error of a text with a name.
    func named(_ name: String?) -> TraceFormatError {
        TraceFormatError(kind, message, remedy, in: inputName ?? name, line: line, column: column)
    }
}

/// The events of a run that haven't been compared yet.
private final class EventQueue: Sendable {
    private let content = Mutex<(events: [TraceEvent], first: Int)>(([], 0))

    var isEmpty: Bool { content.withLock { $0.first == $0.events.count } }

    func add(_ event: TraceEvent) { content.withLock { $0.events.append(event) } }

    func removeFirst() -> TraceEvent? {
        content.withLock { content in
            guard content.first < content.events.count else { return nil }
            let event = content.events[content.first]
            content.first += 1
            if content.first == content.events.count { content = ([], 0) }
            return event
        }
    }
}
