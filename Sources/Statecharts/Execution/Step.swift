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
    /// The regions that come and go, in the order in which they came.
    @usableFromInline
    var regions: ContiguousArray<Region> = []
    /// The number of the configuration if the chart is flattened, and `configuration` outdated
    /// then; -1 if not. No event is deferred then.
    @usableFromInline
    var flat: Int32 = -1
    /// The place of the region that the step works on, or -1.
    @usableFromInline
    var focus: Int32 = -1
    /// The number of the one region that sees the event, or 0.
    @usableFromInline
    var onlyRegion: UInt32 = 0
    /// The number of regions that ever came.
    @usableFromInline
    var regionCount: UInt32 = 0
    /// The row of the step, or 0 between steps.
    @usableFromInline
    var row: UInt32 = 0
    /// The operation that is being carried out.
    @usableFromInline
    var position: UInt32 = 0
    /// The number of the event that is being taken.
    @usableFromInline
    var number: UInt32 = 0
    /// The way in which the event came.
    @usableFromInline
    var cause = StepCause.sent
    @usableFromInline
    var state = RunState.running
    @usableFromInline
    var isFull = false
    /// Whether work ends, as no script can run that reacts to a failure.
    @usableFromInline
    var isWithoutScripts = false
    /// The number of steps and raised events that the event has led to.
    @usableFromInline
    var stepCount: UInt32 = 0
    /// The number of events that came from outside, modulo 2³², counted from a number that is
    /// another one for each run: so scripts that runs share tell their events apart.
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
    /// The error of the last guard or action that threw one.
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

    /// The activities that began and ended, if somebody wants to know.
    @usableFromInline
    var activityJournal: ActivityJournal?
    /// The transitions of the step: mostly one.
    @usableFromInline
    var chosen = ChosenTransitions()
    /// One set, made when a history first decides what is entered.
    @usableFromInline
    var entries: ContiguousArray<EntrySet> = []

    /// The number of events that were tried, modulo 2³².
    var serial: UInt32 { eventCount &+ innerCount }

    /// The number of events that wait in queues.
    var waitingCount: Int { raised.count + sent.count + deferred.count + timers.count }

    @usableFromInline
    enum RunState { case running, ending, ended }

    @usableFromInline
    init(_ chart: CompiledStatechart<Behavior>, _ limits: StateMachineLimits) {
        self.chart = chart
        core = chart.storage.tables.core
        (actions, guards) = (chart.storage.actions, chart.storage.guards)
        configuration = StateSet(wordCount: core.pointee.wordCount)
        self.limits = limits
        // Far apart, even if many runs begin one after the other: the golden ratio of 2³².
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

    /// Raises the event of an error, or ends work if the event that is being taken is one, too, and
    /// no script can run again.
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

/// An activity of a state, in one of the regions that come and go, or outside for region 0.
@usableFromInline
struct ActivityRun: Hashable, Sendable {
    @usableFromInline
    var activity: UInt32
    @usableFromInline
    var region: UInt32

    @usableFromInline
    init(activity: UInt32, region: UInt32) { (self.activity, self.region) = (activity, region) }
}

/// The begin or the end of an activity.
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
/// Copies of the machine share it, so only whoever keeps a machine to itself gives it one.
@usableFromInline
final class ActivityJournal {
    private var changes: [ActivityChange]
    /// Ends an activity at once.
    ///
    /// - Returns: `false` if whoever asks for the changes has to end it.
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
