// swift-tools-version: 6.2
import Glibc
import PackageDescription

// What people run. It is a package of its own because it depends on packages that must be fetched:
// whoever imports a library from the package above fetches nothing. Scripts/build builds it.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String) -> Target.Dependency { .product(name: name, package: "Automata") }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The option that packs relocations, which otherwise take a megabyte, if the loader reads packed
/// ones: glibc's does from 2.36 on.
let packing: [String] = {
    var text = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let version = String(decoding: bytes, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
    return version.lexicographicallyPrecedes([2, 36]) ? [] : ["-z", "pack-relative-relocs"]
}()

/// Links the Swift runtime in, and the libraries whose archives Scripts/build has found. For the
/// bill of materials, the linker lists in `name` what it takes from archives.
func linkedStatically(_ name: String, _ options: String...) -> [LinkerSetting] {
    let archives = Context.packageDirectory + "/../.build/archives"
    let lists = Context.environment["AUTOMATA_LINKED"].map { ["--why-extract=\($0)/\(name)"] } ?? []
    let all = options + lists + packing + ["-z", "now"]
    let options = ["-static-stdlib", "-use-ld=lld", "-L\(archives)"] + all.flatMap { ["-Xlinker", $0] }
    return [.unsafeFlags(options, .when(configuration: .release))]
}

let package = Package(
    name: "AutomataTool",
    products: [
        .executable(name: "automata", targets: ["AutomataMain"]),
        // Installed as libautomata.so; a product named `automata` would clash with the tool.
        .library(name: "automata-c", type: .dynamic, targets: ["SharedLibrary"]),
    ],
    dependencies: [
        .package(name: "Automata", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "AutomataMain", dependencies: ["AutomataTool"], swiftSettings: settings,
            // Other libraries have parts of these in them, but objects compiled for archives would
            // name them.
            linkerSettings: linkedStatically(
                "automata", "-s", "-l_FoundationCShims", "-l_FoundationCollections", "-lswiftSynchronization")),
        .target(
            name: "AutomataTool",
            dependencies: [
                "AutomataCommands", "ComponentCommands", "DrawingCommands", "FeatureCommands", "LanguageCommands",
                "MachineCommands",
                "StatechartCommands", "ToolSupport", library("AutomataFiles"), argumentParser,
            ],
            swiftSettings: settings),
        // The commands, in groups that are compiled side by side: none depends on another.
        .target(
            name: "AutomataCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataCounting"), library("AutomataFiles"),
                library("AutomataFormats"), library("Diagrams"), library("LanguageExpressions"),
                library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "MachineCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataFiles"), library("AutomataFormats"),
                library("Learning"), library("MachineFormats"), library("Machines"), library("TextSupport"),
                argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "ComponentCommands",
            dependencies: [
                "EditorServer", "PageServing", "ToolSupport", library("Automata"), library("AutomataFiles"),
                library("AutomataFormats"), library("ComponentAnalysis"), library("ComponentContracts"),
                library("ComponentFormats"),
                library("Components"), library("StatechartScripts"), library("Statecharts"),
                library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "LanguageCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataFiles"), library("AutomataFormats"),
                library("Grammars"), library("RegularExpressions"), library("Searching"), library("TextSupport"),
                argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "DrawingCommands",
            dependencies: [
                "EditorServer", "PageServing", "ToolSupport", library("Automata"), library("AutomataFiles"),
                library("AutomataFormats"), library("Diagrams"), library("Editing"), library("Sketches"),
                library("StrokeFormats"), library("Strokes"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "StatechartCommands",
            dependencies: [
                "EditorServer", "PageServing", "ToolSupport", library("Automata"), library("AutomataFiles"),
                library("AutomataFormats"), library("MachineFormats"), library("Machines"),
                library("StatechartAnalysis"), library("StatechartCode"), library("StatechartFormats"),
                library("StatechartObservers"), library("StatechartScripts"), library("Statecharts"),
                library("TextSupport"),
                argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "FeatureCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataFiles"), library("AutomataFormats"),
                library("FeatureFormats"), library("FeatureLanguages"), library("FeatureModels"),
                library("FeatureReasoning"), library("ProductDerivation"), library("ProductLines"),
                library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "ToolSupport",
            dependencies: [
                library("Automata"), library("AutomataFiles"), library("AutomataFormats"), library("Diagrams"),
                library("Sketches"), library("StrokeFormats"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "EditorServer", dependencies: ["EditorPage", library("AutomataFiles"), library("TextSupport")],
            exclude: ["Page"],
            swiftSettings: settings),
        // What commands that serve a page share.
        .target(
            name: "PageServing",
            dependencies: [
                "EditorServer", "ToolSupport", library("AutomataFiles"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        // The files of the editor's page, in C.
        .target(name: "EditorPage"),
        // Calls for memory go to Sources/MemoryReserve. The library stays loaded after dlclose():
        // what a Swift runtime has set up can't be taken down.
        .target(
            name: "SharedLibrary", dependencies: [library("AutomataC")],
            linkerSettings: linkedStatically(
                "libautomata.so", "--version-script=\(Context.packageDirectory)/../Scripts/exports.map",
                "-soname=libautomata.so.0.1", "--build-id=sha1", "-z", "nodelete", "--wrap=stderr", "--wrap=getenv",
                "--wrap=environ", "--wrap=popen", "--wrap=pclose", "--wrap=malloc", "--wrap=calloc",
                "--wrap=realloc", "--wrap=aligned_alloc", "--wrap=posix_memalign", "--wrap=malloc_usable_size",
                "--wrap=free", "--wrap=_swift_stdlib_getScalarName")),
        .testTarget(name: "EditorServerTests", dependencies: ["EditorServer"], swiftSettings: settings),
        .testTarget(
            name: "AutomataToolTests",
            dependencies: [
                "AutomataTool", "FeatureCommands", "ToolSupport", library("Components"), library("FeatureFormats"),
                library("FeatureModels"),
            ],
            swiftSettings: settings),
    ],
    // For #embed.
    cLanguageStandard: .gnu2x
)

// Tests are compiled in less time without optimization and debug information.
let quickly = SwiftSetting.unsafeFlags(
    ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
for target in package.targets where target.type == .test { target.swiftSettings?.append(quickly) }
