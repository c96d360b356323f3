/// An object that a configuration sets.
///
/// It tells its settings in one function, which serves reading, writing and checking:
///
/// ```swift
/// struct SyncEngine: Configurable {
///     static let configurationName = "sync"
///     var interval = 60
///     var provider = "WebDAV"
///
///     mutating func bind(_ settings: inout Settings) {
///         settings.bind("interval", &interval, isPersisted: true, expecting: "a number of seconds") { $0 > 0 }
///         settings.bind("provider", &provider)
///     }
/// }
/// ```
public protocol Configurable {
    /// The key path of the object's section in a configuration; empty if that is all of it.
    static var configurationName: String { get }

    /// Binds each setting to a property.
    ///
    /// It is called several times, and must bind the same settings each time. A subclass calls that of its superclass.
    mutating func bind(_ settings: inout Settings)
}
