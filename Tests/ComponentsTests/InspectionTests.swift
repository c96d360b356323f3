import AlgorithmSupport
import Components
import Foundation
import Testing

/// The socket of an inspector, and what its listeners hear.
@Suite(.serialized) struct InspectionTests {
    private let folder: String
    private var path: String { folder + "/socket" }

    init() throws { folder = try makeTemporaryFolder() }

    // MARK: - News

    @Test func eventsAreThoseOfTheTrace() throws {
        let (assembly, first) = relayChain()
        var options = Simulation.Options()
        options.traceLimit = 1000
        let simulation = try Simulation(assembly, options)
        let inspector = try simulation.inspect(at: path)
        let listener = try InspectionListener(at: path)
        let port = try simulation.port(\.input, of: first)
        for number in 0..<50 { port.one(number) }
        try simulation.run()
        let trace = simulation.trace
        let (events, missedCount) = try listener.events(upTo: trace.count)
        #expect(missedCount == 0 && events.count == trace.count && trace.count > 200)
        for (index, (line, event)) in zip(events, trace).enumerated() {
            #expect(line["number"] as? Int == index + 1)
            #expect(line["id"] as? String == event.id.map { "\($0)" })
            #expect(line["part"] as? String ?? "" == event.component)
            #expect(line["cause"] as? String == event.cause.map { "\($0)" })
            switch event.kind {
            case .sent: #expect(line["kind"] as? String == "sent" && line["message"] as? String == event.message)
            case .handled: #expect(line["kind"] as? String == "handled")
            case .lost(let reason): #expect(line["reason"] as? String == reason.rawValue)
            default: Issue.record("unexpected \(event)")
            }
            #expect(line["body"] as? String == event.body.map { "\($0)" })
        }
        inspector.close()
    }

