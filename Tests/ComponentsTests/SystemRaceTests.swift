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
}
