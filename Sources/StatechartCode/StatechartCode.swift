public import Statecharts
public import WorkLimits

/// A language in which a statechart is written as a program of its own, without library or heap.
public enum StatechartCode: String, CaseIterable, Hashable, Sendable {
    /// C99: one header, which contains the implementation, too.
    case c
    /// Swift: one file without imports.
    case swift

    /// Returns a chart as code.
    ///
    /// The code decides as ``StateMachine`` does. Named guards, actions and activities are functions
    /// that its user writes; so are conditions and actions with expressions or scripts, whose texts
    /// stand beside the functions. Events carry no data.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - budget: The bound on bytes, for the compilation and for the text, and the cancellation
    ///     check. Its limit on states doesn't apply.
    /// - Throws: An error that lists all problems of the chart, among them what generated code lacks:
    ///   invocations, dynamic regions, and delays of less than a nanosecond; or that says that the
    ///   budget stopped the work.
    /// - Complexity: That of ``CompiledStatechart/init(_:budget:)``, and linear in the length of the
    ///   code, which lists the entered states once for each transition.
    public func text(of chart: Statechart, budget: Budget = .default) throws(StatechartError) -> String {
        let program = try StateProgram(chart, budget: budget)
        guard let clock = ProgramClock(program) else {
            throw StatechartError([
                StatechartFinding(
                    path: [chart.name],
                    message: "generated code has times of whole nanoseconds, at most 2⁶⁴; change the delays")
            ])
        }
        do throws(LimitError) {
            switch self {
            case .c:
                var code = CCode(program, clock, budget)
                return try code.text()
            case .swift:
                var code = SwiftCode(program, clock, budget)
                return try code.text()
            }
        } catch {
            throw StatechartError(error)
        }
    }
}
