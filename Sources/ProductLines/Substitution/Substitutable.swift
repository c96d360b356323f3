/// A type whose instances a registry creates without arguments.
///
/// A class declares `required init()`, so that its subclasses can replace it.
public protocol Substitutable: SendableMetatype {
    /// Creates an instance.
    init()
}
