internal import CAutomata
internal import StatechartFormats
internal import StatechartObservers
internal import Statecharts

/// The machine of a handle, with its behavior.
final class HostMachine<Behavior: HostedBehavior> {
    private let chart: StatechartHandle
    private let compiled: CompiledStatechart<Behavior>
    private let run: UnsafeMutablePointer<HostRun>
    private let options: automata_machine_options
    private let limits: StateMachineLimits
    /// The machine, once it is initialized.
    private let machine: UnsafeMutablePointer<StateMachine<Behavior>>
    private let behavior: UnsafeMutablePointer<Behavior>
    private(set) var isMade = false

    convenience init(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<Behavior>, _ run: UnsafeMutablePointer<HostRun>,
        _ options: automata_machine_options
    ) {
        self.init(chart, compiled, run, options, Behavior(chart, run, options))
    }

    private init(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<Behavior>, _ run: UnsafeMutablePointer<HostRun>,
        _ options: automata_machine_options, _ behavior: Behavior
    ) {
        (self.chart, self.compiled, self.run, self.options) = (chart, compiled, run, options)
        limits = options.limits
        (machine, self.behavior) = (.allocate(capacity: 1), .allocate(capacity: 1))
        self.behavior.initialize(to: behavior)
    }

    deinit {
        if isMade { machine.deinitialize(count: 1) }
        machine.deallocate()
        behavior.deinitialize(count: 1)
        behavior.deallocate()
    }

    /// The recorder as an existential, so that the engine isn't compiled once more for it.
    private var recorder: (any StatechartRecorder)? { HostRecorder.made(options, run, chart) }

    // MARK: - Beginning

    private func adopt(_ made: StateMachine<Behavior>) {
        machine.initialize(to: made)
        isMade = true
        guard options.recorder == nil, run.pointee.observers == nil, Behavior.self == HostBehavior.self else { return }
        run.pointee.direct = UnsafeMutableRawPointer(machine).assumingMemoryBound(to: StateMachine<HostBehavior>.self)
    }

    func start() throws(CallError) {
        adopt(
            try converting { () throws(StateMachineError) in
                guard var recorder else {
                    var recorder = NoRecorder()
                    return try StateMachine(
                        compiled, running: &behavior.pointee, limits: limits, mayTake: MemoryReservation.mayTake,
                        recorder: &recorder)
                }
                return try StateMachine(
                    compiled, running: &behavior.pointee, limits: limits, mayTake: MemoryReservation.mayTake,
                    recorder: &recorder)
            })
    }

    func restore(_ text: UnsafeRawBufferPointer) throws(CallError) {
        let snapshot = try behavior.pointee.snapshot(json: text, of: compiled.chart)
        // No value of a variable has more characters than the text.
        if Behavior.self == ExpressionBehavior.self { run.pointee.valueBytes = text.count }
        let waiting = [
            snapshot.deferred.count, snapshot.timers.count, snapshot.raised.count, snapshot.sent.count,
            snapshot.regions.count,
        ]
        guard waiting.allSatisfy({ $0 <= limits.events }) else {
            throw .statechart(.tooManyEvents(limits.events))
        }
        // C counts time in nanoseconds, with 64 bits.
        guard snapshot.time <= .nanoseconds(UInt64.max - 1) else {
            let reason = "the time exceeds 1.8·10¹⁰ seconds, the maximum in C"
            throw .statechart(.snapshot(SnapshotError(reason)))
        }
        do throws(SnapshotError) {
            var restored = try StateMachine(compiled, restoring: snapshot, limits: limits)
            restored.step.mayTake = MemoryReservation.mayTake
            adopt(restored)
        } catch {
            throw .statechart(.snapshot(error))
        }
    }

    func copy(_ run: UnsafeMutablePointer<HostRun>) throws(CallError) -> HostMachine {
        try MemoryReservation.reserveMemory(machine.pointee.snapshotByteBound)
        var options = options
        options.context = run.pointee.context
        let copy = HostMachine(chart, compiled, run, options, behavior.pointee.copy(chart, run, options))
        copy.adopt(machine.pointee)
        return copy
    }

    // MARK: - Events and time

    func send(_ number: Int, _ data: EventData) throws(CallError) -> EventFate {
        try send(number, try payload(data, ofEvent: compiled.eventNames[number]))
    }

    func send(_ name: String, _ data: EventData) throws(CallError) -> EventFate {
        try send(compiled.number(ofEvent: name), try payload(data, ofEvent: name), named: name)
    }

    /// Tells the observers of an event from outside.
    private func note(_ name: @autoclosure () -> String, _ payload: Behavior.Payload, _ region: Int? = nil) {
        guard let observers = run.pointee.observers?.takeUnretainedValue() else { return }
        observers.forEach { $0.received(name(), payload, region: region) }
    }

    private func send(
        _ number: Int, _ payload: Behavior.Payload, named name: String? = nil
    ) throws(CallError) -> EventFate {
        try beginWork()
        note(name ?? compiled.eventNames[number], payload)
        return try converting { () throws(StateMachineError) in
            guard var recorder else { return try machine.pointee.send(number: number, payload, to: &behavior.pointee) }
            return try machine.pointee.send(number: number, payload, to: &behavior.pointee, recorder: &recorder)
        }
    }

