extension Statechart {
    /// Another chart, or a service of the program, that runs beside this chart while a state is
    /// active.
    public struct Invocation: Hashable, Sendable {
        /// The invoked chart, given as a chart, a location or a text.
        public var source: Source
        /// The kind of service; `nil` for a statechart.
        public var kind: Expression?
        /// The identifier of the invocation; `nil` for an automatic identifier. Events whose target
        /// is `#_` followed by the identifier go to the invoked session.
        public var id: String?
        /// The variable to which the identifier is assigned.
        public var idLocation: String?
        /// The initial values of the session's variables, by name.
        public var arguments: Content?
        /// A Boolean value that indicates whether the invoked session gets a copy of each external
        /// event of the invoking session.
        public var forwardsEvents = false
        /// The actions that are performed before each event from the invoked session is processed.
        public var finalize: [Action] = []

        /// The chart of an invocation.
        public enum Source: Hashable, Sendable {
            /// A chart that is part of the invoking chart.
            case chart(Statechart)
            /// The location of a chart's text, which a loader resolves.
            case location(Expression)
            /// The text of a chart, which a loader reads.
            case text(Expression)
            /// No chart, as for most services of the program.
            case none
        }

        /// Creates an invocation of a source.
        public init(_ source: Source, id: String? = nil) { (self.source, self.id) = (source, id) }
    }
}
