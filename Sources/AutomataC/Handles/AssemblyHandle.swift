internal import CAutomata
internal import ComponentFormats
internal import Components
internal import Statecharts

/// Components and channels, of which each start makes an assembly.
final class AssemblyHandle: Handle {
    static let kind: StaticString = "assembly"

    private let document: AssemblyDocument?
    private let bindings: Bindings
    private var parts: [HostComponent] = []
    private var channels: [HostChannel] = []

    /// The most components of an assembly.
    static let componentLimit = 10_000

    /// The functions of components that JSON has without a chart.
    final class Bindings: @unchecked Sendable {
        // Unchecked: an assembly belongs to one thread at a time.
        fileprivate(set) var handlers: [String: HostHandler] = [:]
        /// The simulation for which components are made.
        fileprivate(set) var host: ComponentHost?

        func behavior(_ component: String) -> AssemblyDocument.Behavior? {
            guard let handler = handlers[component], let host else { return nil }
            let commands = KeptCommands()
            return AssemblyDocument.Behavior(
                start: { try host.start((component, $0, commands), handler) },
                receive: { try host.handle($0, handler, for: (component, $1, commands)) })
        }
    }

    init(_ document: AssemblyDocument? = nil, _ bindings: Bindings = .init()) {
        (self.document, self.bindings) = (document, bindings)
    }

    func add(_ component: HostComponent) throws(CallError) {
        guard parts.count < Self.componentLimit else {
            throw .assembly(.tooLarge("more than \(Self.componentLimit) components; divide the assembly"))
        }
        parts.append(component)
    }

    func add(_ channel: HostChannel) { channels.append(channel) }

    func bind(_ component: String, _ handler: HostHandler) throws(CallError) {
        guard document?.programComponents.contains(component) ?? false else {
            throw .assembly(
                .unknownName("no component '\(component)' without a chart in the text; fix the name"))
        }
        bindings.handlers[component] = handler
    }

    /// Returns what is wrong with the body of a message for a port; `nil` if nothing is.
    func problem(_ port: PortReference, _ message: String, _ body: Value) -> String? {
        document?.problem(with: body, of: message, to: port)
    }

    /// Makes the assembly, and calls a function that makes its components.
    ///
    /// - Parameter received: Gets what comes out of the environment's ports.
    func with<Result>(
        _ host: ComponentHost, seed: UInt64 = 0, received: @escaping @Sendable (ValueMessage) -> Void = { _ in },
        _ body: (Assembly, PartReference<ValueComponent>?) throws(CallError) -> Result
    ) throws(CallError) -> Result {
        try MemoryReservation.reserveMemory((parts.count + (document?.componentCount ?? 0)) * 8192)
        // A handler may start another run of the assembly.
        let before = bindings.host
        bindings.host = host
        defer { bindings.host = before }
        var assembly = Assembly()
        var environment: PartReference<ValueComponent>?
        if let document {
            (assembly, environment) = document.assembly(seed: seed, { host.note($0.sentence) }, received)
        }
        for part in parts { part.add(to: &assembly, host) }
        for channel in channels {
            assembly.connect([channel.output], to: [channel.input], as: channel.kind, capacity: channel.capacity)
        }
        return try body(assembly, environment)
    }
}

/// A component whose messages a function of the program handles.
struct HostComponent: @unchecked Sendable {
    // Unchecked: a simulation belongs to one thread at a time.
    let name: String
    let ports: [ValuePort]
    let handler: HostHandler?
    let mailbox: MailboxBound

    func add(to assembly: inout Assembly, _ host: ComponentHost) {
        assembly.add(name, mailbox: mailbox, file: "", line: 0) { make(host) }
    }

    /// Makes the component for a simulation.
    func make(_ host: ComponentHost) -> ValueComponent {
        guard let handler else { return ValueComponent(ports) { _, _ in } }
        let commands = KeptCommands()
        return ValueComponent(ports, onStart: { try host.start((name, $0, commands), handler) }) {
            try host.handle($0, handler, for: (name, $1, commands))
        }
    }
}

/// A channel between two ports.
struct HostChannel {
    let output, input: PortReference
    let kind: Assembly.Channel.Kind
    let capacity: Int
}
