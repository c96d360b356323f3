internal import WorkLimits

/// A rule of a feature model.
///
/// A set of features that satisfies all rules is a product.
public enum FeatureRelation: Hashable, Sendable {
    /// The root is in each product.
    case root
    /// Each product with the feature contains its parent.
    case parent(of: FeatureID)
    /// Each product with the parent contains the given member of a mandatory group.
    case mandatory(FeatureID)
    /// The number of selected members of the group, given by its index, is within the bounds of the
    /// group. If the parent isn't selected, the lower bound is 0.
    case group(Int)
    /// The constraint, given by its index, is true.
    case constraint(Int)
}

extension FeatureRelation {
    /// The part of the model that has the rule.
    public var part: FeatureFinding.Part {
        switch self {
        case .root: .feature(0)
        case .parent(let feature), .mandatory(let feature): .feature(feature)
        case .group(let group): .group(group)
        case .constraint(let constraint): .constraint(constraint)
        }
    }
}
