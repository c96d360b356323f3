import Components
import Foundation
import Testing

/// Many changes of a channel. Components that were removed have no part in later ones, though they
/// end later.
@Suite(.serialized) struct ManyChangesTests {
    private struct Link: Component {
        let input = Input<M1>()
        let output = Output<M1>(isOptional: true)
        static var handlers: Handlers<Link> { Receive(\.input.one) { _, _ in } }
    }

    /// Adds components, joins both their ports with a channel, and ends them.
    private static func change(
        _ assembly: RunningAssembly, _ output: PortReference, _ sink: PortReference, _ prefix: String, count: Int,
        execution: ComponentExecution = .shared
    ) throws(ComponentError) {
        for number in 0..<count {
            let part = try assembly.add("\(prefix)\(number)", execution: execution) { Link() }
            try assembly.connect([output, part.output], to: [part.input, sink])
            try assembly.remove(part.name)
        }
    }

    private struct Changer: Component {
        let orders = Input<Burst>()
        let output = Output<M1>()
        let context = ComponentContext()
        let sink: PortReference

        static var handlers: Handlers<Changer> {
            Receive(\.orders.send) { changer, count in
                try change(changer.context.assembly, changer.output.reference, changer.sink, "p", count: count)
                changer.output.one(count)
            }
        }
    }

    private static func assembly(
        _ execution: ComponentExecution = .shared
    ) -> (Assembly, changer: PartReference<Changer>, sink: PartReference<Sink>) {
        var assembly = Assembly()
        let sink = assembly.add("sink", execution: execution) { Sink() }
        let changer = assembly.add("changer", execution: execution) { Changer(sink: sink.input) }
        assembly.connect(changer.output, to: sink.input)
        return (assembly, changer, sink)
    }

    private static let recorded = {
        var options = ComponentSystem.Options()
        options.isRecording = true
        return options
    }()

    /// Four tasks, which leave no thread for the turns in which components end.
    @Test func tasksChangeTheSameChannel() async throws {
        let (assembly, changer, sink) = Self.assembly()
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.orders, of: changer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    try Self.change(system.assembly, changer.output, sink.input, "t\(task)n", count: 500)
                    port.send(task)
                }
            }
            try await group.waitForAll()
        }
        await system.idle()
        #expect(system.failures.isEmpty)
        for task in 0..<4 { #expect(!system.assembly.contains("t\(task)n499")) }
        await system.end()
    }

    /// The main actor, which is busy, gives removed components no turn.
    @MainActor @Test func removedComponentsLeaveTheirChannelsAtOnce() async throws {
        let (assembly, changer, sink) = Self.assembly(.blocking)
        let system = try ComponentSystem(assembly, Self.recorded)
        try Self.change(system.assembly, changer.output, sink.input, "n", count: 100, execution: .mainActor)
        try system.port(\.orders, of: changer).send(0)
        func isHandled() -> Bool { system.trace.contains { $0.kind == .handled && $0.component == "sink" } }
        var waitCount = 0
        while !isHandled(), waitCount < 60_000 {
            waitCount += 1
            usleep(1000)
        }
        #expect(waitCount < 60_000)
        let lost = system.trace.filter { if case .lost = $0.kind { true } else { false } }
        #expect(lost.map(\.description) == [])
        await system.end()
    }

    @Test func handlersChangeTheirChannel() async throws {
        let (assembly, changer, sink) = Self.assembly()
        var options = Simulation.Options()
        options.traceLimit = 10_000
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.orders, of: changer).send(500)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers } == [500])
        let system = try ComponentSystem(assembly, Self.recorded)
        try system.port(\.orders, of: changer).send(500)
        await system.idle()
        await system.end()
        for trace in [simulation.trace, system.trace] {
            #expect(trace.map(\.message).filter { !$0.isEmpty } == ["to changer.orders.send", "output.one"])
            #expect(trace.count { $0.kind == .handled } == 2)
            #expect(trace.count == 4)
        }
    }

    /// The end of a component that was removed sends where it did, also to one that ended before.
    @Test func removedComponentsSendAtTheirEnd() throws {
        struct Ending: Component {
            let output = Output<M1>()
            mutating func end() { output.one(7) }
            static var handlers: Handlers<Ending> {}
        }
        struct Remover: Component {
            let orders = Input<Burst>()
            let output = Output<M1>()
            let context = ComponentContext()
            static var handlers: Handlers<Remover> {
                Receive(\.orders.send) { remover, count in
                    // Its mailbox has room for one.
                    for number in 0..<count { remover.output.one(number) }
                    try remover.context.assembly.remove("ending")
                }
            }
        }
        for isPointToPoint in [false, true] {
            var assembly = Assembly()
            let remover = assembly.add("remover") { Remover() }
            let ending = assembly.add("ending") { Ending() }
            let full = assembly.add("full", mailbox: .init(capacity: 1)) { Sink() }
            assembly.connect(remover.output, to: full.input)
            if isPointToPoint {
                assembly.connect([ending.output], to: [], as: .pointToPoint)
            } else {
                assembly.connect([ending.output], to: [full.input])
            }
            var options = Simulation.Options()
            options.traceLimit = 100
            let simulation = try Simulation(assembly, options)
            try simulation.port(\.orders, of: remover).send(2)
            try simulation.run()
            let loss = isPointToPoint ? "lost: no receiver" : "lost by full: ended"
            #expect(simulation.trace.map(\.description).contains("0.0 seconds: #ending/1 \(loss)"))
            #expect(simulation.failures.map(\.component) == ["full"])
        }
    }
}
