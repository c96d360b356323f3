public import Statecharts

/// The bounds of an analysis, and what it assumes about the world around the chart.
public struct AnalysisOptions: Sendable {
    /// The maximum number of configurations. One counts once for each content of histories, queue
    /// of deferred events, order of running timers, and values of variables.
    public var limit: Int
    /// The maximum number of events that a configuration may defer, and of its delayed events. What
    /// exceeds it isn't explored, and the result says so.
    public var maximumPendingEvents = 4
    /// The maximum number of steps that one event may lead to; more count as endless.
    public var maximumSteps = 1000
    /// The events from outside; `nil` for all that the chart names, but for those of the platform,
    /// `done.state.*` and `error.*`.
    public var events: [String]?
    /// The answers of guards that a program implements; guards without one have both answers.
    public var guards: [String: Bool] = [:]
    /// The effects that are outputs of the chart, for a machine, a comparison or tests.
    public var outputs = StatechartOutputs.effects
    /// The variables whose values aren't explored: conditions on them are guards with both answers.
    public var abstractedVariables: Set<String> = []
    /// A function that makes an instance of a scripting language, by its name, to evaluate
    /// conditions that depend only on data of events; `nil` for none. Other scripts don't run.
    public var makeScripts: (@Sendable (String) throws -> any StatechartScripting)?
    /// A Boolean value that indicates whether an exploration that reaches the limit gives the part
    /// within it, instead of an error.
    public var allowsTruncation = false
    /// The bound on bytes, and the cancellation check.
    public var budget: Budget

    /// Whether steps that only exchange active states are made without the engine.
    package var makesDirectSteps = true

    /// Creates options with a limit on configurations.
    public init(limit: Int = 1_000_000, budget: Budget = .default) { (self.limit, self.budget) = (limit, budget) }
}
