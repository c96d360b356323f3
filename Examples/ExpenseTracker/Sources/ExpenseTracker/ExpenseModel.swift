import Components
import Statecharts

/// Knows the expenses by asking the web service, one request after the other.
struct ExpenseModel: StatechartComponent {
    enum State: String, StatechartSymbol { case ready, busy, fetching, creating, deleting }
    enum Event: String, StatechartSymbol {
        case fetchExpenses, createExpense, deleteExpense, expenses, refused, failed
    }
    enum Action: String, StatechartSymbol { case fetch, create, delete, publish, fail, excuse, giveUp }
    typealias Payload = any Sendable

    let commands = Input<ExpenseCommands>()
    let news = Output<ExpenseNews>()
    let requests = Output<ServiceRequests>()
    let replies = Input<ServiceReplies>()
    let failures = Input<Failures>()

    static let chart: Statechart = .init("Expense model", for: Self.self) {
        Simple(.ready) {
            On(.fetchExpenses, to: .fetching, do: .fetch)
            On(.createExpense, to: .creating, do: .create)
            On(.deleteExpense, to: .deleting, do: .delete)
            // Too late, as the model had given up.
            On(.expenses, do: .publish)
            On(.refused, do: .fail)
            On(.failed, do: .excuse)
        }
        Composite(.busy) {
            Defer(.fetchExpenses, .createExpense, .deleteExpense)
            On(.expenses, to: .ready, do: .publish)
            On(.refused, to: .ready, do: .fail)
            // A fresh service doesn't know the request.
            On(.failed, to: .ready, do: .excuse)
            After(.seconds(10), to: .ready, do: .giveUp)
            Simple(.fetching)
            Simple(.creating)
            Simple(.deleting)
        }
    }

    mutating func perform(_ action: Action, in step: inout Step<Self>) {
        switch (action, step.payload) {
        case (.fetch, _): requests.fetch()
        case (.create, let expense as NewExpense): requests.create(expense)
        case (.delete, let number as Int): requests.delete(number)
        case (.publish, let expenses as [Expense]): news.fetchedExpenses(expenses)
        case (.fail, let reason as String): news.failed(reason)
        case (.excuse, _): news.failed("the service has failed; try again")
        case (.giveUp, _): news.failed("the service doesn't answer")
        default: break
        }
    }
}
