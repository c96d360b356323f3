internal import TextSupport

/// The parts of a chart that the program carries out.
extension ExpressionBehavior {
    /// A function that carries out a custom action.
    ///
    /// It can evaluate the action's attributes by ``evaluate(_:in:)``, change variables by
    /// ``setVariable(_:to:in:)``, and raise events in the step. It must not use the session.
    public typealias CustomActionHandler =
        @Sendable (
            _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
            _ step: inout Step<ExpressionBehavior>
        ) throws -> Void

    /// Returns the value of an expression in the chart's language.
    ///
    /// - Throws: ``ExpressionError`` if the text isn't an expression or has no value.
    public func evaluate(_ expression: String, in step: Step<Self>) throws(ExpressionError) -> Value {
        try value(scripts == nil ? Expression(parsing: expression) : .script(expression), step)
    }

    /// Gives a variable of the chart a value.
    ///
    /// - Parameters:
    ///   - variable: The variable; in a scripting language a location such as `list[0].name`.
    ///   - value: The value.
    ///   - step: The current step.
    /// - Throws: ``ExpressionError`` if the variable isn't declared.
    public mutating func setVariable(_ variable: String, to value: Value, in step: Step<Self>) throws(ExpressionError) {
        if scripts != nil { return try assign(.literal(value), toScripted: variable, step) }
        try assign(value, to: variable, in: step)
    }

    @inline(never)
    mutating func perform(_ action: Statechart.CustomAction, _ step: inout Step<Self>) throws {
        if let onCustomAction { return try onCustomAction(action, &self, &step) }
        if let host { return try host.perform(action, &self, in: &step) }
        throw ExpressionError(
            "no program carries out the action \(Message.quoted(action.name.utf8)) of the namespace "
                + Message.quoted(action.namespace.utf8))
    }
}
