extension Statechart {
    /// A state, or a place that transitions only pass.
    public struct State: Hashable, Sendable {
        /// The name, by which transitions refer to the state.
        public var name: String
        /// The kind of state.
        public var kind: Kind
        /// The states within that are entered first, each in a region of its own; the first one
        /// within if empty.
        public var initial: [String] = []
        /// The actions of the transition to the initial states.
        public var initialActions: [Action] = []
        /// Blocks of actions that are carried out on entry. A block ends where an action fails.
        public var entry: [[Action]] = []
        /// Blocks of actions that are carried out on exit. A block ends where an action fails.
        public var exit: [[Action]] = []
        /// The transitions from here, in document order.
        ///
        /// Those of a history lead to its default, those of a choice, a junction, an entry or exit
        /// point lead on.
        public var transitions: [Transition] = []
        /// The events that wait, if no transition takes them, until other states are active.
        public var deferred: [EventPattern] = []
        /// Names of asynchronous work that begins on entry and is cancelled on exit.
        public var activities: [String] = []
        /// Charts that run beside this one while the state is active.
        public var invocations: [Invocation] = []
        /// The name of the chart whose states this one contains.
        ///
        /// Within, a state *s* of that chart is named `name.s`. A state of kind ``Kind/regions``
        /// has any number of such copies.
        public var submachine: String?
        /// A Boolean value that indicates whether transitions from outside may only lead to the
        /// state itself, its histories and its entry points.
        public var isSealed = false
        /// Variables of the state; see ``Statechart/hasScopedVariables``.
        public var variables: [Variable] = []
        /// A Boolean value that indicates whether scoped variables get first values only on the
        /// state's first entry, and keep theirs when it is left.
        public var keepsVariables = false
        /// The data of the event which says that the state around this final one is done.
        public var doneData: Content?

        /// Creates a state.
        public init(_ name: String, _ kind: Kind = .state) { (self.name, self.kind) = (name, kind) }
    }

    /// A variable of the data model.
    public struct Variable: Hashable, Sendable {
        /// The name that expressions use.
        public var name: String
        /// The first value; without one the variable exists, unbound.
        public var value: Expression?

        /// Creates a variable.
        public init(_ name: String, _ value: Expression? = nil) { (self.name, self.value) = (name, value) }
    }
}

extension Statechart.State {
    /// A kind of state.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A state that is simple, or composite if it has states within, of which one is active.
        case state
        /// A state whose states within, its regions, are all active.
        case orthogonal
        /// A state whose regions, copies of its submachine, come and go while the chart runs.
        case regions
        /// The end of the state around it, or of the chart.
        case final
        /// The state within the same parent that was active last.
        case shallowHistory
        /// The innermost states within the same parent that were active last.
        case deepHistory
        /// A fork in the road whose guards are asked when it is reached; the last transition has
        /// none.
        case choice
        /// A fork in the road whose guards are asked before the first step is taken; the last
        /// transition has none.
        case junction
        /// A way into the state around it.
        case entryPoint
        /// A way out of the state around it.
        case exitPoint
        /// The end of the chart, without exits.
        case terminate

        /// A Boolean value that indicates whether the kind is never active: transitions only pass
        /// it.
        public var isPseudostate: Bool {
            switch self {
            case .state, .orthogonal, .regions, .final, .terminate, .choice: false
            case .shallowHistory, .deepHistory, .junction, .entryPoint, .exitPoint: true
            }
        }

        /// A Boolean value that indicates whether the kind is a history.
        public var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
    }
}
