import ComponentBridges
import Components
import Testing

/// What a server does with peers that don't speak as they should.
@Suite struct HostilePeerTests {
    /// A server whose wire the test holds.
    struct Server {
        let simulation: Simulation
        let far: PartReference<Far>
        let receipt: PartReference<Receipt>
        let news: PartReference<NewsDesk>
        let orders: MessageRecord<BridgeOrders>
        let wire: PartReference<Wire>
        let answerer: PartReference<Sender>

        struct Wire: Component {
            let output = Output<BridgeWire>()
        }

        init(
            _ options: BridgeOptions = .init(.confirmed), restoring peers: [RestoredPeer] = [],
            before: ((Server) throws -> Void)? = nil
        ) throws {
            var assembly = Assembly()
            wire = assembly.add("wire") { Wire() }
            far = assembly.add("far") { Far(options) }
            receipt = assembly.add("receipt") { Receipt() }
            news = assembly.add("news") { NewsDesk() }
            answerer = assembly.add("answerer") { Sender() }
            assembly.connect(wire.output, to: far.port("linkIn"))
            assembly.connect(far.parcels, to: receipt.input)
            assembly.connect(far.news, to: news.input)
            assembly.connect(answerer.output, to: far.answers)
            simulation = try Simulation(assembly)
            orders = try simulation.record(\.link.orders, of: far)
            try before?(self)
            try tell(.opened(identity: "S", peers))
        }

        func tell(_ event: BridgeWireEvent) throws {
            try simulation.with(wire) { $0.output.event(event) }
            try simulation.run()
        }

        func receive(_ text: String, from peer: UInt64 = 1) throws {
            try tell(.transport(.received(Array(text.utf8), from: BridgePeer(peer))))
        }

        /// Sends a message to all clients.
        func answer() throws {
            try simulation.with(answerer) { $0.output.ping() }
            try simulation.run()
        }

        func connect(_ peer: UInt64 = 1) throws { try tell(.transport(.connected(BridgePeer(peer)))) }

        /// The reasons by which peers were disconnected.
        var refusals: [String] {
            orders.order.compactMap { if case .disconnect(_, let reason) = $0 { reason } else { nil } }
        }

        var sent: [String] {
            orders.order.compactMap {
                if case .send(let frame, _) = $0 { String(decoding: frame, as: UTF8.self) } else { nil }
            }
        }
    }

    static let hello = """
        {"hello":1,"id":"C","role":"client","promise":"confirmed","sends":{"parcels.ping":"null","parcels.pair":"(integer,string)"},"receives":{}}

        """

    @Test(arguments: [
        ("nonsense", "an object"),
        ("{\"n\":1,\"send\":\"parcels.ping\"}", "must introduce itself"),
        ("{\"hello\":2,\"id\":\"C\",\"role\":\"client\"}", "version 2 of the bridge's format, this end version 1"),
        ("{\"hello\":1,\"id\":\"C\",\"role\":\"server\",\"promise\":\"confirmed\"}", "both ends are servers"),
        ("{\"hello\":1,\"id\":\"C\",\"role\":\"client\",\"promise\":\"atMostOnce\"}", "its promise is 'atMostOnce'"),
        (
            "{\"hello\":1,\"id\":\"C\",\"role\":\"client\",\"promise\":\"confirmed\",\"sends\":{\"parcels.pong\":\"null\"}}",
            "the server doesn't receive parcels.pong"
        ),
        (
            "{\"hello\":1,\"id\":\"C\",\"role\":\"client\",\"promise\":\"confirmed\",\"sends\":{\"parcels.pair\":\"(string,string)\"}}",
            "the body of parcels.pair is (string,string) for the client, and (integer,string) for the server"
        ),
        (
            "{\"hello\":1,\"id\":\"C\",\"role\":\"client\",\"promise\":\"confirmed\",\"receives\":{\"answers.pong\":\"null\"}}",
            "the server doesn't send answers.pong"
        ),
        ("{\"hello\":1,\"id\":\"\",\"role\":\"client\",\"promise\":\"confirmed\"}", "no characters"),
        (hello + "{\"ack\":5}", "acknowledges a message that wasn't sent"),
        (hello + hello, "introduced itself twice"),
        (hello + "{\"open\":999999999999999999}", "it has messages that weren't sent"),
        (hello + "{\"n\":999999999999999999,\"send\":\"parcels.ping\"}", "the number 999999999999999999 is too large"),
        (hello + "{\"n\":1,\"send\":\"parcels.pong\"}", "unknown message 'parcels.pong'"),
        (hello + "{\"n\":1,\"send\":\"parcels.pair\"}", "another number of values"),
        (hello + "{\"n\":1,\"send\":\"parcels.pair\",\"body\":[1,2]}", "the body of parcels.pair: 1: "),
        (hello + "{\"n\":1,\"send\":\"parcels.pair\",\"body\":[1]}", "the list has only 1 values"),
        (hello + "{\"n\":1,\"send\":\"parcels.pair\",\"body\":[1,\"a\",2]}", "another number of values"),
        (hello + "{\"n\":-1,\"send\":\"parcels.ping\"}", "a whole number"),
        (
            hello + "{\"n\":1,\"send\":\"parcels.ping\"}\n{\"n\":3,\"send\":\"parcels.ping\"}",
            "message 2 is missing before 3"
        ),
    ])
    func badPeersAreDisconnectedAndTheOthersGoOn(text: String, reason: String) throws {
        let server = try Server()
        try server.connect(7)
        try server.receive(Self.hello.replacingOccurrence(of: "\"C\"", by: "\"good\""), from: 7)
        try server.connect()
        try server.receive(text)
        #expect(server.refusals.count == 1 && server.refusals.first?.contains(reason) == true, "\(server.refusals)")
        #expect(server.sent.contains { $0.hasPrefix("{\"error\":") })
        try server.tell(.transport(.disconnected(BridgePeer(1), because: "closed")))
        try server.receive("{\"open\":0}\n{\"n\":1,\"send\":\"parcels.pair\",\"body\":[4,\"on\"]}", from: 7)
        #expect(try server.simulation.with(server.receipt) { $0.pairs } == ["4 on"])
        #expect(server.simulation.failures.isEmpty)
    }

