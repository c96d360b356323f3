import Components
import Statecharts
import Testing

private struct DoorCommands: PortProtocol {
    let push = Message<Void>()
    let lock = Message<Int>()
}

private struct DoorSignals: PortProtocol {
    let opened = Message<Int>()
    let closed = Message<Void>()
}

private struct Door: StatechartComponent {
    enum State: String, StatechartSymbol { case closed, open, locked }
    enum Event: String, StatechartSymbol { case push, lock }
    enum Action: String, StatechartSymbol { case opening, closing, keepCode }
    typealias Payload = Int

    let commands = Input<DoorCommands>()
    let signals = Output<DoorSignals>(isOptional: true)
    var count = 0
    var code: Int?

    static let chart: Statechart = .init("Door", for: Self.self) {
        Simple(.closed) {
            On(.push, to: .open, do: .opening)
            On(.lock, to: .locked, do: .keepCode)
        }
        Simple(.open) { After(.seconds(3), to: .closed, do: .closing) }
        Simple(.locked)
    }

    mutating func perform(_ action: Action, in step: inout Step<Door>) {
        switch action {
        case .opening:
            count += 1
            signals.opened(count)
        case .closing: signals.closed()
        case .keepCode: code = step.payload
        }
    }
}

private final class Parcel: Sendable {}

private struct ParcelPort: PortProtocol { let put = Message<Parcel>() }

private struct ParcelBox: StatechartComponent {
    enum State: String, StatechartSymbol { case empty }
    enum Event: String, StatechartSymbol { case put }
    typealias Payload = Parcel

    let input = Input<ParcelPort>()
    static let chart: Statechart = .init("ParcelBox", for: Self.self) { Simple(.empty) }
}

/// Components that are charts.
struct ChartTests {
    @Test func aRunFreesWhatWaits() throws {
        weak var waiting: Parcel?
        do {
            var assembly = Assembly()
            let box = assembly.add("box") { ParcelBox() }
            let simulation = try Simulation(assembly)
            let parcel = Parcel()
            waiting = parcel
            try simulation.port(\.input, of: box).put(parcel)
        }
        #expect(waiting == nil)
    }

    @Test func messagesAreEventsAndActionsSend() throws {
        var assembly = Assembly()
        let door = assembly.add("door") { Door() }
        #expect(assembly.check().filter(\.isError) == [])
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let commands = try simulation.port(\.commands, of: door)
        let signals = try simulation.record(\.signals, of: door)
        try simulation.advance(by: .seconds(10))
        #expect(try simulation.activeStateNames(of: door) == ["closed"])
        commands.push()
        try simulation.run()
        #expect(try simulation.activeStateNames(of: door) == ["open"])
        #expect(simulation.deadline == .seconds(13))
        try simulation.advance(by: .seconds(2))
        #expect(signals.opened == [1])
        #expect(signals.closed.count == 0)
        try simulation.advance(by: .seconds(1))
        #expect(signals.closed.count == 1)
        #expect(simulation.deadline == nil)
        commands.lock(1234)
        try simulation.run()
        #expect(try simulation.with(door) { $0.code } == 1234)
        #expect(try simulation.activeStateNames(of: door) == ["locked"])
        #expect(simulation.failures.isEmpty)
        #expect(simulation.text.contains("13.0 seconds: #door/2 door.timers.due() because of #outside/1"))
    }

    @Test func timersThatAreLeftDoNotFire() throws {
        struct Lamp: StatechartComponent {
            enum State: String, StatechartSymbol { case off, on }
            enum Event: String, StatechartSymbol { case one }
            let input = Input<M1>()
            static let chart: Statechart = .init("Lamp", for: Self.self) {
                Simple(.off) { On(.one, to: .on) }
                Simple(.on) {
                    On(.one, to: .on)
                    After(.seconds(2), to: .off)
                }
            }
        }
        var assembly = Assembly()
        let lamp = assembly.add("lamp") { Lamp() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: lamp)
        for _ in 0..<5 {
            port.one(1)
            try simulation.advance(by: .seconds(1))
        }
        #expect(try simulation.activeStateNames(of: lamp) == ["on"])
        #expect(simulation.deadline == .seconds(6))
        try simulation.advance(by: .seconds(1))
        #expect(try simulation.activeStateNames(of: lamp) == ["off"])
    }

