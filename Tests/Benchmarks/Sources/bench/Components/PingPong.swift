import Components

/// Two players who return each other's ball: a message with two values, until none is left.
///
/// The benchmark of a thesis on architecting event-driven applications (2014), where a goal of *n*
/// takes *n* balls there and as many back.
struct Game: PortProtocol {
    let hit = Message<(Int, Double)>()
}

struct Player: Component {
    let output = Components.Output<Game>()
    let input = Components.Input<Game>()
    var hits = 0

    static var handlers: Handlers<Player> {
        Receive(\.input.hit) { player, left, speed in
            player.hits += 1
            if left > 1 { player.output.hit(left - 1, speed) }
        }
    }

    /// Two players with a channel each way.
    static func assembly() -> (Assembly, ping: PartReference<Player>, pong: PartReference<Player>) {
        var assembly = Assembly()
        let ping = assembly.add("ping") { Player() }
        let pong = assembly.add("pong") { Player() }
        assembly.connect(ping.output, to: pong.input)
        assembly.connect(pong.output, to: ping.input)
        return (assembly, ping, pong)
    }
}

/// The same players as objects, whose methods somebody calls in turn.
class PlainPlayer {
    private(set) var hits = 0

    @inline(never)
    func hit(_ left: Int, _ speed: Double) -> Int {
        hits += 1
        return left - 1
    }
}

/// The same players as actors, whose methods somebody awaits in turn: two hops a call, there and
/// back.
actor ActorPlayer {
    private(set) var hits = 0

    func hit(_ left: Int, _ speed: Double) -> Int {
        hits += 1
        return left - 1
    }
}

/// The same players as actors that wait for nobody: a task for each message, so a hop there.
actor SendingPlayer {
    private(set) var hits = 0
    private var other: SendingPlayer?
    private var end: CheckedContinuation<Void, Never>?

    func join(_ other: SendingPlayer) { self.other = other }

    func hit(_ left: Int, _ speed: Double, _ end: CheckedContinuation<Void, Never>) {
        hits += 1
        guard left > 1, let other else { return end.resume() }
        Task.detached { await other.hit(left - 1, speed, end) }
    }
}

/// The same players as tasks that each read an `AsyncStream`, as a mailbox.
struct StreamPlayer {
    typealias Ball = (left: Int, speed: Double)

    let balls: AsyncStream<Ball>
    let input: AsyncStream<Ball>.Continuation

    init() { (balls, input) = AsyncStream.makeStream() }

    /// Plays until no ball is left.
    ///
    /// - Returns: The number of hits.
    func play(against other: AsyncStream<Ball>.Continuation) async -> Int {
        var hits = 0
        for await (left, speed) in balls {
            hits += 1
            if left > 1 { other.yield((left - 1, speed)) }
            if left <= 2 { break }
        }
        return hits
    }
}
