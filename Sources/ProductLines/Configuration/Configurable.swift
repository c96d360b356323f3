/// An object that a configuration sets.
///
/// One function binds the settings to the object's properties, for reading, saving and checking:
///
/// ```swift
/// struct SyncEngine: Configurable {
///     static let configurationName = "sync"
///     var interval = 60
///     var provider = "WebDAV"
///
///     mutating func bind(_ settings: inout Settings) {
///         settings.bind("interval", &interval, expecting: "a number of seconds") { $0 > 0 }
///         settings.bind("provider", &provider)
///     }
/// }
/// ```
public protocol Configurable {
    /// The key path of the object's section in a configuration; empty for the whole configuration.
    static var configurationName: String { get }

    /// Binds each setting to a property.
    ///
    /// The library calls this method several times, and it must bind the same settings each time.
    /// An override calls the method of its superclass.
    mutating func bind(_ settings: inout Settings)
}