    func send(_ number: Int, _ data: EventData, toRegion region: UInt32) throws(CallError) -> EventFate {
        let payload = try payload(data, ofEvent: compiled.eventNames[number])
        try beginWork()
        note(compiled.eventNames[number], payload, Int(region))
        return try converting { () throws(StateMachineError) in
            guard var recorder else {
                return try machine.pointee.send(number: number, payload, inRegion: region, to: &behavior.pointee)
            }
            return try machine.pointee.send(
                number: number, payload, inRegion: region, to: &behavior.pointee, recorder: &recorder)
        }
    }

    func advance(to time: Duration) throws(CallError) {
        try beginWork()
        let isDone = try converting { () throws(StateMachineError) in
            guard var recorder else {
                return try machine.pointee.advance(until: time, limit: limits.steps, to: &behavior.pointee)
            }
            return try machine.pointee.advance(
                until: time, limit: limits.steps, to: &behavior.pointee, recorder: &recorder)
        }
        if !isDone { throw .statechart(.tooManyTimers(limits.steps)) }
    }

    private func payload(
        _ data: EventData, ofEvent name: @autoclosure () -> String
    ) throws(CallError) -> Behavior.Payload {
        try Behavior.payload(data, ofEvent: name(), behind: machine.pointee.step.waitingCount)
    }

    /// Reserves memory for a copy of the largest value, which any expression may make.
    private func beginWork() throws(CallError) { try MemoryReservation.reserveMemory(run.pointee.valueBytes) }

    private func converting<Result>(_ body: () throws(StateMachineError) -> Result) throws(CallError) -> Result {
        do { return try body() } catch { throw .statechart(.machine(error)) }
    }

    // MARK: - Inspecting

    var deadline: Duration? { machine.pointee.deadline }

    var hasEnded: Bool { machine.pointee.hasEnded }

    var enabledEvents: [automata_statechart_event] {
        let numbers = machine.pointee.enabledEventNumbers(behavior.pointee) { [chart] number in
            chart.event(number) != .max
        } payload: { number in
            try? payload(number, 0)
        }
        return numbers.map { chart.event($0) }
    }

    func forEachActiveAtomicState(_ body: (Int) -> Void) { machine.pointee.forEachActiveAtomicState(body) }

    func snapshot() throws(CallError) -> [UInt8] {
        try MemoryReservation.reserveMemory(machine.pointee.snapshotByteBound)
        return try behavior.pointee.json(of: machine.pointee.snapshot)
    }

    /// The step of the running guard or action.
    private var reading: UnsafePointer<Step<Behavior>>? {
        run.pointee.reading?.assumingMemoryBound(to: Step<Behavior>.self)
    }

    var time: Duration { reading?.pointee.time ?? machine.pointee.time }

    func isActive(_ state: Int) -> Bool {
        reading?.pointee.isActive(number: state) ?? machine.pointee.isActive(number: state)
    }

    func value(_ expression: Expression) throws(CallError) -> Value {
        let (behavior, step) = (Behavior.current(run.pointee) ?? behavior, reading?.pointee ?? machine.pointee.step)
        do throws(ExpressionError) { return try behavior.pointee.value(expression, step) } catch {
            throw .statechart(.expression(error))
        }
    }

    func assign(_ value: Value, to name: String) throws(CallError) {
        let (behavior, step) = (Behavior.current(run.pointee) ?? behavior, reading?.pointee ?? machine.pointee.step)
        do throws(ExpressionError) { try behavior.pointee.assign(value, to: name, in: step) } catch {
            throw .statechart(.unknownName(error.message))
        }
    }

    // MARK: - Within guards and actions

    var eventNumber: Int? { reading?.pointee.eventNumber }

    var eventData: UInt64 { reading?.pointee.payload.map { Behavior.number(in: $0) } ?? 0 }

    var region: Int? { reading?.pointee.region }

    /// Returns the step of the running action; only actions may send and cancel events.
    private func writing(
        otherwise message: StaticString =
            "only an action of the machine can call this; call it from the callback that performs actions"
    ) throws(CallError) -> UnsafeMutablePointer<Step<Behavior>> {
        guard let step = run.pointee.writing else { throw .statechart(.misplaced(message)) }
        return step.assumingMemoryBound(to: Step<Behavior>.self)
    }

    func raise(_ number: Int, _ data: UInt64) throws(CallError) {
        let step = try writing(otherwise: "only an action of the machine can call this; send the event instead")
        step.pointee.raise(number: number, try payload(number, data))
    }

    func send(_ number: Int, _ data: UInt64, after delay: Duration, id: String) throws(CallError) {
        let step = try writing()
        step.pointee.send(number: number, try payload(number, data), after: delay, id: id)
    }

    func cancel(id: String) throws(CallError) { try writing().pointee.cancel(id: id) }

    private func payload(_ number: Int, _ data: UInt64) throws(CallError) -> Behavior.Payload {
        try Behavior.payload(.number(data), ofEvent: compiled.eventNames[number], behind: 0)
    }
}
