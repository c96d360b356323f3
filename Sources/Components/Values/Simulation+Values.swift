package import Statecharts

extension Simulation {
    /// Sends a message from outside to an input port, by their names.
    ///
    /// - Parameter name: The name of the sending port in traces; by default that of the receiving
    ///   one.
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if the port doesn't receive the message, or not with
    ///   a value.
    package func send(
        _ message: String, _ body: Value, to port: PortReference, named name: String? = nil
    ) throws(ComponentError) {
        let (output, index) = try valueOutput(message, to: port, named: name, Message<Value>.self)
        Sender<Value>(output, index)(body)
    }

    /// Sends a command from outside to an input port, by their names.
    ///
    /// - Parameter finish: Called with the answer.
    /// - Throws: As ``send(_:_:to:named:)``.
    package func ask(
        _ command: String, _ request: Value, of port: PortReference,
        _ finish: @escaping (Result<Value, CommandError>) -> Void
    ) throws(ComponentError) {
        let (output, index) = try valueOutput(command, to: port, Command<Value, Value>.self)
        CommandSender<Value, Value>(output, index).send(request, within: nil, finish)
    }

    private func valueOutput<Kind: AnyMessage>(
        _ message: String, to reference: PortReference, named name: String? = nil, _ kind: Kind.Type
    ) throws(ComponentError) -> (OutputCore, Int) {
        let component = try router.required(reference.part)
        guard let input = component.instance.input(reference.port) else {
            throw .invalidPort(reference, "isn't an input of the component; fix the name")
        }
        guard let known = input.members.message(named: message), known is Kind else {
            let what = kind == Message<Value>.self ? "message" : "command"
            throw .invalidPort(reference, "receives no \(what) \(message.quoted) from outside; fix the name")
        }
        return (outsideOutput(name ?? reference.port, to: reference.port, of: component, input.members), known.index)
    }

    /// Advances the time to that of the next message for later, and sends it.
    ///
    /// - Returns: Whether there was one.
    package func fireNextTimer() -> Bool { router.fireNextTimer(until: .seconds(Int64.max)) }

    /// The number of messages that wait for components.
    package var waitingCount: Int { router.waitingCount }
}
