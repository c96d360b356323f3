public import Statecharts
public import WorkLimits

/// A second chart that watches the run of a chart, and fails in a marked state.
///
///     var observer = try StatechartObserver(rule)
///     try machine.send(.push, to: &door, recorder: &observer)
///     if let failure = observer.failure { print(failure) }
///
/// The observer is a recorder. It gets each event on which the watched chart takes a transition, by
/// its own name, and `entered.STATE`, `exited.STATE`, `sent.EVENT`, `raised.EVENT` and
/// `performed.ACTION`, in their order. Its timers run on the clock of the watched chart.
///
/// A state is marked if its name is `fail`, or begins with `fail.`. An observer that has failed
/// watches no more.
public struct StatechartObserver: StatechartRecorder, @unchecked Sendable {
    // Unchecked, because the machine is a value, and has no journal of activities.

    /// The failure; `nil` if the observer hasn't failed.
    public private(set) var failure: Failure?
    /// The limit that the observer's own work has reached; it then watches no more.
    public private(set) var error: StateMachineError?
    /// A listener that gets the failure.
    public var onFailure: (@Sendable (Failure) -> Void)?

    private var machine: StateMachine<ExpressionBehavior>
    private var data: ExpressionBehavior
    private let marks: [ExpressionBehavior.Name]
    /// The time of the watched chart when the observer began.
    private var start: Duration?
    private var inputs: [Input] = []
    private var droppedCount = 0
    /// The last event from outside, until the watched chart takes it.
    private var received: ExpressionBehavior.Payload?

    private enum Input {
        case event(String)
        /// The time since the start.
        case time(Duration)
    }

    /// The maximum number of inputs that are kept.
    private static let maximumInputs = 10_000

    /// Starts an observer.
    ///
    /// - Parameters:
    ///   - chart: The chart of the observer.
    ///   - scripts: An instance of its scripting language for this observer alone; `nil` if it has
    ///     none. Copies of the observer share it.
    ///   - budget: The budget of its compilation.
    /// - Throws: An error if the chart has an error, no marked state, or invocations.
    public init(
        _ chart: Statechart, scripts: (any StatechartScripting)? = nil, budget: Budget = .default
    ) throws(ObserverError) {
        try Self.check(chart, hasScripts: scripts != nil)
        let compiled: CompiledStatechart<ExpressionBehavior>
        do throws(StatechartError) { compiled = try CompiledStatechart(chart, budget: budget) } catch {
            throw .chart(error)
        }
        marks = compiled.stateNames.filter(Self.isMark).map { .init(rawValue: $0) }
        data = ExpressionBehavior(for: chart, scripts: scripts)
        data.onLog = { _ in }
        do throws(StateMachineError) { machine = try StateMachine(compiled, running: &data) } catch {
            throw .start(error)
        }
        check(event: "")
    }

    /// Checks whether a chart can observe.
    package static func check(_ chart: Statechart, hasScripts: Bool) throws(ObserverError) {
        let states = ([chart] + chart.submachines).flatMap(\.states)
        guard chart.states.contains(where: { isMark($0.name) }) else { throw .noMark }
        if chart.scriptLanguage != nil, !hasScripts { throw .scripts }
        if let state = states.first(where: { !$0.invocations.isEmpty || $0.kind == .regions }) {
            throw .unsupported(state: state.name)
        }
    }

    /// Returns whether a state with this name is marked.
    package static func isMark(_ name: String) -> Bool { name == "fail" || name.hasPrefix("fail.") }

    /// Lets the observer's timers run up to a time of the watched chart. Before that, they run with
    /// the next step of it.
    ///
    /// - Complexity: O(*t*) steps for *t* timers that end.
    public mutating func advance(until time: Duration) {
        guard failure == nil, error == nil else { return }
        if start == nil { start = time }
        let end = time - (start ?? .zero)
        while failure == nil, let deadline = machine.deadline, deadline <= end {
            work { (machine, data) throws(StateMachineError) in try machine.advance(until: deadline, to: &data) }
            check(event: "")
            if error != nil { return }
        }
        if failure == nil {
            work { (machine, data) throws(StateMachineError) in try machine.advance(until: end, to: &data) }
        }
    }

    /// Gives the observer an event.
    private mutating func observe(_ event: String, _ value: Value = .null) {
        guard failure == nil, error == nil else { return }
        work { (machine, data) throws(StateMachineError) in
            try machine.send(.init(rawValue: event), .init(name: event, data: value), to: &data)
        }
        check(event: event)
    }

    private mutating func work(
        _ body: (inout StateMachine<ExpressionBehavior>, inout ExpressionBehavior) throws(StateMachineError) -> Void
    ) {
        do throws(StateMachineError) { try body(&machine, &data) } catch { self.error = error }
    }

