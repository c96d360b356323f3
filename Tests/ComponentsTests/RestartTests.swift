import Components
import Foundation
import Testing

private struct Orders: PortProtocol {
    let add = Message<Int>()
    let restart = Message<Void>()
}

/// The end of a component that is told to end for a restart.
private enum LastWords: CaseIterable {
    /// It ends for good.
    case end
    /// It fails, as a channel is full.
    case fail
}

/// Sums, and says its last words.
private struct Stopping: Component {
    let orders = Input<Orders>()
    let channel = Output<M1>()
    let context = ComponentContext()
    let lastWords: LastWords
    let life: Life
    var sum = 0
    let log: Log
    /// Where it handles zero.
    let place: Place

    mutating func end() {
        log.add("end")
        switch lastWords {
        case .end: context.end()
        // The channel has room for one.
        case .fail: for number in 0..<2 { channel.one(number) }
        }
    }

    static var handlers: Handlers<Stopping> {
        Receive(\.orders.add) { stopping, number in
            if number == 0 { stopping.place.stay() }
            stopping.log.add("\(number)")
        }
        Receive(\.orders.restart) { stopping in try stopping.context.assembly.restart(stopping.context.name) }
    }
}

/// Texts in the order in which components of any thread add them.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

/// Restarts of components that end, fail, or change meanwhile.
@Suite(.serialized) struct RestartTests {
    private func makeAssembly(
        _ lastWords: LastWords, _ population: Population, _ log: Log, _ place: Place = .init(), waits: Bool = false,
        keepsMessages: Bool = true
    ) -> (Assembly, PartReference<Stopping>) {
        var assembly = Assembly()
        let part = assembly.add("stopping") {
            Stopping(lastWords: lastWords, life: Life(in: population), log: log, place: place)
        }
        assembly.connect([part.channel], to: [], as: .pointToPoint, capacity: 1)
        if waits { assembly.waitForRestart(["stopping"], keepingMessages: keepsMessages) }
        return (assembly, part)
    }

