// swift-tools-version: 6.2
import PackageDescription

/// A program that imports one library product, as somebody would write it who depends on the
/// package.
func importer(_ name: String, of product: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "Automata")], exclude: ["expected"],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

// Scripts/test-packages builds these as if no C library were installed.
let package = Package(
    name: "PureImporters",
    dependencies: [.package(name: "Automata", path: "../../..")],
    targets: [
        importer("UsesAutomata", of: "Automata"),
        importer("UsesDiagrams", of: "Diagrams"),
        importer("UsesSketches", of: "Sketches"),
        importer("UsesProductLines", of: "ProductLines"),
        importer("UsesStrokes", of: "Strokes"),
    ]
)
