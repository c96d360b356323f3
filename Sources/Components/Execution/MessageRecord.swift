/// The messages that a component sent through a port, for tests.
///
///     let replies = try simulation.record(\.replies, of: service)
///     try simulation.run()
///     #expect(replies.fetched == [[lunch]])
@dynamicMemberLookup
public final class MessageRecord<Protocol: PortProtocol> {
    private let members = ProtocolMembers<Protocol>.shared.members
    private var messages: [(index: Int, body: any Sendable)] = []

    init(_ core: OutputCore) {
        core.taps.append { [weak self] index, body in
            self?.messages.append((index, body))
            return self != nil
        }
    }

    /// The bodies of a message, in the order in which they were sent.
    ///
    /// - Complexity: O(*n*) for *n* messages.
    public subscript<Body>(dynamicMember message: KeyPath<Protocol, Message<Body>>) -> [Body] {
        let index = members[keyPath: message].index
        return messages.filter { $0.index == index }.compactMap { $0.body as? Body }
    }

    /// The requests of a command, in the order in which they were sent.
    ///
    /// - Complexity: O(*n*) for *n* messages.
    public subscript<Request, Answer>(dynamicMember command: KeyPath<Protocol, Command<Request, Answer>>) -> [Request] {
        let index = members[keyPath: command].index
        return messages.filter { $0.index == index }.compactMap { $0.body as? Request }
    }

    /// The number of messages.
    public var count: Int { messages.count }

    /// Forgets the messages.
    public func removeAll() { messages = [] }
}

extension Simulation {
    /// Records the messages that a component sends through a port from now on, also if the port has
    /// no channel.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func record<Owner, Protocol>(
        _ port: KeyPath<Owner, Output<Protocol>>, of part: PartReference<Owner>
    ) throws(ComponentError) -> MessageRecord<Protocol> {
        let name = part.sample.component[keyPath: port].core.name
        guard let output = try router.required(part.name).instance.output(name) else { throw .unknownPart(part.name) }
        return MessageRecord(output)
    }

    /// The number of steps that the script of a mock still expects; 0 if the part is no scripted
    /// mock.
    public func remainingStepCount<Owner>(of part: PartReference<Owner>) -> Int {
        router.component(part.name)?.instance.remainingStepCount ?? 0
    }
}
