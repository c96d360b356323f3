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
    /// The choice that wasn't possible, counted from 1, or the first time that passed for a component
    /// without a timer in a run that doesn't fail; `nil` if there is none.
    public let impossibleStep: Int?
    /// Whether the run still fails in the same way.
    public let fails: Bool
    /// A sentence that says what is wrong, if the run fails in another way; else `nil`.
    public let otherFailure: String?
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
        if let problem = failed.problem(in: assembly, channelCount: simulation.channelCount) {
            throw .invalidOption(problem)
        }
        do { try ports.send(failed.checks, in: simulation) } catch { throw .outside(error) }
        var run = RepeatedRun(simulation, assembly, failed, events)
        do throws(LimitError) { try run.run(budget) } catch { throw .stopped(error, causes: []) }
        return ScheduleRepetition(
            steps: run.steps, events: events.all, impossibleStep: run.impossibleStep, fails: run.fails,
            otherFailure: run.fails ? nil : run.otherFailure)
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
    /// The first choice by which time passes for a component that waits for none.
    private var idleWait: Int?
    private(set) var fails = false
    /// The first failure that isn't the one that is looked for.
    private(set) var otherFailure: String?
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
            if case .wait(let part, _) = choice, !simulation.hasTimer(ofPart: part) {
                idleWait = idleWait ?? steps.count + 1
            }
            // Only a replay of a recording can diverge.
            guard (try? simulation.step()) == true else {
                impossibleStep = steps.count + 1
                return
            }
            steps.append(sentence(choice, before))
            if let part = choice.part, simulation.takesIgnoredMessage(ofPart: part) {
                noteIgnoredMessage(of: part, events.all(from: before.eventCount))
            }
            noteState()
            if fails { return }
        }
        noteEnd()
        if !fails, otherFailure == nil { impossibleStep = idleWait }
    }

    private var states: [String: [String]] {
        Dictionary(
            parts.map { ($0, simulation.activeStateNames(ofPart: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Notes a failure of a kind and a part, which has none if several fail.
    private mutating func note(_ kind: ScheduleCheck.Failure.Kind, _ part: String, _ reason: @autoclosure () -> String)
    {
        if kind == failed.kind, part == failed.part {
            fails = true
        } else {
            otherFailure = otherFailure ?? distinguished(kind, part, reason())
        }
    }

    /// Returns a reason, with its kind and part if the reason that is looked for is the same.
    private func distinguished(_ kind: ScheduleCheck.Failure.Kind, _ part: String, _ reason: String) -> String {
        func text(_ kind: ScheduleCheck.Failure.Kind, _ part: String) -> String {
            part.isEmpty ? kind.rawValue : "\(kind.rawValue) of '\(part)'"
        }
        if reason != failed.reason { return reason }
        return "\(reason) (\(text(kind, part)) in place of \(text(failed.kind, failed.part)))"
    }

    private mutating func noteIgnoredMessage(of part: String, _ events: [TraceEvent]) {
        let options = failed.checks.options
        guard !options.allowsIgnoredMessages, let handled = events.first(where: { $0.kind == .handled }),
            !options.ignored.contains("\(part).\(handled.port).\(handled.name)")
        else { return }
        note(.unexpectedMessage, part, "'\(part)' doesn't expect '\(handled.port).\(handled.name)' in its state")
    }

    /// Notes a failure after the start or a step.
    private mutating func noteState() {
        for states in failed.checks.options.never where states.allSatisfy(isActive) {
            let names = states.map { "'\($0)'" }.joined(separator: " and ")
            note(
                .forbiddenStates, states.count == 1 ? part(ofState: states[0]) : "",
                "\(names) \(states.count == 1 ? "is active" : "are active at once")")
        }
        // Who is restarted doesn't fail.
        for failure in simulation.failures where !simulation.isRunning(failure.component) {
            note(kind(of: failure.error), failure.component, "'\(failure.component)' fails: \(failure.error)")
        }
    }

    /// Notes a failure of the whole run.
    private mutating func noteEnd() {
        let options = failed.checks.options
        if failed.repeatedCount > 0 {
            for state in options.hot where staysHot && isActive(state) && states == stateBeforeCycle {
                note(.hotState, part(ofState: state), "'\(state)' can stay active for ever")
            }
        }
        guard simulation.isAtRest else { return }
        if simulation.channelMessageCount > 0 { note(.unfetchedMessage, "", "nobody takes a message from its channel") }
        for state in options.hot where isActive(state) {
            note(.hotState, part(ofState: state), "'\(state)' stays active, and nothing happens any more")
        }
        for part in parts where simulation.isRunning(part) {
            if simulation.hasOpenContract(part) {
                note(.stuck, part, "'\(part)' is in the middle of a contract, and nothing happens any more")
            } else if options.mustEnd.contains(part) {
                note(.stuck, part, "'\(part)' hasn't ended, and nothing happens any more")
            }
        }
    }

    /// The part in a name such as `client.waiting`.
    private func part(ofState name: String) -> String {
        parts.filter { name.utf8.starts(with: "\($0).".utf8) }.max { $0.utf8.count < $1.utf8.count } ?? ""
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

// MARK: - What can't be repeated

extension FailedSchedule {
    /// Returns what the assembly lacks, or what the checks don't allow; `nil` if there is nothing.
    fileprivate func problem(in assembly: Assembly, channelCount: Int) -> String? {
        let known = Set(assembly.parts.map(\.name))
        let names = schedule.choices.compactMap(\.part) + (part.isEmpty ? [] : [part])
        if let unknown = names.first(where: { !known.contains($0) }) {
            return "the run has an unknown component '\(unknown)'; fix the name"
        }
        if let unknown = schedule.choices.lazy.compactMap(\.channel).first(where: { $0 >= channelCount }) {
            return "the schedule has an unknown channel \(unknown); the assembly has \(channelCount) point-to-point "
                + (channelCount == 1 ? "channel" : "channels, with the numbers from 0 on")
        }
        if schedule.choices.isEmpty, !mayFailAtStart {
            return "the schedule has no choices, but a failure of the kind '\(kind.rawValue)' takes some; "
                + "save the run once more"
        }
        for fault in Fault.allCases {
            let (count, limit) = (schedule.choices.count { $0.fault == fault }, checks.options[keyPath: fault.property])
            if count <= limit { continue }
            return "the schedule has \(count) of the fault '\(fault.rawValue)', and the checks allow \(limit); "
                + "raise '\(fault.rawValue)' of 'faults'"
        }
        return nil
    }

    /// Whether the failure can come before the first choice; what waits outside is a choice.
    private var mayFailAtStart: Bool {
        [.failure, .breach, .fullMailbox, .forbiddenStates].contains(kind)
            || checks.sent.isEmpty && kind != .unexpectedMessage
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
        case .channelLoss(_, let channel): clauses.append("a message in channel \(channel) is lost")
        case .channelDuplication(_, let channel): clauses.append("a message in channel \(channel) arrives twice")
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
    /// The number of the point-to-point channel; `nil` if the choice has none.
    fileprivate var channel: Int? {
        switch self {
        case .taking(_, let channel), .channelLoss(_, let channel), .channelDuplication(_, let channel): channel
        default: nil
        }
    }

    fileprivate var fault: Fault? {
        switch self {
        case .loss, .channelLoss: .loss
        case .duplication, .channelDuplication: .duplication
        case .reordering: .reordering
        case .restart: .restart
        case .message, .timeout, .wait, .taking, .outside: nil
        }
    }

    /// The part that acts; `nil` for what is outside.
    fileprivate var part: String? {
        switch self {
        case .message(let part), .timeout(let part), .wait(let part, _), .taking(let part, _), .loss(let part),
            .channelLoss(let part, _), .channelDuplication(let part, _), .duplication(let part), .reordering(let part),
            .restart(let part):
            part
        case .outside: nil
        }
    }
}
