/// A message that a port knows: its name is the name of the property, its body the arguments.
///
///     struct Table: PortProtocol {
///         let ping = Message<(Int, String)>()
///         let stop = Message<Void>()
///     }
///
/// A body is one value, `Void`, or a tuple, whose elements become the arguments of the call:
/// `table.ping(1, "left")`.
public final class Message<Body: Sendable>: AnyMessage, @unchecked Sendable {
    /// Creates a message without a name; the protocol that has it as a property names it.
    ///
    /// If the body can be encoded and decoded, the message can cross a bridge.
    @_disfavoredOverload  // The others are for some bodies, which this one can't know.
    public convenience init() { self.init(nil) }

    init(_ coding: BodyCoding?) {
        super.init(body: Body.self) { TypedSlot<Body>($0, $1, $2) }
        self.coding = coding
    }

    override var isPlain: Bool { true }
    override func send(_ body: any Sendable, through output: OutputCore) -> Bool {
        guard let body = body as? Body else { return false }
        output.send(body, index)
        return true
    }
    override func removeFirst(from bodies: UnsafeMutableRawPointer) -> any Sendable {
        bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.removeFirst()
    }
}

/// A message of any body.
public class AnyMessage: @unchecked Sendable {
    // Unchecked, because name and index are set once, before anybody else sees the message.

    /// The name, which is that of the property in the protocol.
    public fileprivate(set) final var name = ""
    /// The position among the protocol's messages.
    @inlinable
    final var index: Int { place.pointee }
    /// The position, for a sender.
    @inlinable
    final var sentIndex: Int {
        let index = index
        if index < 0 { Self.refuseToSend(Self.self) }
        return index
    }
    @usableFromInline
    static func refuseToSend(_ type: AnyMessage.Type) -> Never {
        fatalError("\(type) was sent, which isn't a stored property of its protocol; declare it there by 'let'")
    }
    // In memory of its own, as each call of a message reads it.
    @usableFromInline final let place: UnsafeMutablePointer<Int>
    /// The type of the body.
    final let body: Any.Type
    /// The values of the body, if they can be written and read.
    fileprivate(set) final var coding: BodyCoding?
    private final let slot: (AnyMessage, ComponentCore, String) -> Slot

    init(body: Any.Type, slot: @escaping (AnyMessage, ComponentCore, String) -> Slot) {
        (self.body, self.slot) = (body, slot)
        place = .allocate(capacity: 1)
        place.initialize(to: -1)
    }

    deinit { place.deallocate() }

    /// Whether the message wants no answer.
    var isPlain: Bool { false }

    /// Removes the first body of a `Ring` of such messages.
    func removeFirst(from bodies: UnsafeMutableRawPointer) -> any Sendable { () }

    /// Sends the message through a port.
    ///
    /// - Returns: Whether the body has its type.
    func send(_ body: any Sendable, through output: OutputCore) -> Bool { false }

    /// Returns what holds such messages while they wait for a component, or for a port of it.
    final func makeSlot(for receiver: ComponentCore, _ port: String = "") -> Slot { slot(self, receiver, port) }

    /// Returns what holds answers to such messages while they wait for the sender; `nil` if there
    /// are none.
    func makeAnswerSlot(for sender: ComponentCore) -> Slot? { nil }

    /// Returns what a trace shows of a body.
    func traced(_ body: any Sendable) -> any Sendable { body }

    /// Whether a message can go to where another is received.
    final func matches(_ other: AnyMessage) -> Bool { name == other.name && body == other.body }
}

/// The messages that a port sends or receives, each a property.
///
///     struct ExpenseRequests: PortProtocol {
///         let fetch = Message<Void>()
///         let upload = Message<Expense>()
///     }
///
/// Two ports can be joined if their protocols have a message in common: one of the same name with a
/// body of the same type. A port sends no others, and others never reach a port.
public protocol PortProtocol: Sendable {
    /// Creates the messages.
    init()
}

/// The messages of a protocol, in the order of its properties.
class AnyProtocolMembers {
    let name: String
    let messages: [AnyMessage]
    /// The problem of the protocol; `nil` if it is valid.
    let problem: String?

    fileprivate init(_ name: String, _ messages: [AnyMessage], _ problem: String?) {
        (self.name, self.messages, self.problem) = (name, messages, problem)
    }

    /// Creates a protocol whose messages are named when the program runs.
    init(_ name: String, named names: [String], _ make: (Int) -> AnyMessage) {
        messages = names.enumerated().map { index, name in
            let message = make(index)
            (message.name, message.place.pointee) = (name, index)
            return message
        }
        (self.name, problem) = (name, nil)
    }

    /// The type of the protocol; `nil` if it was made when the program runs.
    var type: Any.Type? { nil }

    func message(named name: String) -> AnyMessage? { messages.first { $0.name == name } }
}

/// The one instance of a protocol that all ports share.
final class ProtocolMembers<Protocol: PortProtocol>: AnyProtocolMembers, @unchecked Sendable {
    let members: Protocol
    override var type: Any.Type? { Protocol.self }

    private init() {
        members = Protocol()
        var messages: [AnyMessage] = []
        var problem: String?
        var mirror: Mirror? = Mirror(reflecting: members)
        while let current = mirror {
            for case (let label?, let message as AnyMessage) in current.children {
                if message.index >= 0 {
                    problem = "the message \(Protocol.self).\(label) has another property, too; make one for each"
                    continue
                }
                (message.name, message.place.pointee) = (label, messages.count)
                messages.append(message)
            }
            mirror = current.superclassMirror
        }
        super.init("\(Protocol.self)", messages, problem)
    }

    static var shared: ProtocolMembers {
        knownProtocols.withLock { known in
            let type = ObjectIdentifier(Protocol.self)
            if let found = known[type] { return unsafeDowncast(found, to: ProtocolMembers.self) }
            let made = ProtocolMembers()
            known[type] = made
            return made
        }
    }
}

private let knownProtocols = Guarded<[ObjectIdentifier: AnyProtocolMembers]>([:])
