internal import CAutomata
internal import FeatureModels
internal import ProductDerivation
internal import ProductLines

/// A derived product, lent to C.
final class DerivationHandle: Handle, Sendable {
    static let kind: StaticString = "derivation"

    let fileCount: Int
    private let measures: Derivation.Measures
    private let decisions: StableArray<automata_feature_decision>
    /// The name, the identifier and the two versions.
    private let texts: StableNames
    /// The path and the content of each file.
    private let files: StableNames

    init(_ derivation: Derivation) {
        let product = derivation.product
        let (configuration, files) = (derivation.configuration, derivation.files)
        measures = derivation.measures
        texts = StableNames([product.name, product.identifier, product.version, product.build])
        decisions = StableArray((0..<FeatureID(configuration.featureCount)).map { configuration.forC($0) })
        fileCount = files.count
        self.files = StableNames(
            count: 2 * files.count, byteCount: files.reduce(0) { $0 + $1.path.utf8.count + $1.bytes.count }
        ) { index, append in
            let file = files[index / 2]
            (index % 2 == 0 ? Array(file.path.utf8) : file.bytes).withUnsafeBufferPointer(append)
        }
    }

    var product: automata_derived_product {
        func text(_ index: Int) -> automata_text { texts.lent.items?[index] ?? automata_text() }
        return automata_derived_product(
            name: text(0), identifier: text(1), version: text(2), build: text(3),
            core_changes: measures.coreChangeCount,
            configurations: measures.configuredObjectCount, overridden_types: measures.overriddenTypeCount,
            new_types: measures.newTypeCount, resources: measures.resourceCount, style_lines: measures.styleLineCount)
    }

    var lentDecisions: automata_feature_decisions {
        automata_feature_decisions(items: decisions.start, count: decisions.count)
    }

    func file(_ index: Int) -> automata_derived_file {
        guard 0..<fileCount ~= index, let items = files.lent.items else { return automata_derived_file() }
        return automata_derived_file(path: items[2 * index], content: items[2 * index + 1])
    }
}
