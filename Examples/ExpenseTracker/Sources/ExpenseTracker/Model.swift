package import Components

/// All that the application knows, behind two pairs of ports.
struct Model: Component {
    let expenses = ProxyInput<ExpenseCommands>()
    let expenseNews = ProxyOutput<ExpenseNews>()
    let debts = ProxyInput<DebtCommands>()
    let debtNews = ProxyOutput<DebtNews>()

    let latency: Duration
    let faults: Set<Int>

    func addContents(to assembly: inout Assembly, of model: PartReference<Model>) {
        let service = assembly.add("service") { [latency, faults] in WebService(latency: latency, faults: faults) }
        let expenseModel = assembly.add("expenses") { ExpenseModel() }
        let debtsModel = assembly.add("debts") { DebtsModel() }
        assembly.connect(expenseModel.requests, to: service.requests)
        assembly.connect(service.replies, to: expenseModel.replies)
        assembly.supervise(service)
        assembly.link(service, to: expenseModel.failures)
        assembly.connect([model.expenses, debtsModel.expenseCommands], to: [expenseModel.commands])
        assembly.connect(expenseModel.news, to: debtsModel.expenseNews, model.expenseNews)
        assembly.connect(model.debts, to: debtsModel.commands)
        assembly.connect(debtsModel.news, to: model.debtNews)
    }
}

extension Assembly {
    /// The expense tracker, and its user interface.
    ///
    /// - Parameters:
    ///   - latency: The time that the web service takes to answer.
    ///   - faults: The numbers of the requests at which it fails, from 1.
    package static func expenseTracker(
        latency: Duration = .seconds(1), faults: Set<Int> = []
    ) -> (Assembly, PartReference<Application>) {
        var assembly = Assembly()
        let application = assembly.add("application") { Application() }
        let model = assembly.add("model") { Model(latency: latency, faults: faults) }
        assembly.connect(application.expenses, to: model.expenses)
        assembly.connect(model.expenseNews, to: application.expenseNews)
        assembly.connect(application.debts, to: model.debts)
        assembly.connect(model.debtNews, to: application.debtNews)
        return (assembly, application)
    }
}
