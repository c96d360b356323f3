/// The events of a program, and the interceptors that products attach to them.
///
/// An event is some work with a name. Interceptors run before it, after it, or instead of it.
/// Interceptors of the same kind run in the order in which they were attached. An event without
/// interceptors costs one comparison, and its payload isn't created.
///
/// An interception is a value: changes while an event runs don't affect that event.
///
/// ```swift
/// var interception = Interception { work in Thread.detachNewThread(work) }
/// let syncing = try interception.declare("sync", payload: SyncRequest.self)
/// try interception.attach(.before, to: [syncing]) { print("syncing", $0.payload.folder) }
/// try interception.perform(syncing, SyncRequest(folder: "/")) { try engine.sync() }
/// ```
public struct Interception {
    /// The time at which an interceptor runs.
    public enum Moment: Sendable {
        /// Before the work, and before interceptors that replace the work.
        case before
        /// After the work, whether it was completed, failed or was skipped.
        case after
    }

    /// A function that runs work on a thread or a queue.
    public typealias Executor = (@escaping @Sendable () -> Void) -> Void

    /// The `Chain` of each event; `nil` if no interceptor is attached.
    @usableFromInline var chains: [AnyObject?] = []
    @usableFromInline var declarations: [EventDeclaration] = []
    private var indices: [String: Int] = [:]
    private let executor: Executor

    /// Creates an interception without events.
    ///
    /// - Parameter executor: Runs nonblocking interceptors; the default runs each immediately,
    ///   while the program waits.
    public init(executor: @escaping Executor = { $0() }) { self.executor = executor }

    /// The names of the events, in the order of their declaration.
    public var eventNames: [String] { declarations.map(\.name) }

    /// Declares an event.
    ///
    /// - Complexity: O(1).
    /// - Throws: `ProductLineError` if an event with that name is already declared.
    public mutating func declare<Payload>(
        _ name: String, payload: Payload.Type = Void.self
    ) throws(ProductLineError) -> Event<Payload> {
        guard indices[name] == nil else {
            throw ProductLineError("two events are named \(name.inQuotes)", remedy: "give each event a name of its own")
        }
        let event = Event<Payload>(name: name, index: declarations.count)
        indices[name] = event.index
        declarations.append(EventDeclaration(event))
        chains.append(nil)
        return event
    }

    /// Does the work of an event, with the interceptors that are attached to the event.
    ///
    /// An event of another interception has no interceptors here.
    ///
    /// - Parameters:
    ///   - event: The event that occurs.
    ///   - payload: The information that the event carries; evaluated only if there are
    ///     interceptors.
    ///   - work: The function that does the work.
    /// - Complexity: O(1) if no interceptor is attached, otherwise O(*k*) for *k* interceptors.
    /// - Throws: The error of the work. If interceptors ran the work several times, only its last
    ///   run counts.
    @inlinable
    public func perform<Payload, Failure: Error>(
        _ event: Event<Payload>, _ payload: @autoclosure () -> Payload, _ work: () throws(Failure) -> Void
    ) throws(Failure) {
        guard event.index < chains.count, let chain = chains[event.index] else { return try work() }
        try perform(event, chain, payload(), work)
    }

    @inlinable
    func perform<Payload, Failure: Error>(
        _ event: Event<Payload>, _ chain: AnyObject, _ payload: Payload, _ work: () throws(Failure) -> Void
    ) throws(Failure) {
        // Events that were declared elsewhere have no interceptors here.
        guard declarations[event.index].declares(event) else { return try work() }
        let chain = unsafeDowncast(chain, to: Chain<Payload>.self)
        let occurrence = Occurrence(eventName: event.name, payload: payload, outcome: nil)
        for interceptor in chain.before { interceptor(occurrence) }
        var end = (outcome: Outcome.completed, failure: Failure?.none)
        if chain.replacements.isEmpty {
            do throws(Failure) { try work() } catch { end = (.failed(error), error) }
        } else {
            end = replaced(by: chain.replacements, occurrence, work)
        }
        let last = Occurrence(eventName: event.name, payload: payload, outcome: end.outcome)
        for interceptor in chain.after { interceptor(last) }
        if let failure = end.failure { throw failure }
    }

    /// Runs interceptors instead of the work, and returns the outcome of the work's last run.
    @inlinable
    func replaced<Payload, Failure: Error>(
        by interceptors: [(Occurrence<Payload>, () -> Outcome) -> Void], _ occurrence: Occurrence<Payload>,
        _ work: () throws(Failure) -> Void
    ) -> (outcome: Outcome, failure: Failure?) {
        var end = (outcome: Outcome.skipped, failure: Failure?.none)
        var runCount = 0
        /// Runs the rest of the chain after the first `count` interceptors, and returns its
        /// outcome.
        func proceed(past count: Int) -> Outcome {
            let start = runCount
            if count < interceptors.count {
                interceptors[count](occurrence) { proceed(past: count + 1) }
            } else {
                runCount &+= 1
                do throws(Failure) {
                    try work()
                    end = (.completed, nil)
                } catch {
                    end = (.failed(error), error)
                }
            }
            return runCount == start ? .skipped : end.outcome
        }
        _ = proceed(past: 0)
        return end
    }
}

// MARK: - Attachment

