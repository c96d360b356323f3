import Components
import Foundation
import Synchronization
import Testing

private struct Numbers: PortProtocol {
    let add = Message<Int>()
    let sum = Command<Void, Int>()
    let square = Command<Int, Int>()
    let refuse = Command<Void, Int>()
    let never = Command<Void, Int>()
    let fail = Message<Void>()
}

private struct Failure: Error {}

private struct Adder: Component {
    let input = Input<Numbers>()
    let output = Output<Numbers>(isOptional: true)
    var values: [Int] = []
    var kept: [Responder<Int>] = []

    static var handlers: Handlers<Adder> {
        Receive(\.input.add) { adder, value in
            adder.values.append(value)
            adder.output.add(value)
        }
        Receive(\.input.sum) { adder in adder.values.reduce(0, +) }
        Receive(\.input.square) { adder, value in value * value }
        Receive(\.input.refuse) { adder -> Int in throw CommandError.refused("not today") }
        Receive(\.input.never) { adder, _, responder in adder.kept.append(responder) }
        Receive(\.input.fail) { adder in throw Failure() }
    }
}

/// Passes numbers on, and counts those that arrive out of order for a sender.
private struct Orders: PortProtocol { let number = Message<(Int, Int)>() }

private struct Sender: Component {
    let start = Input<Starts>()
    let output = Output<Orders>()
    let name: Int

    static var handlers: Handlers<Sender> {
        Receive(\.start.go) { sender, count in
            for number in 0..<count { sender.output.number(sender.name, number) }
        }
    }
}

private struct Starts: PortProtocol { let go = Message<Int>() }

private struct Collector: Component {
    let input = Input<Orders>()
    let counts = Input<Counts>()
    var last: [Int: Int] = [:]
    var count = 0
    var disorder = 0

    static var handlers: Handlers<Collector> {
        Receive(\.input.number) { collector, sender, number in
            if let last = collector.last[sender], last >= number { collector.disorder += 1 }
            collector.last[sender] = number
            collector.count += 1
        }
        Receive(\.counts.counts) { collector in [collector.count, collector.disorder] }
    }
}

private struct Counts: PortProtocol { let counts = Command<Void, [Int]>() }

struct SystemTests {
    @Test func commandsAreAnswered() async throws {
        var assembly = Assembly()
        let adder = assembly.add("adder") { Adder() }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: adder)
        for value in 1...100 { port.add(value) }
        #expect(try await port.sum() == 5050)
        #expect(try await port.square(7) == 49)
        await #expect(throws: CommandError.refused("not today")) { try await port.refuse() }
        await #expect(throws: CommandError.timedOut) { try await port.never(within: .milliseconds(1)) }
        port.fail()
        await system.idle()
        #expect(system.failures.map(\.component) == ["adder"])
        await #expect(throws: CommandError.unanswered) { try await port.sum() }
        await system.end()
    }

    @Test(arguments: [ComponentExecution.shared, .blocking])
    func noneIsLostAndTheOrderOfEachSenderIsKept(execution: ComponentExecution) async throws {
        var assembly = Assembly()
        let (senderCount, count) = (8, 20_000)
        var senders: [PartReference<Sender>] = []
        let collector = assembly.add("collector", execution: execution) { Collector() }
        for number in 0..<senderCount {
            let sender = assembly.add("sender\(number)", execution: execution) { Sender(name: number) }
            assembly.connect(sender.output, to: collector.input)
            senders.append(sender)
        }
        let system = try ComponentSystem(assembly)
        for sender in senders { try system.port(\.start, of: sender).go(count) }
        await system.idle()
        #expect(try await system.port(\.counts, of: collector).counts() == [senderCount * count, 0])
        await system.end()
    }

    @Test func aPointToPointChannelGivesEachMessageOnce() async throws {
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender(name: 0) }
        let collectors = (0..<4).map { number in assembly.add("collector\(number)") { Collector() } }
        assembly.connect([sender.output], to: collectors.map(\.input), as: .pointToPoint)
        let system = try ComponentSystem(assembly)
        try system.port(\.start, of: sender).go(50_000)
        await system.idle()
        var total = 0
        for collector in collectors {
            let counts = try await system.port(\.counts, of: collector).counts()
            total += counts[0]
            #expect(counts[1] == 0)
        }
        #expect(total == 50_000)
        await system.end()
    }

    @Test func aFullMailboxFollowsItsPolicy() async throws {
        for policy in [MailboxBound.Policy.dropNewest, .dropOldest, .fail] {
            var assembly = Assembly()
            let sender = assembly.add("sender") { Sender(name: 0) }
            // Both on one thread at a time, so that the mailbox fills while the sender works.
            let collector = assembly.add("collector", mailbox: .init(capacity: 10, policy)) { Collector() }
            assembly.connect(sender.output, to: collector.input)
            let system = try ComponentSystem(assembly)
            try system.port(\.start, of: sender).go(100_000)
            await system.idle()
            if policy == .fail {
                #expect(system.failures.first?.error as? ComponentError == .fullMailbox("collector", capacity: 10))
            } else {
                let counts = try await system.port(\.counts, of: collector).counts()
                #expect(counts[0] < 100_000 && counts[0] >= 10 && counts[1] == 0)
            }
            await system.end()
        }
    }

    @Test func senderFromOutsideWaitsForRoom() async throws {
        var assembly = Assembly()
        let collector = assembly.add("collector", mailbox: .init(capacity: 3, .wait)) { Collector() }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: collector)
        for number in 0..<1000 { await port.number.send((0, number)) }
        await system.idle()
        #expect(try await system.port(\.counts, of: collector).counts() == [1000, 0])
        await system.end()
    }

    @Test func endsWhileMessagesWait() async throws {
        for _ in 0..<20 {
            var assembly = Assembly()
            let sender = assembly.add("sender") { Sender(name: 0) }
            let collector = assembly.add("collector") { Collector() }
            assembly.connect(sender.output, to: collector.input)
            let system = try ComponentSystem(assembly)
            let counts = try system.port(\.counts, of: collector)
            try system.port(\.start, of: sender).go(10_000)
            await system.end()
            await #expect(throws: CommandError.unanswered) { try await counts.counts() }
        }
    }
}

