extension Statechart {
    /// A transition from a state to other states.
    public struct Transition: Hashable, Sendable {
        /// The cause of the transition.
        public var trigger: Trigger
        /// The condition of the transition, or `nil` if there is none.
        public var condition: Condition?
        /// The states that are entered; several targets are a fork. A transition without targets
        /// leaves and enters no state.
        public var targets: [String]
        /// Further states that must be active; the transition is then a join.
        public var joinedSources: [String] = []
        /// A Boolean value that indicates whether a composite source stays active if all targets
        /// are within it.
        public var isLocal = false
        /// The actions between the exits and the entries.
        public var actions: [Action]

        /// The cause of a transition.
        public enum Trigger: Hashable, Sendable {
            /// An event that matches one of the patterns.
            case events([EventPattern])
            /// No event: the transition is taken as soon as its condition is true.
            case always
            /// The completion of the state, or of its activities.
            case completion
            /// A time of uninterrupted activity of the state, at most 10¹² seconds.
            case after(Duration)
        }

        /// Creates a transition with a trigger, a condition, targets and actions.
        public init(
            _ trigger: Trigger, if condition: Condition? = nil, to targets: [String] = [], do actions: [Action] = []
        ) {
            (self.trigger, self.condition) = (trigger, condition)
            (self.targets, self.actions) = (targets, actions)
        }
    }

    /// A condition of a transition.
    public indirect enum Condition: Hashable, Sendable {
        /// A named guard, which the behavior evaluates.
        case named(String)
        /// An expression over the chart's variables.
        case expression(Expression)
        /// A condition that is true while a state is active.
        case isActive(String)
        /// A condition that is true if the given condition is false.
        case not(Condition)
        /// A condition that is true if all given conditions are true.
        case all([Condition])
        /// A condition that is true if at least one of the given conditions is true.
        case any([Condition])
    }

    /// A pattern of event names.
    ///
    /// Names have parts separated by dots. `a` and `a.*` match `a` and `a.b`; `*` matches all
    /// names.
    public struct EventPattern: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The text without `.*`, such as `a.b`; empty if the pattern matches all names.
        public let prefix: String

        /// Creates a pattern from its text, such as `a.*`.
        public init(_ text: String) {
            if text == "*" || text == ".*" {
                prefix = ""
            } else if text.utf8.suffix(2).elementsEqual(".*".utf8) {
                prefix = String(text.utf8.dropLast(2)) ?? text
            } else {
                prefix = text.utf8.last == UInt8(ascii: ".") ? String(text.utf8.dropLast()) ?? text : text
            }
        }

        /// Creates a pattern from its text, such as `a.*`.
        public init(stringLiteral text: String) { self.init(text) }

        /// The pattern as a text.
        public var text: String { prefix.isEmpty ? "*" : prefix }

        /// Returns whether the pattern matches an event's name.
        public func matches(_ name: String) -> Bool {
            let (prefix, name) = (self.prefix.utf8, name.utf8)
            guard !prefix.isEmpty, name.count > prefix.count else {
                return prefix.isEmpty || name.elementsEqual(prefix)
            }
            return name.starts(with: prefix) && name.dropFirst(prefix.count).first == UInt8(ascii: ".")
        }
    }
}