extension Interception {
    /// Attaches an interceptor that the program waits for.
    ///
    /// - Complexity: O(*k* + *i*) for *k* events that have *i* interceptors.
    /// - Throws: `ProductLineError` if `events` is empty or has an event that another interception
    ///   declared. Then no interceptor is attached.
    public mutating func attach<Payload>(
        _ moment: Moment, to events: [Event<Payload>], _ interceptor: @escaping (Occurrence<Payload>) -> Void
    ) throws(ProductLineError) {
        try change(events) { chain in
            switch moment {
            case .before: chain.before.append(interceptor)
            case .after: chain.after.append(interceptor)
            }
        }
    }

    /// Attaches an interceptor that the executor runs; the program doesn't wait for it.
    ///
    /// - Complexity: O(*k* + *i*) for *k* events that have *i* interceptors.
    /// - Throws: `ProductLineError` if `events` is empty or has an event that another interception
    ///   declared. Then no interceptor is attached.
    public mutating func attachNonblocking<Payload: Sendable>(
        _ moment: Moment, to events: [Event<Payload>],
        _ interceptor: @escaping @Sendable (Occurrence<Payload>) -> Void
    ) throws(ProductLineError) {
        let executor = executor
        try attach(moment, to: events) { occurrence in executor { interceptor(occurrence) } }
    }

    /// Attaches an interceptor that runs instead of the work.
    ///
    /// - Parameters:
    ///   - events: The events to intercept.
    ///   - interceptor: A function that receives the occurrence and a function `proceed`. The
    ///     latter runs the next interceptor of this kind, or the work if no interceptor follows;
    ///     the interceptor may call it once, never, or again after a failure. Each call returns the
    ///     outcome of the work, or `skipped` if the work didn't run.
    /// - Complexity: O(*k* + *i*) for *k* events that have *i* interceptors.
    /// - Throws: `ProductLineError` if `events` is empty or has an event that another interception
    ///   declared. Then no interceptor is attached.
    public mutating func attachReplacement<Payload>(
        to events: [Event<Payload>], _ interceptor: @escaping (Occurrence<Payload>, _ proceed: () -> Outcome) -> Void
    ) throws(ProductLineError) {
        try change(events) { $0.replacements.append(interceptor) }
    }

    /// Attaches an interceptor to events with any payload, given by their names; the program waits
    /// for it.
    ///
    /// - Complexity: O(*k* + *i*) for *k* events that have *i* interceptors.
    /// - Throws: `ProductLineError` if there are no names, or with all names that no event has.
    ///   Then no interceptor is attached.
    public mutating func attach(
        _ moment: Moment, toEventsNamed names: [String], _ interceptor: @escaping (Occurrence<Any>) -> Void
    ) throws(ProductLineError) {
        var findings = FindingList()
        if names.isEmpty { findings.addNoEvents() }
        for name in names where indices[name] == nil {
            findings.addUnknown("event", name, among: eventNames, else: "declare it first")
        }
        try findings.check()
        for index in names.compactMap({ indices[$0] }) {
            try declarations[index].attach(moment, interceptor, &self)
        }
    }

    private mutating func change<Payload>(
        _ events: [Event<Payload>], _ change: (Chain<Payload>) -> Void
    ) throws(ProductLineError) {
        var findings = FindingList()
        if events.isEmpty { findings.addNoEvents() }
        for event in events where event.index >= chains.count || !declarations[event.index].declares(event) {
            findings.add(
                nil, "the event \(event.name.inQuotes) was declared in another interception",
                "declare it in this interception")
        }
        try findings.check()
        for event in events {
            let chain = Chain(chains[event.index] as? Chain<Payload>)
            change(chain)
            chains[event.index] = chain
        }
    }
}

extension FindingList {
    fileprivate mutating func addNoEvents() {
        add(nil, "an interceptor is attached to no event", "name at least one event")
    }
}

/// The interceptors of an event, which don't change once they are in use.
@usableFromInline
final class Chain<Payload> {
    @usableFromInline var before: [(Occurrence<Payload>) -> Void]
    @usableFromInline var replacements: [(Occurrence<Payload>, () -> Outcome) -> Void]
    @usableFromInline var after: [(Occurrence<Payload>) -> Void]

    init(_ other: Chain?) {
        before = other?.before ?? []
        replacements = other?.replacements ?? []
        after = other?.after ?? []
    }
}

/// An event whose payload isn't known to the compiler.
@usableFromInline
struct EventDeclaration {
    @usableFromInline let name: String
    @usableFromInline let payload: ObjectIdentifier
    /// Attaches an interceptor of any payload.
    let attach:
        (Interception.Moment, @escaping (Occurrence<Any>) -> Void, inout Interception) throws(ProductLineError) -> Void

    init<Payload>(_ event: Event<Payload>) {
        name = event.name
        payload = ObjectIdentifier(Payload.self)
        attach = { moment, interceptor, interception throws(ProductLineError) in
            try interception.attach(moment, to: [event]) { occurrence in
                interceptor(
                    Occurrence(
                        eventName: occurrence.eventName, payload: occurrence.payload, outcome: occurrence.outcome))
            }
        }
    }

    @inlinable
    func declares<Payload>(_ event: Event<Payload>) -> Bool {
        payload == ObjectIdentifier(Payload.self) && name == event.name
    }
}
