import Components
import Foundation
import Testing

private struct Orders: PortProtocol {
    let go = Message<Int>()
    let counts = Command<Void, [Int]>()
}
private struct Numbers: PortProtocol {
    let number = Message<Int>()
    let other = Message<Int>()
}

private struct Own: PortProtocol { let more = Message<Int>() }

/// Sends the numbers from 1 on, in portions, so that others have their turns.
private struct Sender: Component {
    let orders = Input<Orders>()
    let output = Output<Numbers>()
    let own = EventPort<Own>()
    /// Whether each second message is of another kind.
    var alternates = false
    var sent = 0

    static var handlers: Handlers<Sender> {
        Receive(\.orders.go) { sender, count in sender.own.more(count) }
        Receive(\.own.more) { sender, count in
            for _ in 0..<min(100, count) {
                sender.sent += 1
                if sender.alternates, sender.sent % 2 == 0 {
                    sender.output.other(sender.sent)
                } else {
                    sender.output.number(sender.sent)
                }
            }
            if count > 100 { sender.own.more(count - 100) }
        }
        Receive(\.orders.counts) { [$0.sent] }
    }
}

/// Counts what it gets, and what comes twice or in another order.
private struct Receiver: Component {
    let input = Input<Numbers>()
    let orders = Input<Orders>()
    let isSlow: Bool
    var count = 0
    var last = 0
    var disorder = 0
    var sum = 0

    static var handlers: Handlers<Receiver> {
        Receive(\.input.number) { $0.note($1) }
        Receive(\.input.other) { $0.note($1) }
        Receive(\.orders.go) { _, _ in }
        Receive(\.orders.counts) { [$0.count, $0.disorder, $0.sum, $0.last] }
    }

    private mutating func note(_ number: Int) {
        count += 1
        sum += number
        if number <= last { disorder += 1 }
        last = number
        if isSlow, number % 50 == 0 { usleep(1) }
    }
}

/// Many messages, with full mailboxes, slow receivers, and receivers that end while messages wait.
///
/// `COMPONENTS_MESSAGES` is the number of messages of each test, 100,000 unless it is set; the long
/// run has a million.
struct FloodTests {
    private static let count =
        ProcessInfo.processInfo.environment["COMPONENTS_MESSAGES"].flatMap(Int.init) ?? 100_000

    private func run(
        _ bound: MailboxBound, isSlow: Bool = true, alternates: Bool = false, execution: ComponentExecution = .shared,
        kind: Assembly.Channel.Kind = .publishSubscribe, receivers: Int = 1
    ) async throws -> (ComponentSystem, [[Int]]) {
        var assembly = Assembly()
        let sender = assembly.add("sender", execution: execution) { Sender(alternates: alternates) }
        let parts = (0..<receivers).map { number in
            assembly.add("receiver\(number)", mailbox: bound, execution: execution) { Receiver(isSlow: isSlow) }
        }
        assembly.connect([sender.output], to: parts.map(\.input), as: kind)
        let system = try ComponentSystem(assembly)
        try system.port(\.orders, of: sender).go(Self.count)
        await system.idle()
        var counts: [[Int]] = []
        for part in parts where system.assembly.contains(part.name) {
            counts.append(try await system.port(\.orders, of: part).counts())
        }
        return (system, counts)
    }

    @Test func noneIsLostWithRoom() async throws {
        let (system, counts) = try await run(.init(capacity: Self.count))
        #expect(counts == [[Self.count, 0, Self.count * (Self.count + 1) / 2, Self.count]])
        await system.end()
    }

