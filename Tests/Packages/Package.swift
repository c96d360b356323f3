// swift-tools-version: 6.2
import PackageDescription

/// A program that imports one library product, as somebody would write it who depends on the
/// package.
func importer(_ name: String, of product: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: product, package: "Automata")], exclude: ["expected"],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

// Scripts/test-packages builds each program by itself, offline.
let package = Package(
    name: "Importers",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        importer("UsesAutomata", of: "Automata"),
        importer("UsesCounting", of: "AutomataCounting"),
        importer("UsesFormats", of: "AutomataFormats"),
        importer("UsesDiagrams", of: "Diagrams"),
        importer("UsesSketches", of: "Sketches"),
        importer("UsesEditing", of: "Editing"),
        importer("UsesStatechartFormats", of: "StatechartFormats"),
        importer("UsesStatechartScripts", of: "StatechartScripts"),
        importer("UsesFeatureModels", of: "FeatureModels"),
        importer("UsesFeatureReasoning", of: "FeatureReasoning"),
        importer("UsesFeatureFormats", of: "FeatureFormats"),
        importer("UsesProductDerivation", of: "ProductDerivation"),
        importer("UsesProductLines", of: "ProductLines"),
        importer("UsesStrokes", of: "Strokes"),
        importer("UsesStrokeFormats", of: "StrokeFormats"),
        // The product `automata-c` brings the library and the module CAutomata.
        importer("UsesC", of: "automata-c"),
    ]
)
