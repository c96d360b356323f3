// swift-tools-version: 6.2
import PackageDescription

/// A program that runs a statechart.
func example(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "Statecharts", package: "Automata")],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        example("TrafficLights"), example("TikTok"), example("Login"), example("Microwave"),
    ]
)
