/// The messages about components that have failed, which go to those that are linked to them.
///
///     struct Model: Component {
///         let failures = Input<Failures>()
///
///         static var handlers: Handlers<Model> {
///             Receive(\.failures.failed) { model, failure in … }
///         }
///     }
///     assembly.link(service, to: model.failures)
public struct Failures: PortProtocol {
    /// A component has failed.
    public let failed = Message<ComponentFailure>()

    /// Creates the protocol.
    public init() {}

    /// The name of the output port for failures, which each component has.
    static let port = "#failures"
}

extension Assembly {
    /// Lets a port hear when a component fails.
    ///
    /// The component ends, unless it is supervised; its name is free when the port hears of it. A
    /// channel joins its failures and the port: if the port is linked to several components, or
    /// these to several ports, all hear of all.
    ///
    /// - Parameters:
    ///   - part: The component.
    ///   - port: An input port of another component, with the protocol ``Failures``.
    public mutating func link<Owner>(_ part: PartReference<Owner>, to port: PortReference) {
        connect(PortReference(part.name, Failures.port), to: port)
    }
}

extension RunningAssembly {
    /// Lets a port hear when a component fails; see ``Assembly/link(_:to:)``.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidPort(_:_:)`` if the port doesn't exist, or can't receive the
    ///   message.
    public func link<Owner>(_ part: PartReference<Owner>, to port: PortReference) throws(ComponentError) {
        try connect(PortReference(part.name, Failures.port), to: port)
    }
}
