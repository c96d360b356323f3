internal import CAutomata
internal import FeatureModels

/// The attributes of a model's features, lent to C.
final class FeatureAttributes: @unchecked Sendable {
    // Unchecked: written in init only.
    /// The attributes of all features, then the values within others, level by level.
    private let storage: UnsafeMutableBufferPointer<automata_feature_attribute>
    /// For each feature, the place of its first attribute, and the end at last.
    private let offsets: [Int]
    /// The name and the text of each attribute.
    private let texts: StableNames

    init(_ model: FeatureModel) {
        var attributes: [FeatureModel.Attribute] = []
        var offsets = [0]
        for feature in model.features {
            attributes += feature.attributes
            offsets.append(attributes.count)
        }
        // The list grows by what is within its own elements.
        var inner: [Range<Int>] = []
        while inner.count < attributes.count {
            let start = attributes.count
            attributes += attributes[inner.count].value.items
            inner.append(start..<attributes.count)
        }
        let texts = StableNames(attributes.flatMap { [$0.name, $0.value.text ?? ""] })
        storage = .allocate(capacity: attributes.count)
        for (index, attribute) in attributes.enumerated() {
            var lent = automata_feature_attribute()
            lent.kind = attribute.value.kind
            if case .boolean(let value) = attribute.value { lent.boolean = value }
            if case .number(let value) = attribute.value { lent.number = value }
            lent.name = texts.lent.items?[2 * index] ?? automata_text()
            lent.text = texts.lent.items?[2 * index + 1] ?? automata_text()
            let items = inner[index]
            lent.items = items.isEmpty ? nil : storage.baseAddress.map { UnsafePointer($0 + items.lowerBound) }
            lent.item_count = items.count
            storage.initializeElement(at: index, to: lent)
        }
        (self.offsets, self.texts) = (offsets, texts)
    }

    deinit { storage.deallocate() }

    /// Returns the attributes of a feature.
    func attributes(of feature: FeatureID) -> (start: UnsafePointer<automata_feature_attribute>?, count: Int) {
        let range = offsets[Int(feature)]..<offsets[Int(feature) + 1]
        return (range.isEmpty ? nil : storage.baseAddress.map { UnsafePointer($0 + range.lowerBound) }, range.count)
    }
}

extension FeatureModel.Attribute.Value {
    fileprivate var kind: automata_feature_value_kind {
        switch self {
        case .boolean: AUTOMATA_FEATURE_VALUE_BOOLEAN
        case .number: AUTOMATA_FEATURE_VALUE_NUMBER
        case .text: AUTOMATA_FEATURE_VALUE_TEXT
        case .list: AUTOMATA_FEATURE_VALUE_LIST
        case .attributes: AUTOMATA_FEATURE_VALUE_ATTRIBUTES
        }
    }

    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The values within the value.
    fileprivate var items: [FeatureModel.Attribute] {
        switch self {
        case .boolean, .number, .text: []
        case .list(let values): values.map { FeatureModel.Attribute(name: "", value: $0) }
        case .attributes(let attributes): attributes
        }
    }
}
