// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Automata",
    products: [
        // The core: pure Swift, nothing to install.
        .library(name: "Automata", targets: ["Automata"]),
        // Exact counting, ranking and sampling of words; needs libgmp.
        .library(name: "AutomataCounting", targets: ["AutomataCounting"]),
        // Readers and writers; needs libexpat.
        .library(name: "AutomataFormats", targets: ["AutomataFormats"]),
        // The stroke recogniser: pure Swift, nothing to install.
        .library(name: "Strokes", targets: ["Strokes"]),
        // Ink from files; needs libexpat.
        .library(name: "StrokeFormats", targets: ["StrokeFormats"]),
        // Installed as libautomata.so; a product named `automata` would clash with the tool.
        .library(name: "automata-c", type: .dynamic, targets: ["AutomataC"]),
        .executable(name: "automata", targets: ["AutomataTool"]),
        // For developers: trains the model that the stroke recogniser carries. Not installed.
        .executable(name: "automata-train", targets: ["StrokeTraining"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .target(name: "Automata", dependencies: ["TextSupport", "UnicodeTables"], swiftSettings: settings),
        // What Unicode says about characters, for expressions.
        .target(name: "UnicodeTables", swiftSettings: settings),
        .systemLibrary(
            name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CGMP", path: "Sources/CGMP", pkgConfig: "gmp",
            providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
        .target(name: "AutomataCounting", dependencies: ["Automata", "CGMP", "RandomNumbers"], swiftSettings: settings),
        .target(
            name: "AutomataFormats", dependencies: ["Automata", "TextSupport", "XMLSupport"],
            swiftSettings: settings),
        .target(name: "Strokes", dependencies: ["TextSupport"], swiftSettings: settings),
        .target(
            name: "StrokeFormats", dependencies: ["Strokes", "TextSupport", "XMLSupport"], swiftSettings: settings),
        // Random numbers that a seed fixes for good.
        .target(name: "RandomNumbers", swiftSettings: settings),
        // What readers and writers share: JSON, places, messages.
        .target(name: "TextSupport", swiftSettings: settings),
        // One reader of XML, over expat.
        .target(name: "XMLSupport", dependencies: ["TextSupport", "CExpat"], swiftSettings: settings),
        // Strokes drawn by a model of the hand, for training and tests.
        .target(name: "StrokeSynthesis", dependencies: ["RandomNumbers", "Strokes"], swiftSettings: settings),
        .executableTarget(
            name: "StrokeTraining",
            dependencies: [
                "RandomNumbers", "StrokeFormats", "StrokeSynthesis", "Strokes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CAutomata", path: "CInclude"),
        .target(
            name: "AutomataC",
            dependencies: ["Automata", "AutomataCounting", "AutomataFiles", "AutomataFormats", "CAutomata", "Strokes"],
            swiftSettings: settings),
        // Reading and writing whole files, and what a process may take, for the C library and the tool.
        .target(name: "AutomataFiles", swiftSettings: settings),
        .executableTarget(
            name: "AutomataTool",
            dependencies: [
                "Automata", "AutomataCounting", "AutomataFiles", "AutomataFormats", "Strokes", "StrokeFormats",
                "TextSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .testTarget(name: "AutomataTests", dependencies: ["Automata", "RandomNumbers"], swiftSettings: settings),
        .testTarget(
            name: "AutomataCountingTests", dependencies: ["Automata", "AutomataCounting", "CGMP"],
            swiftSettings: settings),
        .testTarget(
            name: "AutomataFormatsTests", dependencies: ["Automata", "AutomataFormats", "RandomNumbers"],
            swiftSettings: settings),
        .testTarget(name: "AutomataFilesTests", dependencies: ["AutomataFiles"], swiftSettings: settings),
        .testTarget(
            name: "AutomataToolTests", dependencies: ["AutomataTool", "Automata", "AutomataFormats"],
            swiftSettings: settings),
        .testTarget(
            name: "TextSupportTests", dependencies: ["RandomNumbers", "TextSupport"], swiftSettings: settings),
        .testTarget(name: "XMLSupportTests", dependencies: ["TextSupport", "XMLSupport"], swiftSettings: settings),
        .testTarget(
            name: "StrokesTests", dependencies: ["RandomNumbers", "StrokeSynthesis", "Strokes"], swiftSettings: settings),
        .testTarget(
            name: "StrokeSynthesisTests", dependencies: ["StrokeSynthesis", "Strokes"], swiftSettings: settings),
        .testTarget(
            name: "StrokeFormatsTests", dependencies: ["RandomNumbers", "Strokes", "StrokeFormats", "TextSupport"],
            swiftSettings: settings),
        .testTarget(name: "StrokeTrainingTests", dependencies: ["StrokeTraining", "Strokes"], swiftSettings: settings),
    ]
)
