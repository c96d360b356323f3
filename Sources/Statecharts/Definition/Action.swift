extension Statechart {
    /// An action of a state or a transition.
    public indirect enum Action: Hashable, Sendable {
        /// A named action, which the behavior carries out.
        case perform(String)
        /// Puts an event into the internal queue, which comes before all events from outside.
        case raise(String, Content? = nil)
        /// Sends an event, immediately or later, to the chart itself or elsewhere.
        case send(Send)
        /// Cancels a delayed event, by its identifier.
        case cancel(Expression)
        /// Gives a variable a value.
        case assign(String, Expression)
        /// Logs a label and the value of an expression, if there is one.
        case log(String, Expression?)
        /// Carries out the first branch that has no condition or whose condition holds.
        case choose([Branch])
        /// Carries out actions for each member of a list.
        case forEach(item: String, index: String?, list: Expression, do: [Action])
        /// Adds a region to a state of kind ``State/Kind/regions``, if that state is active.
        case addRegion(to: String)
        /// Removes the region in which the action is carried out.
        case removeRegion
        /// Runs a script in the chart's scripting language.
        case script(String)
        /// An action in another language, which the program that runs the chart carries out.
        case custom(CustomAction)
    }

    /// A branch of ``Action/choose(_:)``.
    public struct Branch: Hashable, Sendable {
        /// The condition, or `nil` for the default branch.
        public var condition: Condition?
        /// The actions.
        public var actions: [Action]

        /// Creates a branch.
        public init(if condition: Condition? = nil, do actions: [Action]) {
            (self.condition, self.actions) = (condition, actions)
        }
    }

    /// An event that is sent.
    public struct Send: Hashable, Sendable {
        /// The event's name.
        public var event: Expression
        /// The delay in milliseconds, or as a text such as `1.5s`; `nil` for no delay.
        public var delay: Expression?
        /// The identifier by which the event can be cancelled.
        public var id: Expression?
        /// The variable to which an automatic identifier of the event is assigned.
        public var idLocation: String?
        /// The receiver; `nil` for the chart itself.
        public var target: Expression?
        /// The kind of transport; `nil` for events between charts.
        public var transport: Expression?
        /// The event's data.
        public var content: Content?

        /// Creates an event that is sent to the chart itself.
        ///
        /// A chart with a delay below zero or over 10¹² seconds is invalid.
        public init(_ event: String, after delay: Duration? = nil, id: String? = nil) {
            self.event = .literal(.text(event))
            self.delay = delay.map { Expression(delay: $0) }
            self.id = id.map { .literal(.text($0)) }
        }
    }

    /// Data of an event.
    public enum Content: Hashable, Sendable {
        /// One value.
        case value(Expression)
        /// Values with names.
        case fields([Field])
    }

    /// A value with a name.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: Expression

        /// Creates a field.
        public init(_ name: String, _ value: Expression) { (self.name, self.value) = (name, value) }
    }
}
