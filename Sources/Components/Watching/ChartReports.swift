internal import Statecharts

/// The messages about the steps of a component that is a chart.
///
///     assembly.reportSteps(of: door, to: view.steps)
///
/// They aren't told to those that watch the run; see ``Assembly/report(to:)``.
public struct ChartReports: PortProtocol {
    /// The chart has carried out an event.
    public let stepped = Message<ChartReport>()

    /// Creates the protocol.
    public init() {}

    /// The name of the output port for steps, which each component has.
    static let port = "#chart"
    static let remedy = "isn't a chart; make it a StatechartComponent, or watch the run by report(to:)"
}

/// The steps by which a chart carried out an event, and its states afterwards.
public struct ChartReport: Hashable, Sendable {
    /// The name of the component.
    public let part: String
    /// The time since the start of the run.
    public let time: Duration
    /// The steps, in their order: that of the event, and those that follow without waiting.
    public let steps: [Step]
    /// All states in document order, each before those inside it; the first is the chart itself.
    public let states: [State]

    /// A step of a chart.
    public struct Step: Hashable, Sendable {
        /// The event's name; empty for the start, and for a step that needs no event.
        public let event: String
        /// The states that were left, in their order.
        public fileprivate(set) var exits: [String] = []
        /// The transitions that were taken, in their order.
        public fileprivate(set) var transitions: [Transition] = []
        /// The states that were entered, in their order.
        public fileprivate(set) var entries: [String] = []
    }

    /// A transition of a chart.
    public struct Transition: Hashable, Sendable {
        /// The name of the state that it leaves.
        public let source: String
        /// The position among the source's transitions.
        public let index: Int
    }

    /// A state of a chart.
    public struct State: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The number of states around it.
        public let depth: Int
        /// Whether the chart is in the state.
        public let isActive: Bool
    }
}

/// Collects the steps of an event.
struct ChartStepRecorder: StatechartRecorder {
    private(set) var steps: [ChartReport.Step] = []

    mutating func began(event: String, cause: StepCause, at time: Duration) { steps.append(.init(event: event)) }
    mutating func left(_ state: String) { change { $0.exits.append(state) } }
    mutating func took(source: String, _ index: Int) {
        change { $0.transitions.append(.init(source: source, index: index)) }
    }
    mutating func entered(_ state: String) { change { $0.entries.append(state) } }

    private mutating func change(_ body: (inout ChartReport.Step) -> Void) {
        if !steps.isEmpty { body(&steps[steps.count - 1]) }
    }
}

extension StateMachine {
    /// All states in document order, with those that are active.
    var reportedStates: [ChartReport.State] {
        var depths: [Int] = []
        return chart.stateNames.enumerated().map { number, name in
            depths.append(number == 0 ? 0 : depths[chart.parent(ofState: number)] + 1)
            return ChartReport.State(name: name, depth: depths[number], isActive: isActive(number: number))
        }
    }
}
