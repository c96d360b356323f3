import Components
import Statecharts

// A program with all that breakpoints can be at: messages, commands, answers, timers and a chart.

struct ShopOrders: PortProtocol {
    let place = Message<Int>()
    let cancel = Message<(Int, String)>()
}

struct ShopStock: PortProtocol { let take = Command<Int, Int>() }

struct ShopParcels: PortProtocol {
    let send = Message<Int>()
    let arrive = Message<Void>()
}

struct ShopReminding: PortProtocol { let remind = Message<Int>() }

/// Takes orders, asks for stock, and sends parcels.
struct ShopTill: Component {
    let orders = Input<ShopOrders>()
    let stock = Output<ShopStock>()
    let parcels = Output<ShopParcels>()
    let own = EventPort<ShopReminding>()
    var count = 0
    var missing: [Int] = []

    static var handlers: Handlers<ShopTill> {
        Receive(\.orders.place) { till, number in
            till.count += 1
            till.stock.take(number, within: .seconds(3_600))
        }
        Receive(\.orders.cancel) { till, _, _ in till.count -= 1 }
        ReceiveAnswer(\.stock.take) { till, number, answer in
            if (try? answer.get()) == number {
                till.parcels.send(number)
            } else {
                till.own.remind(number, after: .seconds(3))
            }
        }
        Receive(\.own.remind) { till, number in till.missing.append(number) }
    }
}

/// Has so many things in stock.
struct ShopStorage: Component {
    let requests = Input<ShopStock>()
    var left: Int

    static var handlers: Handlers<ShopStorage> {
        Receive(\.requests.take) { storage, number in
            if number < 0 { throw CommandError.refused("no negative numbers") }
            let taken = min(number, storage.left)
            storage.left -= taken
            return taken
        }
    }
}

/// Drives parcels to their places.
struct ShopVan: StatechartComponent {
    enum State: String, StatechartSymbol { case waiting, driving, loading, onTheWay }
    enum Event: String, StatechartSymbol { case send, arrive }
    enum Action: String, StatechartSymbol { case note }
    typealias Payload = Int

    let parcels = Input<ShopParcels>()
    var sent: [Int] = []

    static let chart: Statechart = .init("Van", for: Self.self) {
        Simple(.waiting) { On(.send, to: .driving, do: .note) }
        Composite(.driving) {
            Simple(.loading) { After(.seconds(1), to: .onTheWay) }
            Simple(.onTheWay) { After(.seconds(1), to: .waiting) }
        }
    }

    mutating func perform(_ action: Action, in step: inout Step<ShopVan>) { sent.append(step.payload ?? 0) }
}

struct Shop {
    var assembly = Assembly()
    let till: PartReference<ShopTill>
    let storage: PartReference<ShopStorage>
    let van: PartReference<ShopVan>

    init(left: Int = 10) {
        till = assembly.add("till") { ShopTill() }
        storage = assembly.add("storage") { ShopStorage(left: left) }
        van = assembly.add("van") { ShopVan() }
        assembly.connect(till.stock, to: storage.requests)
        assembly.connect(till.parcels, to: van.parcels)
    }

    /// A debugger at which orders have arrived.
    func debugger(_ orders: Int...) throws -> Debugger {
        let debugger = try Debugger(assembly)
        for order in orders { try place(order, debugger) }
        return debugger
    }

    func place(_ order: Int, _ debugger: Debugger) throws {
        try debugger.perform { [till] in try $0.port(\.orders, of: till).place(order) }
    }
}

extension Debugger {
    /// Runs to all stops.
    func hits(until end: Duration? = nil) throws -> [String] {
        var hits: [String] = []
        while let hit = try run(until: end) { hits.append("\(position) \(hit)") }
        return hits
    }
}
