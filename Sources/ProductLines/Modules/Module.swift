/// A part of a program that products list by name.
public protocol Module: Substitutable {
    /// The names of the modules that this one needs; they are created before it.
    static var requirements: [String] { get }
}

extension Module {
    /// None.
    public static var requirements: [String] { [] }
}
