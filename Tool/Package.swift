// swift-tools-version: 6.2
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

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "AutomataTool",
    products: [
        .executable(name: "automata", targets: ["AutomataTool"]),
        // For developers: trains the model that the stroke recognizer carries. Not installed.
        .executable(name: "automata-train", targets: ["StrokeTrainer"]),
    ],
    dependencies: [
        .package(name: "Automata", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "AutomataTool",
            dependencies: [
                "AutomataCommands", "DrawingCommands", "FeatureCommands", "LanguageCommands", "StatechartCommands",
                "ToolSupport", library("AutomataFiles"), argumentParser,
            ],
            swiftSettings: settings),
        // The commands, in groups that are compiled side by side: none depends on another.
        .target(
            name: "AutomataCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataCounting"), library("AutomataFiles"),
                library("AutomataFormats"), library("Diagrams"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "LanguageCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataFiles"), library("AutomataFormats"),
                library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "DrawingCommands",
            dependencies: [
                "EditorServer", "ToolSupport", library("Automata"), library("AutomataFiles"),
                library("AutomataFormats"), library("Diagrams"), library("Editing"), library("Sketches"),
                library("StrokeFormats"), library("Strokes"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "StatechartCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataFiles"), library("StatechartFormats"),
                library("StatechartScripts"), library("Statecharts"), library("TextSupport"), argumentParser,
            ],
            swiftSettings: settings),
        .target(
            name: "FeatureCommands",
            dependencies: [
                "ToolSupport", library("Automata"), library("AutomataCounting"), library("AutomataFiles"),
                library("AutomataFormats"), library("FeatureFormats"), library("FeatureModels"),
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
            name: "EditorServer", dependencies: [nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix")], exclude: ["Page"],
            swiftSettings: settings),
        .executableTarget(
            name: "StrokeTrainer", dependencies: [library("StrokeTraining"), argumentParser], swiftSettings: settings),
        .testTarget(name: "EditorServerTests", dependencies: ["EditorServer"], swiftSettings: settings),
        .testTarget(
            name: "AutomataToolTests",
            dependencies: [
                "AutomataTool", "FeatureCommands", "ToolSupport", library("FeatureFormats"), library("FeatureModels"),
            ],
            swiftSettings: settings),
    ]
)
