package import Components

/// The user's actions at the screen.
package struct UserActions: PortProtocol {
    package let email = Message<String>()
    package let password = Message<String>()
    package let login = Message<Void>()
    package let logout = Message<Void>()
    package let showExpenses = Message<Void>()
    package let showDebts = Message<Void>()
    package let choose = Message<Int>()
    package let back = Message<Void>()
    package let delete = Message<Void>()
    package let addExpense = Message<Void>()
    package let amount = Message<String>()
    package let category = Message<String>()
    package let save = Message<Void>()
    package let cancel = Message<Void>()
    package init() {}
}

package struct ScreenUpdates: PortProtocol {
    package let show = Message<Screen>()
    package init() {}
}

struct ExpenseCommands: PortProtocol {
    let fetchExpenses = Message<Void>()
    let createExpense = Message<NewExpense>()
    let deleteExpense = Message<Int>()
}

struct ExpenseNews: PortProtocol {
    let fetchedExpenses = Message<[Expense]>()
    let failed = Message<String>()
}

struct DebtCommands: PortProtocol {
    let fetchDebts = Message<Void>()
}

struct DebtNews: PortProtocol {
    let fetchedDebts = Message<[Debt]>()
}

struct ServiceRequests: PortProtocol {
    let fetch = Message<Void>()
    let create = Message<NewExpense>()
    let delete = Message<Int>()
}

struct ServiceReplies: PortProtocol {
    let expenses = Message<[Expense]>()
    let refused = Message<String>()
}