    /// Each byte of a good talk, changed or cut off.
    @Test func damagedFramesNeverTrap() throws {
        let talk =
            Self.hello
            + "{\"open\":0}\n{\"n\":1,\"send\":\"parcels.pair\",\"body\":[12,\"ab\"]}\n{\"n\":2,\"send\":\"parcels.ping\"}\n"
        var bytes = Array(talk.utf8)
        var tried = 0
        for position in bytes.indices {
            for change: UInt8 in [0, 0x22, 0x7B, 0x39, 0xFF] {
                let old = bytes[position]
                bytes[position] = change
                let server = try Server()
                try server.connect()
                try server.tell(.transport(.received(bytes, from: BridgePeer(1))))
                try server.tell(.transport(.received(Array(bytes[..<position]), from: BridgePeer(1))))
                #expect(server.simulation.failures.isEmpty)
                bytes[position] = old
                tried += 1
            }
        }
        #expect(tried == 5 * bytes.count)
    }

    @Test func deepBodiesAreRefused() throws {
        struct Tree: Codable, Sendable { var trees: [Tree] }
        let depth = 100_000
        let text = String(repeating: "{\"trees\":[", count: depth) + String(repeating: "]}", count: depth)
        let reason = Result { () throws in
            try Array(text.utf8).withUnsafeBytes { text in
                let decoder = BodyDecoder(text, at: 0)
                try decoder.checkDepth()
                return try decoder.read(Tree.self)
            }
        }
        guard case .failure(let error as DecodingError) = reason else {
            Issue.record("\(reason)")
            return
        }
        #expect(error.reason.contains("more than 128 values within each other"))
    }

    private func kept(_ count: UInt64, of peer: String = "C") -> RestoredPeer {
        let lines = (1...count).map { number in
            (number: number, content: Array(",\"send\":\"answers.pair\",\"body\":[\(number),\"\"]}\n".utf8))
        }
        return RestoredPeer(identity: peer, lastSent: count, unacknowledged: lines, lastReceived: 0)
    }

