import Components
import Foundation
import Testing

/// Threads that touch the same component; the thread sanitizer looks on.
@Suite(.serialized) struct SystemRaceTests {
    /// A sender takes notice of a change while others plan the next one.
    @Test func changesArePlannedWhileOthersAreFollowed() async throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sinks = (0..<4).map { number in assembly.add("sink\(number)") { Sink() } }
        assembly.connect([burster.output], to: [])
        let system = try ComponentSystem(assembly)
        let orders = try system.port(\.orders, of: burster)
        for _ in 0..<2_000 {
            for sink in sinks { try system.assembly.connect(burster.output, to: sink.input) }
            orders.send(1)
            for sink in sinks { try system.assembly.disconnect(sink.input) }
        }
        await system.idle()
        #expect(system.failures.isEmpty)
        await system.end()
    }

    /// A container fails in its start while the components inside are being started.
    @Test(arguments: [true, false]) func contentsOfOneThatFailsAtOnceEnd(isRecording: Bool) async throws {
        struct Inner: Component {
            let life: Life
            static var handlers: Handlers<Inner> {}
        }
        struct Box: Component {
            let population: Population
            mutating func start() throws { throw Faulty() }
            func addContents(to assembly: inout Assembly, of box: PartReference<Box>) {
                for number in 0..<200 {
                    assembly.add("inner\(number)") { [population] in Inner(life: Life(in: population)) }
                }
            }
        }
        let population = Population()
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        let system = try ComponentSystem(Assembly(), options)
        for _ in 0..<20 {
            try system.assembly.add("box", execution: .blocking) { Box(population: population) }
            await system.idle()
            #expect(!system.assembly.contains("box") && !system.assembly.contains("box.inner199"))
        }
        #expect(system.failures.count == 20)
        await system.end()
        if isRecording { return try expectSameTrace(system, Assembly()) }
        try await population.settle(at: 0)
        #expect(population.count == 0)
    }

    /// A failure is heard when its component has said its last words, and its name is free.
    @Test func aFailureIsHeardWhenAllIsOver() async throws {
        struct Fragile: Component {
            let jobs = Input<Results>()
            let log: Log
            mutating func end() {
                // Time to hear it too early.
                for _ in 0..<20 where log.all.isEmpty { usleep(1_000) }
                log.add("end")
            }
            static var handlers: Handlers<Fragile> { Receive(\.jobs.done) { _, _, _ in throw Faulty() } }
        }
        struct Copier: Component {
            let failures = Input<Failures>()
            let context = ComponentContext()
            let log: Log
            static var handlers: Handlers<Copier> {
                Receive(\.failures.failed) { copier, failure in
                    copier.log.add("heard")
                    try copier.context.assembly.add(failure.component) { [log = copier.log] in Fragile(log: log) }
                }
            }
        }
        let log = Log()
        var assembly = Assembly()
        let fragile = assembly.add("fragile", execution: .blocking) { Fragile(log: log) }
        let copier = assembly.add("copier", execution: .blocking) { Copier(log: log) }
        assembly.link(fragile, to: copier.failures)
        let system = try ComponentSystem(assembly)
        try system.port(\.jobs, of: fragile).done(1, 1)
        await system.idle()
        #expect(log.all == ["end", "heard"])
        #expect(system.failures.map(\.component) == ["fragile"])
        #expect(system.assembly.contains("fragile"))
        await system.end()
    }
}
