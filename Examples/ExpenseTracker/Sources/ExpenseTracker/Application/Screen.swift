import Statecharts

/// The content of the screen.
package struct Screen: Hashable, Sendable, CustomStringConvertible {
    package enum View: Hashable, Sendable {
        case login(email: String, password: String, isEnabled: Bool)
        case addExpense(amount: String, category: String, isEnabled: Bool)
        case expenses([Expense], isWaiting: Bool)
        case detail(Expense)
        case debts([Debt])
    }

    package let view: View
    package let notice: String

    init(of data: Application.Data, in step: borrowing Step<Application>) {
        notice = data.notice
        if step.isActive(Modal.State.login, in: .modal) {
            view = .login(
                email: data.email, password: data.password,
                isEnabled: step.isActive(LoginForm.State.enabled, in: .loginForm))
        } else if step.isActive(Modal.State.addExpense, in: .modal) {
            view = .addExpense(
                amount: data.amount, category: data.category,
                isEnabled: step.isActive(ExpenseForm.State.enabled, in: .expenseForm))
        } else if step.isActive(TabBar.State.debts, in: .tabBar) {
            view = .debts(data.debts)
        } else if let expense = data.chosen, step.isActive(ExpensesNavigation.State.atDetail, in: .expenses) {
            view = .detail(expense)
        } else {
            view = .expenses(
                data.expenses, isWaiting: !step.isActive(ExpensesList.State.showing, in: .list))
        }
    }

    package var description: String {
        (lines + (notice.isEmpty ? [] : ["! " + notice])).joined(separator: "\n")
    }

    private var lines: [String] {
        switch view {
        case .login(let email, let password, let isEnabled):
            [
                "== Log in", "email     \(email)", "password  \(password.map { _ in "*" }.joined())",
                isEnabled ? "[login]" : " login",
            ]
        case .addExpense(let amount, let category, let isEnabled):
            [
                "== Add expense", "amount    \(amount)", "category  \(category)",
                isEnabled ? "[save]  [cancel]" : " save   [cancel]",
            ]
        case .expenses(let expenses, let isWaiting):
            ["== Expenses" + (isWaiting ? " …" : "")] + expenses.map { "\($0.number)  \($0)" }
        case .detail(let expense):
            ["== Expense \(expense.number)", "\(expense)", "[delete]  [back]"]
        case .debts(let debts):
            ["== Debts"] + debts.map { "\($0.debtor) owes \($0.creditor) \($0.cents.money)" }
        }
    }
}

extension Expense: CustomStringConvertible {
    package var description: String { "\(content.category), \(content.cents.money), paid by \(content.payer)" }
}

extension Int {
    /// An amount of cents, as a text.
    fileprivate var money: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100)" }
}
