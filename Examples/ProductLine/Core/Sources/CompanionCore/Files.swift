// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// A file on the server.
public struct RemoteFile: Sendable, Hashable {
    public var name: String
    /// The size in bytes.
    public var size: Int
    /// The number of the change that wrote it last.
    public var change: Int

    public init(_ name: String, size: Int, change: Int) { (self.name, self.size, self.change) = (name, size, change) }

    /// The extension of the name, without the dot.
    public var ending: String { name.split(separator: ".").last.map(String.init) ?? "" }
}

/// A service that stores files. Each provider has its own.
public protocol SyncService: Substitutable {
    var title: String { get }
    /// Lists the files that were changed after a change; all of them for 0.
    func files(since change: Int) -> [RemoteFile]
}

extension SyncService {
    // A server in memory takes the place of the network.
    public func files(since change: Int) -> [RemoteFile] {
        [
            RemoteFile("2 catalog.pdf", size: 4_000_000, change: 1),
            RemoteFile("1 prices.xlsx", size: 60_000, change: 2),
            RemoteFile("tour.mov", size: 90_000_000, change: 2),
            RemoteFile("placeholder-logo.png", size: 9_000, change: 3),
        ].filter { $0.change > change }
    }
}

public final class BoxService: SyncService {
    public init() {}
    public var title: String { "Box" }
}

public final class WebDAVService: SyncService {
    public init() {}
    public var title: String { "WebDAV" }
}