    @Test func chartsStartWhenTheyAreTold() throws {
        struct Go: PortProtocol {
            let start = Message<Void>()
            let stop = Message<Void>()
        }
        struct Runner: StatechartComponent {
            enum State: String, StatechartSymbol { case running, done }
            enum Event: String, StatechartSymbol { case stop }
            static let startsWithRun = false
            let input = Input<Go>()
            static let chart: Statechart = .init("Runner", for: Self.self) {
                Simple(.running) {
                    On(.stop, to: .done)
                    After(.seconds(1), to: .done)
                }
                Final(.done)
            }
        }
        var assembly = Assembly()
        let runner = assembly.add("runner") { Runner() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: runner)
        port.stop()
        try simulation.advance(by: .seconds(5))
        #expect(try simulation.activeStateNames(of: runner) == [])
        port.start()
        try simulation.run()
        #expect(try simulation.activeStateNames(of: runner) == ["running"])
        try simulation.advance(by: .seconds(1))
        // A chart that has ended ends its component.
        #expect(!simulation.assembly.contains("runner"))
    }

    @Test func invalidChartsAreFindings() {
        struct Broken: StatechartComponent {
            enum State: String, StatechartSymbol { case only, missing }
            let input = Input<M1>()
            static let chart: Statechart = .init("Broken", for: Self.self) {
                Simple(.only) { Else(to: .missing) }
            }
        }
        var assembly = Assembly()
        assembly.add("broken") { Broken() }
        let messages = assembly.check().filter(\.isError).map(\.message)
        #expect(messages.count == 2)
        #expect(messages[0].hasPrefix("broken: "))
        #expect(
            messages[1] == "broken.input.one has no handler; add the case one to the events of its chart, or "
                + "Receive(\\.input.one) to Broken")
    }

    @Test func chartsWithExpressions() throws {
        var source = Statechart("counter")
        var changed = Statechart.Send("changed")
        (changed.target, changed.content) = (.literal(.text("#_totals")), .value(try Expression(parsing: "total")))
        var late = Statechart.Send("late", after: .seconds(2))
        late.target = .literal(.text("#_totals"))
        var counting = Statechart.State("counting")
        counting.variables = [.init("total", .literal(.number(0)))]
        let sum = try Expression(parsing: "total + _event.data")
        counting.transitions = [
            .init(.events(["add"]), do: [.assign("total", sum), .send(changed), .send(late)])
        ]
        source.add(counting)
        let chart = try CompiledStatechart<ExpressionBehavior>(source)
        struct Totals: PortProtocol {
            let changed = Message<Value>()
            let late = Message<Value>()
        }
        struct Listener: Component {
            let input = Input<Totals>()
            var log: [String] = []
            static var handlers: Handlers<Listener> {
                Receive(\.input.changed) { $0.log.append("changed \($1)") }
                Receive(\.input.late) { $0.log.append("late \($1)") }
            }
        }
        struct Adding: PortProtocol { let add = Message<Value>() }
        struct Adder: Component {
            let orders = Input<Burst>()
            let output = Output<Adding>()
            static var handlers: Handlers<Adder> {
                Receive(\.orders.send) { $0.output.add(.number(Double($1))) }
            }
        }
        var assembly = Assembly()
        let adder = assembly.add("adder") { Adder() }
        let counter = assembly.add("counter") {
            ExpressionChart(chart, inputs: ["input": ["add"]], outputs: ["totals": ["changed", "late"]])
        }
        let listener = assembly.add("listener") { Listener() }
        assembly.connect(adder.output, to: counter.port("input"))
        assembly.connect(counter.port("totals"), to: listener.input)
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: adder)
        orders.send(2)
        orders.send(3)
        try simulation.run()
        #expect(try simulation.with(counter) { $0.data.variables["total"] } == .number(5))
        try simulation.advance(by: .seconds(2))
        #expect(try simulation.with(listener) { $0.log } == ["changed 2", "changed 5", "late null", "late null"])
        #expect(simulation.failures.isEmpty)
    }

    /// A chart's own port for timers hides none of the user's.
    @Test func portsMayBeNamedAsHiddenOnes() throws {
        struct Watch: StatechartComponent {
            enum State: String, StatechartSymbol { case closed, open }
            enum Event: String, StatechartSymbol { case push }

            let timers = Input<Pushes>()
            static let chart: Statechart = .init("Watch", for: Self.self) {
                Simple(.closed) { On(.push, to: .open) }
                Simple(.open) { After(.seconds(1), to: .closed) }
            }
        }
        struct Pushes: PortProtocol { let push = Message<Void>() }
        var assembly = Assembly()
        let watch = assembly.add("watch") { Watch() }
        #expect(assembly.check().filter(\.isError) == [])
        let simulation = try Simulation(assembly)
        try simulation.port(\.timers, of: watch).push()
        try simulation.run()
        #expect(try simulation.activeStateNames(of: watch) == ["open"])
        try simulation.advance(by: .seconds(1))
        #expect(try simulation.activeStateNames(of: watch) == ["closed"])
    }
}
