internal import Components
internal import Statecharts
internal import TextSupport

/// Makes an assembly of what was read.
struct AssemblyBuilder: Sendable {
    /// The name of the part that stands for the environment.
    static let environment = "environment"

    let tree: AssemblyTree
    let source: AssemblySource
    let options: AssemblyDocument.Options
    var seed: UInt64 = 0
    var listener: (@Sendable (ComponentNote) -> Void)?

    init(
        _ tree: AssemblyTree, _ source: AssemblySource, _ options: AssemblyDocument.Options, seed: UInt64 = 0,
        listener: (@Sendable (ComponentNote) -> Void)? = nil
    ) {
        (self.tree, self.source, self.options) = (tree, source, options)
        (self.seed, self.listener) = (seed, listener)
    }

    /// Returns the components, and the part for the environment, which drops what it receives unless
    /// somebody takes it.
    func assembly(
        _ received: (@Sendable (ValueMessage) -> Void)? = nil
    ) -> (assembly: Assembly, environment: PartReference<ValueComponent>?) {
        var assembly = Assembly()
        add(tree, source, to: &assembly, inside: "")
        let ports = tree.environmentPorts(input: .output, output: .input)
        guard !ports.isEmpty else { return (assembly, nil) }
        let check = Self.check(ports)
        let environment = assembly.add(Self.environment, file: "", line: 0) {
            guard let received else { return ValueComponent(ports.map(\.value), check: check) }
            return ValueComponent(ports.map(\.value), check: check) { message, _ in received(message) }
        }
        connectEnvironment(of: tree, to: &assembly, outside: Self.environment, prefix: "")
        return (assembly, environment)
    }

    private func add(_ tree: AssemblyTree, _ source: AssemblySource, to assembly: inout Assembly, inside prefix: String)
    {
        for component in tree.components { add(component, to: &assembly, prefix) }
        for channel in tree.channels {
            let kind = channel.kind ?? .publishSubscribe
            let (senders, receivers) = (channel.senders.references(prefix), channel.receivers.references(prefix))
            if let capacity = channel.capacity {
                assembly.connect(senders, to: receivers, as: kind, capacity: capacity)
            } else {
                assembly.connect(senders, to: receivers, as: kind)
            }
        }
    }

    private func add(_ component: AssemblyTree.Component, to assembly: inout Assembly, _ prefix: String) {
        let (name, ports) = (prefix + component.name, component.ports.map(\.value))
        let (mailbox, execution) = (component.mailbox ?? .init(), component.execution ?? .shared)
        let check = Self.check(component.ports)
        switch component.content {
        case .chart(let chart):
            let (options, listener, seed) = (options, listener, seed)
            assembly.add(component.name, mailbox: mailbox, execution: execution, file: "", line: 0) {
                let data = chart.data(for: name, options, listener, seed)
                return ExpressionChart(chart.chart, data: data, ports: ports, check: check)
            }
        case .assembly(let tree, let source):
            assembly.add(component.name, mailbox: mailbox, execution: execution, file: "", line: 0) {
                ValueContainer(ports) { contents in
                    self.add(tree, source, to: &contents, inside: name + ".")
                    self.connectEnvironment(of: tree, to: &contents, outside: name, prefix: name + ".")
                }
            }
        case nil:
            let behavior = options.behavior
            assembly.add(component.name, mailbox: mailbox, execution: execution, file: "", line: 0) {
                guard let own = behavior(name) else { return ValueComponent(ports, check: check) }
                return ValueComponent(ports, check: check, onStart: own.start, behavior: own.receive)
            }
        }
        for text in component.contracts {
            guard let contract = text.contract else { continue }
            assembly.add(contract, named: text.name, to: text.ports.map { PortReference(name, $0) })
        }
    }

    /// Joins the ports of the environment, which are those of a part, with what they lead to.
    private func connectEnvironment(
        of tree: AssemblyTree, to assembly: inout Assembly, outside part: String, prefix: String
    ) {
        guard !tree.environment.isEmpty else { return }
        let (known, kinds) = (tree.portsByName, tree.kindsByPort)
        for port in tree.environment {
            let outer = PortReference(part, port.name)
            for end in port.ends {
                guard let found = known[end.text] else { continue }
                let inner = PortReference(prefix + end.part, end.port)
                let kind = kinds[end.text] ?? .publishSubscribe
                if found.isInput {
                    assembly.connect(outer, to: inner, as: kind)
                } else {
                    assembly.connect(inner, to: outer, as: kind)
                }
            }
        }
    }

    /// Returns what says what is wrong with bodies that are sent through ports; `nil` if their
    /// types allow all.
    private static func check(_ ports: [AssemblyTree.Port]) -> ValueCheck? {
        var types: [String: [String: BodyType]] = [:]
        for port in ports where port.direction == .output || port.direction == .own {
            for message in port.messages where message.type != .any {
                types[port.name, default: [:]][message.name] = message.type
            }
        }
        guard !types.isEmpty else { return nil }
        return { [types] port, message, body in
            types[port]?[message]?.problem(with: body).map { "\(port).\(message): \($0)" }
        }
    }
}

extension AssemblyTree {
    /// The kinds of channels, by the ports that they join.
    fileprivate var kindsByPort: [String: Assembly.Channel.Kind] {
        let ends = channels.flatMap { channel in
            (channel.senders + channel.receivers).map { ($0.text, channel.kind ?? .publishSubscribe) }
        }
        return Dictionary(ends, uniquingKeysWith: { first, _ in first })
    }
}

extension [AssemblyTree.End] {
    fileprivate func references(_ prefix: String) -> [PortReference] {
        map { PortReference(prefix + $0.part, $0.port) }
    }
}

extension LoadedChart {
    /// Returns the data of a component at the start.
    fileprivate func data(
        for name: String, _ options: AssemblyDocument.Options, _ listener: (@Sendable (ComponentNote) -> Void)?,
        _ seed: UInt64
    ) -> ExpressionBehavior {
        let scripts = language.flatMap { try? options.makeScripts($0) }
        // FNV-1a over the name, as random numbers depend on the seed and the name alone.
        try? scripts?.seedRandomNumbers(name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        var data = ExpressionBehavior(for: chart.chart, scripts: scripts)
        guard let listener else { return data }
        data.onLog = { listener(ComponentNote(component: name, kind: .log($0))) }
        data.onFailure = { listener(ComponentNote(component: name, kind: .failure($0))) }
        return data
    }
}
