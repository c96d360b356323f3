internal import CAutomata
internal import StatechartObservers
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
    /// The charts that watch the machine.
    private let observers: HostObservers?
    /// The memory of the lent states.
    private var lentStates: UnsafeMutableBufferPointer<automata_statechart_state>?
    /// The memory of the lent text.
    private var lentText: StableNames?
    /// The memory of the lent invoked charts.
    private var lentCharts: InvokedCharts?
    /// The memory of the lent observation.
    private var lentObservation: LentObservation?

    init(_ chart: StatechartHandle, _ options: automata_machine_options) throws(CallError) {
        (self.chart, observers) = (chart, try HostObservers.made(options))
        run = .allocate(capacity: 1)
        engine = chart.compiled.engine(chart, run, options)
        initializeRun(options.context)
    }

    /// Makes a copy of an idle machine.
    init(copying machine: MachineHandle, context: UnsafeMutableRawPointer?) throws(CallError) {
        (chart, observers) = (machine.chart, machine.observers?.copy())
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
        run.pointee.observers = observers.map { .passUnretained($0) }
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

    /// The invoked charts that run, lent until the next access.
    var invokedCharts: automata_machine_invoked_charts {
        guard case .session(let session) = idleEngine else {
            return automata_machine_invoked_charts(items: nil, count: 0)
        }
        let charts = InvokedCharts(session.sessions.dropFirst())
        lentCharts = charts
        return charts.lent
    }

    /// The observation of an observer, lent until the next access.
    func observation(_ index: Int) -> automata_machine_observation {
        guard let idleEngine, let observers else { return automata_machine_observation() }
        observers.forEach { $0.advance(until: idleEngine.time) }
        guard let observer = observers[index] else { return automata_machine_observation() }
        let observation = LentObservation(observer)
        lentObservation = observation
        return observation.lent
    }

    /// Returns a value whose text is lent until the next one.
    func lend(_ value: Value) -> automata_statechart_value {
        let text = lend(value.characters)
        return value.lent(text[0], text.lent.items[0].length)
    }

    /// Returns a text that is lent until the next one.
    func lend(_ text: String) -> StableNames {
        let text = StableNames([text])
        lentText = text
        return text
    }
}

/// Invoked charts to be lent to C.
private final class InvokedCharts {
    private let ids: StableNames
    private let states: [StableNames]
    private let items: UnsafeMutableBufferPointer<automata_machine_invoked>

    init(_ sessions: ArraySlice<(session: StatechartSession, parent: Int?)>) {
        ids = StableNames(sessions.map { $0.session.invokeID ?? "" })
        states = sessions.map { StableNames($0.session.activeStateNames) }
        items = .allocate(capacity: sessions.count)
        for (index, (_, parent)) in sessions.enumerated() {
            // The first session isn't among the items. AUTOMATA_NO_POSITION, which is SIZE_MAX, is
            // -1 here.
            items.initializeElement(
                at: index,
                to: automata_machine_invoked(
                    id: ids[UInt32(index)], parent: (parent ?? 0) - 1, states: states[index].lent))
        }
    }

    deinit { items.deallocate() }

    var lent: automata_machine_invoked_charts {
        automata_machine_invoked_charts(
            items: items.isEmpty ? nil : UnsafePointer(items.baseAddress), count: items.count)
    }
}
