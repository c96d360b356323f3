internal import Synchronization

extension ComponentSystem {
    /// Lets no component handle a further message, and waits until none works.
    ///
    /// What is sent meanwhile, also from outside, waits. The time of the system stands still:
    /// messages for later and time limits of commands wait as long as the pause lasts. Sequences
    /// that feed ports go on, as they are outside, until mailboxes have no room.
    ///
    /// One ``resume()`` ends the pause, however many tasks have paused. At the end of the system,
    /// and when the task is cancelled, it returns at once.
    ///
    /// - Parameter limit: The time to wait for components that work, such as one in an endless
    ///   loop; `nil` for no limit.
    /// - Returns: The names of the components that still work, which is to say none if all have
    ///   stopped. They stop as soon as they have handled their messages.
    /// - Complexity: O(*n*) for *n* components.
    @discardableResult
    public func pause(within limit: Duration? = nil) async -> [String] { await host.pause(within: limit) }

    /// Lets components handle messages again. At once there is the next stop, if another state or
    /// condition of a breakpoint has become true before the system was paused.
    ///
    /// - Complexity: O(*n*) for *n* components.
    public func resume() { host.resume() }

    /// Whether the system is paused, or about to be.
    public var isPaused: Bool { host.shared.withLock(\.pause.isOn) }

    /// Lets one component handle one message while the system is paused.
    ///
    /// It first does what else is to be done before its next message, such as starting. Breakpoints
    /// at messages don't stop it.
    ///
    /// - Parameter part: The name of the component; `nil` for the one whose messages have waited
    ///   longest, as far as is known.
    /// - Returns: The message, which is handled; `nil` if none waits, or the system isn't paused.
    @discardableResult
    public func step(_ part: String? = nil) async -> QueuedMessage? { await host.step(part) }

    /// The messages that wait in mailboxes while the system is paused, by component; empty while it
    /// isn't.
    ///
    /// - Complexity: O(*m*) for *m* messages; O(*m* · *n*) for *n* steps of a recording.
    public var waitingMessages: [QueuedMessage] { host.waitingMessages() }

    // MARK: - Breakpoints

    /// The breakpoints.
    public var breakpoints: [Breakpoint] { host.shared.withLock(\.breakpoints) }

    /// Sets the breakpoints, instead of those before. They hold from the next message of each
    /// component on, and pause the system. Those at a part that has ended hold when it is added
    /// again.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if a part isn't there, or
    ///   ``ComponentError/invalidBreakpoint(_:_:)`` if it has no such message or state.
    /// - Complexity: O(*b* · *m*) for *b* breakpoints and *m* messages that components receive.
    public func setBreakpoints(_ breakpoints: [Breakpoint]) throws(ComponentError) {
        try host.set(breakpoints)
    }

    /// The stop at which the system is paused; `nil` if it isn't, or by ``pause(within:)`` or
    /// ``step(_:)``.
    public var breakpointHit: Breakpoint.Hit? { host.shared.withLock(\.pause.hit) }

    /// Waits until a breakpoint has paused the system, and no component works.
    ///
    ///     while let hit = await system.waitForBreakpoint() {
    ///         print(hit)
    ///         system.resume()
    ///     }
    ///
    /// - Returns: The stop, at once if the system is paused at it; `nil` when the system ends or
    ///   the task is cancelled.
    public func waitForBreakpoint() async -> Breakpoint.Hit? { await host.waitForHit() }

    // MARK: - Looking at components

    /// Calls a closure with a component, to read it, between two of its messages; also while the
    /// system is paused.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there or has another
    ///   type.
    public func read<Owner: Component & SendableMetatype, Result: Sendable>(
        _ part: PartReference<Owner>, _ body: @escaping @Sendable (Owner) -> Result
    ) async throws(ComponentError) -> Result {
        let result: Result? = await host.read(part.name) { instance in
            (instance as? TypedInstance<Owner>).map { body($0.component) }
        }
        guard let result else { throw .unknownPart(part.name, hasEnded: host.hasEnded(part.name)) }
        return result
    }

    /// Returns the names of the atomic states that are active in a component that is a chart, in
    /// document order, between two of its messages.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func activeStateNames<Owner>(of part: PartReference<Owner>) async throws(ComponentError) -> [String] {
        guard let names = await activeStateNames(ofPart: part.name) else {
            throw .unknownPart(part.name, hasEnded: host.hasEnded(part.name))
        }
        return names
    }

    /// Returns the names of the atomic states that are active in a component that is a chart; `nil`
    /// if the component isn't there.
    package func activeStateNames(ofPart name: String) async -> [String]? {
        await host.read(name) { $0.activeStateNames }
    }
}

extension SystemHost {
    fileprivate func set(_ breakpoints: [Breakpoint]) throws(ComponentError) {
        // A restart replaces the ports.
        changeLock.lock()
        defer { changeLock.unlock() }
        try check(breakpoints, Array(shared.withLock(\.all).values))
        shared.withLock { $0.breakpoints = breakpoints }
        // Those that start later find them.
        for component in shared.withLock(\.all).values {
            post(to: component) { [unowned self, unowned component] in
                component.bind(shared.withLock(\.breakpoints))
            }
        }
    }

    fileprivate func waitForHit() async -> Breakpoint.Hit? {
        let waiter = HitWaiter()
        let isOver = shared.withLock { shared in
            if hasStopped.load(ordering: .sequentiallyConsistent) { return true }
            shared.pause.hitWaiters.append(waiter)
            return false
        }
        if isOver { return nil }
        openIfIdle()
        await waiter.latch.wait()
        return waiter.hit.withLock { $0 }
    }

    fileprivate func read<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable (ComponentInstance) -> Result?
    ) async -> Result? {
        guard let component = component(name) else { return nil }
        let result = Guarded<Result?>(nil)
        await visit(
            component,
            Visit { component in
                result.withLock { $0 = body(component.instance) }
                return nil
            })
        return result.withLock { $0 }
    }
}
