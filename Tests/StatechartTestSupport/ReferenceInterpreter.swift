package import Statecharts

/// A slow and plain interpreter of statecharts that follows `Semantics.md` word by word.
///
/// It supports all actions and conditions except those with expressions, but no dynamic regions.
/// Faster engines are compared with the interpreter.
package struct ReferenceInterpreter {
    package let chart: ReferenceChart
    let isTrue: (String) -> Bool
    let fails: (String) -> Bool

    /// Rule 1: the configuration, which is the set of active states.
    package internal(set) var active: Set<String> = []
    /// What histories stand for, once their parents were left.
    var noted: [String: [String]] = [:]
    var internalQueue: [String] = []
    var externalQueue: [String] = []
    var kept: [KeptEvent] = []
    /// Timers and delayed events in the order in which they began.
    var clocks: [Clock] = []
    var now: Duration = .zero
    /// The number of steps that left or entered a state.
    var changeCount = 0
    /// The trace so far, in order: `enter a`, `exit a`, `perform x`, `raise e`.
    package internal(set) var trace: [String] = []
    /// A Boolean value that indicates whether the run has ended.
    package internal(set) var isDone = false
    /// A Boolean value that indicates whether an event needed more rounds than the limit allows.
    package private(set) var isOverLimit = false
    private let limit: Int
    /// The rare occurrences so far, by which tests check that they cover them.
    package internal(set) var occurrences = Occurrences()

    /// The numbers of rare occurrences.
    package struct Occurrences {
        /// Timers and delayed events that were due at the same time as another timer or event.
        package var simultaneous = 0
        /// Timers and delayed events that were canceled or whose state was left.
        package var canceled = 0
        /// Timers and delayed events that were canceled at the instant at which they were due.
        package var canceledWhenDue = 0
        /// Events that a state deferred.
        package var deferred = 0
        /// Deferred events that triggered a transition later.
        package var recalled = 0
        /// Orthogonal states that were completed by their last region, which is itself orthogonal.
        package var nestedCompletions = 0
        /// Histories that led to recorded states.
        package var recordedHistories = 0
        /// Delayed events and timers that became due.
        package var timed = 0
    }

    /// An event that waits until other states are active.
    struct KeptEvent {
        var name: String
        /// The number of changes when the event was last tried.
        var changeCount: Int
    }

    /// A timer, or an event that is sent with a delay.
    struct Clock {
        var due: Duration
        var cause: Cause
        /// The identifier by which an event is cancelled.
        var id: String?
    }

    /// The reason for a step.
    enum Cause: Hashable {
        case nothing
        case event(String)
        case timer(source: String, number: Int)
    }

    /// Creates an interpreter of a valid chart.
    ///
    /// - Parameters:
    ///   - isTrue: Returns whether a named guard is true.
    ///   - fails: Returns whether a named action or guard throws an error.
    ///   - limit: The maximum number of steps and internal events that an event may cause.
    package init(
        _ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool = { _ in false },
        limit: Int = 200
    ) {
        self.chart = ReferenceChart(chart)
        (self.isTrue, self.fails, self.limit) = (isTrue, fails, limit)
    }

    /// The time of the next timer or delayed event.
    package var deadline: Duration? { isDone ? nil : clocks.map(\.due).min() }

    /// Removes timers and delayed events.
    mutating func removeClocks(where isEnded: (Clock) -> Bool) {
        let ended = clocks.filter(isEnded)
        occurrences.canceled += ended.count
        occurrences.canceledWhenDue += ended.count { $0.due == now }
        clocks.removeAll(where: isEnded)
    }

    /// The names of the active atomic states in document order.
    package var configuration: [String] { chart.inDocumentOrder(active).filter(chart.isAtomic) }
}

// MARK: - Events and time

extension ReferenceInterpreter {
    /// Enters the root and runs to completion.
    package mutating func start() {
        enter(entries(to: chart.root, targets: []))
        endIfFinal()
        runToCompletion()
    }

    /// Rule 12: processes an external event and runs to completion.
    package mutating func send(_ event: String) {
        guard !isDone else { return }
        externalQueue.append(event)
        if !isOverLimit { take(externalQueue.removeFirst()) }
        runToCompletion()
    }

    /// Rule 18: advances the time; timers and events are processed by their due times, then by
    /// their starts.
    package mutating func advance(by duration: Duration) {
        let end = now + duration
        while !isDone, !isOverLimit, let index = clocks.indices.min(by: { clocks[$0].due < clocks[$1].due }),
            clocks[index].due <= end
        {
            let clock = clocks.remove(at: index)
            now = clock.due
            occurrences.timed += 1
            if clocks.contains(where: { $0.due == now }) { occurrences.simultaneous += 1 }
            if case .event(let name) = clock.cause {
                send(name)
            } else {
                step(on: clock.cause)
                runToCompletion()
            }
        }
        now = end
    }

    /// Rules 12 and 23: does what there is to do, up to the limit.
    private mutating func runToCompletion() {
        var rounds = 0
        while !isDone, doNext() {
            rounds += 1
            isOverLimit =
                ([rounds, internalQueue.count, externalQueue.count, kept.count, clocks.count]).max() ?? 0 > limit
            if isOverLimit { return }
        }
    }

    /// Rules 12, 13 and 17: makes the next step or tries the next event; returns whether there was
    /// one.
    private mutating func doNext() -> Bool {
        if step(on: .nothing) { return true }
        if !internalQueue.isEmpty {
            take(internalQueue.removeFirst())
        } else if let index = kept.firstIndex(where: { $0.changeCount < changeCount }) {
            takeKept(at: index)
        } else if !externalQueue.isEmpty {
            take(externalQueue.removeFirst())
        } else {
            return false
        }
        return true
    }

    /// Rule 17: an event that enables nothing is kept if an active state defers it.
    private mutating func take(_ event: String) {
        if !step(on: .event(event)), isDeferred(event) {
            kept.append(KeptEvent(name: event, changeCount: changeCount))
            occurrences.deferred += 1
        }
    }

    /// Rule 17: an event that is still deferred stays in its place.
    private mutating func takeKept(at index: Int) {
        let event = kept[index].name
        if step(on: .event(event)) {
            occurrences.recalled += 1
            kept.remove(at: index)
        } else if isDeferred(event) {
            kept[index].changeCount = changeCount
        } else {
            kept.remove(at: index)
        }
    }

    private func isDeferred(_ event: String) -> Bool {
        active.contains { state in chart[state].deferred.contains { $0.matches(event) } }
    }
}
