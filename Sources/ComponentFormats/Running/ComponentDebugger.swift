public import Components
internal import Statecharts
internal import TextSupport

/// A run of an assembly from a file, in virtual time, that goes step by step, forwards and
/// backwards.
@_spi(Tool) public final class ComponentDebugger {
    /// The run.
    public let debugger: Debugger
    private let environment: EnvironmentPorts
    private let assembly: Assembly

    /// Makes the components and starts them; the messages of the start wait.
    ///
    /// - Parameters:
    ///   - document: The assembly.
    ///   - options: The options of the simulation.
    ///   - onNote: Gets what charts log, and what fails in them, also when the run is repeated.
    /// - Throws: ``ComponentError``
    public init(
        _ document: AssemblyDocument, _ options: Simulation.Options = .init(),
        onNote: @escaping @Sendable (ComponentNote) -> Void = { _ in }
    ) throws(ComponentError) {
        let made = document.assembly(seed: options.seed, onNote) { _ in }
        assembly = made.assembly
        environment = EnvironmentPorts(made.assembly, made.environment)
        debugger = try Debugger(made.assembly, options)
    }

    /// The messages that the environment sends, such as `button.fetch`.
    public var messages: [String] { environment.messages }

    /// Lets time pass, and sends a message from the environment, which then waits.
    ///
    /// - Parameters:
    ///   - step: The time and the message.
    ///   - limit: The maximum number of messages while time passes.
    /// - Throws: `ExpressionError` if the environment has no such port or message or the body isn't
    ///   of its type, or ``ComponentError``.
    public func perform(_ step: ScriptStep, limit: Int) throws {
        if let message = step.message { try environment.check(message) }
        if let wait = step.wait { try debugger.run(until: debugger.time + wait, limit: limit) }
        guard let message = step.message else { return }
        try debugger.perform { [environment, body = step.body] simulation in
            try environment.send(message, body, in: simulation)
        }
    }

    /// The parts and channels that there are now.
    public var current: Assembly { debugger.currentAssembly }

    /// The active states of charts, by the names of their parts.
    public var activeStates: [String: [String]] {
        var states: [String: [String]] = [:]
        for part in current.parts {
            let names = debugger.activeStateNames(ofPart: part.name)
            if !names.isEmpty { states[part.name] = names }
        }
        return states
    }
}

/// The output ports of an assembly's environment.
struct EnvironmentPorts {
    private let part: PartReference<ValueComponent>?
    private let ports: [Assembly.Port]

    init(_ assembly: Assembly, _ part: PartReference<ValueComponent>?) {
        self.part = part
        let ports = assembly.parts.last { $0.name == AssemblyBuilder.environment }?.ports
        self.ports = ports?.filter { $0.direction == .output } ?? []
    }

    var messages: [String] { ports.flatMap { port in port.messages.map { "\(port.name).\($0.name)" } } }

    /// Checks that the environment sends a message.
    @discardableResult
    func check(_ message: String) throws(ExpressionError) -> (port: String, name: String) {
        let dot = message.firstIndex(of: ".") ?? message.endIndex
        let (port, name) = (String(message[..<dot]), String(message[dot...].dropFirst()))
        guard part != nil, let messages = ports.first(where: { $0.name == port })?.messages else {
            throw Self.unknown("port \(Message.quoted(port.utf8)) of the environment", ports.map(\.name))
        }
        if !messages.contains(where: { $0.name == name }) {
            throw Self.unknown("message \(Message.quoted(name.utf8)) of the port '\(port)'", messages.map(\.name))
        }
        return (port, name)
    }

    /// Sends a message, which waits for its receivers.
    func send(_ message: String, _ body: Value, in simulation: Simulation) throws {
        let (port, name) = try check(message)
        guard let part else { return }
        var failure: (any Error)?
        try simulation.with(part) { environment in
            do { try environment.outputs.send(name, body, through: port) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private static func unknown(_ what: String, _ known: [String]) -> ExpressionError {
        ExpressionError(
            "unknown \(what); " + (known.isEmpty ? "there is none that sends" : "expected \(Message.list(known))"))
    }
}
