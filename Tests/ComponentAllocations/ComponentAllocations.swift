internal import AllocationCounter
internal import Components

private struct Game: PortProtocol {
    let hit = Message<(Int, Double)>()
}

private struct Player: Component {
    let output = Output<Game>()
    let input = Input<Game>()

    static var handlers: Handlers<Player> {
        Receive(\.input.hit) { player, left, speed in
            if left > 1 { player.output.hit(left - 1, speed) }
        }
    }
}

/// Allocations of components, by code that is optimized unless all is for debugging.
public enum ComponentAllocations {
    /// A Boolean value that indicates whether the code here is optimized.
    public static var isOptimized: Bool {
        var isOptimized = true
        func forget() -> Bool {
            isOptimized = false
            return true
        }
        assert(forget())
        return isOptimized
    }

    /// Returns the number of allocations of ten thousand messages in a simulation, after as many
    /// that aren't counted.
    ///
    /// - Parameter isTracing: Whether the simulation has a trace, which is full by then.
    public static func count(isTracing: Bool) throws -> Int {
        var assembly = Assembly()
        let ping = assembly.add("ping") { Player() }
        let pong = assembly.add("pong") { Player() }
        assembly.connect(ping.output, to: pong.input)
        assembly.connect(pong.output, to: ping.input)
        var options = Simulation.Options()
        if isTracing { options.traceLimit = 1000 }
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: ping)
        port.hit(10_000, 1.5)
        try simulation.run()
        let start = allocation_count_of_thread()
        port.hit(10_000, 1.5)
        try simulation.run()
        return Int(allocation_count_of_thread() - start)
    }
}