    @Test func systemIsObservedWhileSomebodyListens() async throws {
        let (assembly, first) = relayChain()
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path)
        let port = try system.port(\.input, of: first)
        port.one(0)
        await system.idle()
        let listener = try InspectionListener(at: path)
        let parts = try listener.next("news", "assembly")
        #expect((parts["parts"] as? [[String: Any]])?.map { $0["name"] as? String } == ["first", "second"])
        let channels = try #require(parts["channels"] as? [[String: Any]])
        #expect(channels.map { $0["senders"] as? [String] } == [["first.output"]])
        #expect(channels.map { $0["receivers"] as? [String] } == [["second.input"]])
        for number in 1...100 { port.one(number) }
        await system.idle()
        // Two messages are sent and handled, and a third one has no receiver.
        let events = try listener.events(upTo: 600).events
        #expect(events.count == 600 && events.first?["number"] as? Int == 1)
        #expect(Set(events.filter { $0["kind"] as? String == "sent" }.compactMap { $0["id"] as? String }).count == 300)
        await system.end()
        _ = try listener.next("news", "ended")
        withExtendedLifetime(inspector) {}
    }

    @Test func timesAreWholeMilliseconds() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path)
        let listener = try InspectionListener(at: path)
        // A quotient of the two durations isn't whole.
        try simulation.advance(by: .milliseconds(1_202_500))
        try simulation.port(\.input, of: first).one(1)
        try simulation.run()
        let times = try listener.events(upTo: 4).events.map { $0["time"] as? Double }
        #expect(times == Array(repeating: 1_202_500, count: 4))
        inspector.close()
    }

    @Test func statesChannelsAndFailures() throws {
        var (assembly, first) = relayChain()
        let gate = assembly.add("gate") { PushedGate() }
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path)
        let listener = try InspectionListener(at: path)
        func active(_ line: [String: Any]) -> [String] {
            (line["states"] as? [[String: Any]] ?? []).filter { $0["isActive"] as? Bool == true }
                .compactMap { $0["name"] as? String }
        }
        #expect(active(try listener.next("news", "states")) == ["Gate", "closed"])
        try simulation.port(\.hand, of: gate).push()
        try simulation.run()
        let line = try listener.next("news", "states")
        #expect(active(line) == ["Gate", "open"] && line["part"] as? String == "gate")
        let third = try simulation.assembly.add("third") { Relay() }
        try simulation.assembly.connect([PortReference("second", "output")], to: [third.input])
        var channels: [[String: Any]] = []
        while channels.count < 2 {
            channels = try listener.next("news", "assembly")["channels"] as? [[String: Any]] ?? []
        }
        #expect(channels[1]["receivers"] as? [String] == ["third.input"])
        try simulation.port(\.input, of: first).one(-1)
        try simulation.run()
        // Both in either order.
        var (isRemoved, error) = (false, "")
        while !isRemoved || error.isEmpty {
            let line = try listener.next()
            guard line["part"] as? String == "first" else { continue }
            if line["news"] as? String == "removed" { isRemoved = true }
            if line["news"] as? String == "failure" { error = line["error"] as? String ?? "" }
        }
        #expect(error == "Failed()")
        // A later listener is told the same.
        let other = try InspectionListener(at: path)
        #expect(try other.next("news", "failure")["part"] as? String == "first")
        withExtendedLifetime(inspector) {}
    }

    @Test func longBodiesAreCut() throws {
        var assembly = Assembly()
        let listener = assembly.add("texts") { TextSink() }
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path)
        let client = try InspectionListener(at: path)
        try simulation.port(\.input, of: listener).text(String(repeating: "\"é\n", count: 100_000))
        try simulation.run()
        let body = try #require(client.next("kind", "sent")["body"] as? String)
        #expect(body.hasPrefix("\"é\n\"é\n") && body.hasSuffix("…") && body.utf8.count <= 1010)
        withExtendedLifetime(inspector) {}
    }

    @Test func slowListenerIsToldWhatItMissed() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path)
        let (slow, gone) = (try InspectionListener(at: path), try InspectionListener(at: path))
        let port = try simulation.port(\.input, of: first)
        for number in 0..<50_000 {
            port.one(number)
            try simulation.run()
        }
        _ = consume gone
        let last = 6 * 50_000
        let (events, missedCount) = try slow.events(upTo: last)
        #expect(missedCount > 0 && events.count + missedCount == last)
        let numbers = events.compactMap { $0["number"] as? Int }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        withExtendedLifetime(inspector) {}
    }

    // MARK: - Listeners

    @Test func manyListeners() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path)
        let listeners = try (0..<16).map { _ in try InspectionListener(at: path) }
        let further = try InspectionListener(connectingTo: path)
        let refusal = try #require(further.next()["error"] as? String)
        #expect(refusal.hasPrefix("this program has 16 listeners"))
        #expect(try further.line() == nil)
        try simulation.port(\.input, of: first).one(1)
        try simulation.run()
        let heard = try listeners.map { try $0.events(upTo: 6).events.map { $0["number"] as? Int } }
        #expect(heard == Array(repeating: [1, 2, 3, 4, 5, 6], count: 16))
        withExtendedLifetime(inspector) {}
    }

    @Test(arguments: [true, false]) func hostileListeners(allowsControl: Bool) throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path, allowsControl: allowsControl)
        let good = try InspectionListener(at: path)
        var random = SplitMix64(seed: 5)
        let pieces = ["{", "}", "\"request\"", ":", "\"step\"", "\n", "[", "\\u", "\"resume\"", ",", "\u{1F600}", "0"]
        for _ in 0..<200 {
            let bad = try InspectionListener(connectingTo: path)
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
                bad.send(bytes + Array(text.utf8))
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                bad.send(repeatElement(UInt8(ascii: "x"), count: 100_000))
            }
        }
        try simulation.port(\.input, of: first).one(1)
        try simulation.run()
        #expect(try good.events(upTo: 6).missedCount == 0)
        let long = try InspectionListener(at: path)
        long.send(repeatElement(UInt8(ascii: " "), count: 10_000))
        let lines = try long.all(upTo: "error", "a request has at most 4095 bytes; write one on each line")
        #expect(lines.count > 0)
        while try long.line() != nil {}
        withExtendedLifetime(inspector) {}
    }

    @Test(arguments: [
        ("{\"request\": \"stop\"}", "unknown request 'stop'; expected pause, resume, step, waiting"),
        ("{}", "the key 'request' is missing; write {\"request\": \"pause\"}"),
        ("{\"request\": \"step\"} x", "invalid request at byte 21: expected the end of the line, found 'x'"),
        ("{\"wish\": 1}", "invalid request at byte 2: unknown key 'wish'"),
        ("{\"request\": \"step\"}", "the run isn't paused; pause it before a step"),
    ]) func requestsWithErrors(request: String, message: String) throws {
        let simulation = try Simulation(Assembly())
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        listener.send((request + "\n").utf8)
        while true {
            guard let error = try listener.next()["error"] as? String else { continue }
            #expect(error == message)
            break
        }
        withExtendedLifetime(inspector) {}
    }

    @Test func controlIsRefused() throws {
        let system = try ComponentSystem(relayChain().0)
        let inspector = try system.inspect(at: path)
        let listener = try InspectionListener(at: path)
        listener.request("pause")
        let message = "the program may only be watched; let it call inspect(at:allowsControl: true)"
        #expect(try listener.next("error", message).count == 1)
        withExtendedLifetime((system, inspector)) {}
    }

    // MARK: - The socket

    @Test func socketIsForItsUserAlone() throws {
        let simulation = try Simulation(Assembly())
        let inspector = try simulation.inspect(at: path)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        inspector.close()
        #expect(lstat(path, &status) != 0)
    }

    @Test func endIsTold() throws {
        var simulation: Simulation? = try Simulation(Assembly())
        var inspector = try simulation?.inspect(at: path)
        let listener = try InspectionListener(at: path)
        simulation = nil
        _ = try listener.next("news", "ended")
        inspector = nil
        #expect(try listener.line() == nil)
        #expect(inspector == nil && simulation == nil && access(path, F_OK) != 0)
    }

    @Test func otherFilesStay() throws {
        let simulation = try Simulation(Assembly())
        let first = try simulation.inspect(at: path)
        #expect(throws: InspectionError.pathTaken(path)) { try simulation.inspect(at: path) }
        let file = folder + "/file"
        try "text".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(throws: InspectionError.pathTaken(file)) { try simulation.inspect(at: file) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text")
        let long = folder + "/" + String(repeating: "x", count: 200)
        #expect(throws: InspectionError.invalidPath(long, maximumCount: 107)) { try simulation.inspect(at: long) }
        #expect(throws: InspectionError.invalidPath("", maximumCount: 107)) { try simulation.inspect(at: "") }
        #expect(throws: InspectionError.self) { try simulation.inspect(at: folder + "/none/socket") }
        let error = #expect(throws: InspectionError.self) { try simulation.inspect(at: "a\0b") }
        #expect(error?.description == "invalid socket path 'a\\x00b'; remove the NUL")
        // What took the place of a socket isn't removed.
        unlink(path)
        try "text".write(toFile: path, atomically: false, encoding: .utf8)
        first.close()
        #expect(access(path, F_OK) == 0)
    }

    @Test func deadSocketIsReplaced() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
        close(descriptor)
        let inspector = try Simulation(Assembly()).inspect(at: path)
        _ = try InspectionListener(at: path)
        withExtendedLifetime(inspector) {}
    }
}

private struct Texts: PortProtocol { let text = Message<String>() }

private struct TextSink: Component {
    let input = Input<Texts>()
    static var handlers: Handlers<TextSink> { Receive(\.input.text) { _, _ in } }
}
