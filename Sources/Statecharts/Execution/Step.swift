internal import Synchronization

/// A behavior's view of the running chart during a step: the event, the time, and the active
/// states.
public struct Step<Behavior: StatechartBehavior> {
    @usableFromInline
    let chart: CompiledStatechart<Behavior>
    // Three pointers into `chart`, which keeps them alive.
    @usableFromInline
    let core: UnsafePointer<Core>
    @usableFromInline
    let actions: UnsafePointer<Behavior.Action>
    @usableFromInline
    let guards: UnsafePointer<Behavior.Guard>

    @usableFromInline
    var configuration: StateSet
    @usableFromInline
    var history = NotedStates()
    /// The dynamic regions, in the order in which they were added.
    @usableFromInline
    var regions: ContiguousArray<Region> = []
    /// The number of the configuration in a flattened chart, or -1. If it isn't -1, `configuration`
    /// is outdated, and no event is deferred.
    @usableFromInline
    package var flat: Int32 = -1
    /// The place of the region that the step works on, or -1.
    @usableFromInline
    var focus: Int32 = -1
    /// The number of the only region that sees the event, or 0.
    @usableFromInline
    var onlyRegion: UInt32 = 0
    /// The number of regions that were ever added.
    @usableFromInline
    var regionCount: UInt32 = 0
    /// The row of the step, or 0 between steps.
    @usableFromInline
    var row: UInt32 = 0
    /// The current operation.
    @usableFromInline
    var position: UInt32 = 0
    /// The number of the current event.
    @usableFromInline
    var number: UInt32 = 0
    /// The cause of the step.
    @usableFromInline
    package var cause = StepCause.sent
    @usableFromInline
    var state = RunState.running
    @usableFromInline
    var isFull = false
    /// Whether work ends, as no script can run any more.
    @usableFromInline
    var isWithoutScripts = false
    /// The number of steps and raised events that the event has led to.
    @usableFromInline
    var stepCount: UInt32 = 0
    /// The number of events from outside, modulo 2³², plus a start value that differs for each run,
    /// so that scripts shared by runs can distinguish events.
    @usableFromInline
    var eventCount: UInt32
    /// The number of other events that were tried, modulo 2³².
    @usableFromInline
    var innerCount: UInt32 = 0
    /// The number of steps that left or entered states.
    @usableFromInline
    var changeCount: UInt32 = 0
    @usableFromInline
    var now = Duration.zero
    @usableFromInline
    var data: Behavior.Payload?
    /// The last error of a guard or an action.
    @usableFromInline
    var thrown: (any Error)?

    @usableFromInline
    var raised = EventQueue<Behavior.Payload>()
    @usableFromInline
    var sent = EventQueue<Behavior.Payload>()
    @usableFromInline
    var deferred: ContiguousArray<DeferredEvent<Behavior.Payload>> = []
    @usableFromInline
    var timers = Timers<Behavior.Payload>()
    @usableFromInline
    let limits: StateMachineLimits

    /// The activities that began and ended, if they are recorded.
    @usableFromInline
    var activityJournal: ActivityJournal?
    /// The transitions of the step, usually one.
    @usableFromInline
    var chosen = ChosenTransitions()
    /// At most one set, created when a history first decides the entered states.
    @usableFromInline
    var entries: ContiguousArray<EntrySet> = []

    /// The number of events that were tried, modulo 2³².
    package var serial: UInt32 { eventCount &+ innerCount }

    /// The number of events in queues.
    package var waitingCount: Int { raised.count + sent.count + deferred.count + timers.count }

    @usableFromInline
    enum RunState { case running, ending, ended }

    @usableFromInline
    init(_ chart: CompiledStatechart<Behavior>, _ limits: StateMachineLimits) {
        self.chart = chart
        core = chart.storage.tables.core
        (actions, guards) = (chart.storage.actions, chart.storage.guards)
        configuration = StateSet(wordCount: core.pointee.wordCount)
        self.limits = limits
        // Multiplies by the golden ratio of 2³², so that consecutive runs have counts that are far
        // apart.
        eventCount = runCount.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9
    }

    // MARK: - Looking

    /// The event that is being processed; `nil` if the behavior doesn't declare it.
    public var event: Behavior.Event? { chart.storage.events[Int(number)] }

    /// The data of the event that is being processed.
    @inlinable
    public var payload: Behavior.Payload? { data }

    /// The time since the start.
    @inlinable
    public var time: Duration { now }

    /// The last error that a guard or an action threw; `nil` if there is none.
    ///
    /// A transition on `error.execution` finds the reason here.
    @inlinable
    public var failure: (any Error)? { thrown }

