internal import WorkLimits

/// A configuration that is decided step by step, without dead ends.
///
/// After each decision, the configurator makes all decisions that follow. So each open (undecided)
/// feature can still be selected or deselected, and some product agrees with all decisions.
///
///     var configurator = try Configurator(model.products())
///     try configurator.decide(camera, .selected)
///     print(configurator.impliedFeatures.map { model[$0].name })
///     try configurator.undo(camera)
///
/// Invariants:
/// - `configuration` has the common decisions of all products that agree with `decisions`.
/// - Some product agrees with `decisions`.
/// - Features of earlier stages are decided.
public struct Configurator {
    /// A function that returns the decisions that follow from a configuration; `nil` if no product
    /// agrees with the configuration.
    public typealias Consequences = (Configuration) throws(FeatureModelError) -> Configuration?

    /// A decision of the user.
    public struct Step: Hashable, Sendable {
        /// The feature that the user decided.
        public let feature: FeatureID
        /// The decision, which isn't ``Configuration/Decision/undecided``.
        public let decision: Configuration.Decision

        package init(feature: FeatureID, decision: Configuration.Decision) {
            (self.feature, self.decision) = (feature, decision)
        }
    }

    /// The feature model whose features are decided.
    public let model: FeatureModel
    /// The decisions of the user, in their order.
    public private(set) var decisions: [Step] = []
    /// The decisions of the user and their consequences.
    public private(set) var configuration: Configuration
    /// The decisions that all products share, independent of the user's decisions.
    public let decisionsInAllProducts: Configuration
    /// The stages, in ascending order: the binding times that features of the model have.
    public let stages: [BindingTime]
    /// The binding time of each feature, by its number.
    public let bindingTimes: [BindingTime]
    /// The index of the current stage.
    private var stageIndex = 0
    /// The number of decisions that were made at earlier stages.
    package private(set) var fixedDecisionCount = 0
    private let consequences: Consequences

    /// Creates a configurator without decisions by the user.
    ///
    /// - Parameters:
    ///   - model: The model, which has no findings.
    ///   - consequences: Returns the consequences of a configuration.
    /// - Throws: ``ConfiguratorError/void``, ``ConfiguratorError/unknownBindingTime(_:)``, or
    ///   ``ConfiguratorError/failed(_:)``.
    public init(_ model: FeatureModel, consequences: @escaping Consequences) throws(ConfiguratorError) {
        (self.model, self.consequences) = (model, consequences)
        bindingTimes = try model.bindingTimes()
        stages = Set(bindingTimes).sorted()
        let shared = try convertingErrors { () throws(FeatureModelError) in try consequences(Configuration(of: model)) }
        guard let shared else { throw .void }
        (decisionsInAllProducts, configuration) = (shared, shared)
    }

    /// Creates a configurator without decisions by the user.
    ///
    /// - Parameter products: The compiled products of the model.
    /// - Complexity: O(*s*) for *s* elements of the compiled products (see ``Products``). Each
    ///   decision takes the same time, and so does undoing it.
    /// - Precondition: The products differ by all features, not only by the concrete ones: their
    ///   scope is ``Products/Scope/allFeatures``.
    /// - Throws: ``ConfiguratorError/void`` or ``ConfiguratorError/unknownBindingTime(_:)``.
    public init(_ products: Products) throws(ConfiguratorError) {
        precondition(products.scope == .allFeatures, "a configurator needs products over all features")
        try self.init(products.model) { products.consequences(of: $0) }
    }

    /// The binding time whose features can be decided now.
    public var stage: BindingTime { stages[stageIndex] }

    /// A Boolean value that indicates whether the current stage is the last stage.
    public var isAtLastStage: Bool { stageIndex == stages.count - 1 }

    /// The features that are undecided, in ascending order.
    public var undecidedFeatures: [FeatureID] { model.ids.filter { configuration[$0] == .undecided } }

    /// The features of the current stage that are undecided, in ascending order.
    public var undecidedFeaturesAtStage: [FeatureID] { undecidedFeatures.filter { bindingTimes[Int($0)] == stage } }

    /// The features whose decisions follow from the user's decisions, in ascending order.
    public var impliedFeatures: [FeatureID] {
        let decided = userDecisions
        return model.ids.filter { configuration[$0] != .undecided && decided[$0] == .undecided }
    }

    /// The decisions of the user alone.
    public var userDecisions: Configuration {
        var configuration = Configuration(of: model)
        for step in decisions { configuration[step.feature] = step.decision }
        return configuration
    }

    /// Returns whether the user made the decision about a feature at an earlier stage.
    public func isFixed(_ feature: FeatureID) -> Bool {
        decisions.prefix(fixedDecisionCount).contains { $0.feature == feature }
    }
}

