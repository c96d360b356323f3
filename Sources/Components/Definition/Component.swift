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
/// Ports, and a ``ComponentContext`` for those that need one, are stored properties. Only the component itself touches its
/// state: handlers run one after the other.
public protocol Component {
    /// The handlers of the messages that the input ports receive.
    @HandlersBuilder<Self> static var handlers: Handlers<Self> { get }

    /// Called once, before the first message.
    mutating func start() throws

    /// Called once, after the last message.
    mutating func end()
}

extension Component {
    /// No handlers.
    public static var handlers: Handlers<Self> { [] }
    /// Does nothing.
    public mutating func start() {}
    /// Does nothing.
    public mutating func end() {}
}

/// The handlers of a component's messages.
public typealias Handlers<Owner: Component> = [Receive<Owner>]

/// The handler of a message.
///
///     Receive(\.input.add) { counter, amount in counter.total += amount }
public struct Receive<Owner: Component> {
    let place: (Owner) -> (core: PortCore, index: Int)
    @usableFromInline let handling: MessageHandler

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - message: The message of an input port or an event port.
    ///   - handle: The code, with the component and the body. If it throws, the component has failed: it gets no more messages.
    @inlinable
    public init<Body>(
        _ message: KeyPath<Owner, Receiver<Body>>, _ handle: @escaping (inout Owner, Body) throws -> Void
    ) {
        self.init(message, handling: MessageHandler { bodies, owner in
            let body = bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.removeFirst()
            try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, body)
        })
    }

    /// Creates a handler of a message without a body.
    @inlinable
    public init(
        _ message: KeyPath<Owner, Receiver<Void>>, _ handle: @escaping (inout Owner) throws -> Void
    ) {
        self.init(message, handling: MessageHandler { bodies, owner in
            bodies.assumingMemoryBound(to: Ring<Void>.self).pointee.removeFirst()
            try handle(&owner.assumingMemoryBound(to: Owner.self).pointee)
        })
    }

    /// Creates a handler of a message with two values.
    @inlinable
    public init<A, B>(
        _ message: KeyPath<Owner, Receiver<(A, B)>>, _ handle: @escaping (inout Owner, A, B) throws -> Void
    ) {
        self.init(message, handling: MessageHandler { bodies, owner in
            let body = bodies.assumingMemoryBound(to: Ring<(A, B)>.self).pointee.removeFirst()
            try handle(&owner.assumingMemoryBound(to: Owner.self).pointee, body.0, body.1)
        })
    }

    /// Creates a handler of a message with three values.
    @inlinable
    public init<A, B, C>(
        _ message: KeyPath<Owner, Receiver<(A, B, C)>>, _ handle: @escaping (inout Owner, A, B, C) throws -> Void
    ) {
        self.init(message, handling: MessageHandler { bodies, owner in
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
    init(place: @escaping (Owner) -> (core: PortCore, index: Int), handling: MessageHandler) {
        (self.place, self.handling) = (place, handling)
    }
}

/// Builds lists of handlers.
@resultBuilder
public enum HandlersBuilder<Owner: Component> {
    public static func buildExpression(_ handler: Receive<Owner>) -> Handlers<Owner> { [handler] }
    public static func buildExpression(_ handler: ReceiveAnswer<Owner>) -> Handlers<Owner> { [handler.handler] }
    public static func buildBlock(_ parts: Handlers<Owner>...) -> Handlers<Owner> { parts.flatMap { $0 } }
}
