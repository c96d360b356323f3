/// A behavior's view of the running chart during a step: the event, the time, and the active
/// states.
public struct Step<Behavior: StatechartBehavior> {
    @usableFromInline
    let chart: CompiledStatechart<Behavior>
    @usableFromInline
    let tables: StepTables<Behavior>
    @usableFromInline
    let limits: StateMachineLimits
    @usableFromInline
    package var run: RunState
    @usableFromInline
    var current = CurrentEvent<Behavior.Payload>()
    @usableFromInline
    package var waiting = WaitingEvents<Behavior.Payload>()
    @usableFromInline
    var counts = EventCounts()
    @usableFromInline
    var scratch = StepScratch()
    /// The last error of a guard or an action.
    @usableFromInline
    var thrown: (any Error)?
    /// Whether work ends, as no script can run any more.
    var isWithoutScripts = false
    /// Returns whether waiting events may take the given number of bytes; `nil` without a bound.
    @usableFromInline
    package var mayTake: (@Sendable (Int) -> Bool)?
    /// Whether work ends, as there is no memory for waiting events.
    var isWithoutMemory = false
    /// The actions since the last record, if they are recorded.
    @usableFromInline
    var notes: [ActionNote]?
    /// The activities that began and ended, if they are recorded.
    @usableFromInline
    var activityJournal: ActivityJournal?

    @inlinable @inline(__always)
    package var core: UnsafePointer<Core> { tables.core }

    /// The number of events that were tried, modulo 2³².
    package var serial: UInt32 { counts.events &+ counts.innerEvents }

    /// The number of events in queues.
    package var waitingCount: Int { waiting.count }

    package var cause: StepCause { current.cause }

    @usableFromInline
    init(_ chart: CompiledStatechart<Behavior>, _ limits: StateMachineLimits) {
        (self.chart, self.limits) = (chart, limits)
        tables = StepTables(chart)
        run = RunState(wordCount: tables.core.pointee.wordCount)
    }

    // MARK: - Looking

    /// The event that is being processed; `nil` if there is none, or the behavior doesn't declare
    /// it.
    public var event: Behavior.Event? { chart.storage.events[Int(current.number)] }

    /// The data of the event that is being processed.
    @inlinable
    public var payload: Behavior.Payload? { current.payload }

    /// The time since the start.
    @inlinable
    public var time: Duration { run.time }

    /// The last error that a guard or an action threw; `nil` if there is none.
    ///
    /// A transition on `error.execution` finds the reason here.
    @inlinable
    public var failure: (any Error)? { thrown }

    /// The names of the atomic states that are active, in document order.
    var activeStateNames: [String] {
        @_semantics("optimize.sil.specialize.generic.never")
        get {
            var step = self
            step.unflatten()
            return step.atomic(in: step.run.configuration).flatMap { state in
                let regions = step.run.regions.filter { $0.state == state }
                return regions.isEmpty ? [state] : regions.flatMap { step.atomic(in: $0.configuration) }
            }.map { step.chart.storage.tables.stateNames[$0] }
        }
    }

    /// Returns whether a state is active.
    ///
    /// A state that is being entered or left counts as active.
    ///
    /// - Complexity: O(1) on average; O(*r*) for a state in one of *r* dynamic regions.
    public func isActive(_ state: Behavior.State) -> Bool {
        chart.storage.tables.number(ofState: state.rawValue).map { isActive($0) } ?? false
    }

    /// Returns whether a state of a submachine is active.
    ///
    /// - Parameters:
    ///   - state: The state, by its name in the submachine's chart.
    ///   - submachine: The state with the submachine.
    /// - Returns: `false`, too, if there is no such state.
    /// - Complexity: O(*n*), and an allocation, for names of *n* bytes in all.
    public func isActive(_ state: some StatechartSymbol, in submachine: Behavior.State) -> Bool {
        isActive(named: submachine.rawValue + "." + state.rawValue) ?? false
    }

    // MARK: - Events

    /// Puts an event into the internal queue: it comes before all events from outside.
    @inlinable
    public mutating func raise(_ event: Behavior.Event, _ payload: Behavior.Payload? = nil) {
        if notes != nil { add(.raised, event.rawValue) }
        raise(UInt32(chart.number(of: event)), payload)
    }

    /// Sends an event to the chart itself, immediately or after a delay.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - payload: The event's data.
    ///   - delay: The time until the event comes.
    ///   - id: A text by which the event can be cancelled.
    @inlinable
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, after delay: Duration = .zero, id: String = ""
    ) {
        if notes != nil { add(.sent, event.rawValue) }
        send(UInt32(chart.number(of: event)), payload, after: delay, id: id)
    }

    /// Cancels the delayed events with an identifier.
    @inlinable
    public mutating func cancel(id: String) { waiting.timers.cancel(id: id) }

    @inlinable @inline(__always)
    mutating func raise(_ number: UInt32, _ payload: Behavior.Payload?, seenBy region: UInt32 = 0) {
        guard core.pointee.hasReaction[number] else { return }
        guard waiting.raised.count < limits.events, mayGrow(waiting.raised.count, waiting.raised.ring.count)
        else { return waiting.isFull = true }
        waiting.raised.append(QueuedEvent(number: number, payload: payload, region: region))
    }

    /// Raises the event of an error, or ends work if the current event is also an error and no
    /// script can run any more.
    @usableFromInline
    mutating func raise(_ error: any Error, _ payload: Behavior.Payload? = nil) {
        thrown = error
        if current.number == core.pointee.errorEvent, (error as? ExpressionError)?.endsScripts == true {
            (waiting.isFull, isWithoutScripts) = (true, true)
        } else {
            raise(core.pointee.errorEvent, payload ?? Behavior.payload(of: error))
        }
    }

    @inlinable
    mutating func send(_ number: UInt32, _ payload: Behavior.Payload?, after delay: Duration, id: String) {
        let event = QueuedEvent(number: number, payload: payload)
        if delay > .zero {
            guard waiting.timers.count < limits.events, mayGrow(waiting.timers.count, waiting.timers.heap.capacity)
            else { return waiting.isFull = true }
            waiting.timers.add(event, at: time.advanced(by: delay), of: -1, id: id)
        } else {
            guard waiting.sent.count < limits.events, mayGrow(waiting.sent.count, waiting.sent.ring.count)
            else { return waiting.isFull = true }
            waiting.sent.append(event)
        }
    }

    // MARK: - Memory

    /// Returns whether a list may have one more element. The host is asked only when a long list
    /// grows.
    @inlinable @inline(__always)
    mutating func mayGrow(_ count: Int, _ capacity: Int) -> Bool {
        count < capacity || count < 1024 || mayDouble(count)
    }

    @usableFromInline @inline(never)
    mutating func mayDouble(_ count: Int) -> Bool {
        guard let mayTake else { return true }
        // A region has its states in words. The elements are copied, and then have twice the room.
        let elementSize = MemoryLayout<Timers<Behavior.Payload>.Timer>.stride + 8 * core.pointee.wordCount
        isWithoutMemory = !mayTake(4 * count * elementSize)
        return !isWithoutMemory
    }
}
