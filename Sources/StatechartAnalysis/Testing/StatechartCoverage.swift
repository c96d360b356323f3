public import Statecharts

/// The states, transitions and pairs of transitions that runs of a chart have covered.
///
/// A coverage is a recorder of steps. Give it to all runs of a chart, one after the other:
///
/// ```swift
/// var coverage = try StatechartCoverage(of: chart)
/// let session = try StatechartSession(chart, recorder: &coverage)
/// try session.send("push", recorder: &coverage)
/// print(coverage.missingTransitions.map(\.title))
/// ```
public struct StatechartCoverage: Sendable {
    /// A transition of a chart.
    public struct Transition: Hashable, Sendable {
        /// The name of the state that has the transition.
        public var source: String
        /// The index among the state's transitions.
        public var index: Int
        /// The source, the place among its transitions, the cause, and the targets, such as
        /// `Red#1 (button -> Green)`.
        public var title: String
    }

    /// The states that can be active, without the root.
    public let states: [String]
    /// The transitions of states and of the root.
    public let transitions: [Transition]

    private var coverage: Coverage
    private var pairs: Set<Pair> = []
    /// The transitions of the last input that led to some, and of this one.
    private var last: [Int] = []
    private var current: [Int] = []

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    /// Creates the coverage of no run.
    ///
    /// - Complexity: O(size of the compiled chart).
    /// - Throws: An error if the chart isn't valid, or the budget stops the work.
    public init(of chart: Statechart, budget: Budget = .default) throws(StatechartError) {
        let tables = try CompiledStatechart<ExpressionBehavior>(chart, budget: budget).storage.tables
        coverage = Coverage(states: tables.stateNames, transitions: tables.transitionSources)
        states = tables.stateNames.filter { $0 != chart.root.name }
        let known = Dictionary(chart.states.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        transitions = coverage.transitions.map { key in
            let state = known[key.source] ?? Statechart.State(key.source)
            return Transition(source: key.source, index: key.index, title: state.title(ofTransition: key.index))
        }
    }

    /// The states that no run has entered.
    public var missingStates: [String] { states.filter { !coverage.isEntered($0) } }

    /// The transitions that no run has taken.
    public var missingTransitions: [Transition] { zip(transitions, coverage.isTaken).filter { !$1 }.map(\.0) }

    /// The number of pairs of transitions of which the second one was taken at the next input that
    /// led to any, after the first one.
    public var pairCount: Int { pairs.count }
}

extension StatechartCoverage: StatechartRecorder {
    /// Notes the beginning of a step.
    public mutating func began(event: String, cause: StepCause, at time: Duration) {
        switch cause {
        case .start: (last, current) = ([], [])
        case .sent, .time:
            if !current.isEmpty { last = current }
            current = []
        case .raised, .queued, .deferred, .eventless: break
        }
        coverage.began(event: event, cause: cause, at: time)
    }

    /// Does nothing.
    public mutating func left(_ state: String) {}

    /// Notes a transition.
    public mutating func took(source: String, _ index: Int) {
        coverage.took(source: source, index)
        guard let number = coverage.number(source: source, index) else { return }
        current.append(number)
        for first in last { pairs.insert(Pair(first: first, second: number)) }
    }

    /// Notes a state.
    public mutating func entered(_ state: String) { coverage.entered(state) }
}
