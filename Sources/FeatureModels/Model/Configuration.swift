internal import WorkLimits

/// Decisions about features; a product if all features are decided and all rules are satisfied.
public struct Configuration: Hashable, Sendable {
    /// The decision about a feature.
    public enum Decision: UInt8, Hashable, Sendable {
        /// The feature is not yet decided.
        case undecided
        /// The feature is not in the product.
        case deselected
        /// The feature is in the product.
        case selected
    }

    private var decisions: [Decision]

    /// Creates a configuration in which all features of a model have the given decision.
    public init(of model: FeatureModel, all decision: Decision = .undecided) {
        decisions = Array(repeating: decision, count: model.features.count)
    }

    /// Creates a complete configuration: the given features are selected, all others deselected.
    ///
    /// - Precondition: The features belong to the model.
    public init(of model: FeatureModel, selecting features: some Sequence<FeatureID>) {
        self.init(of: model, all: .deselected)
        for feature in features { self[feature] = .selected }
    }

    init(featureCount: Int, all decision: Decision) {
        decisions = Array(repeating: decision, count: featureCount)
    }

    /// Accesses the decision about a feature.
    public subscript(feature: FeatureID) -> Decision {
        get { decisions[Int(feature)] }
        set { decisions[Int(feature)] = newValue }
    }

    /// The number of features.
    public var featureCount: Int { decisions.count }

    /// The selected features, in ascending order.
    public var selectedFeatures: [FeatureID] { features(.selected) }

    /// The deselected features, in ascending order.
    public var deselectedFeatures: [FeatureID] { features(.deselected) }

    /// A Boolean value that indicates whether each feature is decided.
    public var isComplete: Bool { !decisions.contains(.undecided) }

    private func features(_ decision: Decision) -> [FeatureID] {
        decisions.indices.filter { decisions[$0] == decision }.map { FeatureID($0) }
    }
}
