internal import Synchronization

/// Three pointers into a chart, valid as long as the chart, which the step holds.
@usableFromInline
struct StepTables<Behavior: StatechartBehavior> {
    @usableFromInline
    let core: UnsafePointer<Core>
    @usableFromInline
    let actions: UnsafePointer<Behavior.Action>
    @usableFromInline
    let guards: UnsafePointer<Behavior.Guard>

    init(_ chart: CompiledStatechart<Behavior>) {
        core = chart.storage.tables.core
        (actions, guards) = (chart.storage.actions, chart.storage.guards)
    }
}

/// The event that a run processes, and the place within the step.
@usableFromInline
struct CurrentEvent<Payload> {
    @usableFromInline
    var number: UInt32 = 0
    @usableFromInline
    var payload: Payload?
    /// The number of the only region that sees the event, or 0.
    @usableFromInline
    var onlyRegion: UInt32 = 0
    /// The cause of the step.
    @usableFromInline
    var cause = StepCause.sent
    /// The row of the step, or 0 between steps.
    @usableFromInline
    var row: UInt32 = 0
    /// The current operation.
    @usableFromInline
    var position: UInt32 = 0
}

/// An action that a recorder gets.
@usableFromInline
struct ActionNote {
    @usableFromInline
    var action: RecordedAction
    @usableFromInline
    var name: String

    @usableFromInline
    init(action: RecordedAction, name: String) { (self.action, self.name) = (action, name) }

    /// Whether the engine itself raises the event, sometimes without an action.
    @usableFromInline
    var isOfPlatform: Bool {
        action == .raised
            && (name.hasPrefix("done.state.") || name == "error.execution" || name == "error.communication")
    }
}

/// The events that wait.
@usableFromInline
package struct WaitingEvents<Payload> {
    @usableFromInline
    package var raised = EventQueue<Payload>() { didSet { isChanged = true } }
    @usableFromInline
    package var sent = EventQueue<Payload>() { didSet { isChanged = true } }
    @usableFromInline
    package var deferred = DeferredEvents<Payload>()
    @usableFromInline
    package var timers = Timers<Payload>()
    /// A Boolean value that indicates whether an event found no room.
    @usableFromInline
    package var isFull = false { didSet { isChanged = true } }
    /// Whether events may wait, or found no room: set by each change until all work is done.
    @usableFromInline
    package var isChanged = false

    /// The number of events.
    var count: Int { raised.count + sent.count + deferred.count + timers.count }
}

/// The numbers of processed events, modulo 2³².
@usableFromInline
struct EventCounts {
    /// The number of steps and raised events that the event has led to.
    @usableFromInline
    var steps: UInt32 = 0
    /// The number of events from outside, plus a start value that differs for each run, so that
    /// scripts shared by runs can distinguish events.
    @usableFromInline
    var events: UInt32
    /// The number of other events that were tried.
    @usableFromInline
    var innerEvents: UInt32 = 0

    init() {
        // Multiplies by the golden ratio of 2³², so that consecutive runs have counts that are far
        // apart.
        events = runCount.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9
    }
}

/// The number of runs that this process has begun or restored, modulo 2³².
private let runCount = Atomic<UInt32>(0)

/// Memory that steps reuse.
@usableFromInline
struct StepScratch {
    /// The transitions of the step, usually one.
    @usableFromInline
    var chosen = ChosenTransitions()
    /// At most one set, created when a history first decides the entered states.
    @usableFromInline
    var entries: ContiguousArray<EntrySet> = []
}
