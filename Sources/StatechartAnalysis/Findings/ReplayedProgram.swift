internal import Statecharts

/// The program of a chart that the engine runs once more. Its guards don't hold, and it notes
/// whether the chart asks one that only a program knows.
final class ReplayedProgram: StatechartHost, @unchecked Sendable {
    // Unchecked, because one run uses it, on one thread.
    private let variables: Set<String>
    private let trace: OutputTrace?
    private(set) var isAsked = false
    /// The answers that the data of the input decide, for charts whose scripts don't run.
    var known: [String: Bool] = [:]

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - variables: The names of the chart's variables, which aren't guards of the program.
    ///   - trace: Notes the actions.
    init(_ variables: Set<String>, _ trace: OutputTrace? = nil) { (self.variables, self.trace) = (variables, trace) }

    func holds(
        _ guard: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) -> Bool? {
        if variables.contains(`guard`) { return nil }
        if step.cause == .sent, let holds = known[`guard`] { return holds }
        isAsked = true
        return false
    }

    func perform(
        _ action: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>
    ) { _ = trace?.note(action: action) }

    func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) {}

    func mayTake(byteCount: Int) -> Bool { true }
}
