import Statecharts
import Testing
import WorkLimits

/// The budget of a chart's compilation.
@Suite struct CompilationBudgetTests {
    private typealias Compiled = CompiledStatechart<ExpressionBehavior>

    /// What a budget was asked, by one thread.
    private final class Questions: @unchecked Sendable {
        var bytes: [Int] = []
        var reports: [Budget.Progress] = []

        /// A budget that is cancelled at a check.
        func budget(cancelledAt last: Int = .max) -> Budget {
            var budget = Budget.unlimited
            budget.hasFreeMemory = { [self] in
                bytes.append($0)
                return true
            }
            budget.reportProgress = { [self] in reports.append($0) }
            budget.isCancelled = { [self] in reports.count == last }
            return budget
        }
    }

    /// A chart with a row for each state and a column for each event.
    private static var wide: Statechart {
        var chart = Statechart("chart")
        for index in 0..<100 {
            var state = Statechart.State("s\(index)")
            state.transitions = [.on(.init("e\(index)"), to: "s0")]
            chart.add(state)
        }
        return chart
    }

    @Test func memoryIsCheckedBeforeItIsTaken() throws {
        let questions = Questions()
        _ = try Compiled(Self.wide, budget: questions.budget())
        let most = try #require(questions.bytes.max())
        #expect(questions.bytes == questions.bytes.sorted() && most >= 1024 * 100 + 4 * 100 * 100)
        let error = #expect(throws: StatechartError.self) {
            try Compiled(Self.wide, budget: Budget(maximumBytes: most - 1))
        }
        #expect(error?.stop?.isBudgetExceeded == true && error?.findings == [])
        #expect(error?.description.hasPrefix("the work needs more than ") == true)
        _ = try Compiled(Self.wide, budget: Budget(maximumStates: 1, maximumBytes: most))
    }

    @Test func compilationsAreCancelled() throws {
        let questions = Questions()
        _ = try Compiled(HostileChartsTests.copies(depth: 12), budget: questions.budget())
        let count = questions.reports.count
        #expect(count > 5 && questions.reports.last?.statesBuilt ?? 0 > 8_000)
        for last in 1...count {
            let error = #expect(throws: StatechartError.self) {
                try Compiled(HostileChartsTests.copies(depth: 12), budget: Questions().budget(cancelledAt: last))
            }
            #expect(error?.stop?.isCancelled == true)
        }
    }

    /// No budget raises a fixed limit, so that it is reported first.
    @Test func limitsComeBeforeTheBudget() {
        var large = HostileChartsTests.copies(depth: 12)
        for index in 12..<40 {
            var machine = Statechart("m\(index)")
            for name in ["x", "y"] {
                var state = Statechart.State(name)
                state.submachine = "m\(index - 1)"
                machine.add(state)
            }
            large.submachines.append(machine)
        }
        large[1].submachine = "m39"
        let error = #expect(throws: StatechartError.self) { try Compiled(large, budget: Budget(maximumBytes: 1)) }
        #expect(error?.stop == nil && error?.findings.count == 1)
    }

    /// The first chart of a session counts, and those that it invokes.
    @Test func sessionsHaveABudget() throws {
        var context = StatechartContext()
        context.budget = Budget(isCancelled: { true })
        let error = #expect(throws: StatechartError.self) { try StatechartSession(Self.wide, in: context) }
        #expect(error?.stop?.isCancelled == true)
        var chart = Statechart("chart")
        var state = Statechart.State("a")
        state.invocations = [.init(.chart(Self.wide))]
        state.transitions = [.on("error.execution", to: "failed")]
        chart.add(state)
        chart.add(Statechart.State("failed"))
        // Enough for the first chart alone.
        context.budget = Budget(maximumBytes: 50_000)
        #expect(try StatechartSession(chart, in: context).activeStateNames == ["failed"])
        context.budget = .default
        #expect(try StatechartSession(chart, in: context).activeStateNames == ["a"])
    }
}
