/// A port of a part, by their names.
public struct PortReference: Hashable, Sendable, CustomStringConvertible {
    /// The name of the part.
    public var part: String
    /// The name of the port.
    public var port: String

    /// Creates a reference.
    public init(_ part: String, _ port: String) { (self.part, self.port) = (part, port) }

    /// The names with a dot, such as `door.commands`.
    public var description: String { "\(part).\(port)" }
}

/// A part of an assembly with its type, whose members are its ports.
@dynamicMemberLookup
public struct PartReference<Owner: Component>: @unchecked Sendable {
    // Unchecked, because only the ports of the sample are read.

    /// The name of the part.
    public let name: String
    let sample: TypedInstance<Owner>
    let make: @Sendable () -> Owner

    /// A proxy port through which messages go in.
    public subscript<P>(dynamicMember port: KeyPath<Owner, ProxyInput<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }

    /// A proxy port through which messages go out.
    public subscript<P>(dynamicMember port: KeyPath<Owner, ProxyOutput<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }

    /// An output port.
    public subscript<P>(dynamicMember port: KeyPath<Owner, Output<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }

    /// An input port.
    public subscript<P>(dynamicMember port: KeyPath<Owner, Input<P>>) -> PortReference {
        PortReference(name, sample.component[keyPath: port].core.name)
    }
}
