// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureFormats
internal import FeatureModels

// MARK: - The tree

@c @implementation
public func automata_feature_model_parent(_ model: OpaquePointer?, _ feature: automata_feature) -> automata_feature {
    guard let model = FeatureModelHandle.from(model), let feature = model.feature(feature) else { return .max }
    return model.model.parent(of: feature)?.rawValue ?? .max
}

@c @implementation
public func automata_feature_model_is_abstract(_ model: OpaquePointer?, _ feature: automata_feature) -> Bool {
    guard let model = FeatureModelHandle.from(model), let feature = model.feature(feature) else { return false }
    return model.model[feature].isAbstract
}

@c @implementation
public func automata_feature_model_node(_ model: OpaquePointer?, _ feature: automata_feature) -> automata_feature_node {
    var node = automata_feature_node()
    (node.parent, node.group) = (.max, noGroup)
    guard let handle = FeatureModelHandle.from(model), let id = handle.feature(feature) else { return node }
    let feature = handle.model[id]
    node.name = handle.names.lent.items?[Int(id)] ?? automata_text()
    if let group = feature.group { (node.group, node.parent) = (group, handle.model.groups[group].parent.rawValue) }
    node.type = feature.type.forC
    (node.groups, node.group_count) = handle.structure.groups(below: id)
    node.children = handle.structure.children(of: id)
    (node.attributes, node.attribute_count) = handle.attributes.attributes(of: id)
    (node.minimum_clones, node.maximum_clones) = (1, 1)
    if let cardinality = feature.cardinality {
        node.has_clones = true
        node.minimum_clones = UInt64(cardinality.lower)
        node.maximum_clones = cardinality.upper.map { UInt64($0) } ?? .max
    }
    node.is_abstract = feature.isAbstract
    node.place = handle.places.place(of: .feature(id))
    return node
}

/// `AUTOMATA_NO_GROUP`: `SIZE_MAX`, which is -1 here.
private let noGroup = -1

extension FeatureModel.ValueType {
    fileprivate var forC: automata_feature_type {
        switch self {
        case .boolean: AUTOMATA_FEATURE_TYPE_BOOLEAN
        case .integer: AUTOMATA_FEATURE_TYPE_INTEGER
        case .real: AUTOMATA_FEATURE_TYPE_REAL
        case .text: AUTOMATA_FEATURE_TYPE_TEXT
        }
    }
}

// MARK: - Groups

@c @implementation
public func automata_feature_model_group_count(_ model: OpaquePointer?) -> Int {
    FeatureModelHandle.from(model)?.model.groups.count ?? 0
}

@c @implementation
public func automata_feature_model_group(_ model: OpaquePointer?, _ group: Int) -> automata_feature_group {
    var result = automata_feature_group()
    result.parent = .max
    guard let model = FeatureModelHandle.from(model), model.model.groups.indices.contains(group) else { return result }
    let bounds = model.model.groups[group].bounds
    result.kind = model.model.groups[group].kind.forC
    result.parent = model.model.groups[group].parent.rawValue
    result.members = model.structure.members(ofGroup: group)
    (result.minimum, result.maximum) = (bounds.lowerBound, bounds.upperBound)
    result.place = model.places.place(of: .group(group))
    return result
}

extension FeatureModel.Group.Kind {
    fileprivate var forC: automata_feature_group_kind {
        switch self {
        case .mandatory: AUTOMATA_FEATURE_GROUP_MANDATORY
        case .optional: AUTOMATA_FEATURE_GROUP_OPTIONAL
        case .or: AUTOMATA_FEATURE_GROUP_OR
        case .alternative: AUTOMATA_FEATURE_GROUP_ALTERNATIVE
        case .cardinality: AUTOMATA_FEATURE_GROUP_CARDINALITY
        }
    }
}

// MARK: - Constraints

@c @implementation
public func automata_feature_model_constraint_count(_ model: OpaquePointer?) -> Int {
    FeatureModelHandle.from(model)?.model.constraints.count ?? 0
}

@c @implementation
public func automata_feature_model_constraint_text(
    _ model: OpaquePointer?, _ constraint: Int, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ place: UnsafeMutablePointer<automata_feature_place>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    place?.initialize(to: automata_feature_place())
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        try result.check("text", "length")
        let budget = try Budget(budget)
        guard model.model.constraints.indices.contains(constraint) else {
            throw .outOfRange(
                "there is no constraint \(UInt(bitPattern: constraint)); the model has "
                    + "\(model.model.constraints.count), counted from 0"
            )
        }
        let written = try features { () throws(FeatureModelError) in
            try model.model.uvlText(of: model.model.constraints[constraint], budget: budget)
        }
        try written.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
        place?.initialize(to: model.places.place(of: .constraint(constraint)))
    }
}
