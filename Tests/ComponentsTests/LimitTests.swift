import Components
import Testing

/// Numbers and times at the ends of their ranges.
struct LimitTests {
    @Test("A trace without room counts events.", arguments: [0, -1])
    func tracesMayHaveNoRoom(limit: Int) throws {
        var assembly = Assembly()
        let sink = assembly.add("sink") { Sink() }
        var options = Simulation.Options()
        options.traceLimit = limit
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.input, of: sink).one(1)
        try simulation.run()
        #expect(simulation.trace.isEmpty)
        #expect(simulation.removedTraceEventCount == 2)
        #expect(try simulation.with(sink) { $0.numbers } == [1])
    }
}
