// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// Loads files from a service. A product chooses how.
open class SyncEngine: Substitutable, Configurable {
    open class var configurationName: String { "sync" }
    /// The last known change.
    public private(set) var lastChange = 0
    /// The ways in which a synchronization begins.
    public var triggers = ["manually"]
    /// The seconds between two synchronizations if `interval` is a trigger.
    public var interval = 3600

    public required init() {}

    open func bind(_ settings: inout Settings) {
        settings.bind("lastChange", &lastChange, isPersisted: true, expecting: "the number of a change") { $0 >= 0 }
        settings.bind("triggers", &triggers)
        settings.bind("interval", &interval, expecting: "a number of seconds") { $0 > 0 }
    }

    /// Returns the files that this synchronization looks at.
    open func candidates(_ service: any SyncService) -> [RemoteFile] { service.files(since: 0) }
}

/// Looks at each folder by itself.
public final class RecursiveEngine: SyncEngine {}

/// Looks at all files each time.
public final class FullEngine: SyncEngine {}

/// Looks at the changes since the last time.
public final class DeltaEngine: SyncEngine {
    public override func candidates(_ service: any SyncService) -> [RemoteFile] { service.files(since: lastChange) }
}

/// Decides which files are loaded before somebody opens them.
open class DownloadRule: Substitutable, Configurable {
    public enum Mode: String, SettingConvertible, CaseIterable { case onDemand, replication }

    open class var configurationName: String { "download" }
    public var mode = Mode.onDemand
    /// The largest file that replication loads, in bytes.
    public var maximumSize = Int.max
    /// The extensions that are always loaded on demand, or that replication leaves out.
    public var endings: [String] = []

    public required init() {}

    open func bind(_ settings: inout Settings) {
        settings.bind("mode", &mode)
        settings.bind("maximumSize", &maximumSize, expecting: "a number of bytes") { $0 > 0 }
        settings.bind("endings", &endings)
    }

    open func loads(_ file: RemoteFile) -> Bool {
        switch mode {
        case .onDemand: endings.contains(file.ending)
        case .replication: file.size <= maximumSize && !endings.contains(file.ending)
        }
    }
}
