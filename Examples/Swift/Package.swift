// swift-tools-version: 6.2
import PackageDescription

/// A program that uses a library, or runs a statechart.
func example(_ name: String, using product: String = "Statecharts") -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "Automata")],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        example("TrafficLights"), example("TikTok"), example("Login"), example("Microwave"),
        example("LogFilter", using: "Automata"),
    ]
)
