public import Statecharts
public import WorkLimits

/// A programming language for generated code: a standalone program that needs no library and no
/// heap.
public enum StatechartCode: String, CaseIterable, Hashable, Sendable {
    /// C99: one header, which contains the implementation, too.
    case c
    /// Swift: one file without imports.
    case swift

    /// Generates code for a chart.
    ///
    /// The code makes the same decisions as ``StateMachine``. Its user writes the functions for
    /// named guards, actions, activities and services. The user also writes functions for
    /// conditions and actions with expressions or scripts, whose texts are comments beside the
    /// functions. Events carry no data.
    ///
    /// - Parameters:
    ///   - chart: The chart to translate.
    ///   - budget: The bound on bytes, for the compilation and for the text, and the cancellation
    ///     check. Its limit on states doesn't apply.
    /// - Throws: An error that lists all problems of the chart, including features that generated
    ///   code lacks: invoked charts, dynamic regions, and delays of less than a nanosecond. Throws
    ///   another error if the budget stops the work.
    /// - Complexity: That of ``CompiledStatechart/init(_:budget:)``, and linear in the length of
    ///   the code, which lists the entered states of each transition.
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
