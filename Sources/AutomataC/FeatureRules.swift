// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureModels
internal import FeatureReasoning

// MARK: - Rules

@c @implementation
public func automata_feature_rules_free(_ rules: OpaquePointer?) { FeatureRulesHandle.free(rules) }

@c @implementation
public func automata_feature_rules_count(_ rules: OpaquePointer?) -> Int {
    FeatureRulesHandle.from(rules)?.rules.count ?? 0
}

@c @implementation
public func automata_feature_rules_item(
    _ rules: OpaquePointer?, _ index: Int
) -> UnsafePointer<automata_feature_rule>? {
    guard let rules = FeatureRulesHandle.from(rules)?.rules, 0..<rules.count ~= index else { return nil }
    return rules.start.map { $0 + index }
}

@c @implementation
public func automata_feature_rules_decisions(_ rules: OpaquePointer?) -> automata_features {
    FeatureRulesHandle.from(rules)?.decisions.lentFeatures ?? automata_features()
}

extension StableArray<FeatureID> {
    /// The features for C.
    var lentFeatures: automata_features { automata_features(items: numbers, count: count) }
}

// MARK: - Explanations

@c @implementation
public func automata_feature_model_explain(
    _ model: OpaquePointer?, _ fact: automata_feature_fact, _ subject: UInt32,
    _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int, _ budget: UnsafePointer<automata_budget>?,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rules, "rules", error) { () throws(CallError) -> FeatureRulesHandle? in
        let model = try FeatureModelHandle.required(model)
        let given = try model.fact(fact, about: subject, decisions, count)
        let budget = try Budget(budget)
        try MemoryReservation.reserveMemory(model.byteCount)
        let found = try features { () throws(FeatureModelError) in
            try model.model.explanation(of: given, budget: budget)
        }
        guard let found else { return nil }
        return try FeatureRulesHandle([found.relations], decisions: found.decisions, of: model)
    }
}

extension FeatureModelHandle {
    /// Returns the fact that C gives.
    fileprivate func fact(
        _ named: automata_feature_fact, about subject: UInt32, _ decisions: UnsafePointer<automata_feature_decision>?,
        _ count: Int
    ) throws(CallError) -> FeatureFact {
        let given = try decisions.map { (decisions) throws(CallError) in try configuration(decisions, count) }
        let decided = given ?? Configuration(of: model)
        switch named {
        case AUTOMATA_FEATURE_FACT_CONTRADICTORY: return .contradictory(decided)
        case AUTOMATA_FEATURE_FACT_SELECTED: return .selected(try requiredFeature(subject), by: decided)
        case AUTOMATA_FEATURE_FACT_DESELECTED: return .deselected(try requiredFeature(subject), by: decided)
        case AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL, AUTOMATA_FEATURE_FACT_REDUNDANT:
            guard given == nil else { throw .invalidArgument("'decisions' must be NULL for this fact") }
            if named == AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL { return .falseOptional(try requiredFeature(subject)) }
            guard subject < model.constraints.count else {
                throw .outOfRange(
                    "there is no constraint \(subject); the model has \(model.constraints.count), counted from 0")
            }
            return .redundant(Int(subject))
        default: throw .invalidArgument("invalid 'fact'; expected a constant of automata_feature_fact")
        }
    }
}

@c @implementation
public func automata_feature_model_violations(
    _ model: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rules, "rules", error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        let configuration = try model.configuration(decisions, count)
        try MemoryReservation.reserveMemory(model.byteCount)
        return try FeatureRulesHandle([model.model.violations(by: configuration)], of: model)
    }
}
