internal import Automata
internal import CAutomata
@_spi(Tool) internal import StatechartFormats
internal import Statecharts

/// The session of a handle: a machine whose chart invokes others or services, or sends by
/// transports of the program.
final class HostSession {
    private let chart: StatechartHandle
    private let compiled: CompiledStatechart<ExpressionBehavior>
    private let run: UnsafeMutablePointer<HostRun>
    private let options: automata_machine_options
    private let services: HostServices
    private var session: StatechartSession?

    init(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<ExpressionBehavior>,
        _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) {
        (self.chart, self.compiled, self.run, self.options) = (chart, compiled, run, options)
        services = HostServices(
            HostFunctions(run: run, guards: chart.guards, actions: chart.actions, options: options))
    }

    var isMade: Bool { session != nil }

    private func made() throws(CallError) -> StatechartSession {
        guard let session else { throw MachineHandle.isNull }
        return session
    }

    // MARK: - Beginning

    func start() throws(CallError) {
        let context = try services.context()
        do {
            session = try StatechartSession(compiled, in: context, listener: HostRecorder.made(options, run, chart))
        } catch {
            throw Self.callError(error)
        }
    }

    func restore(_ text: UnsafeRawBufferPointer) throws(CallError) {
        // Charts take most.
        try MemoryReservation.reserveMemory(64 * text.count)
        run.pointee.valueBytes = text.count
        let snapshot: StatechartSessionSnapshot
        do throws(StatechartFormatError) { snapshot = try StatechartSessionSnapshot(json: text) } catch {
            throw .statechart(.reading(error))
        }
        guard snapshot.time <= .nanoseconds(UInt64.max - 1) else {
            throw .statechart(.snapshot(SnapshotError("the time exceeds 1.8·10¹⁰ seconds, the maximum in C")))
        }
        do throws(SnapshotError) { try snapshot.check(of: compiled.chart) } catch {
            throw .statechart(.snapshot(error))
        }
        try restore(snapshot)
    }

    private func restore(_ snapshot: StatechartSessionSnapshot) throws(CallError) {
        let context = try services.context()
        guard snapshot.first.longestQueue <= context.limits.events else {
            throw .statechart(.tooManyEvents(context.limits.events))
        }
        do { session = try StatechartSession(compiled, restoring: snapshot, in: context) } catch {
            throw Self.callError(error)
        }
        session?.listener = HostRecorder.made(options, run, chart)
    }

    /// Returns a copy of the session for another handle.
    func copy(_ run: UnsafeMutablePointer<HostRun>) throws(CallError) -> HostSession {
        var options = options
        options.context = run.pointee.context
        let copy = HostSession(chart, compiled, run, options)
        try copy.restore(try savedState())
        return copy
    }

    private func savedState() throws(CallError) -> StatechartSessionSnapshot {
        var bytes = 0
        for (session, _) in sessions {
            bytes += session.work { $0.snapshotByteBound + ExpressionSnapshot($0.snapshot, $1).dataByteBound } ?? 0
        }
        try MemoryReservation.reserveMemory(bytes)
        let session = try made()
        do throws(SnapshotError) { return try session.snapshot() } catch { throw .statechart(.unsavable(error)) }
    }

    func snapshot() throws(CallError) -> [UInt8] {
        let snapshot = try savedState()
        do throws(StatechartFormatError) { return Array(try snapshot.json().utf8) } catch {
            throw .statechart(.writing(error))
        }
    }

    // MARK: - Events and time

    func send(_ number: Int, _ data: EventData) throws(CallError) -> EventFate {
        try send(compiled.eventNames[number], data)
    }

    func send(_ name: String, _ data: EventData) throws(CallError) -> EventFate {
        let (session, event) = (try made(), try payload(data, name))
        do throws(StateMachineError) { return try session.sendListening(name, event.data) } catch {
            throw .statechart(.machine(error))
        }
    }

    func send(_ number: Int, _ data: EventData, toRegion region: UInt32) throws(CallError) -> EventFate {
        let (session, event) = (try made(), try payload(data, compiled.eventNames[number]))
        do throws(StateMachineError) { return try session.send(event, toRegion: region) } catch {
            throw .statechart(.machine(error))
        }
    }

    private func payload(_ data: EventData, _ name: String) throws(CallError) -> ExpressionBehavior.Payload {
        try MemoryReservation.reserveMemory(run.pointee.valueBytes)
        return try ExpressionBehavior.payload(data, ofEvent: name, behind: services.waitingCount)
    }

    func advance(to time: Duration) throws(CallError) {
        try MemoryReservation.reserveMemory(run.pointee.valueBytes)
        let (session, limit) = (try made(), options.limits.steps)
        let isDone: Bool
        do throws(StateMachineError) { isDone = try session.advance(until: time, limit: limit) } catch {
            throw .statechart(.machine(error))
        }
        if !isDone { throw .statechart(.tooManyTimers(limit)) }
    }

