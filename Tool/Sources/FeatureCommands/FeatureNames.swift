import FeatureModels
import TextSupport
import ToolSupport

/// The names of a model's features in the notation of configurations.
struct FeatureNames: Sendable {
    private let names: [[UInt8]]

    init(_ model: FeatureModel) { names = model.features.map { Array(Self.text(of: $0.name).utf8) } }

    /// Returns a name, in quotes if necessary.
    static func text(of name: String) -> String {
        let bytes = Array(name.utf8)
        let isPlain =
            !bytes.isEmpty && !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && !"!#\" ".utf8.contains(bytes[0])
            && bytes.last != UInt8(ascii: " ")
            && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") }
        return isPlain ? name : JSONString.quoted(name)
    }

    subscript(feature: FeatureID) -> [UInt8] { names[Int(feature)] }

    /// Returns the decisions of a configuration about features, for a person: only the first ones
    /// if there are many.
    func text(of features: [FeatureID], in configuration: Configuration) -> String {
        let decisions = features.map { feature in
            (configuration[feature] == .deselected ? "!" : "") + String(decoding: self[feature], as: UTF8.self)
        }
        return FactList.text(decisions, separator: ", ")
    }

    /// Returns the changes that make a product, in words.
    func text(ofChanges changes: [FeatureID], to product: Configuration) -> String {
        [(Configuration.Decision.selected, "add"), (.deselected, "remove")].compactMap { decision, verb in
            let names = changes.filter { product[$0] == decision }.map { String(decoding: self[$0], as: UTF8.self) }
            return names.isEmpty ? nil : "\(verb) \(FactList.text(names, separator: ", "))"
        }.joined(separator: "; ")
    }
}

/// Writes products, one on each line.
struct ProductWriter {
    private let names: FeatureNames
    private let isJSON: Bool
    private var output = LineBuffer()

    init(_ model: FeatureModel, isJSON: Bool) { (names, self.isJSON) = (FeatureNames(model), isJSON) }

    /// Writes a product.
    ///
    /// - Parameter weight: The number to print before the product.
    mutating func append(_ product: Configuration, in model: FeatureModel, weight: String? = nil) throws(ToolError) {
        if isJSON {
            let names = product.selectedFeatures.map { model[$0].name }
            let line = weight.map { JSONText(["weight": JSONText(written: $0), "product": names] as JSONObject) }
            return try output.append(Array((line ?? JSONText(names)).text.utf8))
        }
        var line = weight.map { Array("\($0)\t".utf8) } ?? []
        for (index, feature) in product.selectedFeatures.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line += names[feature]
        }
        if Terminal.showsOutput { line = Array(String(decoding: line, as: UTF8.self).shown.utf8) }
        try output.append(line)
    }

    mutating func flush() throws(ToolError) { try output.flush() }
}
