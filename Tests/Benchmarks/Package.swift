// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "Automata", package: "Automata"),
                .product(name: "AutomataCounting", package: "Automata"),
                .product(name: "AutomataFormats", package: "Automata"),
                .product(name: "ComponentAnalysis", package: "Automata"),
                .product(name: "ComponentFormats", package: "Automata"),
                .product(name: "Components", package: "Automata"),
                .product(name: "FeatureFormats", package: "Automata"),
                .product(name: "FeatureModels", package: "Automata"),
                .product(name: "FeatureReasoning", package: "Automata"),
                .product(name: "ProductLines", package: "Automata"),
                .product(name: "RegularExpressions", package: "Automata"),
                .product(name: "Searching", package: "Automata"),
                .product(name: "StatechartAnalysis", package: "Automata"),
                .product(name: "StatechartCode", package: "Automata"),
                .product(name: "StatechartFormats", package: "Automata"),
                .product(name: "StatechartScripts", package: "Automata"),
                .product(name: "Statecharts", package: "Automata"),
                .product(name: "Strokes", package: "Automata"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
