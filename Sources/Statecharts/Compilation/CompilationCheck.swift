internal import WorkLimits

/// The budget of a chart's compilation, checked every few thousand steps with the bytes that are
/// held.
struct CompilationCheck {
    private let budget: Budget
    /// The bytes of the chart and its tables, by estimate.
    private var byteCount: Int
    private var stepsLeft = 0
    /// The reason why the compilation must stop.
    private(set) var stop: LimitError?

    /// The number of bytes that count as a step.
    private static let bytesPerStep = 1 << 7
    /// Steps after which the budget is checked at once.
    static let now = BudgetPace.states + 1

    /// - Parameter byteCount: The bytes that the chart takes without its largest tables.
    init(_ budget: Budget, holding byteCount: Int) {
        // Fixed limits bound the states.
        (self.budget, self.byteCount) = (budget.withoutStateLimit, byteCount)
    }

    /// Counts steps, and bytes that are held from now on.
    ///
    /// - Parameter built: The number of states so far.
    /// - Returns: `false` if the compilation must stop.
    mutating func allows(steps: Int, bytes: Int, built: Int) -> Bool {
        byteCount += bytes
        stepsLeft -= steps + bytes / Self.bytesPerStep
        if stepsLeft < 0, stop == nil {
            stepsLeft = BudgetPace.states
            do throws(LimitError) { try budget.check(built: built, bytes: byteCount) } catch { stop = error }
        }
        return stop == nil
    }
}
