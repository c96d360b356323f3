// The expense tracker in a terminal. Each line is an action of the user, `+1000` waits a second:
//
//     email ada@example.org
//     password engine
//     login
//     +1000
//
// `expenses --inspect PATH` lets `automata components inspect PATH` watch it, pause it, and step;
// with `--fault 2` besides, the service fails at its second request.
import Components
import ExpenseTracker

/// Returns the argument after an option.
func argument(after option: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: option).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

let faults = argument(after: "--fault").flatMap { Int($0) }
let (assembly, application) = Assembly.expenseTracker(faults: Set([faults].compactMap(\.self)))
let simulation = try Simulation(assembly)
let inspector = try argument(after: "--inspect").map { try simulation.inspect(at: $0, allowsControl: true) }
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
