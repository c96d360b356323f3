// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
@_exported import ProductLines

/// Starts the program as a product. `Entry` in the description of the product line names it.
public func startCompanion(_ product: DerivedProduct, _ registry: TypeRegistry) throws {
    let types = try registry.resolved()
    let configuration = try LayeredConfiguration(layers: [product.settings])
    var (engine, rule, list) = try (
        types.make(SyncEngine.self), types.make(DownloadRule.self), types.make(FileList.self)
    )
    // The program starts with unknown settings, too.
    try configuration.apply(to: &engine) { _, _, finding in print(finding) }
    try configuration.apply(to: &rule) { _, _, finding in print(finding) }
    try configuration.apply(to: &list) { _, _, finding in print(finding) }
    for finding in configuration.findings(outside: [SyncEngine.self, DownloadRule.self, FileList.self]) {
        print(finding)
    }
    let service = try types.make((any SyncService).self)
    let own = try types.make(CompanionConfiguration.self)

    // A product without a list gets these.
    let defaults = ModuleList(modules: ["FileBrowsing", "CustomCollections"])
    let modules: [any Module] = try ModuleList(from: product.modules, default: defaults).load(from: types).modules
    var interception = Interception()
    let events = CompanionEvents(
        start: try interception.declare("start"), sync: try interception.declare("sync", payload: Int.self))
    for case let interceptor as any Interceptor in modules { try interceptor.attach(to: &interception, events) }

    print("\(product.name) \(product.version), build \(product.build), \(product.features.count) features")
    interception.perform(events.start, ()) {}
    #if PushNotifications
        print("push: registered for \(product.identifier)")
    #endif
    let files = engine.candidates(service).sorted(by: list.isBefore)
    interception.perform(events.sync, files.count) {
        print(
            "\(type(of: engine)) from \(service.title), \(engine.triggers.joined(separator: ", ")), token \(own.token)")
        for file in files {
            let actions = list.actions.filter { own.allows($0, for: file) }
            let state = rule.loads(file) ? "loaded" : "on demand"
            print("  \(list.title(of: file)): \(state); \(actions.joined(separator: ", "))")
        }
    }
    let titles = modules.compactMap { ($0 as? BrowserModule)?.title(files.count) }
    print("modules: \(titles.joined(separator: ", "))")
    let style = try Stylesheet(product.style).style(of: ["Window", "Bar", "Label"])
    let bar = style.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("views: \(list.views.joined(separator: ", ")); bar: \(bar.joined(separator: ", "))")
    let resources = product.resources.map { name in
        let path = (product.resourceFolder ?? "") + "/" + name
        return "\(name) \(FileManager.default.contents(atPath: path)?.count ?? 0) bytes"
    }
    print("resources: \(resources.joined(separator: ", "))")
}
