extension Statechart {
    /// An action in a language other than the chart's, such as an element of another namespace in
    /// SCXML.
    ///
    /// The program that runs the chart performs the action; see
    /// ``ExpressionBehavior/onCustomAction``.
    public struct CustomAction: Hashable, Sendable {
        /// The namespace of the action's name.
        public var namespace: String
        /// The name of the action within the namespace.
        public var name: String
        /// The attributes by name. Attributes that begin with `xmlns:` declare the prefixes in
        /// ``content``.
        public var attributes: [String: String] = [:]
        /// The XML within the action's element.
        public var content = ""

        /// Creates an action without content.
        public init(_ name: String, in namespace: String, attributes: [String: String] = [:]) {
            (self.name, self.namespace, self.attributes) = (name, namespace, attributes)
        }
    }
}
