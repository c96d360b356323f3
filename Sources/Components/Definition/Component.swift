/// A part of a program that owns its state and knows no other: it talks through its ports.
///
///     struct Counter: Component {
///         let input = Input<Counting>()
///         let output = Output<Totals>()
///         var total = 0
///
///         static var handlers: Handlers<Counter> {
///             Receive(\.input.add) { counter, amount in
///                 counter.total += amount
///                 counter.output.changed(counter.total)
///             }
///         }
///     }
///
/// Ports, and a ``ComponentContext`` for those that need one, are stored properties. Only the
/// component itself touches its state: handlers run one after the other.
public protocol Component {
    /// The handlers of the messages that the input ports receive.
    @HandlersBuilder<Self> static var handlers: Handlers<Self> { get }

    /// Called once, before the first message.
    mutating func start() throws

    /// Called once, after the last message, if the component ends before the run does. It can still
    /// send.
    mutating func end()

    /// Adds the components inside this one, and joins its proxy ports with theirs.
    ///
    ///     struct Shop: Component {
    ///         let orders = ProxyInput<Orders>()
    ///
    ///         func addContents(to assembly: inout Assembly, of shop: PartReference<Shop>) {
    ///             let till = assembly.add("till") { Till() }
    ///             assembly.connect(shop.orders, to: till.orders)
    ///         }
    ///     }
    ///
    /// Their names are `shop.till` in an assembly with a `shop`. From outside only the ports of the
    /// shop can be connected.
    ///
    /// - Parameters:
    ///   - assembly: The contents.
    ///   - component: This component, whose proxy ports can be connected.
    func addContents(to assembly: inout Assembly, of component: PartReference<Self>)
}

extension Component {
    /// No handlers.
    public static var handlers: Handlers<Self> { [] }
    /// Does nothing.
    public mutating func start() {}
    /// Does nothing.
    public mutating func end() {}
    /// No contents.
    public func addContents(to assembly: inout Assembly, of component: PartReference<Self>) {}
}

/// The handlers of a component's messages.
public typealias Handlers<Owner: Component> = [Receive<Owner>]

/// The handler of a message.
///
///     Receive(\.input.add) { counter, amount in counter.total += amount }
public struct Receive<Owner: Component> {
    /// Finds the port and the number of the message; `nil` for one that intercepts all messages.
    let place: ((Owner) -> (core: PortCore, index: Int))?
    @usableFromInline let handling: MessageHandler
    var intercept: Interception?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - message: The message of an input port or an event port.
    ///   - handle: The code, with the component and the body. If it throws, the component has
    ///     failed: it gets no more messages.
    @inlinable
    public init<Body>(
        _ message: KeyPath<Owner, Receiver<Body>>, _ handle: @escaping (inout Owner, Body) throws -> Void
    ) {
        self.init(
            message,
            handling: MessageHandler { bodies, owner in
                let body = bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.removeFirst()
                try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, body)
            })
    }

    /// Creates a handler of a message without a body.
    @inlinable
    public init(
        _ message: KeyPath<Owner, Receiver<Void>>, _ handle: @escaping (inout Owner) throws -> Void
    ) {
        self.init(
            message,
            handling: MessageHandler { bodies, owner in
                bodies.assumingMemoryBound(to: Ring<Void>.self).pointee.removeFirst()
                try handle(&owner.assumingMemoryBound(to: Owner.self).pointee)
            })
    }

    /// Creates a handler of a message with two values.
    @inlinable
    public init<A, B>(
        _ message: KeyPath<Owner, Receiver<(A, B)>>, _ handle: @escaping (inout Owner, A, B) throws -> Void
    ) {
        self.init(
            message,
            handling: MessageHandler { bodies, owner in
                let body = bodies.assumingMemoryBound(to: Ring<(A, B)>.self).pointee.removeFirst()
                try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, body.0, body.1)
            })
    }

    /// Creates a handler of a message with three values.
    @inlinable
    public init<A, B, C>(
        _ message: KeyPath<Owner, Receiver<(A, B, C)>>, _ handle: @escaping (inout Owner, A, B, C) throws -> Void
    ) {
        self.init(
            message,
            handling: MessageHandler { bodies, owner in
                let body = bodies.assumingMemoryBound(to: Ring<(A, B, C)>.self).pointee.removeFirst()
                try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, body.0, body.1, body.2)
            })
    }

    @usableFromInline
    init<Body>(_ message: KeyPath<Owner, Receiver<Body>>, handling: MessageHandler) {
        place = { owner in
            let receiver = owner[keyPath: message]
            return (receiver.core, receiver.index)
        }
        self.handling = handling
    }
}

extension Receive {
    init(place: ((Owner) -> (core: PortCore, index: Int))?, handling: MessageHandler) {
        (self.place, self.handling) = (place, handling)
    }
}

/// Code that sees each message before its handler, and may stop it.
///
///     Intercept { counter, message in
///         counter.log.append(message.name)
///         return !counter.isPaused
///     }
public struct Intercept<Owner: Component> {
    let handler: Receive<Owner>

    /// Creates the code; a component has at most one.
    ///
    /// - Parameter decide: The code, with the component and the message. It returns whether the
    ///   message is handled. If it throws, the component has failed.
    public init(_ decide: @escaping (inout Owner, IncomingMessage) throws -> Bool) {
        var handler = Receive<Owner>(place: nil, handling: MessageHandler { _, _ in })
        handler.intercept = { try decide(&$0.assumingMemoryBound(to: Owner.self).pointee, $1) }
        self.handler = handler
    }
}

/// A message that a component is about to handle.
public struct IncomingMessage: Sendable {
    /// The name of the port: an input or event port, or the output port of a command that is
    /// answered.
    public let port: String
    /// The name of the message.
    public let name: String
    /// The body: of a command its request, of an answer the answer, or the ``CommandError`` for
    /// which there is none.
    public let body: any Sendable
}

typealias Interception = (UnsafeMutableRawPointer, IncomingMessage) throws -> Bool

extension MessageHandler {
    /// Returns a handler that asks first whether it shall run.
    func intercepted(by intercept: @escaping Interception, _ slot: Slot, of port: PortCore) -> MessageHandler {
        let (port, name) = (port.name, slot.message.name)
        return MessageHandler { [unowned slot, run] bodies, component in
            let body = slot.message.traced(slot.body(at: 0))
            if try intercept(component, IncomingMessage(port: port, name: name, body: body)) {
                try run(bodies, component)
            } else {
                slot.removeBody(at: 0)
            }
        }
    }
}

/// Builds lists of handlers.
@resultBuilder
public enum HandlersBuilder<Owner: Component> {
    /// A handler of a message.
    public static func buildExpression(_ handler: Receive<Owner>) -> Handlers<Owner> { [handler] }
    /// A handler of answers.
    public static func buildExpression(_ handler: ReceiveAnswer<Owner>) -> Handlers<Owner> { [handler.handler] }
    /// Code before all handlers.
    public static func buildExpression(_ handler: Intercept<Owner>) -> Handlers<Owner> { [handler.handler] }
    /// The handlers in their order.
    public static func buildBlock(_ parts: Handlers<Owner>...) -> Handlers<Owner> { parts.flatMap { $0 } }
}
