import Components

/// A service far away, which keeps the expenses and takes its time.
struct WebService: Component {
    let requests = Input<ServiceRequests>()
    let replies = Output<ServiceReplies>()

    let latency: Duration
    var expenses: [Expense] = []
    private var lastNumber = 0

    init(latency: Duration) { self.latency = latency }

    static var handlers: Handlers<WebService> {
        Receive(\.requests.fetch) { service in service.replyWithExpenses() }
        Receive(\.requests.create) { service, content in
            service.lastNumber += 1
            service.expenses.append(Expense(number: service.lastNumber, content: content))
            service.replyWithExpenses()
        }
        Receive(\.requests.delete) { service, number in
            guard let index = service.expenses.firstIndex(where: { $0.number == number }) else {
                service.replies.refused("expense \(number) is gone", after: service.latency)
                return
            }
            service.expenses.remove(at: index)
            service.replyWithExpenses()
        }
    }

    private func replyWithExpenses() { replies.expenses(expenses, after: latency) }
}