extension SystemTests {
    @Test(arguments: [false, true])
    func manySendersWaitForTheSameRoom(isRecording: Bool) async throws {
        var assembly = Assembly()
        // On a thread of its own, as senders that block may hold all others.
        let collector = assembly.add("collector", mailbox: .init(capacity: 3, .wait), execution: .blocking) {
            Collector()
        }
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        let system = try ComponentSystem(assembly, options)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                let port = try system.port(\.input, of: collector)
                group.addTask {
                    for number in 0..<500 {
                        if sender > 0 { await port.number.send((sender, number)) } else { port.number(sender, number) }
                    }
                }
            }
            try await group.waitForAll()
        }
        await system.idle()
        #expect(system.failures.isEmpty)
        #expect(try await system.port(\.counts, of: collector).counts() == [4000, 0])
        await system.end()
        guard isRecording else { return }
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
    }

    /// The receiver needs a thread of those that its senders wait on.
    @Test func commandsWaitForRoomWithoutAThread() async throws {
        var assembly = Assembly()
        let adder = assembly.add("adder", mailbox: .init(capacity: 1, .wait)) { Adder() }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: adder)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                let own = number % 2 == 0 ? port : try system.port(\.input, of: adder)
                group.addTask {
                    var sum = 0
                    for number in 1...50 { sum += try await own.square(number) }
                    return sum
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 64 * 42_925)
        #expect(system.failures.isEmpty)
        await system.end()
    }

    /// Also while a call blocks a thread for room.
    @Test func theLimitOfACommandHoldsWhileItWaitsForRoom() async throws {
        let place = Place()
        var assembly = Assembly()
        let guest = assembly.add("guest", mailbox: .init(capacity: 1, .wait), execution: .blocking) {
            Guest(place: place)
        }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: guest)
        port.begin()
        while place.counts.inside == 0 { await Task.yield() }
        port.begin()
        Thread.detachNewThread { port.begin() }
        await #expect(throws: CommandError.timedOut) { try await port.isOnMainActor(within: .milliseconds(5)) }
        place.open()
        #expect(try await !port.isOnMainActor())
        await system.end()
    }

    /// Each counts its own messages.
    @Test func messagesOfTwoPortsHaveDifferentNames() async throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(burster.output, to: sink.input)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        for _ in 0..<2 { try system.port(\.orders, of: burster).send(1) }
        await system.idle()
        let sent = system.trace.filter { $0.kind == .sent }
        #expect(sent.filter { $0.component.isEmpty }.compactMap(\.id?.description) == ["outside/1", "outside2/1"])
        #expect(Set(sent.map(\.id)).count == 4)
        #expect(sent.compactMap(\.cause?.description).sorted() == ["outside/1", "outside2/1"])
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        await system.end()
    }

    /// A process has room for about a thousand values of threads.
    @Test func anyNumberOfSystemsCanBeMade() async throws {
        for _ in 0..<2000 {
            var assembly = Assembly()
            let collector = assembly.add("collector") { Collector() }
            let system = try ComponentSystem(assembly)
            #expect(try await system.port(\.counts, of: collector).counts() == [0, 0])
            await system.end()
        }
    }
}
