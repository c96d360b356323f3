/// A type that a registry creates without arguments.
///
/// A class declares `required init()`, so that its subclasses can take its place.
public protocol Substitutable: SendableMetatype {
    /// Creates an instance.
    init()
}
