extension Statechart {
    /// A state, or a pseudostate that transitions only pass through.
    public struct State: Hashable, Sendable {
        /// The name, by which transitions refer to the state.
        public var name: String
        /// The kind of state.
        public var kind: Kind
        /// The substates that are entered initially, each in a region of its own; if empty, the
        /// first substate is entered.
        public var initial: [String] = []
        /// The actions of the transition to the initial states.
        public var initialActions: [Action] = []
        /// Blocks of actions that are carried out on entry. A block ends if an action fails.
        public var entry: [[Action]] = []
        /// Blocks of actions that are carried out on exit. A block ends if an action fails.
        public var exit: [[Action]] = []
        /// The transitions from the state, in document order.
        ///
        /// The transitions of a history lead to its default states. The transitions of a choice, a
        /// junction, an entry point or an exit point continue the transition that leads to it.
        public var transitions: [Transition] = []
        /// The deferred events: an event on which no transition is taken waits until other states
        /// are active.
        public var deferred: [EventPattern] = []
        /// Names of asynchronous work that begins on entry and is cancelled on exit.
        public var activities: [String] = []
        /// Charts that run beside this one while the state is active.
        public var invocations: [Invocation] = []
        /// The name of the chart that is copied into this state; `nil` if there is none.
        ///
        /// A state *s* of the copy is named `name.s`. A state of kind ``Kind/regions`` has any
        /// number of copies.
        public var submachine: String?
        /// A Boolean value that indicates whether transitions from outside may only lead to the
        /// state itself, its histories and its entry points.
        public var isSealed = false
        /// Variables of the state; see ``Statechart/hasScopedVariables``.
        public var variables: [Variable] = []
        /// A Boolean value that indicates whether scoped variables get initial values only on the
        /// state's first entry, and keep their values when the state is left.
        public var keepsVariables = false
        /// For a final state: the data of the event that reports that the enclosing state is done.
        public var doneData: Content?

        /// Creates a state.
        public init(_ name: String, _ kind: Kind = .state) { (self.name, self.kind) = (name, kind) }
    }

    /// A variable of the data model.
    public struct Variable: Hashable, Sendable {
        /// The name that expressions use.
        public var name: String
        /// The initial value; `nil` if the variable exists, but has no value at first.
        public var value: Expression?

        /// Creates a variable.
        public init(_ name: String, _ value: Expression? = nil) { (self.name, self.value) = (name, value) }
    }
}

extension Statechart.State {
    /// A kind of state.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A simple state, or a composite one with one active substate.
        case state
        /// A state whose substates, the regions, are all active.
        case orthogonal
        /// A state whose regions, copies of its submachine, are added and removed while the chart
        /// runs.
        case regions
        /// A final state, which completes the enclosing state or, in the root, the chart.
        case final
        /// A shallow history: the substate of the same parent that was last active.
        case shallowHistory
        /// A deep history: the innermost states within the same parent that were last active.
        case deepHistory
        /// A conditional branch whose guards are evaluated when a transition reaches it. Its last
        /// transition has no guard.
        case choice
        /// A conditional branch whose guards are evaluated before the transition to it starts. Its
        /// last transition has no guard.
        case junction
        /// An entry point of the enclosing state.
        case entryPoint
        /// An exit point of the enclosing state.
        case exitPoint
        /// A terminate pseudostate, which ends the chart without exit actions.
        case terminate

        /// A Boolean value that indicates whether states of this kind are never active, because
        /// transitions only pass through them.
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
