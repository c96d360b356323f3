import ComponentAnalysis
import Components
import ExpenseTracker
import Testing

/// The expense tracker under all orders of messages, with contracts at all ports.
struct ScheduleTests {
    /// What each part may say, and when.
    private func assembly(faults: Set<Int> = []) throws -> (Assembly, PartReference<Application>) {
        var (assembly, application) = Assembly.expenseTracker(faults: faults)
        typealias Transition = Contract.Transition
        func add(_ part: String, _ name: String, _ ports: [String], _ mayEnd: [Bool], _ transitions: [Transition])
            throws
        {
            let contract = try Contract(mayEnd: mayEnd, transitions: transitions)
            assembly.add(contract, named: name, to: ports.map { PortReference(part, $0) })
        }
        func loop(_ messages: [Contract.Action]) -> [Transition] { messages.map { (0, $0, 0) } }

        // One request, then its reply; the service may come back after a failure, or be too late.
        let requests: [Contract.Action] = [.send("fetch"), .send("create"), .send("delete")]
        let answers: [Contract.Action] = [.receive("expenses"), .receive("refused"), .receive("failed")]
        try add(
            "model.expenses", "service", ["requests", "replies", "failures"], [true, false],
            requests.map { (0, $0, 1) } + answers.map { (1, $0, 0) } + answers.map { (0, $0, 0) }
                + [(1, .timeout, 0), (0, .timeout, 0)])
        try add(
            "model.service", "requests", ["requests", "replies"], [true],
            loop([.receive("fetch"), .receive("create"), .receive("delete"), .send("expenses"), .send("refused")]))
        // News come at any time; debts only after some.
        try add(
            "model.expenses", "news", ["commands", "news"], [true],
            loop([
                .receive("fetchExpenses"), .receive("createExpense"), .receive("deleteExpense"),
                .send("fetchedExpenses"), .send("failed"),
            ]))
        try add(
            "model.debts", "debts", ["commands", "news", "expenseCommands", "expenseNews"], [true, true],
            [
                (0, .receive("fetchDebts"), 0), (0, .send("fetchExpenses"), 0), (0, .receive("failed"), 0),
                (0, .receive("fetchedExpenses"), 1), (1, .send("fetchedDebts"), 1), (1, .receive("fetchDebts"), 1),
                (1, .receive("fetchedExpenses"), 1), (1, .receive("failed"), 1),
            ])
        try add(
            "application", "model", ["expenses", "expenseNews", "debts", "debtNews"], [true],
            loop([
                .send("fetchExpenses"), .send("createExpense"), .send("deleteExpense"), .receive("fetchedExpenses"),
                .receive("failed"), .send("fetchDebts"), .receive("fetchedDebts"),
            ]))
        return (assembly, application)
    }

    /// Actions that have no effect where they aren't possible.
    private let ignored: Set<String> = [
        "model.debts.expenseNews.failed", "application.expenseNews.failed", "application.debtNews.fetchedDebts",
        "application.expenseNews.fetchedExpenses",
    ]

    private func logIn(_ user: Output<UserActions>) {
        user.email("ada@example.org")
        user.password("engine")
        user.login()
    }

    @Test func noScheduleBreaksAContract() throws {
        let (assembly, application) = try assembly()
        var options = ScheduleOptions()
        options.ignored = ignored
        let check = try assembly.checkSchedules(options) { run in
            let user = try run.port(\.user, of: application)
            logIn(user)
            user.addExpense()
            user.amount("12.50")
            user.category("lunch")
            user.save()
            user.showDebts()
        }
        #expect(check.failure == nil, "\(check.failure?.reason ?? "") \(check.failure?.schedule.description ?? "")")
        #expect(check.isComplete, "\(check.stateCount)")
    }

    @Test func noScheduleBreaksAContractWhileTheServiceDies() throws {
        let (assembly, application) = try assembly(faults: [1, 2])
        var options = ScheduleOptions()
        options.ignored = ignored
        let check = try assembly.checkSchedules(options) { run in
            let user = try run.port(\.user, of: application)
            logIn(user)
            user.showDebts()
        }
        #expect(check.failure == nil, "\(check.failure?.reason ?? "") \(check.failure?.schedule.description ?? "")")
        #expect(check.isComplete, "\(check.stateCount)")
    }
}
