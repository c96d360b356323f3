// swift-tools-version: 6.2
import PackageDescription

// A package elsewhere that uses the core. `Scripts/test-packages` puts a checkout where it is sought.
let package = Package(
    name: "UsesSwift",
    dependencies: [.package(path: "../some-checkout")],
    targets: [
        .executableTarget(name: "UsesSwift", dependencies: [.product(name: "Automata", package: "some-checkout")])
    ]
)
