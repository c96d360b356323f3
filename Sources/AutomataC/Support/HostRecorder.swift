internal import CAutomata
internal import StatechartObservers
internal import Statecharts

/// Passes the steps to C's recorder, and to observers.
struct HostRecorder: StatechartRecorder {
    let recorder: automata_machine_recorder?
    let observers: HostObservers?
    let run: UnsafeMutablePointer<HostRun>
    let chart: StatechartHandle

    /// Returns the recorder of the options; `nil` if there is none.
    @inline(never)
    static func made(
        _ options: automata_machine_options, _ run: UnsafeMutablePointer<HostRun>, _ chart: StatechartHandle
    ) -> (any StatechartRecorder)? {
        let observers = run.pointee.observers?.takeUnretainedValue()
        if options.recorder == nil, observers == nil { return nil }
        return HostRecorder(recorder: options.recorder, observers: observers, run: run, chart: chart)
    }

    private func report(
        _ kind: automata_machine_record_kind, event: automata_statechart_event = .max, state: String? = nil,
        transition: Int = 0
    ) {
        guard let recorder else { return }
        let state = state.flatMap { chart.compiled.number(ofState: $0) }.map { UInt32($0) } ?? .max
        var record = automata_machine_record(
            kind: kind, event: event, state: state, transition: UInt32(clamping: transition))
        recorder(run.pointee.handle, &record, run.pointee.context)
    }

    func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {
        observers?.forEach { $0.received(event, payload, region: region) }
    }

    func waited(until time: Duration) { observers?.forEach { $0.waited(until: time) } }

    func began(event: String, cause: StepCause, at time: Duration) {
        observers?.forEach { $0.began(event: event, cause: cause, at: time) }
        // C programs don't need this record: they start the machine themselves.
        if cause == .start { return }
        report(AUTOMATA_MACHINE_RECORD_STEP, event: event.isEmpty ? .max : chart.event(named: event) ?? .max)
    }

    func left(_ state: String) {
        observers?.forEach { $0.left(state) }
        report(AUTOMATA_MACHINE_RECORD_LEFT, state: state)
    }

    func took(source: String, _ index: Int) { report(AUTOMATA_MACHINE_RECORD_TAKEN, state: source, transition: index) }

    func entered(_ state: String) {
        observers?.forEach { $0.entered(state) }
        report(AUTOMATA_MACHINE_RECORD_ENTERED, state: state)
    }

    static var recordsActions: Bool { true }

    func acted(_ action: RecordedAction, _ name: String) { observers?.forEach { $0.acted(action, name) } }
}