extension Configurator {
    /// Decides a feature of the current stage.
    ///
    /// If the decision already follows from other decisions, it becomes a decision of the user, and
    /// stays when the other decisions are undone. Repeating a decision of the user changes nothing.
    ///
    /// - Returns: The features whose decisions newly follow, in ascending order.
    /// - Precondition: The decision isn't ``Configuration/Decision/undecided``.
    /// - Throws: ``ConfiguratorError/wrongStage(_:_:)``, ``ConfiguratorError/shared(_:_:)``,
    ///   ``ConfiguratorError/forced(_:_:)``, or ``ConfiguratorError/failed(_:)``; the configurator
    ///   then stays unchanged.
    @discardableResult
    public mutating func decide(
        _ feature: FeatureID, _ decision: Configuration.Decision
    ) throws(ConfiguratorError) -> [FeatureID] {
        precondition(decision != .undecided, "use undo(_:) to take a decision back")
        let time = bindingTimes[Int(feature)]
        guard time == stage else { throw .wrongStage(feature, time) }
        switch configuration[feature] {
        case decision:
            let isNew = !decisions.contains { $0.feature == feature }
            if isNew { decisions.append(Step(feature: feature, decision: decision)) }
            return []
        case .undecided: return try adopt([Step(feature: feature, decision: decision)])
        case let forced:
            throw decisionsInAllProducts[feature] == forced ? .shared(feature, forced) : .forced(feature, forced)
        }
    }

    /// Undoes decisions of the current stage, in any order.
    ///
    /// The result is the same as if these decisions had never been made.
    ///
    /// - Returns: The features that became open, in ascending order.
    /// - Throws: ``ConfiguratorError/notDecided(_:)``, ``ConfiguratorError/fixed(_:)``, or
    ///   ``ConfiguratorError/failed(_:)``; the configurator then stays unchanged.
    @discardableResult
    public mutating func undo(_ features: [FeatureID]) throws(ConfiguratorError) -> [FeatureID] {
        let undoneFeatures = Set(features)
        for feature in features {
            guard let index = decisions.firstIndex(where: { $0.feature == feature }) else { throw .notDecided(feature) }
            if index < fixedDecisionCount { throw .fixed(feature) }
        }
        var rest = self
        rest.decisions.removeAll { undoneFeatures.contains($0.feature) }
        let decided = rest.userDecisions
        guard let following = try convertingErrors({ () throws(FeatureModelError) in try consequences(decided) }) else {
            throw .noProduct
        }
        rest.configuration = following
        let reopened = rest.undecidedFeatures.filter { configuration[$0] != .undecided }
        self = rest
        return reopened
    }

    /// Undoes the decision about a feature of the current stage.
    ///
    /// - Returns: The features that became open, in ascending order.
    /// - Throws: ``ConfiguratorError/notDecided(_:)``, ``ConfiguratorError/fixed(_:)``, or
    ///   ``ConfiguratorError/failed(_:)``; the configurator then stays unchanged.
    @discardableResult
    public mutating func undo(_ feature: FeatureID) throws(ConfiguratorError) -> [FeatureID] { try undo([feature]) }

    /// Continues with the next stage. Earlier decisions can no longer be undone.
    ///
    /// - Throws: ``ConfiguratorError/noStages``, ``ConfiguratorError/lastStage``, or
    ///   ``ConfiguratorError/open(_:)``.
    public mutating func advance() throws(ConfiguratorError) {
        if stages.count == 1 { throw .noStages }
        if isAtLastStage { throw .lastStage }
        let open = undecidedFeaturesAtStage
        guard open.isEmpty else { throw .open(open) }
        stageIndex += 1
        fixedDecisionCount = decisions.count
    }

    /// Decides the open features of the current stage as a given product does.
    ///
    ///     let ones = [Int](repeating: 1, count: model.features.count)
    ///     let least = try products.lightest(1, weights: ones, with: configurator.configuration)
    ///     try configurator.complete(as: least[0].product)  // the smallest product
    ///
    /// ``Products/lightest(_:weights:with:budget:)`` finds the product with the least weight,
    /// ``Products/sample(_:with:using:budget:)`` draws a product at random.
    ///
    /// - Returns: The features that were decided, and those whose decisions newly follow, in
    ///   ascending order.
    /// - Throws: ``ConfiguratorError/noProduct`` if `product` isn't a product that agrees with the
    ///   decisions, or ``ConfiguratorError/failed(_:)``; the configurator is then as before.
    @discardableResult
    public mutating func complete(as product: Configuration) throws(ConfiguratorError) -> [FeatureID] {
        guard product.isComplete,
            model.ids.allSatisfy({ configuration[$0] == .undecided || configuration[$0] == product[$0] }),
            try convertingErrors({ () throws(FeatureModelError) in try consequences(product) }) != nil
        else { throw .noProduct }
        let open = undecidedFeaturesAtStage
        let further = try adopt(open.map { Step(feature: $0, decision: product[$0]) })
        return (open + further).sorted()
    }

    /// Makes decisions about open features.
    ///
    /// - Returns: The other features that were decided, in ascending order.
    private mutating func adopt(_ steps: [Step]) throws(ConfiguratorError) -> [FeatureID] {
        var decided = configuration
        for step in steps { decided[step.feature] = step.decision }
        guard let result = try convertingErrors({ () throws(FeatureModelError) in try consequences(decided) }) else {
            throw .noProduct
        }
        let further = model.ids.filter { decided[$0] == .undecided && result[$0] != .undecided }
        configuration = result
        decisions += steps
        return further
    }
}

/// Runs a function, and converts its error to a configurator's.
private func convertingErrors<Result>(
    _ work: () throws(FeatureModelError) -> Result
) throws(ConfiguratorError) -> Result {
    do throws(FeatureModelError) { return try work() } catch { throw .failed(error) }
}
