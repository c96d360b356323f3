internal import Components

/// The contents of a picture of an assembly: boxes with ports, inside each other, and links between
/// ports.
struct AssemblyFigure {
    /// The boxes; the first one is the assembly itself, whose ports are those of the environment.
    private(set) var nodes: [Node]
    private(set) var links: [Link] = []

    struct Node {
        let title: String
        /// The active states of a chart, in one line; empty for others.
        var states = ""
        var ports: [Port] = []
        var children: [Int] = []
        /// The links between the ports of children, and those of the node itself.
        var links: [Int] = []
        /// Whether the node is a channel with several senders and receivers.
        var isHub = false
        var isContainer = false
    }

    struct Port {
        let name: String
        let messages: [String]
        let isInput: Bool
        /// Whether the port lacks a channel that it needs.
        var isMissing = false
    }

    /// The end of a link: a box, and the number of its port; -1 for hubs.
    struct End: Hashable {
        let node: Int
        let port: Int
    }

    struct Link {
        let from: End
        let to: End
        let label: String
        let isPointToPoint: Bool
    }

    init(_ assembly: Assembly, title: String, states: [String: [String]] = [:]) {
        let missing = Set(assembly.check().lazy.filter { $0.isError && $0.isUnconnected }.map(\.subject))
        nodes = [Node(title: title, isContainer: true)]
        var numbers = ["": 0]
        for part in assembly.parts {
            // The environment is around the assembly, so that its outputs are inputs there.
            let isEnvironment = part.name == AssemblyBuilder.environment
            let ports = part.ports.filter { $0.direction != .own }.map { port in
                let isInput = port.direction == .input || port.direction == .proxyInput
                return Port(
                    name: port.name, messages: port.messages.map(\.name), isInput: isInput != isEnvironment,
                    isMissing: missing.contains("\(PortReference(part.name, port.name))"))
            }
            numbers[part.name] = isEnvironment ? 0 : nodes.count
            if isEnvironment {
                nodes[0].ports = ports.filter(\.isInput) + ports.filter { !$0.isInput }
                continue
            }
            let container = numbers[part.container] ?? 0
            let name = String(part.name.split(separator: ".").last ?? "")
            nodes[container].children.append(nodes.count)
            nodes[container].isContainer = true
            let isOfFile = ["ExpressionChart", "ValueComponent", "ValueContainer"].contains(part.type)
            nodes.append(
                Node(
                    title: isOfFile ? name : "\(name): \(part.type)",
                    states: states[part.name, default: []].joined(separator: ", "), ports: ports))
        }
        for channel in assembly.channels { add(channel, numbers) }
    }

    private mutating func add(_ channel: Assembly.Channel, _ numbers: [String: Int]) {
        let scope = numbers[channel.container] ?? 0
        let senders = channel.senders.compactMap { end($0, numbers, scope, isSender: true) }
        let receivers = channel.receivers.compactMap { end($0, numbers, scope, isSender: false) }
        let received = Set(receivers.flatMap { messages($0) })
        if senders.count > 1, receivers.count > 1 {
            let hub = End(node: nodes.count, port: -1)
            nodes[scope].children.append(hub.node)
            nodes.append(Node(title: "", isHub: true))
            for sender in senders { link(sender, hub, messages(sender).filter(received.contains), channel, scope) }
            for receiver in receivers { link(hub, receiver, [], channel, scope) }
            return
        }
        for sender in senders {
            for receiver in receivers {
                let known = Set(messages(receiver))
                link(sender, receiver, messages(sender).filter(known.contains), channel, scope)
            }
        }
    }

    private mutating func link(
        _ from: End, _ to: End, _ messages: [String], _ channel: Assembly.Channel, _ scope: Int
    ) {
        let label = messages.prefix(3).joined(separator: ", ") + (messages.count > 3 ? ", …" : "")
        nodes[scope].links.append(links.count)
        links.append(Link(from: from, to: to, label: label, isPointToPoint: channel.kind == .pointToPoint))
    }

    private func messages(_ end: End) -> [String] { nodes[end.node].ports[end.port].messages }

    private func end(_ reference: PortReference, _ numbers: [String: Int], _ scope: Int, isSender: Bool) -> End? {
        guard let node = numbers[reference.part] else { return nil }
        // From inside, a port that receives for a component sends.
        let isInput = isSender == (node == scope)
        let port = nodes[node].ports.firstIndex { $0.name == reference.port && $0.isInput == isInput }
        return port.map { End(node: node, port: $0) }
    }
}
