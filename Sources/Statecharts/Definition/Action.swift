extension Statechart {
    /// An action of a state or a transition.
    public indirect enum Action: Hashable, Sendable {
        /// A named action, which the behavior performs.
        case perform(String)
        /// Adds an event to the internal queue, which is processed before all external events.
        case raise(String, Content? = nil)
        /// Sends an event, immediately or later, to the chart itself or to another receiver.
        case send(Send)
        /// Cancels a delayed event, by its identifier.
        case cancel(Expression)
        /// Assigns a value to a variable.
        case assign(String, Expression)
        /// Logs a label and the value of an expression, if there is one.
        case log(String, Expression?)
        /// Performs the first branch that has no condition or whose condition is true.
        case choose([Branch])
        /// Performs actions for each element of a list.
        case forEach(item: String, index: String?, list: Expression, do: [Action])
        /// Adds a region to a state of kind ``State/Kind/regions``, if the state is active.
        case addRegion(to: String)
        /// Removes the region that performs the action.
        case removeRegion
        /// Runs a script in the chart's scripting language.
        case script(String)
        /// An action in another language, which the program that runs the chart performs.
        case custom(CustomAction)
    }

    /// A branch of ``Action/choose(_:)``.
    public struct Branch: Hashable, Sendable {
        /// The condition, or `nil` for the default branch.
        public var condition: Condition?
        /// The actions that the branch performs.
        public var actions: [Action]

        /// Creates a branch from a condition and actions.
        public init(if condition: Condition? = nil, do actions: [Action]) {
            (self.condition, self.actions) = (condition, actions)
        }
    }

    /// An event to send, with its receiver and its delay.
    public struct Send: Hashable, Sendable {
        /// The name of the event.
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
        /// The data of the event.
        public var content: Content?

        /// Creates an event that the chart sends to itself.
        ///
        /// A chart with a delay below zero or over 10¹² seconds is invalid.
        public init(_ event: String, after delay: Duration? = nil, id: String? = nil) {
            self.event = .literal(.text(event))
            self.delay = delay.map { Expression(delay: $0) }
            self.id = id.map { .literal(.text($0)) }
        }
    }

    /// The data of an event.
    public enum Content: Hashable, Sendable {
        /// Data that consist of a single value.
        case value(Expression)
        /// Data that consist of named values.
        case fields([Field])
    }

    /// A named value in the data of an event.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public var name: String
        /// The value of the field.
        public var value: Expression

        /// Creates a field from a name and a value.
        public init(_ name: String, _ value: Expression) { (self.name, self.value) = (name, value) }
    }
}
