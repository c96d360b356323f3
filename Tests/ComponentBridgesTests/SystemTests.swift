import ComponentBridges
import Components
import Foundation
import Testing

/// Systems that run, joined within the process.
@Suite struct SystemTests {
    struct Counting: PortProtocol { let count = Command<Void, Int>() }

    /// Counts pairs, which come in order.
    struct Counter: Component {
        let input = Input<Parcels>()
        let questions = Input<Counting>()
        var count = 0
        var isInOrder = true

        static var handlers: Handlers<Counter> {
            Receive(\.input.pair) { counter, number, _ in
                counter.isInOrder = counter.isInOrder && number == counter.count
                counter.count += 1
            }
            Receive(\.input.parcel) { _, _ in }
            Receive(\.input.ping) { _ in }
            Receive(\.questions.count) { $0.isInOrder ? $0.count : -1 }
        }
    }

    struct Feeder: Component {
        let input = Input<Parcels>()
        let output = Output<Parcels>()

        static var handlers: Handlers<Feeder> {
            Receive(\.input.pair) { feeder, number, text in feeder.output.pair(number, text) }
            Receive(\.input.parcel) { $0.output.parcel($1) }
            Receive(\.input.ping) { $0.output.ping() }
        }
    }

    struct Client {
        let system: ComponentSystem
        let input: OutsidePort<Parcels>
        let near: PartReference<Near>

        init(_ options: BridgeOptions) throws {
            var assembly = Assembly()
            let feeder = assembly.add("feeder") { Feeder() }
            near = assembly.add("near") { Near(options) }
            assembly.connect(feeder.output, to: near.parcels)
            system = try ComponentSystem(assembly)
            input = try system.port(\.input, of: feeder)
        }
    }

    struct Server {
        let system: ComponentSystem
        let questions: OutsidePort<Counting>
        let far: PartReference<Far>

        init(_ options: BridgeOptions) throws {
            var assembly = Assembly()
            let counter = assembly.add("counter") { Counter() }
            far = assembly.add("far") { Far(options) }
            assembly.connect(far.parcels, to: counter.input)
            system = try ComponentSystem(assembly)
            questions = try system.port(\.questions, of: counter)
        }

        func expect(_ count: Int) async throws {
            for _ in 0..<3000 {
                if try await questions.count() == count { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try await questions.count() == count)
        }
    }

    @Test func systemsTalkWhileTheConnectionIsCut() async throws {
        let (client, server) = (try Client(.init(.confirmed)), try Server(.init(.confirmed)))
        let wires = MemoryTransport.pair()
        try server.system.open(server.far, over: wires.server)
        try client.system.open(client.near, over: wires.client)
        for round in UInt64(0)..<50 {
            wires.client.connect(round + 1)
            for number in Int(round) * 100..<(Int(round) + 1) * 100 { client.input.pair(number, "x") }
            if round % 3 == 0 { wires.client.setStuck(true) }
            if round % 3 == 1 { wires.client.setStuck(false) }
            if round % 2 == 0 { await client.system.idle() }
            if round < 49 { wires.client.cut() }
        }
        wires.client.setStuck(false)
        try await server.expect(5000)
        #expect(client.system.failures.isEmpty && server.system.failures.isEmpty)
        await client.system.end()
        await server.system.end()
    }

    /// The client dies before the server has everything; the one after it goes on.
    @Test func aJournalKeepsWhatIsNotAcknowledged() async throws {
        let path = NSTemporaryDirectory() + "journal-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let server = try Server(.init(.confirmed))
        let first = MemoryTransport.pair()
        try server.system.open(server.far, over: first.server)
        do {
            let client = try Client(.init(.confirmed))
            let connection = try client.system.open(client.near, over: first.client, journal: path)
            let link = path + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            defer { try? FileManager.default.removeItem(atPath: link) }
            for name in [path, link] { #expect(throws: BridgeError.self) { _ = try BridgeJournal(name) } }
            first.client.connect(1)
            for number in 0..<50 { client.input.pair(number, "x") }
            try await server.expect(50)
            first.client.cut()
            for number in 50..<120 { client.input.pair(number, "x") }
            await client.system.idle()
            connection.close()
            await client.system.end()
        }
        let second = MemoryTransport.pair()
        let next = try Client(.init(.confirmed))
        try server.system.remove("far")
        try next.system.open(next.near, over: second.client, journal: path)
        await next.system.end()
        await server.system.end()
        let journal = try BridgeJournal(path)
        #expect(journal.peers.count == 1)
        #expect(journal.peers.first?.lastSent == 120)
        #expect((70...120).contains(journal.peers.first?.unacknowledged.count ?? 0))
        journal.close()
    }

    /// A connection that takes one frame, and none until it is asked again.
    @Test func roomThatComesAtOnceIsSeen() async throws {
        let (client, server) = (try Client(.init(.confirmed)), try Server(.init(.confirmed)))
        let wires = MemoryTransport.pair()
        try server.system.open(server.far, over: wires.server)
        try client.system.open(client.near, over: wires.client)
        wires.client.setMoody()
        wires.client.connect(1)
        for number in 0..<3000 {
            client.input.pair(number, "x")
            if number % 10 == 0 { await client.system.idle() }
        }
        try await server.expect(3000)
        await client.system.end()
        await server.system.end()
    }

    @Test func aPeerThatGoesIsAFailure() async throws {
        var options = BridgeOptions(.confirmed)
        options.failsWhenPeerGoes = true
        let (client, server) = (try Client(options), try Server(.init(.confirmed)))
        let wires = MemoryTransport.pair()
        try server.system.open(server.far, over: wires.server)
        try client.system.open(client.near, over: wires.client)
        wires.client.connect(1)
        client.input.ping()
        for _ in 0..<3000 where client.system.failures.isEmpty {
            wires.client.cut()
            try await Task.sleep(for: .milliseconds(10))
            wires.client.connect(2)
        }
        let failure = try #require(client.system.failures.first)
        #expect(failure.error is BridgeFailure && "\(failure)".contains("is gone: cut"))
        await client.system.end()
        await server.system.end()
    }
}