    @Test func whatIsSentBeforeTheJournalIsReadFollowsIt() throws {
        let server = try Server(restoring: [kept(2)]) { try $0.answer() }
        try server.connect()
        try server.receive(Self.hello + "{\"open\":1}")
        let lines = server.sent.joined().split(separator: "\n").map(String.init).filter { $0.contains("\"n\"") }
        #expect(
            lines == [
                "{\"again\":true,\"n\":2,\"send\":\"answers.pair\",\"body\":[2,\"\"]}",
                "{\"n\":3,\"send\":\"answers.ping\"}",
            ])
    }

    /// The client has messages from a process whose journal is lost, and its answers went there.
    @Test func aJournalThatIsTooOldIsMadeUpFor() throws {
        let server = try Server(restoring: [kept(2)]) { try $0.answer() }
        try server.connect()
        try server.receive(Self.hello + "{\"open\":7}\n{\"n\":9,\"send\":\"parcels.ping\"}")
        #expect(server.refusals.isEmpty)
        #expect(server.sent.last?.contains("{\"n\":8,\"send\":\"answers.ping\"}") == true, "\(server.sent)")
        #expect(try server.simulation.with(server.receipt) { $0.pingCount } == 1)
        try server.receive("{\"n\":11,\"send\":\"parcels.ping\"}")
        #expect(server.refusals == ["message 10 is missing before 11"])
    }

    @Test func whatAForgottenClientDoesntGetIsTold() throws {
        var options = BridgeOptions(.confirmed)
        options.clientLimit = 1
        let server = try Server(options)
        try server.connect(1)
        try server.receive(Self.hello + "{\"open\":0}", from: 1)
        try server.tell(.transport(.disconnected(BridgePeer(1), because: "gone")))
        for _ in 0..<2 { try server.answer() }
        try server.connect(2)
        try server.receive(Self.hello.replacingOccurrence(of: "\"C\"", by: "\"D\""), from: 2)
        #expect(try server.simulation.with(server.news) { $0.lines }.last == "dropped C: 2")
    }

    @Test func roomThatWasTheFirstToBeToldCounts() throws {
        let server = try Server()
        try server.connect()
        try server.receive(Self.hello + "{\"open\":0}")
        try server.tell(.room(BridgePeer(1), number: 1))
        try server.tell(.full(BridgePeer(1), number: 1))
        try server.answer()
        #expect(server.sent.last == "{\"n\":1,\"send\":\"answers.ping\"}\n")
        try server.tell(.full(BridgePeer(1), number: 2))
        try server.answer()
        #expect(server.sent.last == "{\"n\":1,\"send\":\"answers.ping\"}\n")
        try server.tell(.room(BridgePeer(1), number: 2))
        #expect(server.sent.last == "{\"n\":2,\"send\":\"answers.ping\"}\n")
    }

    /// A client that was forgotten still has the numbers of the messages that it got.
    @Test func aForgottenClientMissesNothingNew() throws {
        var options = BridgeOptions(.confirmed)
        options.clientLimit = 1
        let server = try Server(options)
        let hello = { (name: String) in Self.hello.replacingOccurrence(of: "\"C\"", by: "\"\(name)\"") }
        try server.connect(1)
        try server.receive(hello("C1") + "{\"open\":0}", from: 1)
        for _ in 0..<5 { try server.answer() }
        try server.receive("{\"ack\":5}", from: 1)
        try server.tell(.transport(.disconnected(BridgePeer(1), because: "gone")))
        try server.connect(2)
        try server.receive(hello("C2") + "{\"open\":0}", from: 2)
        try server.tell(.transport(.disconnected(BridgePeer(2), because: "gone")))
        try server.connect(3)
        try server.receive(hello("C1"), from: 3)
        try server.answer()
        try server.receive("{\"open\":5}", from: 3)
        #expect(server.sent.last == "{\"n\":6,\"send\":\"answers.ping\"}\n", "\(server.sent)")
    }

    @Test func strangersAndClientsAreBounded() throws {
        var options = BridgeOptions(.confirmed)
        options.clientLimit = 3
        let server = try Server(options)
        for peer in UInt64(1)...300 { try server.connect(peer) }
        #expect(server.refusals.count == 300 - 256)
        for peer in UInt64(1)...5 {
            try server.receive(Self.hello.replacingOccurrence(of: "\"C\"", by: "\"C\(peer)\""), from: peer)
            try server.tell(.transport(.disconnected(BridgePeer(peer), because: "gone")))
        }
        let forgotten = server.orders.order.compactMap { if case .forget(let peer) = $0 { peer } else { nil } }
        #expect(forgotten == ["C1", "C2"])
    }
}

extension String {
    fileprivate func replacingOccurrence(of part: String, by other: String) -> String {
        guard let range = firstRange(of: part) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func firstRange(of part: String) -> Range<String.Index>? {
        indices.lazy.compactMap { start in
            self[start...].hasPrefix(part) ? start..<self.index(start, offsetBy: part.count) : nil
        }.first
    }

    private func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
