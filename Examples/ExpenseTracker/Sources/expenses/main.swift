// The expense tracker in a terminal. Each line is an action of the user, `+1000` waits a second:
//
//     email ada@example.org
//     password engine
//     login
//     +1000
import Components
import ExpenseTracker

let (assembly, application) = Assembly.expenseTracker()
let simulation = try Simulation(assembly)
let user = try simulation.port(\.user, of: application)
let screens = try simulation.record(\.screen, of: application)
var shown = 0

while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard let action = parts.first else { continue }
    let text = parts.count == 2 ? String(parts[1]) : ""
    print("> " + line)
    switch action {
    case "email": user.email(text)
    case "password": user.password(text)
    case "login": user.login()
    case "logout": user.logout()
    case "expenses": user.showExpenses()
    case "debts": user.showDebts()
    case "choose": Int(text).map { user.choose($0) } ?? print("choose a number of the list")
    case "back": user.back()
    case "delete": user.delete()
    case "add": user.addExpense()
    case "amount": user.amount(text)
    case "category": user.category(text)
    case "save": user.save()
    case "cancel": user.cancel()
    case _ where action.first == "+":
        if let time = Int(action.dropFirst()) { try simulation.advance(by: .milliseconds(time)) }
    default: print("unknown action '\(action)'")
    }
    try simulation.run()
    for screen in screens.show.dropFirst(shown) { print(screen) }
    shown = screens.show.count
}
