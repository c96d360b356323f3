// swift-tools-version: 6.2
import PackageDescription

// What libFuzzer reaches that automata.h has no function for; Scripts/fuzz builds it.
let package = Package(
    name: "Fuzz",
    products: [.library(name: "ink-fuzz", type: .dynamic, targets: ["InkFuzz"])],
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        .target(
            name: "InkFuzz",
            dependencies: [
                .product(name: "StrokeFormats", package: "Automata"), .product(name: "Strokes", package: "Automata"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
