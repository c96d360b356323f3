internal import Automata

/// A rule of a feature model.
///
/// A set of features that keeps all rules is a product.
public enum FeatureRelation: Hashable, Sendable {
    /// The root is in each product.
    case root
    /// The feature needs the one above it.
    case parent(of: FeatureID)
    /// The feature above needs this member of a group that takes all its members.
    case mandatory(FeatureID)
    /// No product holds more members of the group, given by its index, than its bounds say, and
    /// none that holds the feature above holds fewer.
    case group(Int)
    /// The constraint, given by its index, is true.
    case constraint(Int)
}

extension FeatureRelation {
    /// The part of the model that has the rule.
    public var place: FeatureFinding.Place {
        switch self {
        case .root: .feature(0)
        case .parent(let feature), .mandatory(let feature): .feature(feature)
        case .group(let group): .group(group)
        case .constraint(let constraint): .constraint(constraint)
        }
    }
}
