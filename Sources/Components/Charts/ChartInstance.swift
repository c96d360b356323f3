internal import Statecharts

/// A component with a machine that runs its chart.
final class ChartInstance<Owner: Component, Behavior: StatechartBehavior>: TypedInstance<Owner> {
    private let chart: Result<CompiledStatechart<Behavior>, StatechartError>
    private let behavior: UnsafeMutablePointer<Behavior>
    private let payload: (Behavior.Event, any Sendable, _ port: String) -> Behavior.Payload?
    private let startsWithRun: Bool
    private var machine: StateMachine<Behavior>?
    /// The time at which the chart started.
    private var startTime = Duration.zero
    private let timers = EventPort<ChartTimers>()
    private let context = ComponentContext()
    private var alarm: (deadline: Duration, timer: MessageTimer)?
    /// Writes the state of the machine.
    var writeSnapshot: (StateKeys, StateMachineSnapshot<Behavior.Payload>) throws(UnexplorableState) -> Void =
        { (keys, snapshot) throws(UnexplorableState) in try keys.append("chart", snapshot) }

    /// Creates the instance, whose messages ``bind()`` makes events.
    ///
    /// - Parameter offset: The position of the behavior in the component, in bytes.
    init(
        _ component: consuming Owner, _ chart: Result<CompiledStatechart<Behavior>, StatechartError>, offset: Int,
        startsWithRun: Bool, payload: @escaping (Behavior.Event, any Sendable, _ port: String) -> Behavior.Payload?
    ) {
        (self.chart, self.payload, self.startsWithRun) = (chart, payload, startsWithRun)
        let memory = UnsafeMutablePointer<Owner>.allocate(capacity: 1)
        memory.initialize(to: component)
        behavior = UnsafeMutableRawPointer(memory).advanced(by: offset).assumingMemoryBound(to: Behavior.self)
        super.init(memory)
        if case .failure(let error) = chart { problems.append("\(error)") }
    }

    func bind() {
        for input in inputs {
            for message in input.members.messages where message.isPlain {
                if handlers.contains(where: { $0.port === input && $0.index == message.index }) { continue }
                let (event, isStart) = (
                    Behavior.Event(rawValue: message.name), !startsWithRun && message.name == "start"
                )
                guard event != nil || isStart else { continue }
                handlers.append(
                    (
                        input, message.index,
                        MessageHandler { [unowned self, port = input.name] bodies, _ in
                            try receive(event, message.removeFirst(from: bodies), port, isStart: isStart)
                        }
                    ))
            }
        }
        timers.join(self, "timers")
        context.join(self, "context")
        handlers.append(
            (
                timers.input.core, 0,
                MessageHandler { [unowned self] bodies, _ in
                    bodies.assumingMemoryBound(to: Ring<Void>.self).pointee.removeFirst()
                    try advance()
                    finish()
                }
            ))
    }

    override func start() throws {
        try super.start()
        if startsWithRun { try startMachine() }
    }

    override var isChart: Bool { true }

    private struct Captured {
        let component: Owner
        let machine: StateMachine<Behavior>?
        let startTime: Duration
        let alarm: (deadline: Duration, timer: MessageTimer)?
    }

    override func captured() -> Any {
        Captured(component: component, machine: machine, startTime: startTime, alarm: alarm)
    }

    override func restore(_ captured: Any) {
        guard let captured = captured as? Captured else { return super.restore(captured) }
        super.restore(captured.component)
        (machine, startTime, alarm) = (captured.machine, captured.startTime, captured.alarm)
    }

    override func write(to keys: StateKeys) throws(UnexplorableState) {
        try super.write(to: keys)
        guard var machine else { return keys.append(0) }
        // How long the timers still run is the explorer's to know.
        if !machine.timers.isEmpty { machine.setDeadlines(Array(repeating: .zero, count: machine.timers.count)) }
        var snapshot = machine.snapshot
        snapshot.time = .zero
        try writeSnapshot(keys, snapshot)
    }

