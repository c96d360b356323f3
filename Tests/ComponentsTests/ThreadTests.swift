import Components
import Foundation
import Testing

struct Visits: PortProtocol {
    let begin = Message<Void>()
    let isOnMainActor = Command<Void, Bool>()
}

/// A place where many wait, until it is opened.
final class Place: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var state = (isOpen: false, inside: 0, total: 0, maximum: 0)

    /// The numbers of those that are inside, that ever were, and that were at once.
    var counts: (inside: Int, total: Int, maximum: Int) {
        condition.withLock { (state.inside, state.total, state.maximum) }
    }

    func stay() {
        condition.withLock {
            (state.inside, state.total) = (state.inside + 1, state.total + 1)
            state.maximum = max(state.maximum, state.inside)
            while !state.isOpen { condition.wait() }
            state.inside -= 1
        }
    }

    func open() {
        condition.withLock {
            state.isOpen = true
            condition.broadcast()
        }
    }
}

private let mainKey = DispatchSpecificKey<Int>()

struct Guest: Component {
    let input = Input<Visits>()
    let place: Place

    static var handlers: Handlers<Guest> {
        Receive(\.input.begin) { worker in worker.place.stay() }
        Receive(\.input.isOnMainActor) { _ in DispatchQueue.getSpecific(key: mainKey) != nil }
    }
}

/// The threads of a system.
struct ThreadTests {
    private func start(
        _ count: Int, _ options: ComponentSystem.Options, at place: Place
    ) throws -> (ComponentSystem, [OutsidePort<Visits>]) {
        var assembly = Assembly()
        let parts = (0..<count).map { number in
            assembly.add("worker\(number)", execution: .blocking) { Guest(place: place) }
        }
        let system = try ComponentSystem(assembly, options)
        return (system, try parts.map { try system.port(\.input, of: $0) })
    }

    /// As many components block at once as there may be threads; a further one waits for the first.
    @Test func theLimitOfThreadsIsTheNumberOfComponentsThatBlock() async throws {
        let place = Place()
        let (system, ports) = try start(513, .init(), at: place)
        for port in ports { port.begin() }
        while place.counts.total < 512 { await Task.yield() }
        // Others have their turns all the same.
        for _ in 0..<1000 { await Task.yield() }
        #expect(place.counts == (512, 512, 512))
        place.open()
        await system.idle()
        #expect(place.counts.inside == 0 && place.counts.total == 513)
        await system.end()
    }

    /// If a component kept a thread while no message waits for it, the second one would wait for
    /// ever.
    @Test func idleComponentsHoldNoThread() async throws {
        let place = Place()
        place.open()
        var options = ComponentSystem.Options()
        // One at least.
        options.blockingThreadLimit = 0
        let (system, ports) = try start(200, options, at: place)
        for _ in 0..<2 { for port in ports { #expect(try await !port.isOnMainActor()) } }
        for port in ports { port.begin() }
        await system.idle()
        #expect(place.counts == (0, 200, 1))
        await system.end()
    }

    @Test func componentsOfTheMainActorRunThere() async throws {
        // The main actor of a program without a loop of events may have several threads.
        DispatchQueue.main.setSpecific(key: mainKey, value: 1)
        var assembly = Assembly()
        let part = assembly.add("worker", execution: .mainActor) { Guest(place: Place()) }
        let system = try ComponentSystem(assembly)
        for _ in 0..<10 { #expect(try await system.port(\.input, of: part).isOnMainActor()) }
        let later = try system.assembly.add("later", execution: .mainActor) { Guest(place: Place()) }
        #expect(try await system.port(\.input, of: later).isOnMainActor())
        await system.end()
    }
}