    @Test(arguments: [MailboxBound.Policy.dropOldest, .dropNewest])
    func onlyFullMailboxesLose(_ policy: MailboxBound.Policy) async throws {
        let (system, counts) = try await run(.init(capacity: 20, policy))
        #expect(counts[0][0] >= 20 && counts[0][0] < Self.count)
        #expect(counts[0][1] == 0)
        // The last one is lost only to the oldest.
        if policy == .dropOldest { #expect(counts[0][3] == Self.count) }
        #expect(system.failures.isEmpty)
        await system.end()
    }

    @Test func pointToPointSharesAll() async throws {
        let (system, counts) = try await run(.init(), kind: .pointToPoint, receivers: 4)
        #expect(counts.reduce(0) { $0 + $1[0] } == Self.count)
        #expect(counts.reduce(0) { $0 + $1[2] } == Self.count * (Self.count + 1) / 2)
        #expect(counts.allSatisfy { $0[1] == 0 })
        await system.end()
    }

    /// A message of another kind doesn't overtake one that waits for a component that is about to
    /// be ready.
    @Test func pointToPointKeepsTheOrderOfKinds() async throws {
        let (system, counts) = try await run(
            .init(), isSlow: false, alternates: true, execution: .blocking, kind: .pointToPoint)
        #expect(counts == [[Self.count, 0, Self.count * (Self.count + 1) / 2, Self.count]])
        await system.end()
    }

    @Test func sendersFromOutsideWait() async throws {
        var assembly = Assembly()
        let receiver = assembly.add("receiver", mailbox: .init(capacity: 20, .wait)) { Receiver(isSlow: false) }
        let system = try ComponentSystem(assembly)
        let (port, orders) = (try system.port(\.input, of: receiver), try system.port(\.orders, of: receiver))
        for number in 1...Self.count { await port.number.send(number) }
        #expect(try await orders.counts() == [Self.count, 0, Self.count * (Self.count + 1) / 2, Self.count])
        #expect(system.failures.isEmpty)
        await system.end()
    }

    /// Receivers of a point-to-point channel end, one after the other, while messages wait for
    /// them; the recording has each message once.
    @Test func removalLosesOnlyWhatWaitsForTheComponent() async throws {
        // A recording has some hundred bytes a message.
        let count = min(Self.count, 200_000)
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender() }
        assembly.connect([sender.output], to: [], as: .pointToPoint)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        try system.port(\.orders, of: sender).go(count)
        var removedCount = 0
        for number in 0..<50 {
            let part = try system.assembly.add("receiver\(number)") { Receiver(isSlow: true) }
            try system.assembly.connect(sender.output, to: part.input, as: .pointToPoint)
            _ = try await system.port(\.orders, of: part).counts()
            if number % 5 != 0 {
                try system.assembly.remove(part.name)
                removedCount += 1
            }
        }
        await system.idle()
        await system.end()
        var fates: [Int: Int] = [:]
        var (handledCount, lostCount) = (0, 0)
        for event in system.trace where event.id?.sender == "sender" {
            guard let id = event.id?.number else { continue }
            switch event.kind {
            case .sent: fates[id, default: 0] += event.message == "output.number" ? 0 : 1
            case .handled: (fates[id, default: 0], handledCount) = (fates[id, default: 0] + 1, handledCount + 1)
            case .lost: (fates[id, default: 0], lostCount) = (fates[id, default: 0] + 1, lostCount + 1)
            case .failed, .restarted: break
            }
        }
        let own = system.trace.count { $0.kind == .sent && $0.message == "own.more" }
        #expect(fates.count == count + own)
        #expect(fates.values.count { $0 == 1 } == count && fates.values.count { $0 == 2 } == own)
        print("flood: \(handledCount) handled, \(lostCount) lost, \(removedCount) receivers removed")
        #expect(removedCount == 40 && handledCount > count / 2)
    }

    private final class Gate: Sendable {
        private let state = NSLock()
        private let semaphore = DispatchSemaphore(value: 0)
        private nonisolated(unsafe) var isEntered = false
        var hasEntered: Bool { state.withLock { isEntered } }

        func enter() {
            if state.withLock({
                defer { isEntered = true }
                return !isEntered
            }) {
                semaphore.wait()
            }
        }
        func open() { semaphore.signal() }
    }

    private struct Blocked: Component {
        let input = Input<Numbers>()
        let gate: Gate
        static var handlers: Handlers<Blocked> {
            Receive(\.input.number) { blocked, _ in blocked.gate.enter() }
            Receive(\.input.other) { _, _ in }
        }
    }

    /// A receiver ends in its first message, while all others wait for it.
    @Test func whatWaitsForARemovedComponentIsLostOnce() async throws {
        let count = Self.count / 5
        let gate = Gate()
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender() }
        let blocked = assembly.add("blocked", execution: .blocking) { Blocked(gate: gate) }
        let other = assembly.add("other") { Receiver(isSlow: true) }
        assembly.connect(sender.output, to: blocked.input, other.input)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let orders = try system.port(\.orders, of: sender)
        orders.go(count)
        while try await orders.counts() != [count] { await Task.yield() }
        while !gate.hasEntered { await Task.yield() }
        try system.assembly.remove("blocked")
        orders.go(100)
        gate.open()
        await system.idle()
        #expect(try await system.port(\.orders, of: other).counts()[0] == count + 100)
        await system.end()
        let events = system.trace.filter { $0.component == "blocked" }
        #expect(events.count { $0.kind == .handled } == 1)
        // Of the last hundred, those that were sent before the sender took notice.
        #expect((count - 1...count + 99).contains(events.count { $0.kind == .lost(.ended) }))
        #expect(Set(events.compactMap(\.id)).count == events.count)
    }
}
