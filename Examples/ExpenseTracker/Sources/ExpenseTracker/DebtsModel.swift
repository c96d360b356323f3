import Components
import Statecharts

/// Knows what users owe each other, which follows from the expenses.
struct DebtsModel: StatechartComponent {
    enum State: String, StatechartSymbol { case unknown, fetching, known }
    enum Event: String, StatechartSymbol { case fetchDebts, fetchedExpenses, failed }
    enum Action: String, StatechartSymbol { case fetch, compute, publish }
    typealias Payload = any Sendable

    let commands = Input<DebtCommands>()
    let news = Output<DebtNews>()
    let expenseCommands = Output<ExpenseCommands>()
    let expenseNews = Input<ExpenseNews>()
    private var debts: [Debt] = []

    static let chart: Statechart = .init("Debts model", for: Self.self) {
        Simple(.unknown) {
            On(.fetchDebts, to: .fetching, do: .fetch)
            On(.fetchedExpenses, to: .known, do: .compute, .publish)
        }
        Simple(.fetching) {
            On(.fetchedExpenses, to: .known, do: .compute, .publish)
            On(.failed, to: .unknown)
        }
        Simple(.known) {
            On(.fetchDebts, do: .publish)
            On(.fetchedExpenses, do: .compute, .publish)
        }
    }

    mutating func perform(_ action: Action, in step: inout Step<Self>) {
        switch action {
        case .fetch: expenseCommands.fetchExpenses()
        case .compute: debts = (step.payload as? [Expense] ?? []).debts
        case .publish: news.fetchedDebts(debts)
        }
    }
}
