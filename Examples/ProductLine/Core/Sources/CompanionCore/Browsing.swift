// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The decisions of a product in code. They aren't in files, because others can read the files of
/// a program.
open class CompanionConfiguration: Substitutable {
    public required init() {}
    /// The key with which the program is known to the service.
    open var token: String { "none" }
    /// Tells whether an action is offered for a file.
    open func allows(_ action: String, for file: RemoteFile) -> Bool { true }
}

/// The order and the names in which files are shown.
open class FileList: Substitutable, Configurable {
    open class var configurationName: String { "browsing" }
    public var actions: [String] = []
    public var views: [String] = []
    public var properties: [String] = []

    public required init() {}

    open func bind(_ settings: inout Settings) {
        settings.bind("actions", &actions)
        settings.bind("views", &views)
        settings.bind("properties", &properties)
    }

    open func isBefore(_ first: RemoteFile, _ second: RemoteFile) -> Bool { first.name < second.name }
    open func title(of file: RemoteFile) -> String { file.name }
}

/// A part of the program with its own view.
open class BrowserModule: Module {
    /// The names of the modules that this one needs.
    open class var requirements: [String] { [] }
    public required init() {}
    open func title(_ fileCount: Int) -> String { "\(type(of: self))" }
}

public final class FileBrowsing: BrowserModule {
    public override func title(_ fileCount: Int) -> String { "Files (\(fileCount))" }
}
public final class CustomCollections: BrowserModule {}
public final class Favorites: BrowserModule {
    public override class var requirements: [String] { ["FileBrowsing"] }
}
public final class History: BrowserModule {}
public final class SavedSearch: BrowserModule {}
