import Statecharts
import Testing

/// An order whose innermost states use the data of two states around them and of the machine.
private struct Order: StatechartBehavior, Equatable {
    enum State: String, StatechartSymbol { case idle, order, item, size, color, broken }
    enum Event: String, StatechartSymbol { case begin, choose, done, failed = "error.execution" }
    typealias Payload = String

    var (open, item, size, color): (Open?, Item?, Size?, Color?)
    var log: [String] = []
    static let scopes = [
        StateScope<Order>(.order, \.open), StateScope(.item, \.item), StateScope(.size, \.size),
        StateScope(.color, \.color),
    ]

    static let chart: Statechart = .init("Order", for: Self.self) {
        Simple(.idle) { On(.begin, to: .order) }
        Composite(.order) {
            On(.failed, to: .broken)
            Composite(.item) {
                On(.done, to: .idle)
                Simple(.size) { Handle(.choose, to: .color, .broken) }
                Simple(.color) {
                    Handle(.choose, to: .item)
                    Handle(.choose)
                }
            }
        }
        Simple(.broken)
    }
}

private struct Open: EnclosingState, Equatable {
    static let property = \Order.open
    var items: [String] = []

    mutating func exit(_ order: inout Order, in step: inout Step<Order>) {
        order.log.append(items.joined(separator: ", "))
    }
}

private struct Item: EnclosingState, Equatable {
    typealias Superior = Superstate<Open>
    static let property = \Order.item
    var name = ""
    /// What isn't assigned can be read, too.
    let limit = 9
    var isUnnamed: Bool { name.isEmpty }

    mutating func rename(_ name: String) { self.name += name }
}

private struct Size: ScopedState, Equatable {
    func target(_ item: Superstate<Item>, in step: borrowing Step<Order>) -> Order.State? {
        item.isUnnamed && item.superior.items.count + item.behavior.log.count < item.limit ? .color : .broken
    }

    mutating func enter(_ item: inout Superstate<Item>, in step: inout Step<Order>) {
        item.behavior.log.append("item \(item.superior.items.count)")
    }

    mutating func exit(_ item: inout Superstate<Item>, in step: inout Step<Order>) {
        item.data.rename(step.payload ?? "nothing")
    }
}

private struct Color: ScopedState, Equatable {
    var changes = 0

    func target(_ item: Superstate<Item>, in step: borrowing Step<Order>) -> Order.State? {
        step.payload == "." ? .item : nil
    }

    mutating func handle(_ item: inout Superstate<Item>, in step: inout Step<Order>) throws {
        changes += 1
        item.name += " " + (step.payload ?? "")
        item.superior.superior.log.append("change \(changes)")
        if step.payload == nil { throw ExpressionError("no color") }
    }

    mutating func exit(_ item: inout Superstate<Item>, in step: inout Step<Order>) {
        item.superior.items.append(item.name)
    }
}

@Suite struct SuperstateTests {
    @Test func codeUsesTheDataAroundIt() throws {
        var order = Order()
        var machine = try StateMachine(CompiledStatechart<Order>(Order.chart), running: &order)
        #expect(machine.chart.warnings.isEmpty)
        try machine.send(.begin, to: &order)
        for choice in ["large", "red", "blue", ".", "small"] { try machine.send(.choose, choice, to: &order) }
        #expect(order.open == Open(items: ["large red blue"]) && order.item == Item(name: "small"))
        #expect(order.log == ["item 0", "change 1", "change 2", "item 1"])
        #expect(machine.activeStateNames == ["color"] && order.color == Color())
        try machine.send(.done, to: &order)
        #expect(order.open == nil && order.item == nil && order.log.last == "large red blue, small")
    }

    /// What the code changed before its error stays, as with the behavior's own actions.
    @Test func codeThatFailsKeepsTheDataAroundIt() throws {
        var order = Order()
        var machine = try StateMachine(CompiledStatechart<Order>(Order.chart), running: &order)
        try machine.send(.begin, to: &order)
        try machine.send(.choose, "large", to: &order)
        try machine.send(.choose, nil, to: &order)
        #expect(machine.activeStateNames == ["broken"])
        #expect(order.log == ["item 0", "change 1", "large "] && order.open == nil && order.item == nil)
    }

    /// Data around a state are new if the behavior wasn't saved with a snapshot.
    @Test func dataAroundAStateAreNewAfterASnapshot() throws {
        var order = Order()
        var machine = try StateMachine(CompiledStatechart<Order>(Order.chart), running: &order)
        try machine.send(.begin, to: &order)
        order = Order()
        machine = try StateMachine(machine.chart, restoring: machine.snapshot)
        try machine.send(.choose, "large", to: &order)
        #expect(order.item == Item(name: "large") && order.color == Color())
    }

    @Test func statesMustBeAround() throws {
        struct Lamp: StatechartBehavior {
            enum State: String, StatechartSymbol { case a, b, c }
            struct Outer: EnclosingState {
                typealias Superior = Lamp
                static let property = \Lamp.outer
            }
            struct Missing: EnclosingState {
                typealias Superior = Lamp
                static let property = \Lamp.missing
            }
            struct Inner: ScopedState { typealias Superior = Superstate<Outer> }
            struct Other: ScopedState { typealias Superior = Superstate<Missing> }
            var (outer, missing, inner, other): (Outer?, Missing?, Inner?, Other?)
            static let scopes = [StateScope<Lamp>(.a, \.outer), StateScope(.b, \.inner), StateScope(.c, \.other)]
        }
        let chart = Statechart("Lamp", for: Lamp.self) {
            Composite(.a) { Simple(.c) }
            Simple(.b)
        }
        let error = #expect(throws: StatechartError.self) { try CompiledStatechart<Lamp>(chart) }
        let words = "the code uses data of a state that isn't around it; move it, or complete 'scopes'"
        #expect(try #require(error).description == "Lamp/a/c: \(words)\nLamp/b: \(words)")
    }
}
