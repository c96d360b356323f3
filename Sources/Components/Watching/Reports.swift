/// The messages about a run, which go to the ports that watch it.
///
///     struct Tracer: Component {
///         let reports = Input<Reports>()
///
///         static var handlers: Handlers<Tracer> {
///             Receive(\.reports.happened) { tracer, number, event in print(event) }
///             Receive(\.reports.added) { tracer, part in … }
///             Receive(\.reports.removed) { tracer, name in … }
///             Receive(\.reports.missed) { tracer in … }
///         }
///     }
///     assembly.report(to: tracer.reports)
///
/// A port whose protocol has only some of the messages gets these. Reports come in the order of
/// what they tell: that a message was sent comes before all that follows from it.
public struct Reports: PortProtocol {
    /// A message was sent, handled or lost, or a component failed or was restarted.
    ///
    /// The number is that among such reports of the run, from 1: a gap tells how many didn't find
    /// room in the mailbox.
    public let happened = Message<(Int, TraceEvent)>()
    /// A component lives. A port that begins to watch hears it of each one that does.
    public let added = Message<Assembly.Part>()
    /// A component has ended.
    public let removed = Message<String>()

    /// Reports to the port were lost, as its mailbox had no room. This one always finds room, so that
    /// the port knows of each loss once it has handled what waits.
    public let missed = Message<Void>()

    /// Creates the protocol.
    public init() {}

    static let missed = ProtocolMembers<Reports>.shared.members.missed
    static let described = ProtocolMembers<Reports>.shared.described("", .output) { _ in true }
}

extension Assembly {
    /// Lets a port hear what happens in the run.
    ///
    /// Reports, and all messages that their handling causes, aren't reported. They never make a
    /// mailbox fail, a sender wait, or another message leave: without room they are lost, which
    /// ``Reports/missed`` tells.
    ///
    /// - Parameter port: An input port whose protocol has messages of ``Reports``.
    public mutating func report(to port: PortReference) { watchers.append(port) }

    /// Lets a port hear the steps of a component that is a chart. For others, ``check()`` finds an
    /// error. A mock of a chart has no steps to tell.
    ///
    /// - Parameters:
    ///   - part: The component.
    ///   - port: An input port of another component, with the protocol ``ChartReports``.
    public mutating func reportSteps<Owner>(of part: PartReference<Owner>, to port: PortReference) {
        connect(PortReference(part.name, ChartReports.port), to: port)
    }
}

extension RunningAssembly {
    /// Lets a port hear what happens in the run from now on; see ``Assembly/report(to:)``.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if the port doesn't exist, or receives no report.
    /// - Complexity: O(*p*) for *p* ports of the run.
    public func report(to port: PortReference) throws(ComponentError) { try change(.watch(port)) }

    /// Lets a port hear the steps of a component that is a chart; see
    /// ``Assembly/reportSteps(of:to:)``.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if the component isn't a chart, or the port doesn't
    ///   exist, or can't receive the message.
    public func reportSteps<Owner>(of part: PartReference<Owner>, to port: PortReference) throws(ComponentError) {
        try connect(PortReference(part.name, ChartReports.port), to: port)
    }
}

extension Assembly.Port {
    /// The protocols of the output ports that each component has without a property.
    static func hiddenMembers(_ name: String) -> AnyProtocolMembers? {
        switch name {
        case Failures.port: ProtocolMembers<Failures>.shared
        case ChartReports.port: ProtocolMembers<ChartReports>.shared
        default: nil
        }
    }

    static func hidden(_ name: String) -> Assembly.Port? {
        hiddenMembers(name)?.described(name, .output, isOptional: true) { _ in true }
    }
}

extension ReceiverState {
    /// The component's number.
    var number: UInt32 { lastID.sender }

    /// Whether what the component sends now isn't reported, as a report has caused it.
    ///
    /// It is a part of the messages' numbers, so that sending needs no look at it. These messages
    /// are counted by themselves, so that who watches changes no other number.
    var isSilent: Bool {
        get { lastID.isSilent }
        set { if newValue != lastID.isSilent { swap(&lastID, &otherLastID) } }
    }
}

extension ComponentCore {
    /// Whether what the component sends now isn't reported.
    var isSilent: Bool {
        get { state.pointee.isSilent }
        set { state.pointee.isSilent = newValue }
    }

    /// Sends something that isn't reported.
    func silently(_ isSilent: Bool = true, _ send: () -> Void) {
        let wasSilent = self.isSilent
        self.isSilent = isSilent || wasSilent
        send()
        self.isSilent = wasSilent
    }
}

extension UInt64 {
    /// The bit of a message's number that tells that the message isn't reported.
    static let silent: UInt64 = 1 << 39
    /// The number of the component that sent a message.
    var sender: UInt32 { UInt32(self >> 40) }
    /// The number of a message among those of its sender.
    var numberOfSender: Int { Int(self & (.silent - 1)) }
    var isSilent: Bool { self & .silent != 0 }
    /// Whether the message is a report: components have the lower half of the numbers.
    var isReport: Bool { isSilent && sender >= 1 << 23 }
}
