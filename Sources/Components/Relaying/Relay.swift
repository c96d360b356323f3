/// A stored property of a component that has a ``Relay``.
package protocol RelayHolder {
    var relay: Relay { get }
}

/// Lets a component take all messages of its inputs that have no handler, and send any message
/// through its outputs.
///
/// Both by their places among the ports, so that nobody looks for a name at each message.
package final class Relay {
    /// A port of the component, with the messages that it knows.
    package struct Port {
        package let name: String
        package let isInput: Bool
        /// The type of the port's protocol; `nil` if that was made when the program runs.
        package let type: Any.Type?
        package let messages: [Message]

        package struct Message {
            package let name: String
            /// The body in words, for errors.
            package let type: String
            /// The values of the body; `nil` if it has some that can't be written.
            package let coding: BodyCoding?
            package let isCommand: Bool
        }
    }

    /// Takes a message: the place of its port, its own place, its number, and the body.
    package typealias Taking = (_ port: Int, _ message: Int, _ body: any Sendable) throws -> Void

    private let own: [(name: String, port: Any)]
    private let taking: Taking
    private unowned(unsafe) var instance: ComponentInstance?
    private var cores: [PortCore] = []
    private var ownPorts: Set<ObjectIdentifier> = []

    /// Creates a relay.
    ///
    /// - Parameters:
    ///   - own: Ports of the relay itself, whose names follow that of the property.
    ///   - taking: Takes the messages of all other inputs.
    package init(own: [(name: String, port: Any)], taking: @escaping Taking) {
        (self.own, self.taking) = (own, taking)
    }

    /// The ports that aren't the relay's own, in the order of the properties; complete when the
    /// component starts.
    package private(set) var ports: [Port] = []

    /// Handles a message of one of the relay's own ports.
    package func handle<Body>(_ message: Receiver<Body>, by handler: @escaping (Body) throws -> Void) {
        handlers.append(
            (
                message.core, message.index,
                MessageHandler { bodies, _ in
                    try handler(bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.removeFirst())
                }
            ))
    }

    private var handlers: [(port: PortCore, index: Int, handling: MessageHandler)] = []

    /// Sends a message through an output port.
    ///
    /// - Returns: Whether the body has the message's type.
    package func send(_ body: any Sendable, port: Int, message: Int) -> Bool {
        (cores[port] as? OutputCore).map { $0.members.messages[message].send(body, through: $0) } ?? false
    }

    /// The message that the component handles; `nil` if nobody watches or records the run.
    package var currentMessage: MessageID? {
        guard let core = instance?.outputs.first?.sender else { return nil }
        return core.host.currentMessage(of: core)
    }
}

extension Relay {
    func join(_ instance: ComponentInstance, _ name: String) {
        let (inputCount, outputCount) = (instance.inputs.count, instance.outputs.count)
        for (suffix, port) in own { (port as? any ComponentPart)?.join(instance, name + suffix) }
        ownPorts = Set(instance.inputs[inputCount...].map(ObjectIdentifier.init))
        ownPorts.formUnion(instance.outputs[outputCount...].map(ObjectIdentifier.init))
        self.instance = instance
        instance.relay = self
    }

    /// Adds what the relay handles, when all ports are known.
    func addHandlers(to instance: ComponentInstance) {
        instance.handlers += handlers
        for output in instance.outputs where !ownPorts.contains(ObjectIdentifier(output)) {
            add(output, isInput: false)
        }
        for input in instance.inputs where !ownPorts.contains(ObjectIdentifier(input)) {
            if instance.own.contains(where: { $0.input === input }) { continue }
            add(input, isInput: true)
            let place = cores.count - 1
            for message in input.members.messages where message.isPlain {
                if instance.handlers.contains(where: { $0.port === input && $0.index == message.index }) { continue }
                let index = message.index
                let handler = MessageHandler { [unowned self] bodies, _ in
                    try taking(place, index, message.removeFirst(from: bodies))
                }
                instance.handlers.append((input, index, handler))
            }
        }
    }

    private func add(_ core: PortCore, isInput: Bool) {
        cores.append(core)
        let messages = core.members.messages.map { message in
            Port.Message(
                name: message.name, type: "\(message.body)", coding: message.coding, isCommand: !message.isPlain)
        }
        ports.append(Port(name: core.name, isInput: isInput, type: core.members.type, messages: messages))
    }
}
