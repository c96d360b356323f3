import Components
import Testing

private struct Fetching: PortProtocol {
    let fetch = Command<Int, Int>()
    let fail = Message<Void>()
}

/// Fails when it is told to.
private struct WebService: Component {
    let requests = Input<Fetching>()

    static var handlers: Handlers<WebService> {
        Receive(\.requests.fetch) { (_: inout WebService, number: Int) in 2 * number }
        Receive(\.requests.fail) { _ in throw Faulty() }
    }
}

/// Makes its web service, and can't do without.
private struct ExpenseModel: Component {
    let requests = Input<Fetching>()
    let service = Output<Fetching>(isOptional: true)
    let failures = Input<Failures>()
    let context = ComponentContext()
    var waiting: [Int: Responder<Int>] = [:]

    mutating func start() throws {
        let part = try context.assembly.add("service") { WebService() }
        try context.assembly.connect(service.reference, to: part.requests)
        try context.assembly.link(part, to: failures.reference)
    }

    mutating func end() { try? context.assembly.remove("service") }

    static var handlers: Handlers<ExpenseModel> {
        Receive(\.requests.fetch) { model, number, respond in
            if number < 0 { throw Faulty() }
            model.waiting[number] = respond
            model.service.fetch(number)
        }
        ReceiveAnswer(\.service.fetch) { model, number, result in
            guard let respond = model.waiting.removeValue(forKey: number) else { return }
            do { respond(try result.get()) } catch { respond.refuse("\(error)") }
        }
        Receive(\.requests.fail) { model in model.service.fail() }
        Receive(\.failures.failed) { _, failure in throw failure.error }
    }
}

/// Makes an expense model, and a fresh one when it fails.
private struct Model: Component {
    let orders = Input<Fetching>()
    let expenses = Output<Fetching>(isOptional: true)
    let failures = Input<Failures>()
    let context = ComponentContext()
    var waiting: [Int: Responder<Int>] = [:]
    var copyCount = 0

    mutating func start() throws { try makeExpenses() }

    mutating func makeExpenses() throws {
        copyCount += 1
        let part = try context.assembly.add("expenses") { ExpenseModel() }
        try context.assembly.connect(expenses.reference, to: part.requests)
        try context.assembly.link(part, to: failures.reference)
    }

    static var handlers: Handlers<Model> {
        Receive(\.orders.fetch) { model, number, respond in
            model.waiting[number] = respond
            model.expenses.fetch(number)
        }
        ReceiveAnswer(\.expenses.fetch) { model, number, result in
            guard let respond = model.waiting.removeValue(forKey: number) else { return }
            do { respond(try result.get()) } catch { respond.refuse("\(error)") }
        }
        Receive(\.orders.fail) { model in model.expenses.fail() }
        Receive(\.failures.failed) { model, _ in try model.makeExpenses() }
    }
}

/// Fresh copies that make those that they need: the model makes a new expense model, which makes
/// its own web service.
@Suite(.serialized) struct CopyTests {
    private func makeAssembly() -> (Assembly, PartReference<Model>) {
        var assembly = Assembly()
        let model = assembly.add("model") { Model() }
        return (assembly, model)
    }

    @Test func freshCopiesCascade() throws {
        let (assembly, model) = makeAssembly()
        let simulation = try Team.run(assembly)
        let orders = try simulation.port(\.orders, of: model)
        #expect(try simulation.answer(to: orders.fetch, 21) == 42)
        for round in 1...5 {
            // The web service fails, then the expense model by itself.
            orders.fail()
            try simulation.run()
            #expect(throws: CommandError.refused("the receiver failed: Faulty()")) {
                try simulation.answer(to: orders.fetch, -1)
            }
            #expect(try simulation.answer(to: orders.fetch, round) == 2 * round)
            #expect(try simulation.with(model) { $0.copyCount } == 1 + 2 * round)
        }
        #expect(
            simulation.failures.map(\.component)
                == (1...5).flatMap { _ in ["service", "expenses", "expenses"] })
    }

    /// What is made anew uses the names of what has failed, as soon as its failure is heard.
    @Test func freshCopiesCascadeOnThreads() async throws {
        let (assembly, model) = makeAssembly()
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let orders = try system.port(\.orders, of: model)
        for round in 1...100 {
            orders.fail()
            await system.idle()
            await #expect(throws: CommandError.refused("the receiver failed: Faulty()")) { try await orders.fetch(-1) }
            await system.idle()
            #expect(try await orders.fetch(round) == 2 * round)
        }
        #expect(
            system.failures.map(\.component) == (1...100).flatMap { _ in ["service", "expenses", "expenses"] })
        await system.end()
        try expectSameTrace(system, assembly)
    }
}
