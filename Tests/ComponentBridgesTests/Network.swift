import ComponentBridges
import Components

/// A network in virtual time between the ends of bridges, which cuts connections and loses what is
/// under way.
///
/// Each client has a pair of ports; the server's are `server`.
struct Network: Component {
    let serverIn = Input<BridgeOrders>()
    let serverOut = Output<BridgeWire>(isOptional: true)
    let clientIn = Input<BridgeOrders>()
    let clientOut = Output<BridgeWire>(isOptional: true)
    let own = EventPort<NetworkSteps>()
    let context = ComponentContext()
    /// The number of the connection; 0 without one.
    var connection: UInt64 = 0
    private var count: UInt64 = 0
    /// The number of frames that are under way, by direction, as of a connection that is cut they
    /// are lost.
    private(set) var frameCount = 0
    private(set) var lostCount = 0

    static var handlers: Handlers<Network> {
        Receive(\.clientIn.order) { $0.take($1, toServer: true) }
        Receive(\.serverIn.order) { $0.take($1, toServer: false) }
        Receive(\.own.arrive) { network, number, frame, toServer in
            guard network.connection == number else { return network.lostCount += 1 }
            let event = BridgeWireEvent.transport(.received(frame, from: BridgePeer(number)))
            if toServer { network.serverOut.event(event) } else { network.clientOut.event(event) }
        }
    }

    private mutating func take(_ order: BridgeOrder, toServer: Bool) {
        switch order {
        case .send(let frame, let peer):
            guard peer.number == connection else { return lostCount += 1 }
            frameCount += 1
            own.arrive((peer.number, frame, toServer), after: .milliseconds(10))
        case .disconnect(let peer, _): if peer.number == connection { cut() }
        case .begin, .keep, .acknowledged, .received, .forget: break
        }
    }

    mutating func begin(_ client: String, _ server: String) {
        clientOut.event(.opened(identity: client, []))
        serverOut.event(.opened(identity: server, []))
    }

    mutating func connect() {
        count += 1
        connection = count
        clientOut.event(.transport(.connected(BridgePeer(count))))
        serverOut.event(.transport(.connected(BridgePeer(count))))
    }

    mutating func cut() {
        let peer = BridgePeer(connection)
        connection = 0
        clientOut.event(.transport(.disconnected(peer, because: "cut")))
        serverOut.event(.transport(.disconnected(peer, because: "cut")))
    }
}

struct NetworkSteps: PortProtocol {
    let arrive = Message<(UInt64, [UInt8], Bool)>()
}

// MARK: - What crosses

struct Parcel: Codable, Hashable, Sendable {
    var number: Int
    var label: String
    var weights: [Double] = []
    var note: String?
}

struct Parcels: PortProtocol {
    let parcel = Message<Parcel>()
    let pair = Message<(Int, String)>()
    let ping = Message<Void>()
}

struct Sender: Component {
    let output = Output<Parcels>()
}

struct Receipt: Component {
    let input = Input<Parcels>()
    var parcels: [Parcel] = []
    var pairs: [String] = []
    var pingCount = 0

    static var handlers: Handlers<Receipt> {
        Receive(\.input.parcel) { $0.parcels.append($1) }
        Receive(\.input.pair) { $0.pairs.append("\($1) \($2)") }
        Receive(\.input.ping) { $0.pingCount += 1 }
    }
}

struct NewsDesk: Component {
    let input = Input<BridgeNews>()
    var lines: [String] = []

    static var handlers: Handlers<NewsDesk> {
        Receive(\.input.connected) { $0.lines.append("connected \($1)") }
        Receive(\.input.disconnected) { $0.lines.append("disconnected \($1): \($2)") }
        Receive(\.input.refused) { $0.lines.append("refused \($1): \($2)") }
        Receive(\.input.missing) { $0.lines.append("missing \($1): \($2)") }
        Receive(\.input.dropped) { $0.lines.append("dropped \($1): \($2)") }
        Receive(\.input.unknown) { $0.lines.append("unknown \($1): \($2)") }
        Receive(\.input.repeated) { $0.lines.append("repeated \($1): \($2)") }
    }
}

/// The client's end: parcels go out through it.
struct Near: Bridge {
    let parcels = Input<Parcels>()
    let answers = Output<Parcels>(isOptional: true)
    let news = Output<BridgeNews>(isOptional: true)
    let link: BridgeLink

    init(_ options: BridgeOptions) { link = BridgeLink(.client, options) }
}

/// The server's end.
struct Far: Bridge {
    let parcels = Output<Parcels>()
    let answers = Input<Parcels>()
    let news = Output<BridgeNews>(isOptional: true)
    let link: BridgeLink

    init(_ options: BridgeOptions) { link = BridgeLink(.server, options) }
}

/// Both ends, with a sender and a receiver at each, and the network between.
struct Crossing {
    let simulation: Simulation
    let network: PartReference<Network>
    let sender: PartReference<Sender>
    let receipt: PartReference<Receipt>
    let answerer: PartReference<Sender>
    let answers: PartReference<Receipt>
    let nearNews: PartReference<NewsDesk>
    let farNews: PartReference<NewsDesk>

    init(_ options: BridgeOptions, seed: UInt64 = 0) throws {
        var assembly = Assembly()
        sender = assembly.add("sender") { Sender() }
        answers = assembly.add("answers") { Receipt() }
        let near = assembly.add("near") { Near(options) }
        network = assembly.add("network") { Network() }
        let far = assembly.add("far") { Far(options) }
        receipt = assembly.add("receipt") { Receipt() }
        answerer = assembly.add("answerer") { Sender() }
        nearNews = assembly.add("nearNews") { NewsDesk() }
        farNews = assembly.add("farNews") { NewsDesk() }
        assembly.connect(sender.output, to: near.parcels)
        assembly.connect(near.answers, to: answers.input)
        assembly.connect(near.news, to: nearNews.input)
        assembly.connect(near.port("linkOut"), to: network.port("clientIn"))
        assembly.connect(network.port("clientOut"), to: near.port("linkIn"))
        assembly.connect(far.port("linkOut"), to: network.port("serverIn"))
        assembly.connect(network.port("serverOut"), to: far.port("linkIn"))
        assembly.connect(far.parcels, to: receipt.input)
        assembly.connect(answerer.output, to: far.answers)
        assembly.connect(far.news, to: farNews.input)
        simulation = try Simulation(assembly)
        try simulation.with(network) { $0.begin("C", "S") }
        try simulation.advance(by: .seconds(1))
    }

    func news(_ desk: PartReference<NewsDesk>) throws -> [String] { try simulation.with(desk) { $0.lines } }
}
