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

private struct Sums: PortProtocol {
    let add = Message<Int>()
    let sum = Command<Int, Int>()
    let product = Command<Int, Int>()
}

/// Fails whenever it has asked.
private struct Asker: Component {
    struct Failed: Error {}
    let input = Input<Numbers>()
    let output = Output<Sums>(isOptional: true)

    static var handlers: Handlers<Asker> {
        Receive(\.input.add) { asker, number in
            asker.output.sum(number)
            asker.output.product(number)
            throw Failed()
        }
    }
}

private struct Numbers: PortProtocol { let add = Message<Int>() }

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

    /// Returns the number of allocations that are left of ten thousand restarts of a component that
    /// sends commands, after as many that aren't counted.
    public static func countLeftByRestarts() throws -> Int {
        var assembly = Assembly()
        let asker = assembly.add("asker") { Asker() }
        assembly.connect([asker.output], to: [])
        assembly.waitForRestart(["asker"])
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: asker)
        func restart() throws {
            for number in 0..<10_000 {
                port.add(number)
                try simulation.run()
                try simulation.assembly.restart("asker")
            }
        }
        try restart()
        let start = live_allocation_count_of_thread()
        try restart()
        return live_allocation_count_of_thread() - start
    }

    /// Returns the number of allocations of ten thousand messages in a simulation, after as many
    /// that aren't counted.
    ///
    /// - Parameters:
    ///   - isTracing: Whether the simulation has a trace, which is full by then.
    ///   - hasContracts: Whether contracts watch the components.
    public static func count(isTracing: Bool, hasContracts: Bool = false) throws -> Int {
        var assembly = Assembly()
        let ping = assembly.add("ping") { Player() }
        let pong = assembly.add("pong") { Player() }
        assembly.connect(ping.output, to: pong.input)
        assembly.connect(pong.output, to: ping.input)
        if hasContracts {
            let game = try Contract(
                mayEnd: [true, true],
                transitions: [(0, .receive("hit"), 1), (1, .send("hit"), 0), (1, .receive("hit"), 1)])
            for player in [ping, pong] { assembly.add(game, named: "game", to: player.input, player.output) }
        }
        var options = Simulation.Options()
        if isTracing { options.traceLimit = 1000 }
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: ping)
        port.hit(10_000, 1.5)
        try simulation.run()
        let start = allocation_count_of_thread()
        port.hit(10_000, 1.5)
        try simulation.run()
        let count = Int(allocation_count_of_thread() - start)
        if let failure = simulation.failures.first { throw failure.error }
        return count
    }
}
