// Two products of one program that synchronizes files: what differs stands in their files.
import ProductLines

// MARK: The program that all products share

class SyncEngine: Substitutable, Configurable {
    class var configurationName: String { "sync" }
    var interval = 60
    required init() {}

    func bind(_ settings: inout Settings) {
        settings.bind("interval", &interval, expecting: "a number of seconds") { $0 > 0 }
    }

    func run() -> String { "all files, every \(interval) s" }
}

final class DeltaEngine: SyncEngine {
    override func run() -> String { "changed files, every \(interval) s" }
}

final class FileBrowsing: Module {}
final class Favorites: Module {
    static let requirements = ["FileBrowsing"]
}

/// The files of a product.
struct Product {
    var overrides = "{}"
    var settings = "{}"
    var modules = "{}"
    var colors: (primary: String, accent: String)
}

func start(_ name: String, _ product: Product) throws {
    var registry = TypeRegistry()
    registry.declare(SyncEngine.self, named: "SyncEngine")
    registry.declare(DeltaEngine.self, named: "DeltaEngine")
    registry.declare(FileBrowsing.self, named: "FileBrowsing")
    registry.declare(Favorites.self, named: "Favorites")
    try registry.substitute(from: SourceText(product.overrides, name: "overrides.json"))
    let types = try registry.resolved()

    let configuration = try LayeredConfiguration(layers: [
        SourceText(#"{"sync": {"interval": 60}}"#, name: "common.json"),
        SourceText(product.settings, name: "product.json"),
    ])
    var engine = try types.make(SyncEngine.self)
    try configuration.apply(to: &engine) { _, _, finding in print("note:", finding) }

    let list = try ModuleList(
        from: SourceText(product.modules, name: "modules.json"), default: ModuleList(modules: ["FileBrowsing"]))
    let modules: [any Module] = try list.load(from: types).modules

    let template = SourceText(
        #"{"Bar": {"tint": "$primary", "text": "$primary-text"}}"#, name: "template.json")
    let (primary, accent) = (StyleColor(product.colors.primary), StyleColor(product.colors.accent))
    guard let primary, let accent else { return }
    let colors = try StyleColors(
        primary: primary, accent: accent, background: StyleColor(red: 255, green: 255, blue: 255),
        text: StyleColor(red: 0, green: 0, blue: 0))
    let style = try Stylesheet(template, colors: colors).style(of: ["Window", "Bar"])

    var interception = Interception()
    let syncing = try interception.declare("sync")
    try interception.attach(.after, to: [syncing]) { print("\(name): \($0.eventName) ended") }

    print("\(name): modules", modules.map { type(of: $0) }, "bar", style["tint"] ?? .flag(false))
    interception.perform(syncing, ()) { print("\(name):", engine.run()) }
}

// MARK: The products

try start("shredder", Product(colors: (primary: "#336699", accent: "#ff8800")))
try start(
    "furniture",
    Product(
        overrides: #"{"SyncEngine": "DeltaEngine"}"#, settings: #"{"sync": {"interval": 5, "intervall": 7}}"#,
        modules: #"{"Modules": ["FileBrowsing", "Favorites"]}"#, colors: (primary: "#ffcc00", accent: "#0055aa")))
do {
    try start("broken", Product(overrides: #"{"SyncEngin": "DeltaEngine"}"#, colors: (primary: "#000", accent: "#000")))
} catch {
    print(error)
}
