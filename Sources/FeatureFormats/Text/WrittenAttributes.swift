internal import FeatureModels
internal import TextSupport

extension FeatureModel.Feature {
    /// Returns the attributes without those that no format holds: duplicate names, numbers that
    /// aren't finite, and values nested too deep.
    func writtenAttributes(_ notes: inout Notes) -> [FeatureModel.Attribute] {
        attributes.isEmpty ? [] : Self.written(attributes, of: name, depth: 1, &notes)
    }

    private static func written(
        _ attributes: [FeatureModel.Attribute], of feature: String, depth: Int, _ notes: inout Notes
    ) -> [FeatureModel.Attribute] {
        var names: Set<ByteKey> = []
        return attributes.compactMap { attribute in
            let value = written(attribute.value, of: feature, depth: depth, &notes)
            guard let value, names.insert(ByteKey(attribute.name)).inserted else {
                notes.dropAttribute(attribute.name, of: feature)
                return nil
            }
            return FeatureModel.Attribute(name: attribute.name, value: value)
        }
    }

    private static func written(
        _ value: FeatureModel.Attribute.Value, of feature: String, depth: Int, _ notes: inout Notes
    ) -> FeatureModel.Attribute.Value? {
        switch value {
        case .boolean, .text: return value
        case .number(let number): return number.isFinite ? value : nil
        case .list(let values):
            guard depth < FeatureFormatLimits.attributeDepth else { return nil }
            let written = values.compactMap { Self.written($0, of: feature, depth: depth + 1, &notes) }
            return written.count == values.count ? .list(written) : nil
        case .attributes(let attributes):
            guard depth < FeatureFormatLimits.attributeDepth else { return nil }
            return .attributes(written(attributes, of: feature, depth: depth + 1, &notes))
        }
    }
}

extension Notes {
    /// Notes that an attribute isn't written.
    mutating func dropAttribute(_ name: String, of feature: String) {
        add(
            .droppedAttributes,
            "the attribute \(Message.quoted(name.utf8)) of \(Message.quoted(feature.utf8)) isn't written")
    }
}
