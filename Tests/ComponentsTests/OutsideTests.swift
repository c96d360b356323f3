import Components
import Foundation
import Testing

private struct News: PortProtocol {
    let number = Message<Int>()
    let line = Message<String>()
    let signal = Message<Int32>()
    let tick = Message<Void>()
    let ended = Message<FeedEnd>()
    let stop = Message<Void>()
    let told = Command<Void, [String]>()
}

private struct Totals: PortProtocol { let total = Message<Int>() }

/// Tells what came from outside, and sends sums.
private struct Listener: Component {
    let input = Input<News>()
    let output = Output<Totals>(isOptional: true)
    let context = ComponentContext()
    var told: [String] = []
    var total = 0

    static var handlers: Handlers<Listener> {
        Receive(\.input.number) { listener, number in
            listener.told.append("\(number)")
            listener.total += number
            listener.output.total(listener.total)
        }
        Receive(\.input.line) { $0.told.append($1) }
        Receive(\.input.signal) { $0.told.append("signal \($1)") }
        Receive(\.input.tick) { $0.told.append("tick") }
        Receive(\.input.ended) { $0.told.append("\($1)") }
        Receive(\.input.stop) { $0.context.end() }
        Receive(\.input.told) { $0.told }
    }
}

private struct Broken: Error, CustomStringConvertible { let description = "broken" }

/// Sources that feed ports, and ports that are read outside.
struct OutsideTests {
    private func start(
        _ bound: MailboxBound = .init(), isRecording: Bool = false
    ) throws -> (ComponentSystem, OutsidePort<News>, PartReference<Listener>, Assembly) {
        var assembly = Assembly()
        let listener = assembly.add("listener", mailbox: bound) { Listener() }
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        let system = try ComponentSystem(assembly, options)
        return (system, try system.port(\.input, of: listener), listener, assembly)
    }

    private func numbers(_ count: Int, throwing: Bool = false) -> AsyncThrowingStream<Int, any Error> {
        AsyncThrowingStream { continuation in
            for number in 0..<count { continuation.yield(number) }
            continuation.finish(throwing: throwing ? Broken() : nil)
        }
    }

    private func pipes() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func put(_ text: String, _ descriptor: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    @Test(arguments: [false, true]) func sequencesFeedPorts(throwing: Bool) async throws {
        let (system, port, _, assembly) = try start(.init(capacity: 3, .wait), isRecording: true)
        let feed = system.feed(port.number, from: numbers(500, throwing: throwing), end: port.ended)
        let end = await feed.end
        await system.idle()
        let told = try await port.told()
        #expect(told == (0..<500).map(String.init) + [throwing ? "failed: broken" : "finished"])
        #expect("\(end)" == told.last)
        #expect(system.failures.isEmpty)
        await system.end()
        let trace = system.trace.map(\.description)
        #expect(trace.contains { $0.hasSuffix(throwing ? ".ended(failed: broken)" : ".ended(finished)") })
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == trace)
    }

    @Test func cancelledFeedsSayTheirEnd() async throws {
        let (system, port, _, _) = try start()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.yield(1)
        let feed = system.feed(port.number, from: stream, end: port.ended)
        while try await port.told().isEmpty { await Task.yield() }
        feed.cancel()
        #expect("\(await feed.end)" == "cancelled")
        await system.idle()
        #expect(try await port.told() == ["1", "cancelled"])
        await system.end()
    }

    @Test func feedsEndWithTheSystemAndWithTheirComponent() async throws {
        let (system, port, listener, _) = try start()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let (first, second) = (
            system.feed(port.number, from: stream),
            system.feed(port.tick, from: TimerSequence(every: .seconds(100_000)))
        )
        port.stop()
        // Without a further element.
        #expect("\(await first.end)" == "cancelled")
        await system.idle()
        #expect("\(await system.feed(port.number, from: stream).end)" == "cancelled")
        continuation.finish()
        #expect(!system.assembly.contains(listener.name))
        await system.end()
        #expect("\(await second.end)" == "cancelled")
        // Too late for all.
        #expect("\(await system.feed(port.tick, from: TimerSequence(every: .zero)).end)" == "cancelled")
    }

