// swift-tools-version: 6.2
import PackageDescription

/// A program that uses one library; the default runs a statechart.
func example(_ name: String, of product: String = "Statecharts") -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "Automata")],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        example("TrafficLights"), example("TikTok"), example("Login"), example("Microwave"),
        example("Companion", of: "ProductLines"),
    ]
)
