/// A place at which a run stops: a message, a state or a condition.
///
///     try debugger.setBreakpoints([
///         .message(\.requests.upload, of: model) { $0.amount > 100 },
///         .state("deleting", of: list),
///         .when(model) { $0.expenses.count > 3 },
///     ])
///
/// At a message, a run stops before the message is handled. At a state or a condition, it stops
/// after the message, or the start of the component, by which the state became active, or the
/// condition true: once each time, and not if that was so when the breakpoint was set.
public struct Breakpoint: Sendable, CustomStringConvertible {
    enum Place: Sendable {
        case message(MessagePlace)
        case state(String, part: String)
        /// A test of the value of a component of a type.
        case condition(part: String, Any.Type, @Sendable (UnsafeMutableRawPointer) -> Bool)
    }

    /// The names of a message, where they matter.
    struct MessagePlace: Sendable {
        var name: String?
        var port: String?
        var part: String?
        /// The type of the bodies that the condition tests.
        var body: Any.Type?
        var condition: BodyTest?
    }

    /// A test of the body at a position of a `Ring`.
    @usableFromInline typealias BodyTest = @Sendable (_ bodies: UnsafeMutableRawPointer, _ position: Int) -> Bool

    let place: Place
    /// The names of the message, state or part, such as `message model.requests.upload`.
    public let description: String

    /// A message, by names.
    ///
    /// - Parameters:
    ///   - name: The name of the message; `nil` for any.
    ///   - port: The port through which the component receives it, which is that of the command for
    ///     an answer; `nil` for any.
    ///   - part: The component that receives it; `nil` for any.
    public static func message(_ name: String? = nil, port: String? = nil, part: String? = nil) -> Breakpoint {
        let names = [part ?? "*", port ?? "*", name ?? "*"].joined(separator: ".")
        return Breakpoint(
            place: .message(MessagePlace(name: name, port: port, part: part)), description: "message \(names)")
    }

    /// A message of an input port or an event port.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - part: The component that receives it.
    ///   - condition: Tests the body; `nil` for any body.
    @inlinable
    public static func message<Owner, Body>(
        _ message: KeyPath<Owner, Receiver<Body>>, of part: PartReference<Owner>,
        where condition: (@Sendable (Body) -> Bool)? = nil
    ) -> Breakpoint {
        guard let condition else { return place(message, of: part, nil) }
        // An argument that nobody else changes isn't copied.
        @Sendable func test(_ body: inout Body) -> Bool { condition(body) }
        return place(message, of: part) { bodies, position in
            test(&bodies.assumingMemoryBound(to: Ring<Body>.self).pointee.pointer(to: position).pointee)
        }
    }

