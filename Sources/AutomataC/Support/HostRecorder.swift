internal import CAutomata
internal import Statecharts

/// Passes the steps to C's recorder.
struct HostRecorder: StatechartRecorder {
    let recorder: automata_machine_recorder
    let run: UnsafeMutablePointer<HostRun>
    let chart: StatechartHandle

    /// Returns the recorder of the options; `nil` if there is none.
    @inline(never)
    static func made(
        _ options: automata_machine_options, _ run: UnsafeMutablePointer<HostRun>, _ chart: StatechartHandle
    ) -> (any StatechartRecorder)? {
        options.recorder.map { HostRecorder(recorder: $0, run: run, chart: chart) }
    }

    private func report(
        _ kind: automata_machine_record_kind, event: automata_statechart_event = .max, state: String? = nil,
        transition: Int = 0
    ) {
        let state = state.flatMap { chart.compiled.number(ofState: $0) }.map { UInt32($0) } ?? .max
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
