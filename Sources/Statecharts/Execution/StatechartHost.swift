/// A program with guards and actions that a chart with expressions names.
package protocol StatechartHost: Sendable {
    /// Returns whether a guard holds, or `nil` if the program has no guard with that name.
    func holds(
        _ guard: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) throws -> Bool?

    /// Carries out an action.
    func perform(_ action: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>) throws

    /// Carries out a custom action.
    func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) throws

    /// Returns whether a value of the given bytes may be kept and copied.
    func mayTake(byteCount: Int) -> Bool
}
