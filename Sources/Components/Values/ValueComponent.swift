public import Statecharts

/// A component with ports by name, whose behavior is a closure.
///
///     assembly.add("counter") {
///         var count = 0.0
///         let ports = [ValuePort("input", .input, ["add"]), ValuePort("total", .output, ["set"])]
///         return ValueComponent(ports) { message, outputs in
///             count += 1
///             try outputs.send("set", .number(count), through: "total")
///         }
///     }
///
/// It is for programs that don't know their components before they run, such as those that read
/// them from files. Its ports fit those of charts, and protocols with `Message<Value>`.
public struct ValueComponent: Component {
    /// Code that handles a message.
    public typealias Behavior = (ValueMessage, ValueOutputs) throws -> Void

    /// The outputs, through which also the program can send, by ``Simulation/with(_:_:)``.
    public let outputs: ValueOutputs
    private let ports: ValuePortCores
    fileprivate let behavior: Behavior?
    private let onStart: ((ValueOutputs) throws -> Void)?

    /// Creates a component.
    ///
    /// - Parameters:
    ///   - ports: The ports.
    ///   - check: Says what is wrong with a body that is sent.
    ///   - onStart: Called before the first message.
    ///   - behavior: Handles a message. If it throws, the component has failed.
    public init(
        _ ports: [ValuePort], check: ValueCheck? = nil, onStart: ((ValueOutputs) throws -> Void)? = nil,
        behavior: @escaping Behavior
    ) {
        self.ports = ValuePortCores(ports)
        outputs = self.ports.senders(check)
        (self.behavior, self.onStart) = (behavior, onStart)
    }

    /// Creates a component that drops what it receives.
    package init(_ ports: [ValuePort], check: ValueCheck? = nil) {
        self.ports = ValuePortCores(ports)
        outputs = self.ports.senders(check)
        (behavior, onStart) = (nil, nil)
    }

    /// Calls the closure for the start.
    public mutating func start() throws { try onStart?(outputs) }
}

/// A message whose body is a value.
public struct ValueMessage: Sendable {
    /// The name of the port that receives it.
    public let port: String
    /// The name of the message.
    public let name: String
    /// The body; the request of a command or its answer.
    public let body: Value
    /// The command that the message is; `nil` for others.
    public var command: Command?

    /// The side of a command that a component sees.
    public enum Command: @unchecked Sendable {
        // Unchecked, because only the turns of the component answer.
        /// It wants an answer.
        case request(Responder<Value>)
        /// It was sent through the port, and has an answer, or none for a reason.
        case answer(Result<Value, CommandError>)
    }
}

extension ValueComponent: InstanceMaking {
    func makeInstance() -> ComponentInstance {
        let instance = TypedInstance(self)
        ports.join(instance)
        for input in instance.inputs {
            for message in input.members.messages {
                let (port, name) = (input.members.name, message.name)
                let isPlain = message.isPlain
                let handler = MessageHandler { bodies, component in
                    try component.handle(ValueMessage(port, name, from: bodies, isPlain: isPlain))
                }
                instance.handlers.append((input, message.index, handler))
            }
        }
        for output in instance.outputs {
            for command in output.members.messages where !command.isPlain {
                let (port, name) = (output.members.name, command.name)
                let handler = MessageHandler { bodies, component in
                    let (request, result) = bodies.assumingMemoryBound(
                        to: Ring<(Value, Result<Value, CommandError>)>.self
                    ).pointee.removeFirst()
                    try component.handle(
                        ValueMessage(port: port, name: name, body: request, command: .answer(result)))
                }
                instance.handlers.append((output, command.index, handler))
            }
        }
        return instance
    }
}

extension UnsafeMutableRawPointer {
    /// Lets the component here handle a message. Its ports have the handlers, which so mustn't have
    /// its ports.
    fileprivate func handle(_ message: ValueMessage) throws {
        let component = assumingMemoryBound(to: ValueComponent.self).pointee
        try component.behavior?(message, component.outputs)
    }
}

extension ValueMessage {
    /// Takes the first body of a `Ring`.
    fileprivate init(_ port: String, _ name: String, from bodies: UnsafeMutableRawPointer, isPlain: Bool) {
        if isPlain {
            let body = bodies.assumingMemoryBound(to: Ring<Value>.self).pointee.removeFirst()
            self.init(port: port, name: name, body: body)
        } else {
            let command = bodies.assumingMemoryBound(to: Ring<PendingCommand<Value, Value>>.self).pointee.removeFirst()
            self.init(port: port, name: name, body: command.request, command: .request(Responder(command)))
        }
    }
}

/// A component with proxy ports by name, which only contains others.
package struct ValueContainer: Component {
    private let ports: ValuePortCores
    private let contents: (inout Assembly) -> Void

    package init(_ ports: [ValuePort], contents: @escaping (inout Assembly) -> Void) {
        (self.ports, self.contents) = (ValuePortCores(ports), contents)
    }

    package func addContents(to assembly: inout Assembly, of component: PartReference<ValueContainer>) {
        contents(&assembly)
    }
}

extension ValueContainer: InstanceMaking {
    func makeInstance() -> ComponentInstance {
        let instance = TypedInstance(self)
        ports.join(instance)
        return instance
    }
}

/// A component that makes what a run has of it.
protocol InstanceMaking {
    func makeInstance() -> ComponentInstance
}

extension ValueComponent: ExplorableComponent {
    mutating func settle() {}
    func write(to keys: StateKeys) throws(UnexplorableState) {
        if behavior == nil { return }
        throw UnexplorableState(property: "", reason: "has its behavior from a closure, whose state can't be compared")
    }
}

extension ValueContainer: ExplorableComponent {
    mutating func settle() {}
    func write(to keys: StateKeys) {}
}
