// swift-tools-version: 6.2
import PackageDescription

/// A program that imports one library product, and those whose types it names, as somebody would
/// write it who depends on the package.
func importer(_ name: String, of products: String...) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "Automata") }, exclude: ["expected"],
        swiftSettings: [.swiftLanguageMode(.v6)])
}

// Scripts/test-packages builds these as if no C library were installed.
let package = Package(
    name: "PureImporters",
    dependencies: [.package(name: "Automata", path: "../../..")],
    targets: [
        importer("UsesAutomata", of: "Automata"),
        importer("UsesRegularExpressions", of: "RegularExpressions", "Automata"),
        importer("UsesGrammars", of: "Grammars", "Automata"),
        importer("UsesLanguageExpressions", of: "LanguageExpressions", "Automata"),
        importer("UsesLearning", of: "Learning", "Automata"),
        importer("UsesMachines", of: "Machines"),
        importer("UsesSearching", of: "Searching", "RegularExpressions"),
        importer("UsesDiagrams", of: "Diagrams"),
        importer("UsesSketches", of: "Sketches"),
        importer("UsesStatechartAnalysis", of: "StatechartAnalysis", "Statecharts"),
        importer("UsesStatechartObservers", of: "StatechartObservers", "Statecharts"),
        importer("UsesStatechartCode", of: "StatechartCode", "Statecharts"),
        importer("UsesComponents", of: "Components"),
        importer("UsesComponentAnalysis", of: "ComponentAnalysis", "Components"),
        importer("UsesComponentBridges", of: "ComponentBridges", "Components"),
        importer("UsesComponentContracts", of: "ComponentContracts", "Components"),
        importer("UsesProductLines", of: "ProductLines"),
        importer("UsesStrokes", of: "Strokes"),
    ]
)
