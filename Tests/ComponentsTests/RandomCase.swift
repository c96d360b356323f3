import AlgorithmSupport
import Components

/// A random assembly with a random script from outside.
struct RandomCase {
    enum Kind: Equatable {
        case program, box, chart
        case mock(inOrder: Bool)
    }

    struct Node {
        let name: String
        let kind: Kind
        let program: RandomProgram
        let mailbox: MailboxBound
        var contents: [Node] = []

        /// The name without that of the component around it.
        var localName: String { String(name.split(separator: ".").last!) }
    }

    struct Wiring {
        let senders: [PortReference]
        let receivers: [PortReference]
        let kind: Assembly.Channel.Kind
    }

    enum Command {
        case send(Int, port: Int, message: Int, Int)
        case step
        case run
        case advance(seconds: Int)
    }

    let seed: UInt64
    let isShuffled: Bool
    let isPointToPoint: Bool
    var nodes: [Node] = []
    var wirings: [Wiring] = []
    var script: [Command] = []

    private var kind: Assembly.Channel.Kind { isPointToPoint ? .pointToPoint : .publishSubscribe }

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        isShuffled = Int.random(in: 0...2, using: &generator) == 0
        isPointToPoint = Bool.random(using: &generator)
        let names = (0..<Int.random(in: 1...5, using: &generator)).map { "n\($0)" }
        let hasBox = Int.random(in: 0...2, using: &generator) == 0
        let inner = hasBox ? (0..<Int.random(in: 1...3, using: &generator)).map { "box.m\($0)" } : []
        let others = names + inner + (hasBox ? ["box"] : [])
        for name in names {
            let kinds: [Kind] = [.chart, .mock(inOrder: false), .mock(inOrder: true), .program, .program, .program]
            nodes.append(node(name, kinds.randomElement(using: &generator)!, others, &generator))
        }
        if hasBox {
            var box = node("box", .box, others, &generator)
            box.contents = inner.map { node($0, .program, others, &generator) }
            nodes.append(box)
        }
        let kinds: [Assembly.Channel.Kind] = [.publishSubscribe, .pointToPoint]
        wire(nodes.map(\.name), "out", "one", kind, &generator)
        let full = nodes.filter { $0.kind != .chart && $0.kind != .box }.map(\.name)
        wire(full, "further", "two", kinds.randomElement(using: &generator)!, &generator)
        wire(full, "questions", "answers", kinds.randomElement(using: &generator)!, &generator)
        for _ in 0..<Int.random(in: 1...12, using: &generator) { script.append(command(names.indices, &generator)) }
        script += [.run, .advance(seconds: 20)]
    }

    private func node(
        _ name: String, _ kind: Kind, _ names: [String], _ generator: inout SeededGenerator
    ) -> Node {
        let program = RandomProgram(
            seed: generator.next(), names: names, isFirstOutputPointToPoint: isPointToPoint)
        let policy = MailboxBound.Policy.allCases.randomElement(using: &generator)!
        let bound = Int.random(in: 0...2, using: &generator) == 0 ? Int.random(in: 1...4, using: &generator) : 1000
        return Node(name: name, kind: kind, program: program, mailbox: .init(capacity: bound, policy))
    }

    private func command(_ nodes: Range<Int>, _ generator: inout SeededGenerator) -> Command {
        switch Int.random(in: 0...9, using: &generator) {
        case 0, 1: .step
        case 2: .run
        case 3: .advance(seconds: Int.random(in: 0...3, using: &generator))
        default:
            .send(
                Int.random(in: nodes, using: &generator), port: Int.random(in: 0...1, using: &generator),
                message: Int.random(in: 0...2, using: &generator), Int.random(in: 1...5, using: &generator))
        }
    }

    /// Joins outputs and inputs by one or two channels, of disjoint ports.
    private mutating func wire(
        _ names: [String], _ output: String, _ input: String, _ kind: Assembly.Channel.Kind,
        _ generator: inout SeededGenerator
    ) {
        var groups: [(senders: [PortReference], receivers: [PortReference])] = [([], []), ([], [])]
        for name in names {
            let (sending, receiving) = (
                Int.random(in: 0...2, using: &generator), Int.random(in: 0...2, using: &generator)
            )
            if sending < 2 { groups[sending].senders.append(PortReference(name, output)) }
            if receiving < 2 { groups[receiving].receivers.append(PortReference(name, input)) }
        }
        for group in groups where !group.senders.isEmpty {
            wirings.append(.init(senders: group.senders, receivers: group.receivers, kind: kind))
        }
    }
}

// MARK: - The library's run

