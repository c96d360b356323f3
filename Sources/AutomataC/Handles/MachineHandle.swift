internal import CAutomata
internal import Statecharts

/// A running chart for one thread at a time.
///
/// Callbacks access the machine through ``HostRun``, as it must not be read while it is being
/// changed.
final class MachineHandle: Handle {
    static let kind: StaticString = "machine"

    let chart: StatechartHandle
    let run: UnsafeMutablePointer<HostRun>
    /// The machine, once it is initialized.
    private let machine: UnsafeMutablePointer<StateMachine<HostBehavior>>
    private var isMade = false
    private let recorder: automata_machine_recorder?
    private let limits: StateMachineLimits
    /// The memory of the lent states.
    private var lentStates: UnsafeMutableBufferPointer<automata_statechart_state>?

    init(_ chart: StatechartHandle, _ options: automata_machine_options) {
        self.chart = chart
        recorder = options.recorder
        limits = StateMachineLimits(
            steps: options.maximum_steps > 0 ? Int(clamping: options.maximum_steps) : 10_000,
            events: options.maximum_events > 0 ? Int(clamping: min(options.maximum_events, 1 << 30)) : 10_000)
        (run, machine) = (.allocate(capacity: 1), .allocate(capacity: 1))
        run.initialize(
            to: HostRun(
                handle: lent(), machine: machine, isRecording: recorder != nil, context: options.context,
                numbers: UnsafeBufferPointer(start: chart.numbers.start, count: chart.numbers.count)))
    }

    deinit {
        if isMade { machine.deinitialize(count: 1) }
        machine.deallocate()
        run.deallocate()
        lentStates?.deallocate()
    }

    /// The machine between calls; `nil` while a call works on it.
    var idleMachine: UnsafePointer<StateMachine<HostBehavior>>? {
        isMade && !run.pointee.isBusy ? UnsafePointer(machine) : nil
    }

    private var hostRecorder: HostRecorder? {
        recorder.map { HostRecorder(recorder: $0, run: run, chart: chart) }
    }

    // MARK: - Work

    func start() throws(StateMachineError) {
        var behavior = HostBehavior(run: run)
        if var recorder = hostRecorder {
            machine.initialize(
                to: try StateMachine(chart.chart, running: &behavior, limits: limits, recorder: &recorder))
        } else {
            machine.initialize(to: try StateMachine(chart.chart, running: &behavior, limits: limits))
        }
        isMade = true
    }

    func restore(_ snapshot: StateMachineSnapshot<UInt64>) throws(CallError) {
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
            throw .statechart(.snapshot(SnapshotError(description: reason)))
        }
        do throws(SnapshotError) {
            machine.initialize(to: try StateMachine(chart.chart, restoring: snapshot, limits: limits))
            isMade = true
        } catch {
            throw .statechart(.snapshot(error))
        }
    }

    func sendRecording(_ number: Int, _ data: UInt64) throws(StateMachineError) -> EventFate {
        var behavior = HostBehavior(run: run)
        guard var recorder = hostRecorder else { return .ignored }
        return try machine.pointee.send(number: number, data, to: &behavior, recorder: &recorder)
    }

    func send(_ number: Int, _ data: UInt64, toRegion region: UInt32) throws(StateMachineError) -> EventFate {
        var behavior = HostBehavior(run: run)
        if var recorder = hostRecorder {
            return try machine.pointee.send(number: number, data, toRegion: region, of: &behavior, recorder: &recorder)
        }
        return try machine.pointee.send(number: number, data, toRegion: region, of: &behavior)
    }

    func advance(to time: Duration) throws(CallError) {
        var behavior = HostBehavior(run: run)
        let isDone: Bool
        do throws(StateMachineError) {
            if var recorder = hostRecorder {
                isDone = try machine.pointee.advance(to: time, limit: limits.steps, &behavior, recorder: &recorder)
            } else {
                isDone = try machine.pointee.advance(to: time, limit: limits.steps, &behavior)
            }
        } catch {
            throw .statechart(.machine(error))
        }
        if !isDone { throw .statechart(.tooManyTimers(limits.steps)) }
    }

    var enabledEvents: [automata_statechart_event] {
        let chart = chart
        return machine.pointee.enabledEventNumbers(HostBehavior(run: run)) { chart.event($0) != .max }.map {
            chart.event($0)
        }
    }

    // MARK: - Looking

    /// The active atomic states, lent until the next access.
    var activeStates: automata_statechart_states {
        guard let idleMachine else { return automata_statechart_states(items: nil, count: 0) }
        var count = 0
        idleMachine.pointee.forEachActiveAtomicState { _ in count += 1 }
        if lentStates == nil || count > lentStates?.count ?? 0 {
            lentStates?.deallocate()
            lentStates = .allocate(capacity: max(count, chart.stateCount))
        }
        guard let room = lentStates else { return automata_statechart_states(items: nil, count: 0) }
        count = 0
        idleMachine.pointee.forEachActiveAtomicState { state in
            room.initializeElement(at: count, to: UInt32(state))
            count += 1
        }
        return automata_statechart_states(items: UnsafePointer(room.baseAddress), count: count)
    }
}

/// Passes the steps to C's recorder.
private struct HostRecorder: StatechartRecorder {
    let recorder: automata_machine_recorder
    let run: UnsafeMutablePointer<HostRun>
    let chart: StatechartHandle

    private func report(
        _ kind: automata_machine_record_kind, event: automata_statechart_event = .max, state: String? = nil,
        transition: Int = 0
    ) {
        let state = state.flatMap { chart.chart.number(ofState: $0) }.map { UInt32($0) } ?? .max
        var record = automata_machine_record(
            kind: kind, event: event, state: state, transition: UInt32(clamping: transition))
        recorder(run.pointee.handle, &record, run.pointee.context)
    }

    func began(event: String, cause: StepCause, at time: Duration) {
        // C programs don't need this record: they start the machine themselves.
        if cause == .start { return }
        report(AUTOMATA_MACHINE_RECORD_STEP, event: event.isEmpty ? .max : chart.event(named: event) ?? .max)
    }

    func left(_ state: String) { report(AUTOMATA_MACHINE_RECORD_LEFT, state: state) }

    func took(source: String, _ index: Int) { report(AUTOMATA_MACHINE_RECORD_TAKEN, state: source, transition: index) }

    func entered(_ state: String) { report(AUTOMATA_MACHINE_RECORD_ENTERED, state: state) }
}
