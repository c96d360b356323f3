import Components
import Foundation
import Testing

struct M1: PortProtocol { let one = Message<Int>() }
struct M2: PortProtocol { let two = Message<Int>() }
struct M3: PortProtocol { let three = Message<Int>() }

/// Three messages, of which receivers know some.
struct Three: PortProtocol {
    let one = Message<Int>()
    let two = Message<Int>()
    let three = Message<Int>()
}

/// Sends what it is told to send.
struct Source: Component {
    let orders = Input<Three>()
    let output = Output<Three>()

    static var handlers: Handlers<Source> {
        Receive(\.orders.one) { $0.output.one($1) }
        Receive(\.orders.two) { $0.output.two($1) }
        Receive(\.orders.three) { $0.output.three($1) }
    }
}

/// Keeps the numbers of one message.
struct Sink: Component {
    let input = Input<M1>()
    var numbers: [Int] = []

    static var handlers: Handlers<Sink> { Receive(\.input.one) { $0.numbers.append($1) } }
}

struct Sink2: Component {
    let input = Input<M2>()
    var numbers: [Int] = []

    static var handlers: Handlers<Sink2> { Receive(\.input.two) { $0.numbers.append($1) } }
}

struct Sink3: Component {
    let input = Input<M3>()
    var numbers: [Int] = []

    static var handlers: Handlers<Sink3> { Receive(\.input.three) { $0.numbers.append($1) } }
}

struct Failed: Error {}

/// Fails at a negative number.
struct Fragile: Component {
    let input = Input<M1>()
    let context = ComponentContext()
    var numbers: [Int] = []

    static var handlers: Handlers<Fragile> {
        Receive(\.input.one) { fragile, number in
            if number < 0 { throw Failed() }
            fragile.numbers.append(number)
            if number == 0 { fragile.context.end() }
        }
    }
}

/// Sends numbers when it is told to, one to each of some channels.
struct Burst: PortProtocol { let send = Message<Int>() }

struct Burster: Component {
    let orders = Input<Burst>()
    let output = Output<M1>()

    static var handlers: Handlers<Burster> {
        Receive(\.orders.send) { burster, count in
            for number in 0..<count { burster.output.one(number) }
        }
    }
}

extension Simulation {
    /// The trace as text.
    var text: String { trace.map(\.description).joined(separator: "\n") }
}

/// Counts the values that live.
final class Population: @unchecked Sendable {
    // Not a `Mutex`, which the thread sanitizer doesn't know.
    private let lock = NSLock()
    private var number = 0
    var count: Int { lock.withLock { number } }
    fileprivate func add(_ change: Int) { lock.withLock { number += change } }

    /// Waits until as many live: a thread lets go of a component after its turn.
    func settle(at expected: Int) async throws {
        for _ in 0..<10_000 where count > expected { try await Task.sleep(for: .milliseconds(1)) }
    }
}

/// One of a population.
final class Life: Sendable {
    private let population: Population

    init(in population: Population) {
        self.population = population
        population.add(1)
    }

    deinit { population.add(-1) }
}

/// Repeats a recorded run, which must be the same byte for byte.
func expectSameTrace(_ system: ComponentSystem, _ assembly: Assembly, _ seed: UInt64 = 0) throws {
    let expected = system.trace.map(\.description)
    let replay = try Simulation(replaying: system.recording, of: assembly)
    try replay.run()
    let found = replay.trace.map(\.description)
    let length = max(expected.count, found.count)
    let first = (0..<length).first { expected.dropFirst($0).first != found.dropFirst($0).first }
    if let first {
        let (wanted, got) = (expected.dropFirst(first).first ?? "", found.dropFirst(first).first ?? "")
        Issue.record("seed \(seed), event \(first) of \(expected.count): expected \(wanted), got \(got)")
    }
    #expect(replay.failures.map(\.component).sorted() == system.failures.map(\.component).sorted())
}
