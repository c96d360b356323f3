// swift-tools-version: 6.2
import PackageDescription

/// A program that runs a statechart, or uses other libraries.
func example(_ name: String, using products: [String] = ["Statecharts"]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "Automata") },
        swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        example("TrafficLights"), example("TikTok"), example("Login"), example("Microwave"), example("Phone"),
        example("LogFilter", using: ["RegularExpressions", "Searching"]),
    ]
)