    /// A command that a component receives.
    ///
    /// - Parameters:
    ///   - command: The command of an input port.
    ///   - part: The component that receives it.
    ///   - condition: Tests the request; `nil` for any.
    @inlinable
    public static func message<Owner, Request, Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Request, Answer>>, of part: PartReference<Owner>,
        where condition: (@Sendable (Request) -> Bool)? = nil
    ) -> Breakpoint {
        guard let condition else { return place(command, of: part, nil) }
        return place(command, of: part) { bodies, position in
            condition(
                bodies.assumingMemoryBound(to: Ring<PendingCommand<Request, Answer>>.self).pointee[position].request)
        }
    }

    /// The answers to a command that a component sends.
    ///
    /// - Parameters:
    ///   - command: The command of an output port.
    ///   - part: The component that gets the answers.
    public static func answer<Owner, Request, Answer>(
        to command: KeyPath<Owner, CommandSender<Request, Answer>>, of part: PartReference<Owner>
    ) -> Breakpoint {
        let sender = part.sample.component[keyPath: command]
        return place(sender.core, sender.index, part.name, nil, nil)
    }

    /// A state of a component that is a chart.
    ///
    /// - Parameters:
    ///   - name: The name of the state, which may contain others.
    ///   - part: The component.
    public static func state<Owner>(_ name: String, of part: PartReference<Owner>) -> Breakpoint {
        state(name, part: part.name)
    }

    /// A state of a component that is a chart, by names.
    public static func state(_ name: String, part: String) -> Breakpoint {
        Breakpoint(place: .state(name, part: part), description: "state \(name) of \(part)")
    }

    /// A condition on a component.
    ///
    /// - Parameters:
    ///   - part: The component.
    ///   - condition: Tests the component after each of its messages.
    @inlinable
    public static func when<Owner: Component & SendableMetatype>(
        _ part: PartReference<Owner>, file: String = #fileID, line: Int = #line,
        _ condition: @escaping @Sendable (Owner) -> Bool
    ) -> Breakpoint {
        // An argument that nobody else changes isn't copied.
        @Sendable func test(_ component: inout Owner) -> Bool { condition(component) }
        return place(Owner.self, part.name, "\(file):\(line)") {
            test(&$0.assumingMemoryBound(to: Owner.self).pointee)
        }
    }

    // What isn't generic here isn't made for each type.

    @usableFromInline
    static func place(
        _ type: Any.Type, _ part: String, _ line: String, _ test: @escaping @Sendable (UnsafeMutableRawPointer) -> Bool
    ) -> Breakpoint {
        Breakpoint(place: .condition(part: part, type, test), description: "condition on \(part) at \(line)")
    }

    @usableFromInline
    static func place<Owner, Body>(
        _ message: KeyPath<Owner, Receiver<Body>>, of part: PartReference<Owner>, _ condition: BodyTest?
    ) -> Breakpoint {
        let receiver = part.sample.component[keyPath: message]
        return place(receiver.core, receiver.index, part.name, Body.self, condition)
    }

    @usableFromInline
    static func place<Owner, Request, Answer>(
        _ command: KeyPath<Owner, CommandReceiver<Request, Answer>>, of part: PartReference<Owner>,
        _ condition: BodyTest?
    ) -> Breakpoint {
        let receiver = part.sample.component[keyPath: command]
        return place(receiver.core, receiver.index, part.name, Command<Request, Answer>.Body.self, condition)
    }

    private static func place(
        _ port: PortCore, _ index: Int, _ part: String, _ body: Any.Type?, _ condition: BodyTest?
    ) -> Breakpoint {
        let message = port.members.messages.indices.contains(index) ? port.members.messages[index].name : ""
        return Breakpoint(
            place: .message(
                MessagePlace(name: message, port: port.name, part: part, body: body, condition: condition)),
            description: "message \(part).\(port.name).\(message)")
    }
}

extension Breakpoint {
    /// A stop of a run at a breakpoint.
    public struct Hit: Sendable, CustomStringConvertible {
        /// The breakpoint.
        public let breakpoint: Breakpoint
        /// The name of the component that is about to handle the message, is in the state, or
        /// fulfills the condition.
        public let component: String
        /// The message, which isn't handled yet; `nil` at a state or a condition.
        public let message: QueuedMessage?

        /// The message, or the breakpoint.
        public var description: String { message?.description ?? breakpoint.description }
    }
}

/// A message that waits for a component.
public struct QueuedMessage: Sendable, CustomStringConvertible {
    /// The identifier, which has the sender; `nil` if it isn't known.
    ///
    /// A ``ComponentSystem`` that isn't recorded doesn't know that of some senders: of one whose
    /// place in memory another component had before, and of an answer from outside of components.
    public let id: MessageID?
    /// The message whose handler sent this one; `nil` if none did, or neither a trace nor a
    /// recording has it.
    public let cause: MessageID?
    /// The name of the component that it waits for.
    public let component: String
    /// The name of the port through which the component gets it; the port of the command for an
    /// answer.
    public let port: String
    /// The name of the message.
    public let name: String
    /// The body: the request of a command; the request and the result of an answer.
    public let body: any Sendable

    /// The identifier, the receiver and the body, such as `#client/3 model.requests.upload(5)`.
    public var description: String {
        (id.map { "#\($0) " } ?? "") + "\(component).\(port).\(name)" + TraceEvent.arguments(body)
    }
}