    override var chartTimers: [(number: UInt64, remaining: Duration)] {
        let now = self.now
        return machine?.timers.map { ($0.number, $0.deadline - now) } ?? []
    }

    override func setChartTimers(_ remaining: [Duration]) {
        let now = self.now
        machine?.setDeadlines(remaining.map { now + $0 })
    }

    override var alarmNumber: UInt64? { alarm?.timer.number }
    override var alarmSlot: Slot? { timers.input.core.slots.first }

    override var activeStateNames: [String] { machine?.activeStateNames ?? [] }
    override var reportedStates: [ChartReport.State]? { machine?.reportedStates }

    override func test(ofState name: String) -> ((UnsafeMutableRawPointer) -> Bool)? {
        guard case .success(let chart) = chart, let number = chart.number(ofState: name) else { return nil }
        return { [unowned(unsafe) self] _ in machine?.isActive(number: number) ?? false }
    }

    private func startMachine() throws {
        startTime = context.core?.host.time ?? .zero
        let chart = try chart.get()
        if let output = listenedOutput {
            var recorder = ChartStepRecorder()
            machine = try StateMachine(chart, running: &behavior.pointee, recorder: &recorder)
            report(recorder, through: output)
        } else {
            machine = try StateMachine(chart, running: &behavior.pointee)
        }
        finish()
    }

    private func receive(_ event: Behavior.Event?, _ body: any Sendable, _ port: String, isStart: Bool) throws {
        if machine == nil { return isStart ? try startMachine() : () }
        guard let event else { return }
        try advance()
        if let output = listenedOutput {
            var recorder = ChartStepRecorder()
            note(try machine?.send(event, payload(event, body, port), to: &behavior.pointee, recorder: &recorder))
            report(recorder, through: output)
        } else {
            note(try machine?.send(event, payload(event, body, port), to: &behavior.pointee))
        }
        finish()
    }

    private func note(_ fate: EventFate?) {
        switch fate {
        case .ignored: eventFate = .ignored
        case .deferred: eventFate = .deferred
        case .taken, nil: break
        }
    }

    /// The time since the start of the chart, which isn't what the component reads of the clock.
    private var now: Duration { (context.core?.host.time ?? .zero) - startTime }

    private func advance() throws {
        let time = now
        guard let output = listenedOutput else { return try machine?.advance(until: time, to: &behavior.pointee) ?? () }
        var recorder = ChartStepRecorder()
        try machine?.advance(until: time, to: &behavior.pointee, recorder: &recorder)
        report(recorder, through: output)
    }

    /// The port that reports steps, if somebody hears them.
    private var listenedOutput: OutputCore? {
        guard let output = stepOutput, output.state.pointee.routes[0].count > 0 else { return nil }
        return output
    }

    private func report(_ recorder: ChartStepRecorder, through output: OutputCore) {
        guard !recorder.steps.isEmpty, let machine else { return }
        let report = ChartReport(
            part: context.name, time: startTime + now, steps: recorder.steps, states: machine.reportedStates)
        context.core?.host.monitor.countStepReport()
        output.sender?.silently { output.send(report, 0) }
    }

    /// Sets the alarm for the next timer, or ends the component with its chart.
    private func finish() {
        if let core = context.core { core.host.monitor.tellObservers(.states(part: core.name, reportedStates ?? [])) }
        if machine?.hasEnded == true { return context.end() }
        let deadline = machine?.deadline
        if let deadline, alarm?.deadline == deadline, deadline > now { return }
        alarm?.timer.cancel()
        alarm = deadline.map { ($0, timers.due((), after: $0 - now)) }
    }
}

private struct ChartTimers: PortProtocol { let due = Message<Void>() }

extension Slot {
    /// Whether the messages say that a timer of a chart is due.
    var isOfChartTimers: Bool { message === ProtocolMembers<ChartTimers>.shared.members.due }
}
