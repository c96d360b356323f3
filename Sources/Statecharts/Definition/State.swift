extension Statechart {
    /// A state, or a pseudostate, through which transitions only pass.
    public struct State: Hashable, Sendable {
        /// The name to which transitions refer.
        public var name: String
        /// The kind of state.
        public var kind: Kind
        /// The substates that are entered initially, each in a region of its own; if the list is
        /// empty, the first substate is entered.
        public var initial: [String] = []
        /// The actions of the transition to the initial states.
        public var initialActions: [Action] = []
        /// Blocks of actions on entry. If an action fails, the rest of its block is skipped.
        public var entry: [[Action]] = []
        /// Blocks of actions on exit. If an action fails, the rest of its block is skipped.
        public var exit: [[Action]] = []
        /// The transitions from the state, in document order.
        ///
        /// The transitions of a history lead to its default states. The transitions of a choice, a
        /// junction, an entry point or an exit point continue the transition that leads to it.
        public var transitions: [Transition] = []
        /// The deferred events: if such an event triggers no transition, it waits until other
        /// states are active.
        public var deferred: [EventPattern] = []
        /// The names of asynchronous activities, which start on entry and are cancelled on exit.
        public var activities: [String] = []
        /// Charts that run beside this chart while the state is active.
        public var invocations: [Invocation] = []
        /// The name of the chart that is copied into this state; `nil` if there is no such chart.
        ///
        /// A state *s* of the copy is named `name.s`. A state of kind ``Kind/regions`` has any
        /// number of copies.
        public var submachine: String?
        /// A Boolean value that indicates whether transitions from outside may only lead to the
        /// state itself, its histories and its entry points.
        public var isSealed = false
        /// The variables of the state; see ``Statechart/hasScopedVariables``.
        public var variables: [Variable] = []
        /// A Boolean value that indicates whether scoped variables keep their values between exit
        /// and entry. If so, they get initial values only on the first entry.
        public var keepsVariables = false
        /// For a final state: the data of the event that reports that the enclosing state is done.
        public var doneData: Content?

        /// Creates a state with a name and a kind.
        public init(_ name: String, _ kind: Kind = .state) { (self.name, self.kind) = (name, kind) }
    }

    /// A variable of the data model.
    public struct Variable: Hashable, Sendable {
        /// The name that expressions use.
        public var name: String
        /// The initial value; `nil` if the variable has no value at first.
        public var value: Expression?

        /// Creates a variable with a name and an initial value.
        public init(_ name: String, _ value: Expression? = nil) { (self.name, self.value) = (name, value) }
    }
}

extension Statechart.State {
    /// A kind of state.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A simple state, or a composite state with one active substate.
        case state
        /// A state in which all substates, its regions, are active.
        case orthogonal
        /// A state whose regions are copies of its submachine; actions add and remove them.
        case regions
        /// A final state, which completes the enclosing state or, in the root, the chart.
        case final
        /// A shallow history: the substate of the same parent that was last active.
        case shallowHistory
        /// A deep history: the innermost states within the same parent that were last active.
        case deepHistory
        /// A conditional branch whose guards are evaluated when a transition reaches the branch.
        /// Its last transition has no guard.
        case choice
        /// A conditional branch whose guards are evaluated before the transition to the branch
        /// starts. Its last transition has no guard.
        case junction
        /// An entry point of the enclosing state.
        case entryPoint
        /// An exit point of the enclosing state.
        case exitPoint
        /// A terminate pseudostate, which ends the chart without exit actions.
        case terminate

        /// A Boolean value that indicates whether states of this kind are never active, because
        /// transitions pass through them.
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
