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
}