    /// A component that ends while it is told to end isn't restarted, and is told once.
    @Test(arguments: LastWords.allCases) fileprivate func lastWordsMayBeTheEnd(lastWords: LastWords) async throws {
        let (population, log) = (Population(), Log())
        let (assembly, part) = makeAssembly(lastWords, population, log)
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: part)
        orders.restart()
        orders.add(1)
        try simulation.run()
        #expect(log.all == ["end"])
        #expect(!simulation.assembly.contains("stopping"))
        #expect(simulation.failures.count == (lastWords == .fail ? 1 : 0))

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.orders, of: part)
        port.restart()
        await system.idle()
        port.add(1)
        await system.idle()
        #expect(log.all == ["end", "end"])
        #expect(!system.assembly.contains("stopping"))
        #expect(system.failures.count == (lastWords == .fail ? 1 : 0))
        await system.end()
        try expectSameTrace(system, assembly)
    }

    /// A component that fails while it is told to end is restarted once, and what waits is kept or
    /// lost as the rules for failures say.
    @Test(arguments: [true, false]) func oneThatFailsAsItStopsIsRestarted(keepsMessages: Bool) async throws {
        let (population, log, place) = (Population(), Log(), Place())
        let (assembly, part) = makeAssembly(.fail, population, log, place, waits: true, keepsMessages: keepsMessages)
        let expected = keepsMessages ? ["0", "end", "2", "3", "4"] : ["0", "end", "4"]

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.orders, of: part)
        port.add(0)
        port.restart()
        for number in 2...3 { port.add(number) }
        place.open()
        await system.idle()
        port.add(4)
        await system.idle()
        #expect(log.all == expected)
        #expect(system.failures.count == 1)
        await system.end()

        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: part)
        orders.add(0)
        orders.restart()
        for number in 2...3 { orders.add(number) }
        try simulation.run()
        orders.add(4)
        try simulation.run()
        // The end of the system told the fresh one to end, too.
        #expect(log.all == expected + ["end"] + expected)
        #expect(simulation.failures.count == 1)
        #expect(try simulation.with(part) { $0.context.restartCount } == 1)
        try expectSameTrace(system, assembly)
    }

    /// A component restarts itself in a handler, and the fresh one has other ports.
    @Test func aRestartThatChangesPortsIsTheEnd() throws {
        struct Moody: Component {
            let orders = Input<Orders>()
            let context = ComponentContext()
            let life: Life
            let extra: Input<M1>?
            static var handlers: Handlers<Moody> {
                Receive(\.orders.add) { _, _ in }
                Receive(\.orders.restart) { moody in try moody.context.assembly.restart("moody") }
            }
        }
        let (population, log) = (Population(), Log())
        var assembly = Assembly()
        let moody = assembly.add("moody") { () -> Moody in
            log.add("made")
            return Moody(life: Life(in: population), extra: log.all.count > 2 ? Input() : nil)
        }
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: moody).restart()
        try simulation.run()
        #expect(simulation.failures.map { $0.error as? ComponentError } == [.changedPorts("moody")])
        #expect(!simulation.assembly.contains("moody"))
        // The reference has a sample.
        #expect(population.count == 1)
    }

    /// Messages that overflow a mailbox while a fresh component is made are lost, but belong to the
    /// failure before.
    @Test func theMailboxOverflowsDuringARestart() async throws {
        let (sender, log) = (Sender(), Log())
        var assembly = Assembly()
        let worker = assembly.add("worker", mailbox: .init(capacity: 2)) { () -> Worker in
            log.add("made")
            if log.all.count == 3 { for number in 1...5 { sender.send(number) } }
            return Worker()
        }
        assembly.supervise(worker, by: .init(maximumRestarts: 1, within: .seconds(1_000)))
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let jobs = try system.port(\.jobs, of: worker)
        sender.set { jobs.work($0) }
        let results = try system.messages(\.results.done, of: worker)
        jobs.work(-1)
        var sums: [Int] = []
        for await (_, sum) in results.prefix(2) { sums.append(sum) }
        #expect(sums == [1, 3])
        #expect(system.failures.map(\.component) == ["worker"])
        #expect(system.trace.count { $0.kind == .lost(.full) } == 3)
        sender.set { _ in }
        await system.end()
        try expectSameTrace(system, assembly)
    }

    private final class Sender: @unchecked Sendable {
        private let lock = NSLock()
        private var action: @Sendable (Int) -> Void = { _ in }
        func set(_ action: @escaping @Sendable (Int) -> Void) { lock.withLock { self.action = action } }
        func send(_ number: Int) { lock.withLock { action }(number) }
    }

    /// Who sends from outside doesn't wait for one that has failed, but has room.
    @Test func nobodyWaitsForRoomThatIsThere() throws {
        var assembly = Assembly()
        let worker = assembly.add("worker", mailbox: .init(capacity: 2, .wait)) { Worker() }
        let sink = assembly.add("sink") { Sink() }
        assembly.waitForRestart(["worker"])
        let simulation = try Simulation(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        jobs.work(-1)
        try simulation.run()
        try simulation.port(\.input, of: sink).one(1)
        jobs.work(1)
        jobs.work(2)
        #expect(try simulation.with(sink) { $0.numbers } == [])
        // This one waits, as long as others have messages.
        jobs.work(3)
        #expect(try simulation.with(sink) { $0.numbers } == [1])
        try simulation.assembly.restart("worker")
        try simulation.run()
        #expect(try simulation.with(worker) { $0.sum } == 3)
    }

    /// Parts are removed, restarted and added again by several tasks, while they fail.
    @Test(arguments: [true, false]) func removalsAndRestartsMeet(isRecording: Bool) async throws {
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        var assembly = Assembly()
        assembly.add("boss") { Boss() }
        let system = try ComponentSystem(assembly, options)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<3 {
                group.addTask {
                    for round in 0..<300 {
                        let name = "worker\(round % 2)"
                        switch (round + task) % 3 {
                        case 0:
                            guard let worker = try? system.assembly.add(name, { Worker() }) else { continue }
                            try? system.port(\.jobs, of: worker).work(round % 4 == 0 ? -1 : 1)
                        case 1: try? system.assembly.restart(name)
                        default: try? system.assembly.remove(name)
                        }
                    }
                }
            }
        }
        await system.idle()
        let last = try system.assembly.add("last") { Worker() }
        #expect(try await system.port(\.jobs, of: last).ask(1) == 1)
        #expect(system.failures.allSatisfy { $0.component.hasPrefix("worker") && $0.error is Faulty })
        await system.end()
        if isRecording { try expectSameTrace(system, assembly) }
    }
}
