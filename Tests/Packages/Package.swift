// swift-tools-version: 6.2
import PackageDescription

/// A program that imports one library product, and those whose types it names, as somebody would
/// write it who depends on the package.
func importer(_ name: String, of products: String...) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "Automata") }, exclude: ["expected"],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

// Scripts/test-packages builds these offline; those that need no C library are in Pure.
let package = Package(
    name: "Importers",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        importer("UsesCounting", of: "AutomataCounting"),
        importer("UsesFormats", of: "AutomataFormats"),
        importer("UsesMachineFormats", of: "MachineFormats", "Machines"),
        importer("UsesEditing", of: "Editing"),
        importer("UsesStatechartFormats", of: "StatechartFormats"),
        importer("UsesStatechartScripts", of: "StatechartScripts"),
        importer("UsesComponentFormats", of: "ComponentFormats"),
        importer("UsesMQTTBridge", of: "ComponentBridges", "MQTTBridge"),
        importer("UsesZeroMQBridge", of: "ComponentBridges", "ZeroMQBridge"),
        importer("UsesFeatureModels", of: "FeatureModels"),
        importer("UsesFeatureLanguages", of: "FeatureLanguages", "Automata", "FeatureModels"),
        importer("UsesFeatureReasoning", of: "FeatureReasoning"),
        importer("UsesFeatureFormats", of: "FeatureFormats"),
        importer("UsesProductDerivation", of: "ProductDerivation"),
        importer("UsesStrokeFormats", of: "StrokeFormats"),
        // The product `AutomataC` brings the functions and the module CAutomata.
        importer("UsesC", of: "AutomataC"),
    ]
)
