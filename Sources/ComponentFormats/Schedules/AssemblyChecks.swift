public import ComponentAnalysis

/// The checks of an assembly's schedules, as the key `checks` of its file has them: the messages
/// from outside, the faults that happen, and the conditions that must hold.
public struct AssemblyChecks: Sendable {
    /// The messages that the environment sends, in this order, at any time.
    public var sent: [ScriptStep] = []
    /// The faults, and the conditions.
    public var options = ScheduleOptions()

    /// Creates checks without messages from outside and faults.
    public init() {}
}
