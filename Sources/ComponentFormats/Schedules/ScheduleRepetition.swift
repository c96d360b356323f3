public import ComponentAnalysis
public import Components
internal import Synchronization
internal import TextSupport
public import WorkLimits

/// A schedule that was repeated on an assembly, step by step, in a ``Simulation``.
public struct ScheduleRepetition: Sendable {
    /// The steps, each as a sentence such as `door handles push from environment, sends opened to
    /// light`.
    public let steps: [String]
    /// The events of the messages.
    public let events: [TraceEvent]
    /// The choice that wasn't possible, counted from 1; `nil` if all were.
    public let impossibleStep: Int?
    /// Whether the run still fails in the same way.
    public let fails: Bool
}

extension AssemblyDocument {
    /// Repeats a schedule that failed.
    ///
    /// - Parameters:
    ///   - failed: The schedule.
    ///   - budget: The budget, in which each choice counts as a state.
    ///   - onEvent: Called with each event as it happens.
    /// - Returns: The steps, and whether the run still fails.
    /// - Throws: ``ScheduleError`` if the assembly lacks what the checks name, or can't run, or the
    ///   budget stops the work.
    /// - Complexity: O(*n*·(*p* + *m*)) for *n* choices, *p* parts and *m* messages that wait.
    public func repeats(
        _ failed: FailedSchedule, budget: Budget = .default, onEvent: (@Sendable (TraceEvent) -> Void)? = nil
    ) throws(ScheduleError) -> ScheduleRepetition {
        if let problem = problem(with: failed.checks) { throw .invalidOption(problem) }
        let (assembly, environment) = assembly()
        for part in failed.schedule.choices.lazy.compactMap(\.part)
        where !assembly.parts.contains(where: { $0.name == part }) {
            throw .invalidOption("the schedule has an unknown component '\(part)'; fix the name")
        }
        let events = EventList()
        var options = Simulation.Options()
        options.onEvent = { event in
            events.add(event)
            onEvent?(event)
        }
        let ports = EnvironmentPorts(assembly, environment)
        let simulation: Simulation
        do throws(ComponentError) {
            simulation = try Simulation(assembly, following: failed.schedule, options)
        } catch { throw .invalid(error) }
        do { try ports.send(failed.checks, in: simulation) } catch { throw .outside(error) }
        var run = RepeatedRun(simulation, assembly, failed, events)
        do throws(LimitError) { try run.run(budget) } catch { throw .stopped(error, causes: []) }
        return ScheduleRepetition(
            steps: run.steps, events: events.all, impossibleStep: run.impossibleStep, fails: run.fails)
    }
}

/// The events of a run, those of handling with what was sent.
final class EventList: Sendable {
    private let content = Mutex<(sent: [MessageID: TraceEvent], events: [TraceEvent])>(([:], []))

    func add(_ event: TraceEvent) {
        content.withLock { content in
            if event.kind == .sent, let id = event.id { content.sent[id] = event }
            // A message that arrives twice is handled twice.
            let sent = event.id.flatMap { content.sent[$0] }
            content.events.append(event.name.isEmpty ? sent.map(event.joined(with:)) ?? event : event)
        }
    }

    var all: [TraceEvent] { content.withLock(\.events) }
    var count: Int { content.withLock(\.events.count) }
    func all(from start: Int) -> [TraceEvent] { content.withLock { Array($0.events[start...]) } }
}

/// A run that follows a schedule, and is watched for its failure.
private struct RepeatedRun {
    /// The approximate memory of an event, with its part of a sentence.
    private static let eventSize = 500

    private let simulation: Simulation
    private let parts: [String]
    private let failed: FailedSchedule
    private let events: EventList
    private(set) var steps: [String] = []
    private(set) var impossibleStep: Int?
    private(set) var fails = false
    /// Whether a state that must be left was active before each of the choices that repeat.
    private var staysHot = true
    private var stateBeforeCycle: [String: [String]] = [:]

    init(_ simulation: Simulation, _ assembly: Assembly, _ failed: FailedSchedule, _ events: EventList) {
        (self.simulation, self.failed, self.events) = (simulation, failed, events)
        parts = assembly.parts.map(\.name)
    }

    mutating func run(_ budget: Budget) throws(LimitError) {
        let cycleStart = failed.schedule.choices.count - failed.repeatedCount
        noteState()
        while let choice = simulation.remainingChoices.first {
            if steps.count % 256 == 0 {
                try budget.check(built: steps.count, bytes: Self.eventSize * events.count)
            }
            if steps.count == cycleStart { stateBeforeCycle = states }
            if steps.count >= cycleStart { staysHot = staysHot && isHot }
            let before = StepStart(simulation, events, states)
            // Only a replay of a recording can diverge.
            guard (try? simulation.step()) == true else {
                impossibleStep = steps.count + 1
                return
            }
            steps.append(sentence(choice, before))
            if failed.kind == .unexpectedMessage, let part = choice.part {
                fails = simulation.takesIgnoredMessage(ofPart: part) && part == failed.part
            }
            noteState()
            if fails { return }
        }
        noteEnd()
    }

