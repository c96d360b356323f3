package import Components
package import Statecharts

/// The user interface: its chart says what is seen, and which actions do something.
package struct Application: StatechartComponent {
    /// Those of the outer chart, and the paths of the submachines within them.
    package enum State: String, StatechartSymbol {
        case expenses, debts, tabBar, screen
        case list = "expenses.list"
        case modal = "tabBar.modal"
        case loginForm = "tabBar.modal.loginForm"
        case expenseForm = "tabBar.modal.expenseForm"
    }
    package enum Event: String, StatechartSymbol {
        // From the user.
        case email, password, login, logout, showExpenses, showDebts, choose, back, delete
        case addExpense, amount, category, save, cancel
        // From the model.
        case fetchedExpenses, fetchedDebts, failed
        // To itself.
        case loggedIn, loggedOut, saved, draw
    }
    package enum Guard: String, StatechartSymbol {
        case isEmail, isLongPassword, isLoginComplete, isKnown
        case isAmount, isLongCategory, isExpenseComplete
        case isUncovered, isLoggedIn, isChoosable, isDeletable
    }
    package enum Action: String, StatechartSymbol {
        case keepEmail, keepPassword, logIn, refuse, logOut
        case keepAmount, keepCategory, clearForm, create
        case keepExpenses, keepDebts, fetchDebts, clear, choose, delete, warn
        case redraw, draw
    }
    package typealias Payload = any Sendable

    struct Own: PortProtocol { let draw = Message<Void>() }

    package let user = Input<UserActions>()
    package let screen = Output<ScreenUpdates>(isOptional: true)
    let expenses = Output<ExpenseCommands>()
    let expenseNews = Input<ExpenseNews>()
    let debts = Output<DebtCommands>()
    let debtNews = Input<DebtNews>()
    let own = EventPort<Own>()

    var data = Data()
    private var isDrawing = false

    package static let chart: Statechart = .init("Application", for: Self.self, isOrthogonal: true) {
        Submachine(.expenses, ExpensesNavigation.chart)
        Submachine(.debts, DebtsList.chart)
        Submachine(.tabBar, TabBar.chart)
        Simple(.screen) { On(.draw, do: .draw) }
    }

    /// What the interface knows, and what was typed.
    struct Data {
        var user: User?
        var (email, password, amount, category, notice) = ("", "", "", "", "")
        var expenses: [Expense] = []
        var chosen: Expense?
        var debts: [Debt] = []

        var cents: Int? {
            let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
            guard let whole = parts.first.flatMap({ UInt32($0) }) else { return nil }
            let fraction = parts.count == 2 ? parts[1] : "00"
            guard parts.count <= 2, fraction.utf8.count == 2, let cents = UInt8(fraction) else { return nil }
            return Int(whole) * 100 + Int(cents)
        }
    }

    package func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool {
        let (text, number) = (step.payload as? String ?? "", step.payload as? Int)
        switch `guard` {
        case .isEmail:
            return text.split(separator: "@", omittingEmptySubsequences: false).count == 2 && !text.hasPrefix("@")
                && !text.hasSuffix("@")
        case .isLongPassword: return text.count >= 5
        case .isLoginComplete:
            let isEmailValid = step.isActive(LoginForm.State.emailValid, in: .loginForm)
            return step.isActive(LoginForm.State.passwordValid, in: .loginForm) && isEmailValid
        case .isKnown: return User(rawValue: data.email)?.password == data.password
        case .isAmount: return Self.with(data) { $0.amount = text }.cents ?? 0 > 0
        case .isLongCategory: return text.count >= 3
        case .isExpenseComplete:
            let isAmountValid = step.isActive(ExpenseForm.State.amountValid, in: .expenseForm)
            return step.isActive(ExpenseForm.State.categoryValid, in: .expenseForm) && isAmountValid
        case .isUncovered: return step.isActive(Modal.State.none, in: .modal)
        case .isLoggedIn: return data.user != nil
        case .isChoosable:
            return isSeen(.root, in: step) && data.expenses.contains { $0.number == number }
        case .isDeletable: return isSeen(.atDetail, in: step)
        }
    }

    /// Whether nothing hides a state of the tab with the expenses.
    private func isSeen(_ state: ExpensesNavigation.State, in step: borrowing Step<Self>) -> Bool {
        guard step.isActive(state, in: .expenses), step.isActive(TabBar.State.expenses, in: .tabBar) else {
            return false
        }
        return step.isActive(Modal.State.none, in: .modal)
    }

    private static func with(_ data: Data, _ change: (inout Data) -> Void) -> Data {
        var data = data
        change(&data)
        return data
    }

    package mutating func perform(_ action: Action, in step: inout Step<Self>) {
        let text = step.payload as? String ?? ""
        switch action {
        case .keepEmail: data.email = text
        case .keepPassword: data.password = text
        case .logIn:
            data.user = User(rawValue: data.email)
            data.notice = ""
            step.raise(.loggedIn)
            expenses.fetchExpenses()
        case .refuse: data.notice = "unknown email or wrong password"
        case .logOut:
            data = Data()
            step.raise(.loggedOut)
        case .keepAmount: data.amount = text
        case .keepCategory: data.category = text
        case .clearForm: (data.amount, data.category) = ("", "")
        case .create:
            if let payer = data.user, let cents = data.cents {
                expenses.createExpense(NewExpense(cents: cents, category: data.category, payer: payer))
            }
            step.raise(.saved)
        case .keepExpenses: (data.expenses, data.notice) = (step.payload as? [Expense] ?? [], "")
        case .keepDebts: data.debts = step.payload as? [Debt] ?? []
        case .fetchDebts: debts.fetchDebts()
        case .clear: (data.expenses, data.chosen, data.debts) = ([], nil, [])
        case .choose:
            let number = step.payload as? Int
            data.chosen = data.expenses.first { $0.number == number }
        case .delete: if let number = data.chosen?.number { expenses.deleteExpense(number) }
        case .warn: data.notice = text
        case .redraw: break
        case .draw:
            isDrawing = false
            return screen.show(Screen(of: data, in: step))
        }
        // Drawn when the chart has come to rest.
        if !isDrawing { own.draw() }
        isDrawing = true
    }
}

/// A chart within the application's, which has states of its own, and the application's events,
/// guards and actions.
protocol ApplicationPart: StatechartBehavior
where Event == Application.Event, Guard == Application.Guard, Action == Application.Action {}

extension ApplicationPart {
    func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool { false }
    mutating func perform(_ action: Action, in step: inout Step<Self>) {}
}
