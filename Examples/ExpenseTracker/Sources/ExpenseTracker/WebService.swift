import Components

/// A service far away, which keeps the expenses and takes its time. It fails at some requests, to
/// see what becomes of the program.
struct WebService: Component {
    /// An error of a connection.
    struct ConnectionError: Error {}

    /// The data that outlast a failure.
    struct Data: Sendable {
        var expenses: [Expense] = []
        var lastNumber = 0
        var requestCount = 0
    }

    let requests = Input<ServiceRequests>()
    let replies = Output<ServiceReplies>()
    let context = ComponentContext()

    let latency: Duration
    /// The numbers of the requests at which the service fails, from 1.
    let faults: Set<Int>
    var data = Data()

    init(latency: Duration, faults: Set<Int> = []) { (self.latency, self.faults) = (latency, faults) }

    mutating func start() { data = context.saved as? Data ?? Data() }

    static var handlers: Handlers<WebService> {
        Receive(\.requests.fetch) { service in
            try service.beginRequest()
            service.replyWithExpenses()
        }
        Receive(\.requests.create) { service, content in
            try service.beginRequest()
            service.data.lastNumber += 1
            service.data.expenses.append(Expense(number: service.data.lastNumber, content: content))
            service.replyWithExpenses()
        }
        Receive(\.requests.delete) { service, number in
            try service.beginRequest()
            guard let index = service.data.expenses.firstIndex(where: { $0.number == number }) else {
                service.replies.refused("expense \(number) is gone", after: service.latency)
                return
            }
            service.data.expenses.remove(at: index)
            service.replyWithExpenses()
        }
    }

    private mutating func beginRequest() throws {
        data.requestCount += 1
        context.saved = data
        if faults.contains(data.requestCount) { throw ConnectionError() }
    }

    private func replyWithExpenses() {
        context.saved = data
        replies.expenses(data.expenses, after: latency)
    }
}