    private var states: [String: [String]] {
        Dictionary(
            parts.map { ($0, simulation.activeStateNames(ofPart: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Notes a failure after the start or a step.
    private mutating func noteState() {
        switch failed.kind {
        case .forbiddenStates: fails = failed.checks.options.never.contains { $0.allSatisfy(isActive) }
        case .failure, .breach, .fullMailbox:
            fails = simulation.failures.contains { $0.component == failed.part && kind(of: $0.error) == failed.kind }
        default: break
        }
    }

    /// Notes a failure of the whole run.
    private mutating func noteEnd() {
        switch failed.kind {
        case .unexpectedMessage, .forbiddenStates, .failure, .breach, .fullMailbox: break
        case .stuck:
            let isOpen =
                simulation.hasOpenContract(failed.part) || failed.checks.options.mustEnd.contains(failed.part)
            fails = simulation.isAtRest && simulation.isRunning(failed.part) && isOpen
        case .unfetchedMessage: fails = simulation.isAtRest && simulation.channelMessageCount > 0
        case .hotState:
            fails =
                failed.repeatedCount > 0
                ? staysHot && isHot && states == stateBeforeCycle : simulation.isAtRest && isHot
        }
    }

    private func kind(of error: any Error) -> ScheduleCheck.Failure.Kind {
        switch error as? ComponentError {
        case .fullMailbox: .fullMailbox
        case .breach: .breach
        default: .failure
        }
    }

    private var isHot: Bool { failed.checks.options.hot.contains(where: isActive) }

    /// Returns whether a state with a name such as `client.waiting` is active.
    private func isActive(_ name: String) -> Bool {
        name.indices.contains { index in
            name[index] == "."
                && simulation.isActive(String(name[name.index(after: index)...]), ofPart: String(name[..<index]))
        }
    }
}

// MARK: - Sentences

/// The moment before a step.
private struct StepStart {
    let waiting: [QueuedMessage]
    let arrival: QueuedMessage?
    let eventCount: Int
    let states: [String: [String]]

    init(_ simulation: Simulation, _ events: EventList, _ states: [String: [String]]) {
        (waiting, arrival) = (simulation.waitingMessages, simulation.nextArrival)
        (eventCount, self.states) = (events.count, states)
    }
}

extension RepeatedRun {
    private func sentence(_ choice: Schedule.Choice, _ before: StepStart) -> String {
        let events = events.all(from: before.eventCount)
        let handled = events.first { $0.kind == .handled }
        func first(of part: String) -> QueuedMessage? { before.waiting.first { $0.component == part } }
        var clauses: [String] = []
        switch choice {
        case .message(let part): clauses.append("\(part) handles \(handled.map(title) ?? "a message")")
        case .taking(let part, _):
            clauses.append("\(part) takes \(handled.map(title) ?? "a message") out of a channel")
        case .timeout(let part): clauses.append("a timer of \(part) fires")
        case .wait: clauses.append("\(choice)")
        case .outside:
            let message = before.arrival
            clauses.append("\(sender(message?.id)) sends \(title(message)) to \(message?.component ?? "a channel")")
        case .loss(let part): clauses.append("\(title(first(of: part))) to \(part) is lost")
        case .duplication(let part): clauses.append("\(title(first(of: part))) to \(part) arrives twice")
        case .reordering(let part):
            clauses.append(
                "\(part) handles \(handled.map(title) ?? "a message"), which overtakes \(title(first(of: part)))")
        case .restart(let part): clauses.append("\(part) restarts")
        }
        for event in events {
            switch event.kind {
            case .failed: clauses.append("fails: \(event.bodyText ?? "")")
            case .sent where !isTimer(event):
                clauses.append("sends \(event.name)\(body(event.body))\(receivers(event))")
            case .lost(let loss) where loss != .fault && loss != .noReceiver:
                clauses.append("\(event.name) to \(event.component) is lost: \(loss.rawValue)")
            default: break
            }
        }
        let now = states
        for part in parts where now[part] != before.states[part] {
            let names = now[part] ?? []
            clauses.append(names.isEmpty ? "\(part) has ended" : "\(part) is now \(names.joined(separator: " & "))")
        }
        return clauses.joined(separator: ", ")
    }

    private func isTimer(_ event: TraceEvent) -> Bool { event.port == "timers" && event.name == "due" }

    private func title(_ event: TraceEvent) -> String {
        if isTimer(event) { return "its timer" }
        return "\(event.name)\(body(event.body)) from \(sender(event.id))"
    }

    private func title(_ message: QueuedMessage?) -> String {
        guard let message else { return "a message" }
        return message.port == "timers" ? "its timer" : "\(message.name)\(body(message.body))"
    }

    private func sender(_ id: MessageID?) -> String { id?.senderName ?? "outside" }

    private func body(_ body: (any Sendable)?) -> String {
        let text = TraceEvent.json(of: body ?? ()).text
        return text == "null" ? "" : " \(text)"
    }

    /// The receivers of a message that was just sent.
    private func receivers(_ event: TraceEvent) -> String {
        if event.receiverCount == 0 { return " to nobody" }
        var names: [String] = []
        for message in simulation.waitingMessages where message.id == event.id && !names.contains(message.component) {
            names.append(message.component)
        }
        return names.isEmpty ? "" : " to \(names.joined(separator: " and "))"
    }
}

extension Schedule.Choice {
    /// The part that acts; `nil` for what is outside.
    fileprivate var part: String? {
        switch self {
        case .message(let part), .timeout(let part), .wait(let part, _), .taking(let part, _), .loss(let part),
            .duplication(let part), .reordering(let part), .restart(let part):
            part
        case .outside: nil
        }
    }
}
