internal import FeatureModels
internal import TextSupport

/// The keys of the library's own JSON.
enum FeatureKeys {
    /// The format's name, and the version that is written and read.
    static let (format, version) = ("features", 1)

    /// The keys of a model.
    enum Model: String, JSONKey {
        case format, version, root, constraints, order
    }

    /// The keys of a feature.
    enum Feature: String, JSONKey {
        case name
        case isAbstract = "abstract"
        case type, cardinality, attributes, groups
    }

    /// The keys of a group.
    enum Group: String, JSONKey {
        case kind, features
    }

    /// The types of features.
    static let types = FeatureModel.ValueType.allCases.map(\.rawValue)
    /// The operators of constraints on propositions.
    static let connectives = ["not", "and", "or", "atMostOne", "implies", "equivalent", "each"]
    /// The operators of constraints.
    static let operators = connectives + ValueRelation.allCases.map(\.rawValue)
    /// The operators of values on other values.
    static let functions = ["length", "floor", "ceiling"] + ValueExpression.Operator.allCases.map(\.rawValue)
    /// The operators of values.
    static let valueOperators = functions + ["attribute", "value", "size", "sum", "average", "total"]
    /// The names of the kinds of groups; a group of the kind cardinality has bounds instead.
    static let kinds = ["mandatory", "optional", "or", "alternative"]
}
