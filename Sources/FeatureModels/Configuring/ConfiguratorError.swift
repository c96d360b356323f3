internal import TextSupport

/// The reason why a ``Configurator`` refuses a step.
public enum ConfiguratorError: Error, Hashable, Sendable {
    /// The model has no products.
    case void
    /// The value of the feature's attribute ``BindingTime/attribute`` isn't a binding time.
    case unknownBindingTime(FeatureID)
    /// All products have the given decision about the feature, but the opposite decision was
    /// requested.
    case shared(FeatureID, Configuration.Decision)
    /// The feature already has the given decision, made by the user or implied by other decisions,
    /// but the opposite decision was requested.
    case forced(FeatureID, Configuration.Decision)
    /// The feature has to be decided at the given stage, which isn't the current stage.
    case wrongStage(FeatureID, BindingTime)
    /// The user made no decision about the feature.
    case notDecided(FeatureID)
    /// The decision about the feature was made at an earlier stage, and is fixed.
    case fixed(FeatureID)
    /// Features of the current stage are open.
    case open([FeatureID])
    /// All features are bound at the same time.
    case noStages
    /// No stage comes after the current one.
    case lastStage
    /// The set of features isn't a product that agrees with all decisions.
    case noProduct
    /// A question about the products failed.
    case failed(FeatureModelError)
}

extension ConfiguratorError {
    /// Returns the problem and the remedy as a sentence without a period.
    public func message(for model: FeatureModel) -> String {
        func name(_ feature: FeatureID) -> String { Message.quoted(model[feature].name.utf8) }
        switch self {
        case .void: return "the model has no products"
        case .unknownBindingTime(let feature):
            let known = BindingTime.allCases.map(\.rawValue).joined(separator: ", ")
            return "invalid value of the attribute \(BindingTime.attribute) of \(name(feature)); "
                + "use one of \(known)"
        case .shared(let feature, .selected):
            return "\(name(feature)) is in all products and can't be deselected; change the model to allow it"
        case .shared(let feature, _):
            return "\(name(feature)) is in no product and can't be selected; change the model to allow it"
        case .forced(let feature, let decision):
            return "\(name(feature)) is already \(decision == .selected ? "selected" : "deselected"); "
                + "undo the decisions that imply this"
        case .wrongStage(let feature, let time):
            return "\(name(feature)) belongs to the stage \(time.rawValue); decide it at that stage"
        case .notDecided(let feature): return "no decision was made about \(name(feature))"
        case .fixed(let feature):
            return "the decision about \(name(feature)) was made at an earlier stage and can't be undone"
        case .open(let features):
            let names = features.prefix(Self.maximumNames).map(name).joined(separator: ", ")
            let rest = features.count > Self.maximumNames ? ", … (\(features.count) in all)" : ""
            return "the stage has open features; decide \(names)\(rest)"
        case .noStages:
            return "the model has no stages: all features are bound at the same time; "
                + "make stages with the attribute \(BindingTime.attribute)"
        case .lastStage: return "there is no next stage; this is the last stage"
        case .noProduct: return "no product agrees with all decisions"
        case .failed(let error): return error.description
        }
    }

    /// The maximum number of open features that a message names.
    private static var maximumNames: Int { 12 }
}