    /// Notes the failure, if a marked state is active.
    private mutating func check(event: String) {
        guard failure == nil, let mark = marks.first(where: { machine.isActive($0) }) else { return }
        let failure = Failure(
            state: mark.rawValue, event: event, inputs: arguments, droppedCount: droppedCount,
            time: (start ?? .zero) + machine.time)
        self.failure = failure
        inputs = []
        onFailure?(failure)
    }

    // MARK: - The run

    private mutating func add(_ input: Input) {
        guard failure == nil, error == nil else { return }
        if case .time = input, case .time? = inputs.last { inputs.removeLast() }
        if inputs.count >= Self.maximumInputs {
            // Half of them, so that few are moved.
            let count = Self.maximumInputs / 2
            inputs.removeFirst(count)
            droppedCount += count
        }
        inputs.append(input)
    }

    /// The inputs, as arguments of the tool.
    private var arguments: [String] {
        var (texts, last) = ([String](), start ?? .zero)
        for input in inputs {
            switch input {
            case .event(let text): texts.append(text)
            case .time(let time):
                if time > last { texts.append("+" + (time - last).milliseconds) }
                last = max(last, time)
            }
        }
        return texts
    }

    // MARK: - Records

    /// Notes an input.
    public mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {
        let payload = payload as? ExpressionBehavior.Payload ?? .init(name: event)
        received = payload
        add(.event(event.eventArgument + (payload.data == .null ? "" : "=\(payload.data)")))
    }

    /// Notes an input.
    public mutating func waited(until time: Duration) {
        received = nil
        if start == nil { start = .zero }
        add(.time(time))
    }

    /// Gives the observer the event of a step.
    public mutating func began(event: String, cause: StepCause, at time: Duration) {
        if start == nil { start = time }
        advance(until: time)
        var payload = ExpressionBehavior.Payload(name: event)
        // The watched chart may have only a pattern for the event's name.
        if cause == .sent, let known = received { (payload, received) = (known, nil) }
        if !payload.name.isEmpty { observe(payload.name, payload.data) }
    }

    /// Gives the observer an event.
    public mutating func left(_ state: String) { if !state.isEmpty { observe("exited." + state) } }

    /// Does nothing.
    public mutating func took(source: String, _ index: Int) {}

    /// Gives the observer an event.
    public mutating func entered(_ state: String) { if !state.isEmpty { observe("entered." + state) } }

    /// `true`.
    @inlinable
    public static var recordsActions: Bool { true }

    /// Gives the observer an event.
    public mutating func acted(_ action: RecordedAction, _ name: String) {
        if !name.isEmpty { observe(action.rawValue + "." + name) }
    }
}

extension StatechartObserver {
    /// The failure of an observer, with the run that led there.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// The marked state.
        public let state: String
        /// The observed event on which the observer failed; empty if a timer of the observer ended.
        public let event: String
        /// The inputs of the watched chart, as arguments of `automata statechart run`: events,
        /// events with data, and times in milliseconds, such as `+500`.
        public let inputs: [String]
        /// The number of older inputs that weren't kept.
        public let droppedCount: Int
        /// The time since the start.
        public let time: Duration

        /// A sentence that says what happened.
        public var description: String {
            let reason = event.isEmpty ? "" : " on '\(event)'"
            let run = inputs.isEmpty ? "at the start" : "after " + inputs.joined(separator: " ")
            return "the observer is in '\(state)'\(reason), \(run)"
        }
    }
}

extension StatechartActor {
    /// The observer that is the actor's recorder; `nil` if it has another one, or none.
    public var observer: StatechartObserver? { recorder as? StatechartObserver }
}

extension String {
    /// The name of an event as an argument of `automata statechart run`: after a backslash, if it
    /// would be read as a time, an option, a comment, or a name with data.
    package var eventArgument: String {
        let isSpecial = utf8.first.map { Array("+-#\\".utf8).contains($0) } ?? false
        guard isSpecial || utf8.contains(UInt8(ascii: "=")) else { return self }
        return "\\" + unicodeScalars.map { $0 == "\\" || $0 == "=" ? "\\\($0)" : "\($0)" }.joined()
    }
}

extension Duration {
    /// The time in milliseconds, as a decimal number.
    package var milliseconds: String {
        let (seconds, attoseconds) = components
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        let text = String(seconds &* 1000 &+ whole)
        guard rest > 0 else { return text }
        var digits = String(rest)
        digits = String(repeating: "0", count: 15 - digits.utf8.count) + digits
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return text + "." + digits
    }
}
