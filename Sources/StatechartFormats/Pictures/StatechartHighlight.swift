public import Statecharts

/// The states and transitions that a picture of a statechart highlights.
///
///     var highlight = StatechartHighlight(active: machine.activeStateNames)
///     if let step = recording.steps.last { highlight.add(step) }
///
/// States have the same names as in a run: a state of a submachine is `owner.name`. If the picture
/// doesn't show that state, its owner is highlighted.
public struct StatechartHighlight: Sendable, Hashable {
    /// The active states, which are filled. Their ancestors count as active, too.
    public var active: Set<String>
    /// The states that were left, which are dashed.
    public var exited: Set<String> = []
    /// The states that were entered, which have thicker lines.
    public var entered: Set<String> = []
    /// The transitions that were taken, which have thicker lines.
    public var transitions: Set<Transition> = []

    /// A transition, by its source and its index in the source's transitions.
    public struct Transition: Sendable, Hashable {
        /// The name of the state that has the transition.
        public var source: String
        /// Its index in the state's transitions.
        public var index: Int

        /// Creates a transition of a state.
        public init(source: String, index: Int) { (self.source, self.index) = (source, index) }
    }

    /// Creates a highlight of active states.
    public init(active: some Sequence<String> = []) { self.active = Set(active) }

    /// Adds the states that a step left and entered, and its transitions.
    public mutating func add<Payload>(_ step: StatechartRecording<Payload>.Step) {
        exited.formUnion(step.exits)
        entered.formUnion(step.entries)
        transitions.formUnion(step.transitions.map { Transition(source: $0.source, index: $0.index) })
    }
}