extension RandomCase {
    /// A run by the library: its trace, and what was tried and found.
    struct Run {
        var trace: [String] = []
        /// The trace without the reasons of failures.
        var lines: [String] = []
        /// The names of the components, in the order in which they handled messages.
        var handlers: [String] = []
        var counts: [String: Int] = [:]
        /// The events that a component heard of that watches the run.
        var reports: [String] = []
    }

    /// How the environment reaches a component.
    private typealias Ports = (Simulation, _ port: Int) throws -> [Sender<Int>]

    /// Runs the case.
    ///
    /// - Parameter isWatched: Whether a component watches the run.
    func run(isWatched: Bool = false) throws -> Run {
        var (assembly, ports, options) = assembly()
        let tracer = isWatched ? assembly.addTracer() : nil
        let simulation = try Simulation(assembly, options)
        var run = Run()
        for command in script {
            switch command {
            case .step:
                var heardCount = -1
                // What watches has steps of its own.
                while let tracer {
                    let count = try simulation.with(tracer) { $0.heardCount }
                    if count == heardCount { break }
                    heardCount = count
                    try simulation.step()
                }
                if tracer == nil { try simulation.step() }
            case .run: try simulation.run(limit: 100_000)
            case .advance(let seconds): try simulation.advance(by: .seconds(seconds), limit: 100_000)
            case .send(let node, let port, let message, let number):
                do {
                    try ports[node](simulation, port)[message](number)
                    run.counts["from outside", default: 0] += 1
                } catch ComponentError.unknownPart { run.counts["to ended components", default: 0] += 1 }
            }
        }
        run.trace = simulation.trace.map(\.description)
        run.lines = simulation.trace.map(\.withoutReason)
        if let tracer { run.reports = try simulation.with(tracer) { $0.events.map(\.withoutReason) } }
        run.handlers = simulation.trace.filter { $0.kind == .handled }.map(\.component)
        return run
    }

    /// Returns a debugger that has made the same run.
    func debugged() throws -> Debugger {
        let (assembly, ports, options) = assembly()
        let debugger = try Debugger(assembly, options)
        for command in script {
            switch command {
            case .step: try debugger.step()
            case .run: try debugger.run(limit: 100_000)
            case .advance(let seconds): try debugger.run(until: debugger.time + .seconds(seconds), limit: 100_000)
            case .send(let node, let port, let message, let number):
                do { try debugger.perform { try ports[node]($0, port)[message](number) } } catch ComponentError
                    .unknownPart
                {}
            }
        }
        return debugger
    }

    private func assembly() -> (Assembly, [Ports], Simulation.Options) {
        var assembly = Assembly()
        let ports = nodes.map { add($0, to: &assembly) }
        for wiring in wirings { assembly.connect(wiring.senders, to: wiring.receivers, as: wiring.kind) }
        var options = Simulation.Options()
        options.traceLimit = 1_000_000
        (options.seed, options.isShuffled) = (seed, isShuffled)
        return (assembly, ports, options)
    }

    private func add(_ node: Node, to assembly: inout Assembly) -> Ports {
        let (program, contents, kind) = (node.program, node.contents, kind)
        switch node.kind {
        case .box:
            assembly.add(node.name, mailbox: node.mailbox) { RandomBox(contents: contents, kind: kind) }
            return { _, _ in [] }
        case .chart:
            let part = assembly.add(node.name, mailbox: node.mailbox) { RandomChart() }
            return { simulation, _ in
                let port = try simulation.port(\.one, of: part)
                return [port.a, port.b, port.c]
            }
        case .program, .mock:
            let part = assembly.add(node.name, mailbox: node.mailbox) { RandomComponent(program) }
            if case .mock(let inOrder) = node.kind { mock(part, inOrder, in: &assembly) }
            return { simulation, number in
                if number == 0 {
                    let port = try simulation.port(\.one, of: part)
                    return [port.a, port.b, port.c]
                }
                let port = try simulation.port(\.two, of: part)
                return [port.b, port.c, port.d]
            }
        }
    }

    private func mock(_ part: PartReference<RandomComponent>, _ inOrder: Bool, in assembly: inout Assembly) {
        if inOrder {
            assembly.mock(part, inOrder: true) {
                Receive(\.one.a) { if $1 > 0 { $0.out.b($1 - 1) } }
                Receive(\.one.b) { _, _ in }
            }
        } else {
            assembly.mock(part) {
                Receive(\.one.a) { if $1 > 0 { $0.out.b($1 - 1) } }
                Receive(\.two.b) { if $1 > 0 { $0.further.c($1 - 1) } }
            }
        }
    }
}

extension TraceEvent {
    /// The event's line; that of a failure without its reason, which the reference doesn't know.
    fileprivate var withoutReason: String { kind == .failed ? "\(time): \(component) failed" : description }
}
