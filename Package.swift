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
        // Readers and writers; needs libexpat and libjansson.
        .library(name: "AutomataFormats", targets: ["AutomataFormats"]),
        // The stroke recogniser: pure Swift, nothing to install.
        .library(name: "Strokes", targets: ["Strokes"]),
        // Ink from files; needs libexpat.
        .library(name: "StrokeFormats", targets: ["StrokeFormats"]),
        // Installed as libautomata.so; a product named `automata` would clash with the tool.
        .library(name: "automata-c", type: .dynamic, targets: ["AutomataC"]),
        // For the package in Tool, which alone depends on packages that must be fetched.
        .library(name: "AutomataFiles", targets: ["AutomataFiles"]),
        .library(name: "StrokeTraining", targets: ["StrokeTraining"]),
    ],
    targets: [
        .target(name: "Automata", dependencies: ["UnicodeTables"], swiftSettings: settings),
        // What Unicode says about characters, for expressions.
        .target(name: "UnicodeTables", swiftSettings: settings),
        .systemLibrary(
            name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CJansson", path: "Sources/CJansson", pkgConfig: "jansson",
            providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
        .systemLibrary(
            name: "CGMP", path: "Sources/CGMP", pkgConfig: "gmp",
            providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
        .target(name: "AutomataCounting", dependencies: ["Automata", "CGMP"], swiftSettings: settings),
        .target(
            name: "AutomataFormats", dependencies: ["Automata", "TextSupport", "CExpat", "CJansson"],
            swiftSettings: settings),
        .target(name: "Strokes", swiftSettings: settings),
        .target(
            name: "StrokeFormats", dependencies: ["Strokes", "TextSupport", "CExpat"], swiftSettings: settings),
        // Parts of messages and of texts that readers and writers share.
        .target(name: "TextSupport", swiftSettings: settings),
        // Trains the model that the stroke recognizer carries.
        .target(name: "StrokeTraining", dependencies: ["Strokes", "StrokeFormats"], swiftSettings: settings),
        .systemLibrary(name: "CAutomata", path: "CInclude"),
        .target(
            name: "AutomataC",
            dependencies: ["Automata", "AutomataCounting", "AutomataFiles", "AutomataFormats", "CAutomata", "Strokes"],
            swiftSettings: settings),
        // Reading and writing whole files, and what a process may take, for the C library and the tool.
        .target(name: "AutomataFiles", swiftSettings: settings),
        // What tests of several targets need.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "AutomataTests", dependencies: ["Automata", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "AutomataCountingTests", dependencies: ["Automata", "AutomataCounting", "CGMP"],
            swiftSettings: settings),
        .testTarget(
            name: "AutomataFormatsTests", dependencies: ["Automata", "AutomataFormats", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "AutomataFilesTests", dependencies: ["AutomataFiles"], swiftSettings: settings),
        .testTarget(name: "StrokesTests", dependencies: ["Strokes"], swiftSettings: settings),
        .testTarget(
            name: "StrokeFormatsTests", dependencies: ["Strokes", "StrokeFormats", "CJansson", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "StrokeTrainingTests", dependencies: ["StrokeTraining", "Strokes"], swiftSettings: settings),
    ]
)
