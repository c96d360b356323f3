public import Statecharts

/// A likely mistake that the runs of a chart show, with a shortest run.
public struct AnalysisFinding: Hashable, Sendable {
    /// The kind of finding.
    public var kind: Kind
    /// The part of the chart, or the condition.
    public var subject: String
    /// A sentence that says what was found.
    public var message: String
    /// The inputs of a shortest run that shows it, as arguments of `automata statechart run`: names
    /// of events, and times in milliseconds, such as `+500`. Empty if no input is necessary, and if
    /// the finding is that there is no run.
    public var events: [String]
    /// The letters of the run, which also have the answers of guards.
    public var letters: [String] = []
    /// The innermost active states at the end of the run.
    public var configuration: [String] = []
    /// A Boolean value that indicates whether the engine has shown the same in a run of the chart,
    /// or the exploration is complete if the finding is that there is no run. Otherwise, the
    /// finding is only possible; so it is if the run has an event that only the platform sends.
    public var isConfirmed: Bool

    /// The states and transitions of the run, if ``AnalysisQuestions/recordsPaths`` is set.
    public var path: Path?

    /// The states that a run enters, and the transitions that it takes.
    public struct Path: Hashable, Sendable {
        /// The names of the states, in document order.
        public internal(set) var states: [String] = []
        /// The transitions, each by the name of its source and its index in the source's
        /// transitions.
        public internal(set) var transitions: [Transition] = []

        /// A transition of a path.
        public struct Transition: Hashable, Sendable {
            /// The name of the source.
            public let source: String
            /// The index among the source's transitions.
            public let index: Int
        }
    }

    /// A kind of finding.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A configuration that must not be.
        case never
        /// A state that no run enters.
        case unreachable
        /// A transition that no run takes.
        case deadTransition = "dead-transition"
        /// An event that a configuration ignores.
        case unhandled
        /// A configuration in which no event and no timer leads to a transition, though the chart
        /// hasn't ended.
        case deadEnd = "dead-end"
        /// An event or a timer that leads to steps without end.
        case livelock
        /// A run that an observer rejects, or that lacks a property.
        case observer
        /// States that no run can tell apart.
        case indistinguishable
        /// The exploration stopped before it was complete.
        case truncated
    }
}

/// The questions of an analysis.
public struct AnalysisQuestions: Sendable {
    /// Conditions that no configuration may satisfy.
    public var never: [StateCondition]
    /// Charts that watch the runs, and fail in a state with the name `fail`, or one that begins
    /// with `fail.`. They get what `StatechartObserver` gets.
    public var observers: [Statechart]
    /// Properties that all runs must have.
    public var properties: [TraceProperty]
    /// A Boolean value that indicates whether to report events that a configuration ignores.
    public var reportsUnhandled: Bool
    /// A Boolean value that indicates whether to report states and configurations that no event and
    /// no timer tells apart by the outputs of the options.
    public var reportsIndistinguishable: Bool
    /// A Boolean value that indicates whether to report unreachable states, dead transitions, dead
    /// ends and livelocks.
    ///
    /// Without these, the analysis keeps no moves between configurations, and it ends when it has
    /// found a run for each condition.
    public var reportsMistakes = true
    /// A Boolean value that indicates whether findings have the states and transitions of their
    /// runs.
    public var recordsPaths = false

    /// Creates questions.
    public init(
        never: [StateCondition] = [], observers: [Statechart] = [], properties: [TraceProperty] = [],
        reportsUnhandled: Bool = false, reportsIndistinguishable: Bool = false
    ) {
        (self.never, self.reportsUnhandled) = (never, reportsUnhandled)
        (self.observers, self.properties) = (observers, properties)
        self.reportsIndistinguishable = reportsIndistinguishable
    }

    /// Whether the traces of runs are needed.
    var needTraces: Bool { !observers.isEmpty || !properties.isEmpty }
}

/// The result of an analysis.
public struct AnalysisReport: Sendable {
    /// The findings, by kind and then in the order of their runs' lengths.
    public internal(set) var findings: [AnalysisFinding] = []
    /// The number of explored configurations.
    public internal(set) var configurationCount = 0
    /// A Boolean value that indicates whether the exploration stopped before it was complete.
    public internal(set) var isTruncated = false
    /// The conditions whose values aren't known, so that both answers were explored.
    public internal(set) var abstractedGuards: [String] = []
    /// The parts of the chart that the exploration leaves out.
    public internal(set) var omissions: [String] = []
}
