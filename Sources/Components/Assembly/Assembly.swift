/// Components and the channels between them, before they run.
///
///     var assembly = Assembly()
///     let client = assembly.add("client") { Client() }
///     let server = assembly.add("server") { Server() }
///     assembly.connect(client.requests, to: server.requests)
///     assembly.connect(server.replies, to: client.replies)
///     let simulation = try Simulation(assembly)
///
/// An assembly is a value: it can be checked as a whole, drawn, and run any number of times.
public struct Assembly: Sendable {
    /// The components, in the order in which they were added.
    public private(set) var parts: [Part] = []
    /// The channels, in the order in which they were added.
    public private(set) var channels: [Channel] = []

    /// Creates an assembly without components.
    public init() {}

    /// Adds a component.
    ///
    /// - Parameters:
    ///   - name: The name, which no other part has.
    ///   - mailbox: The bound of the messages that wait for the component.
    ///   - execution: The threads that a ``ComponentSystem`` runs the component on.
    ///   - make: Makes the component: once now, to find its ports, and once for each run.
    /// - Returns: The part, whose ports can be connected.
    @discardableResult
    public mutating func add<Owner: Component & SendableMetatype>(
        _ name: String, mailbox: MailboxBound = .init(), execution: ComponentExecution = .shared, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable () -> Owner
    ) -> PartReference<Owner> {
        let sample = TypedInstance(make())
        let part = Part(name, sample, mailbox, execution, "\(file):\(line)") { TypedInstance(make()) }
        parts.append(part)
        return PartReference(name: name, sample: sample)
    }

    /// Connects two ports, or one output with several inputs, by a new channel.
    ///
    /// - Parameters:
    ///   - sender: An output port.
    ///   - receivers: Input ports.
    ///   - kind: The rule by which the channel delivers.
    public mutating func connect(
        _ sender: PortReference, to receivers: PortReference..., as kind: Channel.Kind = .publishSubscribe
    ) { connect([sender], to: receivers, as: kind) }

    /// Connects any number of ports by a channel: a new one, or that of one of the ports, which the others join.
    public mutating func connect(
        _ senders: [PortReference], to receivers: [PortReference], as kind: Channel.Kind = .publishSubscribe
    ) {
        let isJoined = channels.firstIndex { channel in
            channel.kind == kind && (senders.contains(where: channel.senders.contains)
                || receivers.contains(where: channel.receivers.contains))
        }
        guard let index = isJoined else { return channels.append(Channel(senders, receivers, kind)) }
        let old = channels[index]
        channels[index] = Channel(
            old.senders + senders.filter { !old.senders.contains($0) },
            old.receivers + receivers.filter { !old.receivers.contains($0) }, kind)
    }

    /// Replaces the component of a part, for example by one that a test needs. Channels stay.
    ///
    /// - Parameters:
    ///   - name: The name of the part; ``check()`` reports a name that no part has.
    ///   - make: Makes the component, with ports of the same names.
    public mutating func replace<Owner: Component & SendableMetatype>(
        _ name: String, file: String = #fileID, line: Int = #line, with make: @escaping @Sendable () -> Owner
    ) {
        let index = parts.firstIndex { $0.name == name }
        let (mailbox, execution) = index.map { (parts[$0].mailbox, parts[$0].execution) } ?? (.init(), .shared)
        var part = Part(name, TypedInstance(make()), mailbox, execution, "\(file):\(line)") { TypedInstance(make()) }
        if let index { parts[index] = part } else {
            part.isReplacement = true
            parts.append(part)
        }
    }
}

extension Assembly {
    /// A component of an assembly.
    public struct Part: Sendable {
        /// The name.
        public let name: String
        /// The name of the component's type.
        public let type: String
        /// The ports, in the order of the properties.
        public let ports: [Port]
        /// The bound of the messages that wait for the component.
        public let mailbox: MailboxBound
        /// The threads that a ``ComponentSystem`` runs the component on.
        public let execution: ComponentExecution
        /// The place in the source that added the part.
        public let place: String
        /// Messages that have two handlers, as `port.message`.
        let repeatedHandlers: [String]
        /// Whether the part was to replace one that doesn't exist.
        fileprivate(set) var isReplacement = false
        let make: @Sendable () -> ComponentInstance

