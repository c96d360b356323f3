// swift-tools-version: 6.2
import PackageDescription

// A package elsewhere that uses the C API from Swift: the product `automata-c` brings the library and the module CAutomata.
// `Scripts/test-packages` puts a checkout where it is sought.
let package = Package(
    name: "UsesC",
    dependencies: [.package(path: "../some-checkout")],
    targets: [
        .executableTarget(name: "UsesC", dependencies: [.product(name: "automata-c", package: "some-checkout")])
    ]
)
