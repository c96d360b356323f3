import Statecharts

/// The list of expenses, one of them in detail, and the way from one to the other.
struct ExpensesNavigation: ApplicationPart {
    enum State: String, StatechartSymbol {
        case list, detail, empty, showing
        case navigation, root, rootToDetail, atDetail, detailToRoot
    }

    static let chart: Statechart = .init("Expenses", for: Self.self, isOrthogonal: true, isLocal: true) {
        Submachine(.list, ExpensesList.chart)
        Composite(.detail) {
            On(.choose, if: .isChoosable, to: .showing, do: .choose)
            On(.loggedOut, to: .empty)
            Simple(.empty)
            Simple(.showing)
        }
        Composite(.navigation) {
            On(.loggedOut, to: .root)
            Simple(.root) {
                Entry(.redraw)
                On(.choose, if: .isChoosable, to: .rootToDetail)
            }
            Simple(.rootToDetail) { After(.milliseconds(300), to: .atDetail) }
            Simple(.atDetail) {
                Entry(.redraw)
                On(.back, if: .isUncovered, to: .detailToRoot)
                On(.delete, if: .isDeletable, to: .detailToRoot, do: .delete)
            }
            Simple(.detailToRoot) { After(.milliseconds(300), to: .root) }
        }
    }
}

struct ExpensesList: ApplicationPart {
    enum State: String, StatechartSymbol { case waiting, loggedIn, showing, deleting }

    static let chart: Statechart = .init("Expenses list", for: Self.self, isLocal: true) {
        Simple(.waiting) {
            Entry(.clear)
            On(.fetchedExpenses, if: .isLoggedIn, to: .showing, do: .keepExpenses)
            On(.failed, if: .isLoggedIn, do: .warn)
        }
        Composite(.loggedIn) {
            On(.loggedOut, to: .waiting)
            On(.fetchedExpenses, to: .showing, do: .keepExpenses)
            On(.failed, to: .showing, do: .warn)
            Simple(.showing) { On(.delete, if: .isDeletable, to: .deleting) }
            Simple(.deleting) { Entry(.redraw) }
        }
    }
}

struct DebtsList: ApplicationPart {
    enum State: String, StatechartSymbol { case waiting, showing }

    static let chart: Statechart = .init("Debts list", for: Self.self) {
        Simple(.waiting) { On(.fetchedDebts, if: .isLoggedIn, to: .showing, do: .keepDebts) }
        Simple(.showing) {
            On(.fetchedDebts, do: .keepDebts)
            On(.loggedOut, to: .waiting)
        }
    }
}
