// swift-tools-version: 6.2
import PackageDescription

// For developers: trains the model that the stroke recognizer carries. Scripts/train builds and
// runs it.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String) -> Target.Dependency { .product(name: name, package: "Automata") }

let package = Package(
    name: "StrokeTraining",
    products: [
        .executable(name: "automata-train", targets: ["StrokeTrainer"])
    ],
    dependencies: [
        .package(name: "Automata", path: "..")
    ],
    targets: [
        .target(
            name: "StrokeTraining",
            dependencies: [library("StrokeFormats"), library("StrokeSynthesis"), library("Strokes")],
            swiftSettings: settings),
        .executableTarget(name: "StrokeTrainer", dependencies: ["StrokeTraining"], swiftSettings: settings),
        .testTarget(
            name: "StrokeTrainingTests",
            dependencies: ["StrokeTraining", library("StrokeFormats"), library("StrokeSynthesis"), library("Strokes")],
            swiftSettings: settings),
    ]
)

// Tests are compiled in less time without optimization and debug information.
let quickly = SwiftSetting.unsafeFlags(
    ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
for target in package.targets where target.type == .test { target.swiftSettings?.append(quickly) }