    /// Adds an event of a service, or its end if the event has no name.
    ///
    /// - Parameter runs: Whether to take the steps that follow.
    func send(_ name: String?, _ value: Value, fromService service: UInt32, runs: Bool) throws(CallError) {
        guard let connection = services.connections[service] else {
            throw .outOfRange("no service with the number \(service) runs; it may have ended")
        }
        _ = try payload(.value(value), "")
        if let name {
            do throws(StateMachineError) { try connection.send(name, value) } catch {
                throw .statechart(.machine(error))
            }
        } else {
            services.connections[service] = nil
            connection.finish(value)
        }
        if runs { try advance(to: time) }
    }

    private static func callError(_ error: any Error) -> CallError {
        switch error {
        case let error as StateMachineError: .statechart(.machine(error))
        case let error as SnapshotError: .statechart(.snapshot(error))
        case let error as StatechartError:
            if let stop = error.stop {
                .core(AutomataError(stop))
            } else {
                .statechart(.invalid(error.findings.map { StatechartFailure.Finding($0, at: nil) }))
            }
        default: .statechart(.expression(error as? ExpressionError ?? ExpressionError("\(error)")))
        }
    }

    // MARK: - Inspecting

    var time: Duration { session?.time ?? .zero }

    var deadline: Duration? { session?.deadline }

    var hasEnded: Bool { session?.hasEnded ?? false }

    /// The first session and those that it invoked, each after its parent, with the indices of
    /// these.
    var sessions: [(session: StatechartSession, parent: Int?)] {
        var all = session.map { [($0, Int?.none)] } ?? []
        var next = 0
        while next < all.count {
            all += all[next].0.children.map { ($0, next) }
            next += 1
        }
        return all
    }

    var enabledEvents: [automata_statechart_event] {
        session?.work { machine, data in
            machine.enabledEventNumbers(data) {
                chart.event($0) != .max
            } payload: { number in
                try? ExpressionBehavior.payload(.number(0), ofEvent: compiled.eventNames[number], behind: 0)
            }.map { chart.event($0) }
        } ?? []
    }

    func forEachActiveAtomicState(_ body: (Int) -> Void) {
        session?.work { machine, _ in machine.forEachActiveAtomicState(body) }
    }

    /// The step of the running guard or action.
    private var reading: UnsafePointer<Step<ExpressionBehavior>>? {
        run.pointee.reading?.assumingMemoryBound(to: Step<ExpressionBehavior>.self)
    }

    func isActive(_ state: Int) -> Bool {
        if let reading { return !run.pointee.isInvoked && reading.pointee.isActive(number: state) }
        return session?.work { machine, _ in machine.isActive(number: state) } ?? false
    }

    func value(_ expression: Expression) throws(CallError) -> Value {
        do throws(ExpressionError) {
            if let reading, let data = run.pointee.data { return try data.pointee.value(expression, reading.pointee) }
            let value = try session?.work { (machine, data) throws(ExpressionError) in
                try data.value(expression, machine.step)
            }
            return value ?? .null
        } catch {
            throw .statechart(.expression(error))
        }
    }

    func assign(_ value: Value, to name: String) throws(CallError) {
        do throws(ExpressionError) {
            if let reading, let data = run.pointee.data {
                return try data.pointee.assign(value, to: name, in: reading.pointee)
            }
            try session?.work { (machine, data) throws(ExpressionError) in
                try data.assign(value, to: name, in: machine.step)
            }
        } catch {
            throw .statechart(.unknownName(error.message))
        }
    }

    // MARK: - Within guards and actions

    var eventNumber: Int? { run.pointee.isInvoked ? nil : reading?.pointee.eventNumber }

    var eventData: UInt64 { reading?.pointee.payload.map { ExpressionBehavior.number(in: $0) } ?? 0 }

    var region: Int? { reading?.pointee.region }

    /// Returns the step of the running action of the machine's own chart.
    private func writing() throws(CallError) -> UnsafeMutablePointer<Step<ExpressionBehavior>> {
        guard let step = run.pointee.writing, !run.pointee.isInvoked else {
            throw .statechart(.misplaced("only an action of the machine's own chart can call this"))
        }
        return step.assumingMemoryBound(to: Step<ExpressionBehavior>.self)
    }

    private func payload(_ number: Int, _ data: UInt64) throws(CallError) -> ExpressionBehavior.Payload {
        try ExpressionBehavior.payload(.number(data), ofEvent: compiled.eventNames[number], behind: 0)
    }

    func raise(_ number: Int, _ data: UInt64) throws(CallError) {
        try writing().pointee.raise(number: number, try payload(number, data))
    }

    func send(_ number: Int, _ data: UInt64, after delay: Duration, id: String) throws(CallError) {
        try writing().pointee.send(number: number, try payload(number, data), after: delay, id: id)
    }

    func cancel(id: String) throws(CallError) { try writing().pointee.cancel(id: id) }
}

extension StatechartSessionSnapshot.Session {
    /// The length of the longest queue of events, timers or regions, also of invoked charts.
    fileprivate var longestQueue: Int {
        let own = [
            machine.deferred.count, machine.timers.count, machine.raised.count, machine.sent.count,
            machine.regions.count, outbox.count,
        ]
        return (own + children.map(\.session.longestQueue)).max() ?? 0
    }
}
