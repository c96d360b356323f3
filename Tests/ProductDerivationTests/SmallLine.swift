import FeatureFormats
import FeatureModels
import ProductDerivation
import ProductLines
import Testing

/// A product line with a few features, and what its descriptions name.
struct SmallLine {
    static let model = """
        features
            Shop
                mandatory
                    Payment
                        alternative
                            Card
                            Invoice
                optional
                    Search
                    Log
        constraints
            Invoice => Log
        """

    static let types = """
        "Engine": "class", "FastEngine": "Engine", "Store": "protocol", "DiskStore": "Store",
        "Browse": "Module", "Find": "Module"
        """

    var line = line()
    var product = product()
    /// The folder in the names of the descriptions.
    var folder = ""
    var files: [String: String] = [
        "line/style.json": #"{"Bar": {"color": "$primary-text"}}"#, "line/icon.svg": "<line/>",
        "line/Core/Package.swift": #"package("ShopCore", traits: ["Push", "Search"])"#, "product/icon.svg": "<own/>",
        "product/Own.swift": "class Own {}",
    ]

    static func line(
        types: String = types, settings: String = "", features: String = #""Search": {"Modules": ["Find"]}"#
    ) -> String {
        """
        {"Name": "Shop", "Version": "3.2", "Core": "Core", "Library": "ShopCore", "Entry": "startShop",
         "Types": {\(types)}\(settings),
         "Features": {\(features)}}
        """
    }

    static func product(features: String = #""Card""#, _ more: String = "") -> String {
        #"{"Name": "Mine", "Identifier": "at.example.mine", "Version": "1.0", "Features": [\#(features)]\#(more)}"#
    }

    func derived() throws -> Derivation {
        let text = Array(Self.model.utf8)
        let model = try text.withUnsafeBytes { bytes in try FeatureFormat.uvl.document(from: bytes).model }
        let files = files
        struct Missing: Error, CustomStringConvertible { var description: String { "there is no such file" } }
        return try Derivation(
            of: SourceText(product, name: "\(folder)mine.json"), in: SourceText(line, name: "\(folder)line.json"),
            products: try model.products(), lineFolder: "../.."
        ) { asset in
            guard let text = files["\(asset.isOfProduct ? "product" : "line")/\(asset.path)"] else { throw Missing() }
            return Array(text.utf8)
        }
    }

    /// The findings, a line each.
    func findings() -> [String] {
        do {
            let derivation = try derived()
            return ["derived \(derivation.product.name)"]
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }
}

extension Derivation {
    func text(_ path: String) -> String? {
        files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}

extension Derivation.Measures {
    var numbers: [Int] {
        [coreChangeCount, configuredObjectCount, overriddenTypeCount, newTypeCount, resourceCount, styleLineCount]
    }
}
