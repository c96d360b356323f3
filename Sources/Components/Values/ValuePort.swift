public import Statecharts

/// A port by name, whose bodies are values, for components that are made when the program runs.
public struct ValuePort: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The direction of its messages.
    public var direction: Assembly.Port.Direction
    /// The names of its messages.
    public var messages: [String]
    /// The names of its commands, whose requests and answers are values.
    public var commands: [String] = []
    /// Whether an output may stay without a channel.
    public var isOptional: Bool

    /// Creates a port.
    public init(
        _ name: String, _ direction: Assembly.Port.Direction, _ messages: [String], isOptional: Bool = false
    ) { (self.name, self.direction, self.messages, self.isOptional) = (name, direction, messages, isOptional) }
}

/// Says what is wrong with a body: the port, the message and the body; `nil` if nothing is.
public typealias ValueCheck = @Sendable (_ port: String, _ message: String, _ body: Value) -> String?

/// Ports by name at run time.
struct ValuePortCores {
    private(set) var inputs: [InputCore] = []
    private(set) var outputs: [OutputCore] = []
    private var own: [(output: OutputCore, input: InputCore)] = []
    private var proxies: [(name: String, core: ProxyCore)] = []

    init(_ ports: [ValuePort]) {
        for port in ports {
            let members = AnyProtocolMembers(port.name, named: port.messages + port.commands) { index in
                index < port.messages.count ? Message<Value>() : Command<Value, Value>()
            }
            switch port.direction {
            case .input: inputs.append(InputCore(members))
            case .output:
                let output = OutputCore(members)
                output.isOptional = port.isOptional
                outputs.append(output)
            case .own: own.append((OutputCore(members), InputCore(members)))
            case .proxyInput, .proxyOutput:
                proxies.append((port.name, ProxyCore(members, isInput: port.direction == .proxyInput)))
            }
        }
    }

    func join(_ instance: ComponentInstance) {
        var names: Set<String> = []
        for name in inputs.map(\.members.name) + outputs.map(\.members.name) + own.map(\.input.members.name)
            + proxies.map(\.name) where !names.insert(name).inserted
        {
            instance.problems.append("duplicate port \(name.quoted); rename one")
        }
        for name in names.sorted() {
            if let remedy = Assembly.remedy(forName: name) {
                instance.problems.append("invalid port name \(name.quoted); \(remedy)")
            }
        }
        for input in inputs { instance.add(input, input.members.name) }
        for output in outputs { instance.add(output, output.members.name) }
        for (output, input) in own { instance.add(own: output, input, input.members.name) }
        for (name, core) in proxies { instance.add(core, name) }
    }

    func senders(_ check: ValueCheck?) -> ValueOutputs {
        ValueOutputs(cores: outputs + own.map(\.output), check: check)
    }
}

/// The output ports of a component by name, for its code.
public struct ValueOutputs: @unchecked Sendable {
    // Unchecked, because only the turns of the component send.
    let cores: [OutputCore]
    let check: ValueCheck?

    /// Sends a message through a port, at once or later.
    ///
    /// - Throws: `ExpressionError` if the component has no such output, the port doesn't know the
    ///   message, or the body isn't what the port sends.
    public func send(
        _ message: String, _ body: Value = .null, through port: String, after delay: Duration = .zero
    ) throws(ExpressionError) {
        let (core, known) = try found(message, of: port, as: Message<Value>.self)
        if let problem = check?(port, message, body) { throw ExpressionError(problem) }
        let sender = Sender<Value>(core, known.index)
        if delay > .zero { sender(body, after: delay) } else { sender(body) }
    }

    /// Sends a message through a port by a timer, also one without delay.
    ///
    /// - Throws: As ``send(_:_:through:after:)``.
    package func sendLater(
        _ message: String, _ body: Value, through port: String, after delay: Duration
    ) throws(ExpressionError) {
        let (core, known) = try found(message, of: port, as: Message<Value>.self)
        Sender<Value>(core, known.index)(body, after: delay)
    }

    /// Sends a command through a port. The answer comes as a message.
    ///
    /// - Parameter limit: The time after which the answer is ``CommandError/timedOut``; `nil` for
    ///   no limit.
    /// - Throws: `ExpressionError` if the component has no such output, or the port doesn't know
    ///   the command.
    public func ask(
        _ command: String, _ request: Value = .null, through port: String, within limit: Duration? = nil
    ) throws(ExpressionError) {
        let (core, known) = try found(command, of: port, as: Command<Value, Value>.self)
        CommandSender<Value, Value>(core, known.index)(request, within: limit)
    }

    /// Returns whether the component has an output that sends a message.
    package func sends(_ message: String, through port: String) -> Bool {
        (try? found(message, of: port, as: Message<Value>.self)) != nil
    }

    private func found<Kind: AnyMessage>(
        _ message: String, of port: String, as kind: Kind.Type
    ) throws(ExpressionError) -> (core: OutputCore, message: AnyMessage) {
        guard let core = cores.first(where: { $0.members.name == port }) else {
            throw ExpressionError("unknown output port \(port.quoted); name one of the component")
        }
        guard let known = core.members.message(named: message), known is Kind else {
            let what = kind == Message<Value>.self ? "message" : "command"
            throw ExpressionError(
                "the port \(port.quoted) sends no \(what) \(message.quoted); add it to the port or fix the name")
        }
        return (core, known)
    }
}
