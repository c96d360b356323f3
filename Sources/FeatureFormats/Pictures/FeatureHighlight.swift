public import FeatureModels

/// The decisions and marks of features that a picture of a feature model shows.
///
///     let products = try model.products()
///     var highlight = FeatureHighlight(marking: try products.featureProperties())
///     highlight.configuration = Configuration(of: model, selecting: [model.root])
public struct FeatureHighlight: Sendable, Hashable {
    /// The decisions about features; `nil` if no decisions are shown. Features that are missing in
    /// the configuration count as undecided.
    public var configuration: Configuration?
    /// The features marked as core: they are in all products.
    public var coreFeatures: Set<FeatureID> = []
    /// The features marked as dead: they are in no product.
    public var deadFeatures: Set<FeatureID> = []
    /// The features marked as false optional: optional in the tree, but in each product with their
    /// parent.
    public var falseOptionalFeatures: Set<FeatureID> = []

    /// Creates a highlight of decisions.
    public init(_ configuration: Configuration? = nil) { self.configuration = configuration }

    /// Creates a highlight of the core, dead and false optional features.
    public init(marking properties: FeatureProperties) {
        coreFeatures = Set(properties.coreFeatures)
        deadFeatures = Set(properties.deadFeatures)
        falseOptionalFeatures = Set(properties.falseOptionalFeatures)
    }
}