    /// Nothing of what waits for room is sent.
    @Test func whoWaitsForRoomCanBeCancelled() async throws {
        let place = Place()
        var assembly = Assembly()
        let guest = assembly.add("guest", mailbox: .init(capacity: 1, .wait), execution: .blocking) {
            Guest(place: place)
        }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: guest)
        for _ in 0..<2 { await port.begin.send(()) }
        while place.counts.inside == 0 { await Task.yield() }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        continuation.yield(())
        let feed = system.feed(port.begin, from: stream)
        let message = Task { await port.begin.send(()) }
        let command = Task { try await port.isOnMainActor() }
        let idle = Task { await system.idle() }
        for _ in 0..<100 { await Task.yield() }
        feed.cancel()
        for task in [message.cancel, command.cancel, idle.cancel] { task() }
        #expect("\(await feed.end)" == "cancelled")
        #expect(await !message.value)
        await #expect(throws: CommandError.cancelled) { try await command.value }
        _ = await idle.value
        #expect(place.counts.total == 1)
        place.open()
        await system.idle()
        #expect(place.counts.total == 2)
        await system.end()
    }

    @Test func timersTick() async throws {
        let (system, port, _, _) = try start()
        let feed = system.feed(port.tick, from: TimerSequence(every: .milliseconds(1)))
        while try await port.told().count < 3 { await Task.yield() }
        feed.cancel()
        _ = await feed.end
        #expect(Set(try await port.told()) == ["tick"])
        await system.end()
    }

    @Test func descriptorsFeedLines() async throws {
        let (system, port, _, _) = try start()
        let ends = try pipes()
        let feed = system.feed(port.line, from: LineSequence(descriptor: ends.read, maximumLength: 8), end: port.ended)
        put("one\n\ntw", ends.write)
        while try await port.told().count < 2 { await Task.yield() }
        put("o\nthree and four\nlast", ends.write)
        close(ends.write)
        #expect("\(await feed.end)" == "finished")
        await system.idle()
        #expect(try await port.told() == ["one", "", "two", "three an", "d four", "last", "finished"])
        close(ends.read)
        let failed = system.feed(port.line, from: LineSequence(descriptor: -1), end: port.ended)
        #expect("\(await failed.end)".hasPrefix("failed: read: "))
        // Who waits for a descriptor can be cancelled.
        let others = try pipes()
        let waiting = system.feed(port.line, from: LineSequence(descriptor: others.read), end: port.ended)
        put("more\n", others.write)
        while try await !port.told().contains("more") { await Task.yield() }
        waiting.cancel()
        #expect("\(await waiting.end)" == "cancelled")
        for end in [others.read, others.write] { close(end) }
        await system.end()
    }

    @Test func theEndOfALineIsRead() async throws {
        // As long as what is read at once.
        let line = String(repeating: "x", count: 65_536)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID())").path
        try Data((line + "\nend\r\n").utf8).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var lines: [String] = []
        for try await line in LineSequence(descriptor: file, maximumLength: line.utf8.count) { lines.append(line) }
        #expect(lines == [line, "end\r"])
    }

    @Test func signalsFeedPorts() async throws {
        let (system, port, _, _) = try start()
        do {
            let feed = system.feed(port.signal, from: try SignalSequence([SIGUSR2, SIGURG]))
            kill(getpid(), SIGUSR2)
            while try await port.told().isEmpty { await Task.yield() }
            kill(getpid(), SIGURG)
            while try await port.told().count < 2 { await Task.yield() }
            #expect(try await port.told() == ["signal \(SIGUSR2)", "signal \(SIGURG)"])
            feed.cancel()
            _ = await feed.end
        }
        #expect(throws: SystemCallError.self) { try SignalSequence([SIGURG, SIGKILL]) }
        // Has its own effect again: none.
        kill(getpid(), SIGURG)
        await system.end()
    }

    @Test func portsAreReadAsSequences() async throws {
        let (system, port, listener, _) = try start()
        let totals = try system.messages(\.output.total, of: listener)
        let first = Task { await totals.first { _ in true } }
        for number in 1...100 { port.number(number) }
        #expect(await first.value == 1)
        let others = try system.messages(\.output.total, of: listener)
        port.number(1)
        port.stop()
        #expect(await others.reduce(into: []) { $0.append($1) } == [5051])
        await system.end()
        let error = ComponentError.unknownPart("listener", hasEnded: true)
        #expect(throws: error) { try system.messages(\.output.total, of: listener) }
    }

    @Test func portsAreWrittenToDescriptors() async throws {
        let (system, port, listener, _) = try start()
        let ends = try pipes()
        let feed = try system.write(\.output.total, of: listener, to: ends.write, end: port.ended) {
            Array("\($0)\n".utf8)
        }
        let count = 20_000
        // More than a pipe holds.
        let reader = Task {
            var lines: [String] = []
            for try await line in LineSequence(descriptor: ends.read) { lines.append(line) }
            return lines
        }
        for _ in 0..<count { port.number(1) }
        await system.idle()
        await system.end()
        #expect("\(await feed.end)" == "finished")
        close(ends.write)
        #expect(try await reader.value == (1...count).map(String.init))
        close(ends.read)
    }

    /// A pipe that nobody reads is an error, and no signal.
    @Test func failedDescriptorsAreTold() async throws {
        let (system, port, listener, _) = try start()
        let ends = try pipes()
        close(ends.read)
        let feed = try system.write(\.output.total, of: listener, to: ends.write, end: port.ended) { _ in [1] }
        port.number(1)
        #expect("\(await feed.end)".hasPrefix("failed: write: "))
        await system.idle()
        #expect(try await port.told().last?.hasPrefix("failed: write: ") == true)
        // Further messages are dropped.
        port.number(2)
        await system.idle()
        #expect(system.failures.isEmpty)
        close(ends.write)
        await system.end()
    }
}
