/// A component that knows who lives.
///
///     let register = assembly.add("register") { Register() }
///     assembly.report(to: register.reports)
///     assembly.connect(view.lists, to: register.requests)
///     assembly.connect(register.changes, to: view.parts)
///
/// The answer to ``RegisterRequests/list`` is an assembly, which can be checked for missing
/// channels, and drawn.
public struct Register: Component {
    /// The reports of the run.
    public let reports = Input<PartReports>()
    /// The questions of others.
    public let requests = Input<RegisterRequests>()
    /// The news for others.
    public let changes = Output<PartReports>(isOptional: true)
    private let context = ComponentContext()

    /// Creates a register.
    public init() {}

    /// Answers, and passes the news on.
    public static var handlers: Handlers<Register> {
        Receive(\.requests.list) { register in register.context.assembly.current }
        Receive(\.reports.added) { register, part in register.changes.added(part) }
        Receive(\.reports.removed) { register, name in register.changes.removed(name) }
        Receive(\.reports.missed) { register in register.changes.missed() }
    }
}

/// The messages about the components that live: those of ``Reports``.
public struct PartReports: PortProtocol {
    /// A component lives.
    public let added = Message<Assembly.Part>()
    /// A component has ended.
    public let removed = Message<String>()
    /// Some of these messages were lost, as a mailbox had no room: ask for the list again.
    public let missed = Message<Void>()

    /// Creates the protocol.
    public init() {}
}

/// The questions to a register.
public struct RegisterRequests: PortProtocol {
    /// Who lives, with which channels?
    public let list = Command<Void, Assembly>()

    /// Creates the protocol.
    public init() {}
}
