/// A port of a component that contains others, through which messages go to them.
///
/// ``Component/addContents(to:of:)`` connects it to ports inside. The channels on both sides become
/// one, so that it costs nothing when messages are sent.
public struct ProxyInput<Protocol: PortProtocol> {
    let core = ProxyCore(ProtocolMembers<Protocol>.shared, isInput: true)

    /// Creates a port, which the property's name names.
    public init() {}
}

/// A port of a component that contains others, through which their messages go out.
///
/// ``Component/addContents(to:of:)`` connects ports inside to it. The channels on both sides become
/// one, so that it costs nothing when messages are sent.
public struct ProxyOutput<Protocol: PortProtocol> {
    let core = ProxyCore(ProtocolMembers<Protocol>.shared, isInput: false)

    /// Creates a port, which the property's name names.
    public init() {}
}