    /// The names of the atomic states that are active, in document order.
    @usableFromInline
    var activeStateNames: [String] {
        var step = self
        step.unflatten()
        return step.atomic(in: step.configuration).flatMap { state in
            let regions = step.regions.filter { $0.state == state }
            return regions.isEmpty ? [state] : regions.flatMap { step.atomic(in: $0.configuration) }
        }.map { step.chart.storage.tables.stateNames[$0] }
    }

    /// Returns whether a state is active.
    ///
    /// A state that is being entered or left counts as active.
    ///
    /// - Complexity: O(1) on average; O(*r*) for a state in one of *r* dynamic regions.
    public func isActive(_ state: Behavior.State) -> Bool {
        chart.storage.tables.number(ofState: state.rawValue).map { isActive($0) } ?? false
    }

    // MARK: - Events

    /// Puts an event into the internal queue: it comes before all events from outside.
    @inlinable
    public mutating func raise(_ event: Behavior.Event, _ payload: Behavior.Payload? = nil) {
        raise(UInt32(chart.number(of: event)), payload)
    }

    /// Sends an event to the chart itself, at once or after a time.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - payload: Its data.
    ///   - delay: The time until it comes.
    ///   - id: A text by which it can be cancelled.
    @inlinable
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, after delay: Duration = .zero, id: String = ""
    ) {
        send(UInt32(chart.number(of: event)), payload, after: delay, id: id)
    }

    /// Cancels the delayed events with an identifier.
    @inlinable
    public mutating func cancel(id: String) { timers.cancel(id: id) }

    @inlinable @inline(__always)
    mutating func raise(_ number: UInt32, _ payload: Behavior.Payload?, seenBy region: UInt32 = 0) {
        guard core.pointee.isHeard[number] else { return }
        guard raised.count < limits.events else { return isFull = true }
        raised.append(QueuedEvent(number: number, payload: payload, region: region))
    }

    /// Raises the event of an error, or ends work if the current event is also an error and no
    /// script can run any more.
    @usableFromInline
    mutating func raise(_ error: any Error, _ payload: Behavior.Payload? = nil) {
        thrown = error
        if number == core.pointee.errorEvent, (error as? ExpressionError)?.endsScripts == true {
            (isFull, isWithoutScripts) = (true, true)
        } else {
            raise(core.pointee.errorEvent, payload)
        }
    }

    @inlinable
    mutating func send(_ number: UInt32, _ payload: Behavior.Payload?, after delay: Duration, id: String) {
        let event = QueuedEvent(number: number, payload: payload)
        if delay > .zero {
            guard timers.count < limits.events else { return isFull = true }
            timers.add(event, at: time.advanced(by: delay), of: -1, id: id)
        } else {
            guard sent.count < limits.events else { return isFull = true }
            sent.append(event)
        }
    }
}

/// The number of runs that this process has begun or restored, modulo 2³².
private let runCount = Atomic<UInt32>(0)

/// An activity of a state in a dynamic region, or outside of regions for region 0.
@usableFromInline
struct ActivityRun: Hashable, Sendable {
    @usableFromInline
    var activity: UInt32
    @usableFromInline
    var region: UInt32

    @usableFromInline
    init(activity: UInt32, region: UInt32) { (self.activity, self.region) = (activity, region) }
}

/// The beginning or the end of an activity.
@usableFromInline
struct ActivityChange {
    @usableFromInline
    var work: ActivityRun
    @usableFromInline
    var isStart: Bool

    @usableFromInline
    init(work: ActivityRun, isStart: Bool) { (self.work, self.isStart) = (work, isStart) }
}

/// The activities of one machine that began and ended.
///
/// Copies of the machine share it, so only a machine that isn't copied should have one.
@usableFromInline
final class ActivityJournal {
    private var changes: [ActivityChange]
    /// Ends an activity at once.
    ///
    /// - Returns: `false` if the receiver of the changes has to end it.
    private let endNow: (ActivityRun) -> Bool

    init(_ changes: [ActivityChange] = [], endNow: @escaping (ActivityRun) -> Bool = { _ in false }) {
        (self.changes, self.endNow) = (changes, endNow)
    }

    @usableFromInline
    func noteStart(_ work: ActivityRun) { changes.append(ActivityChange(work: work, isStart: true)) }

    @usableFromInline
    func noteEnd(_ work: ActivityRun) {
        if !endNow(work) { changes.append(ActivityChange(work: work, isStart: false)) }
    }

    /// Returns the changes since the last call.
    func takeChanges() -> [ActivityChange] {
        defer { changes = [] }
        return changes
    }
}
