/// A part of a program that products include by name.
public protocol Module: Substitutable {
    /// The names of the modules that must be listed with this module, and are created before it.
    ///
    /// The default is an empty list.
    static var requirements: [String] { get }
}

extension Module {
    /// The default: no requirements.
    public static var requirements: [String] { [] }
}
