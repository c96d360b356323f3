import Components
import Testing

/// Threads that touch the same component; the thread sanitizer looks on.
@Suite struct SystemRaceTests {
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

    /// A name is free as soon as others hear that its component has failed, though what waits for it
    /// isn't freed yet.
    @Test func theNameOfAFailedComponentIsFreeForACopy() async throws {
        /// Is freed when a copy has been made.
        final class Slow: Sendable {
            let isDone: Place
            init(_ isDone: Place) { self.isDone = isDone }
            deinit { isDone.stay() }
        }
        struct Work: PortProtocol {
            let fail = Message<Void>()
            let carry = Message<Slow>()
        }
        struct Fragile: Component {
            let work = Input<Work>()
            static var handlers: Handlers<Fragile> {
                Receive(\.work.fail) { _ in throw Faulty() }
                Receive(\.work.carry) { _, _ in }
            }
        }
        struct Copier: Component {
            let failures = Input<Failures>()
            let context = ComponentContext()
            let isDone: Place
            static var handlers: Handlers<Copier> {
                Receive(\.failures.failed) { copier, failure in
                    defer { copier.isDone.open() }
                    try copier.context.assembly.add(failure.component) { Fragile() }
                }
            }
        }
        let isDone = Place()
        var assembly = Assembly()
        let fragile = assembly.add("fragile", execution: .blocking) { Fragile() }
        let copier = assembly.add("copier", execution: .blocking) { Copier(isDone: isDone) }
        assembly.link(fragile, to: copier.failures)
        let system = try ComponentSystem(assembly)
        let work = try system.port(\.work, of: fragile)
        work.fail()
        work.carry(Slow(isDone))
        await system.idle()
        #expect(system.failures.map(\.component) == ["fragile"])
        #expect(system.assembly.contains("fragile"))
        await system.end()
    }
}
