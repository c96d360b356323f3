/// The reason why a machine stopped between two steps.
public enum StateMachineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One event led to more steps than the limit allows; `active` has the active atomic states.
    case tooManySteps(limit: Int, active: [String])
    /// More events or timers are waiting, or more dynamic regions were added, than the limit
    /// allows.
    case tooManyEvents(limit: Int)
    /// There is no memory for more waiting events; only machines of the C library report this.
    case tooLittleMemory
    /// Scripts can't run any more, not even to handle errors.
    case scriptsEnded(reason: String)
    /// A program sent an event whose name has a space.
    case invalidEvent(reason: String)

    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .tooManySteps(let limit, let active):
            "one event led to more than \(limit) steps; look for transitions that follow each other forever "
                + "in \(active.prefix(8).map { "'\($0)'" }.joined(separator: ", "))"
        case .tooManyEvents(let limit):
            "more than \(limit) events or timers are waiting, or more than \(limit) regions were added; "
                + "raise, send or add fewer, or handle deferred events"
        case .tooLittleMemory: "there isn't enough memory for more waiting events; raise, send or defer fewer"
        case .scriptsEnded(let reason), .invalidEvent(let reason): reason
        }
    }
}

/// The bounds of a machine's work.
public struct StateMachineLimits: Hashable, Sendable {
    /// The maximum number of steps that one event may lead to.
    public var steps: Int
    /// The maximum number of events in each queue, and likewise of deferred events, of delayed
    /// events and timers, and of dynamic regions.
    public var events: Int

    /// Creates limits on the steps that one event may cause, and on the length of each event queue.
    public init(steps: Int = 10_000, events: Int = 10_000) { (self.steps, self.events) = (steps, events) }
}
