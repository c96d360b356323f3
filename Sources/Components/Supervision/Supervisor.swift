internal import Statecharts

/// The rules by which a supervisor restarts components that fail.
public struct Supervision: Hashable, Sendable {
    /// The components that are restarted when one fails.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        /// That one.
        case one
        /// All, in their order.
        case all
        /// That one and those after it, in their order.
        case rest
    }

    /// The components that are restarted when one fails.
    public var scope: Scope
    /// The maximum number of restarts for failures of one component within the period. At the next
    /// failure, the supervisor fails itself.
    public var maximumRestarts: Int
    /// The time in which restarts are counted.
    public var period: Duration
    /// The time before the first restart within the period, which doubles for each further one.
    public var delay: Duration
    /// The longest time before a restart.
    public var maximumDelay: Duration
    /// Whether the messages that wait for a component when it fails are kept for the fresh one. The
    /// one that it was handling is lost.
    public var keepsMessages: Bool

    /// Creates rules.
    public init(
        _ scope: Scope = .one, maximumRestarts: Int = 3, within period: Duration = .seconds(5),
        after delay: Duration = .zero, atMost maximumDelay: Duration = .seconds(60), keepsMessages: Bool = true
    ) {
        (self.scope, self.maximumRestarts, self.period) = (scope, max(0, maximumRestarts), max(.zero, period))
        (self.delay, self.maximumDelay, self.keepsMessages) = (max(.zero, delay), maximumDelay, keepsMessages)
    }
}

/// A component that restarts others when they fail; see ``Assembly/supervise(_:by:as:file:line:)``.
///
/// It is a part like any other: its messages are in the trace, and it can be supervised itself. If
/// it is restarted, it restarts all its components; if it ends, they end.
public struct Supervisor: Component {
    struct Plans: PortProtocol { let restart = Message<ComponentFailure>() }

    let failures = Input<Failures>()
    private let plans = EventPort<Plans>()
    private let context = ComponentContext()
    private let parts: [String]
    private let policy: Supervision
    /// The times of the latest failures of each component.
    private var times: [String: [Duration]] = [:]

    init(_ parts: [String], _ policy: Supervision) { (self.parts, self.policy) = (parts, policy) }

    /// Restarts the components, if the supervisor itself was restarted.
    public mutating func start() throws {
        if context.restartCount > 0 { try restart(parts[...]) }
    }

    /// Ends the components.
    public mutating func end() {
        for part in parts where context.assembly.contains(part) { try? context.assembly.remove(part) }
    }

    /// Restarts components.
    public static var handlers: Handlers<Supervisor> {
        Receive(\.failures.failed) { supervisor, failure in try supervisor.plan(failure) }
        Receive(\.plans.restart) { supervisor, failure in try supervisor.restart(after: failure) }
    }

    private mutating func plan(_ failure: ComponentFailure) throws {
        let part = failure.component
        // Another one's failure may have restarted it already.
        guard parts.contains(part), context.assembly.needsRestart(after: failure) else { return }
        let start = context.time - policy.period
        let recent = times[part, default: []].filter { $0 > start }
        guard recent.count < policy.maximumRestarts else {
            throw ComponentError.tooManyRestarts(part, limit: policy.maximumRestarts)
        }
        times[part] = recent + [context.time]
        var delay = policy.delay
        for _ in recent where delay < policy.maximumDelay { delay = delay.advanced(by: delay) }
        delay = min(delay, policy.maximumDelay)
        if delay > .zero { plans.restart(failure, after: delay) } else { try restart(after: failure) }
    }

    private func restart(after failure: ComponentFailure) throws {
        guard let index = parts.firstIndex(of: failure.component), context.assembly.needsRestart(after: failure)
        else { return }
        switch policy.scope {
        case .one: try restart(parts[index...index])
        case .all: try restart(parts[...])
        case .rest: try restart(parts[index...])
        }
    }

    private func restart(_ parts: ArraySlice<String>) throws {
        for part in parts {
            do { try context.assembly.restart(part) } catch .unknownPart, .notRunning {
                // It has been removed.
            }
        }
    }
}

extension Assembly {
    /// Adds a component that restarts others when they fail.
    ///
    ///     assembly.supervise(service, model, by: Supervision(.rest, after: .milliseconds(100)))
    ///
    /// A supervised component that fails keeps its name, its ports' channels and its mailbox, and
    /// handles nothing until a fresh one takes its place.
    ///
    /// - Parameters:
    ///   - parts: The components, in the order in which they are restarted.
    ///   - policy: The rules.
    ///   - name: The name of the supervisor.
    /// - Returns: The supervisor, which can be supervised by another one.
    @discardableResult
    public mutating func supervise<each Owner>(
        _ parts: repeat PartReference<each Owner>, by policy: Supervision = .init(), as name: String = "supervisor",
        file: String = #fileID, line: Int = #line
    ) -> PartReference<Supervisor> {
        var names: [String] = []
        for part in repeat each parts { names.append(part.name) }
        let supervised = names
        let supervisor = add(name, file: file, line: line) { Supervisor(supervised, policy) }
        for name in names { connect(PortReference(name, Failures.port), to: supervisor.failures) }
        waitForRestart(names, keepingMessages: policy.keepsMessages)
        return supervisor
    }
}
