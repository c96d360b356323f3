extension ExpressionBehavior {
    /// A condition, an action or an invocation that failed.
    public struct Failure: Hashable, Sendable {
        /// The part that failed.
        public let subject: Subject
        /// The reason.
        public let error: ExpressionError

        /// The part that failed: a condition, an action or an invocation.
        public enum Subject: Hashable, Sendable {
            /// A condition that failed; it counts as false.
            case condition(Statechart.Condition)
            /// An action that failed; the rest of its block is skipped.
            case action(Statechart.Action)
            /// An invocation that failed; the other chart isn't started.
            case invocation(Statechart.Invocation)
        }
    }

    /// A name of a state or an event.
    public struct Name: StatechartSymbol, ExpressibleByStringLiteral {
        /// The name's text.
        public let rawValue: String
        /// An empty list, because any text is a name.
        public static var allCases: [Name] { [] }

        /// Creates a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a name.
        public init(stringLiteral text: String) { rawValue = text }
    }

    /// The names of states.
    public typealias State = Name
    /// The names of events.
    public typealias Event = Name

    /// A condition over variables and active states.
    public struct Guard: StatechartSymbol {
        let condition: Statechart.Condition
        /// The condition's name; empty if the condition isn't a name.
        public var rawValue: String { if case .named(let name) = condition { name } else { "" } }
        /// An empty list, because any expression is a condition.
        public static var allCases: [Guard] { [] }

        /// Creates a named condition.
        public init(rawValue: String) { condition = .named(rawValue) }

        /// Creates the guard for a chart's condition; never `nil`.
        public init?(_ condition: Statechart.Condition) { self.condition = condition }
    }

    /// An action that works on variables.
    public struct Action: StatechartSymbol {
        let action: Statechart.Action
        /// The action's name; empty if the action isn't a name.
        public var rawValue: String { if case .perform(let name) = action { name } else { "" } }
        /// An empty list, because there are infinitely many actions.
        public static var allCases: [Action] { [] }

        /// Creates a named action.
        public init(rawValue: String) { action = .perform(rawValue) }

        /// Creates the behavior's action for a chart's action; never `nil`.
        public init?(_ action: Statechart.Action) { self.action = action }
    }

    /// The data that comes with an event.
    public struct Payload: Hashable, Sendable, Codable {
        /// The event's name.
        public var name: String
        /// The event's data.
        public var data: Value
        /// The identifier of the action that sent the event.
        public var sendID: String?
        /// The address of the chart that sent the event.
        public var origin: String?
        /// The identifier of the invocation whose session sent the event.
        public var invokeID: String?
        /// The reason for an error event, which scripts read as `_event.errorMessage`; `nil` for
        /// other events.
        public var errorMessage: String?
        /// The text in the chart that the data comes from, which scripts may see as XML.
        package var inlineText: String?
        /// Whether the event reports the end of the session that sent it.
        package var endsSession = false
        /// The address of another session that gets the event when its delay is over.
        package var target: String?
        /// The program's transport that takes the event to its target; `nil` for the transport
        /// between charts.
        package var transport: String?

        /// Creates the data of an event.
        public init(name: String, data: Value = .null, sendID: String? = nil, origin: String? = nil) {
            (self.name, self.data, self.sendID, self.origin) = (name, data, sendID, origin)
        }
    }
}