        fileprivate init<Owner>(
            _ name: String, _ sample: TypedInstance<Owner>, _ mailbox: MailboxBound, _ execution: ComponentExecution,
            _ place: String, _ make: @escaping @Sendable () -> ComponentInstance
        ) {
            (self.name, self.mailbox, self.execution) = (name, mailbox, execution)
            (self.place, self.make) = (place, make)
            type = "\(Owner.self)"
            ports = sample.describedPorts()
            repeatedHandlers = sample.repeatedHandlers()
        }

        func port(_ name: String, _ direction: Port.Direction) -> Port? {
            ports.first { $0.name == name && $0.direction == direction }
        }
    }

    /// A port of a component.
    public struct Port: Hashable, Sendable {
        /// The directions of messages.
        public enum Direction: String, Hashable, Sendable {
            case input, output
            /// From the component to itself.
            case own
        }

        /// The name.
        public let name: String
        /// The direction.
        public let direction: Direction
        /// The name of the protocol.
        public let protocolName: String
        /// The messages, in the order of the protocol's properties.
        public let messages: [Message]
        /// Whether an output may stay without a channel.
        public let isOptional: Bool

        /// A message that a port knows.
        public struct Message: Hashable, Sendable {
            /// The name.
            public let name: String
            /// The name of the body's type.
            public let type: String
            /// Whether an input port has a handler for it.
            public let isHandled: Bool
            let body: ObjectIdentifier

            func matches(_ other: Message) -> Bool { name == other.name && body == other.body }
        }
    }

    /// A channel, which leads messages from output ports to input ports, first in first out.
    public struct Channel: Hashable, Sendable {
        /// The rules by which a channel delivers.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Each message goes to all ports that know it; it is lost if there are none.
            case publishSubscribe = "publish-subscribe"
            /// Each message goes to one component that is ready, and is kept until one is.
            case pointToPoint = "point-to-point"
        }

        /// The output ports.
        public let senders: [PortReference]
        /// The input ports.
        public let receivers: [PortReference]
        /// The rule by which the channel delivers.
        public let kind: Kind

        init(_ senders: [PortReference], _ receivers: [PortReference], _ kind: Kind) {
            (self.senders, self.receivers, self.kind) = (senders, receivers, kind)
        }
    }
}

/// A port of a part, by their names.
public struct PortReference: Hashable, Sendable, CustomStringConvertible {
    /// The name of the part.
    public var part: String
    /// The name of the port.
    public var port: String

    /// Creates a reference.
    public init(_ part: String, _ port: String) { (self.part, self.port) = (part, port) }

    public var description: String { "\(part).\(port)" }
}

/// A part of an assembly with its type, whose members are its ports.
@dynamicMemberLookup
public struct PartReference<Owner: Component> {
    /// The name of the part.
    public let name: String
    let sample: TypedInstance<Owner>

    /// An output port.
    public subscript<P>(dynamicMember port: KeyPath<Owner, Output<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }

    /// An input port.
    public subscript<P>(dynamicMember port: KeyPath<Owner, Input<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }
}

/// The bound of the messages that wait for a component.
public struct MailboxBound: Hashable, Sendable {
    /// What happens to a message for a full mailbox.
    public enum Policy: String, Hashable, Sendable, CaseIterable {
        /// The component fails.
        case fail
        /// The message that has waited longest is lost.
        case dropOldest
        /// The new message is lost.
        case dropNewest
        /// A sender from outside waits; if a component sends, the receiver fails.
        case wait
    }

    /// The maximum number of messages.
    public var capacity: Int
    /// What happens to a message for a full mailbox.
    public var policy: Policy

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of messages, at least 1.
    ///   - policy: What happens to a message for a full mailbox.
    public init(capacity: Int = 1_000_000, _ policy: Policy = .fail) {
        (self.capacity, self.policy) = (max(1, capacity), policy)
    }
}

/// The threads that a ``ComponentSystem`` runs a component on.
public enum ComponentExecution: String, Hashable, Sendable, CaseIterable {
    /// Those of Swift's pool, one for each processor, as for tasks. Handlers must not block.
    case shared
    /// A thread of its own while it works, of a pool that grows; for handlers that block.
    case blocking
    /// The main thread.
    case mainActor = "main-actor"
}
