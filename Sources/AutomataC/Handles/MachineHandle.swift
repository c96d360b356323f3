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
    /// The machine, once it is made.
    private(set) var engine: MachineEngine
    /// The memory of the lent states.
    private var lentStates: UnsafeMutableBufferPointer<automata_statechart_state>?
    /// The memory of the lent text.
    private var lentText: StableNames?

    init(_ chart: StatechartHandle, _ options: automata_machine_options) {
        self.chart = chart
        run = .allocate(capacity: 1)
        engine = chart.compiled.engine(chart, run, options)
        initializeRun(options.context)
    }

    /// Makes a copy of an idle machine.
    init(copying machine: MachineHandle, context: UnsafeMutableRawPointer?) throws(CallError) {
        chart = machine.chart
        run = .allocate(capacity: 1)
        engine = machine.engine
        initializeRun(context)
        run.pointee.valueBytes = machine.run.pointee.valueBytes
        engine = try machine.engine.copy(run)
    }

    private func initializeRun(_ context: UnsafeMutableRawPointer?) {
        run.initialize(
            to: HostRun(
                handle: lent(), context: context,
                numbers: UnsafeBufferPointer(start: chart.numbers.start, count: chart.numbers.count)))
    }

    deinit {
        run.deallocate()
        lentStates?.deallocate()
    }

    /// The machine between calls; `nil` while a call works on it.
    var idleEngine: MachineEngine? { engine.isMade && !run.pointee.isBusy ? engine : nil }

    /// The machine between calls and within guards and actions; `nil` in other callbacks.
    var readableEngine: MachineEngine? { run.pointee.reading != nil ? engine : idleEngine }

    /// The active atomic states, lent until the next access.
    var activeStates: automata_statechart_states {
        guard let idleEngine else { return automata_statechart_states(items: nil, count: 0) }
        var count = 0
        idleEngine.forEachActiveAtomicState { _ in count += 1 }
        if lentStates == nil || count > lentStates?.count ?? 0 {
            lentStates?.deallocate()
            lentStates = .allocate(capacity: max(count, chart.stateCount))
        }
        guard let room = lentStates else { return automata_statechart_states(items: nil, count: 0) }
        count = 0
        idleEngine.forEachActiveAtomicState { state in
            room.initializeElement(at: count, to: UInt32(state))
            count += 1
        }
        return automata_statechart_states(items: UnsafePointer(room.baseAddress), count: count)
    }

    /// Returns a value whose text is lent until the next one.
    func lend(_ value: Value) -> automata_statechart_value {
        let text = StableNames([value.characters])
        lentText = text
        return value.lent(text[0], text.lent.items[0].length)
    }
}
