internal import FeatureModels

/// The language levels that a model needs.
struct UVLLevels {
    /// The names, in order; an empty list if the Boolean level is enough.
    let names: [String]

    init(of model: FeatureModel) {
        var found: Set<String> = []
        for feature in model.features {
            if feature.type != .boolean { found.insert("Type") }
            if feature.cardinality != nil { found.insert("Arithmetic.feature-cardinality") }
        }
        for constraint in model.constraints {
            guard constraint.hasValues else { continue }
            constraint.forEachValue { value in
                switch value {
                case .text, .length: found.insert("Type.string-constraints")
                case .sum, .average, .floor, .ceiling: found.insert("Arithmetic.aggregate-function")
                case .number, .operation, .size, .total: found.insert("Arithmetic")
                case .attribute(let name, let owner):
                    if case .text? = model[owner].attribute(at: name) {
                        found.insert("Type.string-constraints")
                    } else {
                        found.insert("Arithmetic")
                    }
                case .value(let owner):
                    found.insert(model[owner].type == .text ? "Type.string-constraints" : "Arithmetic")
                }
            }
        }
        let hasCardinality = model.groups.contains { if case .cardinality = $0.kind { true } else { false } }
        if !found.isEmpty, hasCardinality { found.insert("Boolean.group-cardinality") }
        names = found.sorted()
    }
}
