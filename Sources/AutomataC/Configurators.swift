// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureModels

extension automata_configurator_completion_options: SizedStruct {}

extension BindingTime {
    fileprivate var forC: automata_feature_binding_time {
        switch self {
        case .development: AUTOMATA_FEATURE_BINDING_DEVELOPMENT
        case .build: AUTOMATA_FEATURE_BINDING_BUILD
        case .installation: AUTOMATA_FEATURE_BINDING_INSTALLATION
        case .startup: AUTOMATA_FEATURE_BINDING_STARTUP
        case .runtime: AUTOMATA_FEATURE_BINDING_RUNTIME
        }
    }
}

// MARK: - Making

@c @implementation
public func automata_configurator_from_products(
    _ products: OpaquePointer?, _ configurator: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(configurator, "configurator", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        guard products.products.scope == .allFeatures else {
            throw .invalidArgument(
                "'products' are over concrete features only; compile them with AUTOMATA_FEATURE_SCOPE_ALL_FEATURES")
        }
        return try ConfiguratorHandle(products)
    }
}

@c @implementation
public func automata_configurator_from_feature_model(
    _ model: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ configurator: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(configurator, "configurator", error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        return try ConfiguratorHandle(model, try Budget(budget))
    }
}

@c @implementation
public func automata_configurator_free(_ configurator: OpaquePointer?) { ConfiguratorHandle.free(configurator) }

// MARK: - Steps

@c @implementation
public func automata_configurator_decide(
    _ configurator: OpaquePointer?, _ feature: automata_feature, _ decision: automata_feature_decision,
    _ budget: UnsafePointer<automata_budget>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let configurator = try ConfiguratorHandle.required(configurator)
        let feature = try configurator.model.requiredFeature(feature)
        let budget = try Budget(budget)
        switch Int(decision) {
        case AUTOMATA_FEATURE_DECISION_OPEN:
            try configurator.step(budget) { (configurator) throws(ConfiguratorError) in
                try configurator.undo(feature)
            }
        case AUTOMATA_FEATURE_DECISION_SELECTED, AUTOMATA_FEATURE_DECISION_DESELECTED:
            try configurator.step(budget) { (configurator) throws(ConfiguratorError) in
                try configurator.decide(feature, decision > 0 ? .selected : .deselected)
            }
        default: throw .invalidArgument("invalid 'decision' \(decision); expected -1, 0 or 1")
        }
    }
}

@c @implementation
public func automata_configurator_complete(
    _ configurator: OpaquePointer?, _ options: UnsafePointer<automata_configurator_completion_options>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let configurator = try ConfiguratorHandle.required(configurator)
        let options = try automata_configurator_completion_options.given(options)
        let weights = try options.weights.map { (weights) throws(CallError) in
            try configurator.model.weights(weights, options.weight_count)
        }
        let random = RandomHandle.from(options.random)
        guard weights == nil || random == nil else {
            throw .invalidArgument("'weights' and 'random' exclude each other; set one of them to NULL")
        }
        try configurator.complete(weights: weights, random: random, try Budget(options.budget))
    }
}

@c @implementation
public func automata_configurator_advance(
    _ configurator: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let configurator = try ConfiguratorHandle.required(configurator)
        try configurator.step(try Budget(nil)) { (configurator) throws(ConfiguratorError) in
            try configurator.advance()
        }
    }
}

// MARK: - State

@c @implementation
public func automata_configurator_stage(_ configurator: OpaquePointer?) -> automata_feature_binding_time {
    ConfiguratorHandle.from(configurator)?.configurator.stage.forC ?? AUTOMATA_FEATURE_BINDING_DEVELOPMENT
}

@c @implementation
public func automata_configurator_is_at_last_stage(_ configurator: OpaquePointer?) -> Bool {
    ConfiguratorHandle.from(configurator)?.configurator.isAtLastStage ?? false
}

@c @implementation
public func automata_configurator_binding_time(
    _ configurator: OpaquePointer?, _ feature: automata_feature
) -> automata_feature_binding_time {
    guard let configurator = ConfiguratorHandle.from(configurator),
        let feature = configurator.model.feature(feature)
    else { return AUTOMATA_FEATURE_BINDING_DEVELOPMENT }
    return configurator.configurator.bindingTimes[Int(feature)].forC
}

@c @implementation
public func automata_configurator_state(
    _ configurator: OpaquePointer?, _ feature: automata_feature
) -> automata_feature_state {
    guard let configurator = ConfiguratorHandle.from(configurator),
        let feature = configurator.model.feature(feature)
    else { return AUTOMATA_FEATURE_STATE_OPEN }
    return configurator.lent.state(of: feature)
}

@c @implementation
public func automata_configurator_decisions(_ configurator: OpaquePointer?) -> automata_feature_decisions {
    guard let decisions = ConfiguratorHandle.from(configurator)?.lent.decisions else {
        return automata_feature_decisions()
    }
    return automata_feature_decisions(items: decisions.start, count: decisions.count)
}

@c @implementation
public func automata_configurator_decided(_ configurator: OpaquePointer?) -> automata_features {
    ConfiguratorHandle.from(configurator)?.lent.decided.lentFeatures ?? automata_features()
}

@c @implementation
public func automata_configurator_count(
    _ configurator: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ number: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(number, "number", error) { () throws(CallError) in
        let configurator = try ConfiguratorHandle.required(configurator)
        return try configurator.count(try Budget(budget)).map(IntegerHandle.init)
    }
}
