import Statecharts

/// Which tab is seen, and what covers both.
struct TabBar: ApplicationPart {
    enum State: String, StatechartSymbol { case tabs, expenses, debts, modal }

    static let chart: Statechart = .init("Tab bar", for: Self.self, isOrthogonal: true, isLocal: true) {
        Composite(.tabs) {
            On(.loggedOut, to: .expenses)
            Simple(.expenses) {
                Entry(.redraw)
                On(.showDebts, if: .isUncovered, to: .debts, do: .fetchDebts)
            }
            Simple(.debts) {
                Entry(.redraw)
                On(.showExpenses, if: .isUncovered, to: .expenses)
            }
        }
        Submachine(.modal, Modal.chart)
    }
}

/// What covers the tabs. Nobody gets past the login.
struct Modal: ApplicationPart {
    enum State: String, StatechartSymbol { case view, none, login, addExpense, loginForm, expenseForm }

    static let chart: Statechart = .init("Modal", for: Self.self, isOrthogonal: true, isLocal: true) {
        Composite(.view) {
            Simple(.login) {
                Entry(.redraw)
                On(.loggedIn, to: .none)
            }
            Simple(.none) {
                Entry(.redraw)
                On(.addExpense, to: .addExpense)
                On(.loggedOut, to: .login)
            }
            Simple(.addExpense) {
                Entry(.redraw)
                On(.saved, to: .none)
                On(.cancel, to: .none)
            }
        }
        Submachine(.loginForm, LoginForm.chart)
        Submachine(.expenseForm, ExpenseForm.chart)
    }
}
