// swift-tools-version: 6.2
import PackageDescription

// What libFuzzer reaches: automata.h, and what it has no function for. Scripts/fuzz builds it.
let package = Package(
    name: "Fuzz",
    products: [.library(name: "fuzzed", type: .dynamic, targets: ["InkFuzz"])],
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        .target(
            name: "InkFuzz",
            dependencies: [
                .product(name: "AutomataC", package: "Automata"),
                .product(name: "ComponentFormats", package: "Automata"),
                .product(name: "Components", package: "Automata"), .product(name: "Statecharts", package: "Automata"),
                .product(name: "StrokeFormats", package: "Automata"), .product(name: "Strokes", package: "Automata"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
