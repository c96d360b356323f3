import ComponentBridges
import Components
import Testing

@Suite struct CrossingTests {
    @Test(arguments: [BridgeOptions.Promise.atMostOnce, .confirmed])
    func messagesCrossBothWays(promise: BridgeOptions.Promise) throws {
        let crossing = try Crossing(BridgeOptions(promise))
        let simulation = crossing.simulation
        try simulation.with(crossing.network) { $0.connect() }
        try simulation.advance(by: .seconds(1))
        let parcel = Parcel(number: 1, label: "é \"x\"\n", weights: [0.1, -3, .infinity], note: nil)
        try simulation.with(crossing.sender) { sender in
            sender.output.parcel(parcel)
            sender.output.pair(7, "seven")
            sender.output.ping()
        }
        try simulation.with(crossing.answerer) { $0.output.pair(-1, "") }
        try simulation.advance(by: .seconds(1))
        #expect(simulation.failures.isEmpty, "\(simulation.failures)")
        #expect(try simulation.with(crossing.receipt) { $0.parcels } == [parcel])
        #expect(try simulation.with(crossing.receipt) { $0.pairs } == ["7 seven"])
        #expect(try simulation.with(crossing.receipt) { $0.pingCount } == 1)
        #expect(try simulation.with(crossing.answers) { $0.pairs } == ["-1 "])
        #expect(try crossing.news(crossing.nearNews) == ["connected S"])
        #expect(try crossing.news(crossing.farNews) == ["connected C"])
    }

    /// 100,000 messages, while the connection is cut at random.
    @Test(arguments: 0..<4)
    func confirmedMessagesAreNeitherLostNorRepeated(seed: UInt64) throws {
        let crossing = try Crossing(BridgeOptions(.confirmed))
        let simulation = crossing.simulation
        var random = Lcg(seed)
        var (sent, cuts) = (0, 0)
        while sent < 25_000 {
            let isConnected = try simulation.with(crossing.network) { $0.connection > 0 }
            switch random.next(20) {
            case 0 where isConnected:
                try simulation.with(crossing.network) { $0.cut() }
                cuts += 1
            case 1...4 where !isConnected: try simulation.with(crossing.network) { $0.connect() }
            default:
                let count = random.next(60)
                try simulation.with(crossing.sender) { sender in
                    for number in sent..<sent + count { sender.output.pair(number, "") }
                }
                try simulation.with(crossing.answerer) { answerer in
                    for number in sent..<sent + count { answerer.output.pair(number, "") }
                }
                sent += count
            }
            try simulation.advance(by: .milliseconds(Int(random.next(40))))
        }
        if try simulation.with(crossing.network, { $0.connection }) == 0 {
            try simulation.with(crossing.network) { $0.connect() }
        }
        try simulation.advance(by: .seconds(1))
        let expected = (0..<sent).map { "\($0) " }
        #expect(cuts > 10)
        #expect(try simulation.with(crossing.network) { $0.lostCount } > 10)
        #expect(try simulation.with(crossing.receipt) { $0.pairs } == expected)
        let dropped = try crossing.news(crossing.farNews).count { $0.hasPrefix("dropped") }
        let answers = try simulation.with(crossing.answers) { $0.pairs }
        #expect(answers.count + dropped <= sent && dropped == 0)
        // The server sends nothing to a client before it knows it.
        #expect(answers == Array(expected.suffix(answers.count)) && answers.count > 20_000)
    }

    @Test func missingMessagesAreCounted() throws {
        let crossing = try Crossing(BridgeOptions(.atMostOnce))
        let simulation = crossing.simulation
        try simulation.with(crossing.sender) { $0.output.ping() }
        try simulation.advance(by: .seconds(1))
        try simulation.with(crossing.network) { $0.connect() }
        try simulation.advance(by: .seconds(1))
        try simulation.with(crossing.sender) { $0.output.pair(1, "") }
        try simulation.advance(by: .seconds(1))
        try simulation.with(crossing.sender) { $0.output.pair(2, "") }
        try simulation.advance(by: .milliseconds(5))
        try simulation.with(crossing.network) { $0.cut() }
        try simulation.with(crossing.sender) { $0.output.pair(3, "") }
        try simulation.advance(by: .seconds(1))
        try simulation.with(crossing.network) { $0.connect() }
        try simulation.advance(by: .seconds(1))
        try simulation.with(crossing.sender) { $0.output.pair(4, "") }
        try simulation.advance(by: .seconds(1))
        #expect(try simulation.with(crossing.receipt) { $0.pairs } == ["1 ", "4 "])
        #expect(
            try crossing.news(crossing.farNews) == [
                "connected C", "missing C: 1", "disconnected C: cut", "connected C", "missing C: 2",
            ])
    }
}

struct Lcg {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2 &+ 1 }

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
