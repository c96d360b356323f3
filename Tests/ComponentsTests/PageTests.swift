import Components
import Synchronization
import Testing

private struct Requests: PortProtocol { let fetch = Message<Void>() }
private struct Replies: PortProtocol { let fetched = Message<[Int]>() }

private struct Model: Component {
    let button = Input<Requests>()
    let service = Output<Requests>()
    let replies = Input<Replies>()
    var expenses: [Int] = []

    static var handlers: Handlers<Model> {
        Receive(\.button.fetch) { model in model.service.fetch() }
        Receive(\.replies.fetched) { model, expenses in model.expenses = expenses }
    }
}

private struct Service: Component {
    let requests = Input<Requests>()
    let replies = Output<Replies>()

    static var handlers: Handlers<Service> {
        Receive(\.requests.fetch) { service in service.replies.fetched([12, 30], after: .seconds(2)) }
    }
}

/// The events that a simulation has told.
private final class Told: Sendable { let lines = Mutex<[String]>([]) }

/// The example of the front page, with the trace that the page on simulations shows.
struct PageTests {
    @Test func theContractIsBrokenAsThePageSays() throws {
        var assembly = Assembly()
        let client = assembly.add("client") { Model() }
        let service = assembly.add("service") { Service() }
        assembly.connect(client.service, to: service.requests)
        assembly.connect(service.replies, to: client.replies)
        let talk = try Contract(
            mayEnd: [true, false],
            transitions: [(0, .send("fetch"), 1), (1, .receive("fetched"), 0)])
        assembly.add(talk, named: "talk", to: client.service, client.replies)
        let simulation = try Simulation(assembly)
        let button = try simulation.port(\.button, of: client)
        button.fetch()
        button.fetch()
        try simulation.run()
        #expect(
            simulation.failures.map(\.description) == [
                "client: 'client' breaks its contract 'talk' by !fetch; expected ?fetched; mend the component or the "
                    + "contract"
            ])
    }

    @Test func theExampleRunsAsThePagesSay() throws {
        var assembly = Assembly()
        let model = assembly.add("model") { Model() }
        let service = assembly.add("service") { Service() }
        assembly.connect(model.service, to: service.requests)
        assembly.connect(service.replies, to: model.replies)
        #expect(assembly.check().filter(\.isError) == [])
        var options = Simulation.Options()
        options.traceLimit = 100
        let told = Told()
        options.onEvent = { event in told.lines.withLock { $0.append(event.description) } }
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.button, of: model).fetch()
        try simulation.advance(by: .seconds(2))
        #expect(try simulation.with(model) { $0.expenses } == [12, 30])
        #expect(
            simulation.text == """
                0.0 seconds: #outside/1 to model.button.fetch()
                0.0 seconds: #outside/1 handled by model
                0.0 seconds: #model/1 model.service.fetch() because of #outside/1
                0.0 seconds: #model/1 handled by service
                2.0 seconds: #service/1 service.replies.fetched([12, 30]) because of #model/1
                2.0 seconds: #service/1 handled by model
                """)
        #expect(told.lines.withLock { $0.joined(separator: "\n") } == simulation.text)
    }

    @Test func theAccountIsOverdrawnAsThePageOnDebuggingSays() throws {
        var assembly = Assembly()
        let account = assembly.add("account") { Account() }
        let shop = assembly.add("shop") { PayingShop() }
        assembly.connect(shop.payments, to: account.payments)
        let debugger = try Debugger(assembly)
        try debugger.perform { try $0.port(\.orders, of: shop).pay(60) }
        try debugger.setBreakpoints([.when(account) { $0.balance < 0 }])
        #expect(try debugger.run(until: .seconds(60))?.component == "account")
        #expect(debugger.time == .seconds(5))
        try debugger.move(to: debugger.position - 1)
        #expect(debugger.nextMessage?.description == "#shop/3 account.payments.pay(60)")
        #expect(debugger.nextMessage?.cause?.description == "shop/2")
        #expect(
            debugger.trace.first { $0.id?.description == "shop/2" }?.description
                == "5.0 seconds: #shop/2 shop.again.pay(60) because of #outside/1")
        try debugger.setBreakpoints([.message(\.payments.pay, of: account)])
        #expect(try debugger.runBack()?.description == "#shop/1 account.payments.pay(60)" && debugger.position == 1)
    }
}

private struct Payments: PortProtocol { let pay = Message<Int>() }

private struct Account: Component {
    let payments = Input<Payments>()
    var balance = 100

    static var handlers: Handlers<Account> {
        Receive(\.payments.pay) { account, amount in account.balance -= amount }
    }
}

private struct PayingShop: Component {
    let orders = Input<Payments>()
    let payments = Output<Payments>()
    let again = EventPort<Payments>()

    static var handlers: Handlers<PayingShop> {
        Receive(\.orders.pay) { shop, amount in
            shop.payments.pay(amount)
            if amount > 50 { shop.again.pay(amount, after: .seconds(5)) }
        }
        Receive(\.again.pay) { shop, amount in shop.payments.pay(amount) }
    }
}
