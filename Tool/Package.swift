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
    ],
    targets: [
        .executableTarget(
            name: "AutomataTool",
            dependencies: [
                library("Automata"), library("AutomataCounting"), library("AutomataFiles"), library("AutomataFormats"),
                library("Diagrams"), library("Editing"), library("FeatureFormats"), library("FeatureModels"),
                library("FeatureReasoning"), library("ProductDerivation"), library("ProductLines"),
                library("Sketches"), library("StatechartFormats"), library("StatechartScripts"), library("Statecharts"),
                library("Strokes"), library("StrokeFormats"), "EditorServer", argumentParser,
            ],
            swiftSettings: settings),
        .target(name: "EditorServer", exclude: ["Page"], swiftSettings: settings),
        .executableTarget(
            name: "StrokeTrainer", dependencies: [library("StrokeTraining"), argumentParser], swiftSettings: settings),
        .testTarget(name: "EditorServerTests", dependencies: ["EditorServer"], swiftSettings: settings),
        .testTarget(
            name: "AutomataToolTests", dependencies: ["AutomataTool", library("Automata"), library("AutomataFormats")],
            swiftSettings: settings),
    ]
)
