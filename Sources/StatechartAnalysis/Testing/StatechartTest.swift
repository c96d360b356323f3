public import Statecharts

/// A run of a chart from its start, with the outputs and the configuration that the engine has
/// shown after each step.
public struct StatechartTest: Hashable, Sendable {
    /// The outputs of the start.
    public var startOutputs: [String]
    /// The innermost active states after the start.
    public var startConfiguration: [String]
    /// The steps in their order.
    public var steps: [Step]

    /// An event, a time to wait, or an event after a time.
    public struct Step: Hashable, Sendable {
        /// The time to wait before the event.
        public var wait: Duration?
        /// The event from outside; `nil` if only time passes.
        public var event: String?
        /// The data of the event.
        public var data = Value.null
        /// The outputs of the step, of those that ``AnalysisOptions/outputs`` has.
        public var outputs: [String]
        /// The innermost active states after the step.
        public var configuration: [String]
        /// A Boolean value that indicates whether the event was ignored.
        public var isIgnored = false
    }

    /// The steps as arguments of `automata statechart run`: events, and times in milliseconds, such
    /// as `+500`.
    public var arguments: [String] {
        inputs.map(\.description)
    }
}

/// Tests that were made from a chart.
public struct StatechartTestSuite: Sendable {
    /// The tests. Each begins at the start of the chart.
    public internal(set) var tests: [StatechartTest] = []
    /// The parts of the chart that the method asks for and no test reaches, because a guard without
    /// a known value decides, or no times lead there; sentences without a period.
    public internal(set) var missing: [String] = []
    /// The number of parts that the method asks for, for a suite that covers; the number of words
    /// for other methods.
    public internal(set) var goalCount = 0
    /// The outputs by which the tests tell configurations apart.
    public internal(set) var outputs: StatechartOutputs
    /// The number of configurations that tests can reach.
    public internal(set) var configurationCount = 0
    /// The conditions whose values aren't known.
    public internal(set) var abstractedGuards: [String] = []
    /// The parts of the chart that the exploration leaves out.
    public internal(set) var omissions: [String] = []
}

/// A method that makes tests from a chart.
public enum StatechartTestMethod: Hashable, Sendable {
    /// Each state of the chart is entered.
    case states
    /// Each transition of the chart is taken.
    case transitions
    /// Each transition is taken in the step after each other one, if a run does so.
    case pairs
    /// Each configuration is reached.
    case configurations
    /// The W-method: all faults of implementations with at most that many more configurations than
    /// the smallest machine with the same outputs (Chow, 1978).
    case w(extraStates: Int = 0)
    /// The partial W-method, which finds the same faults with fewer words.
    case wp(extraStates: Int = 0)
    /// Random walks of the given length, by a seed.
    case random(count: Int, length: Int = 20, seed: UInt64 = 0)
}
