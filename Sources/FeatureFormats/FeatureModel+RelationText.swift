public import FeatureModels
internal import TextSupport
internal import WorkLimits

extension FeatureModel {
    /// Returns a rule of the model as a readable sentence without a period.
    ///
    ///     'Screen' has exactly one of 'Basic', 'Color', 'High Resolution'
    ///
    /// Long names and constraints are shortened; ``uvlText(of:)`` returns a whole constraint.
    ///
    /// - Requires: The model has the rule, and no findings.
    /// - Complexity: O(*n*) for *n* bytes of the text.
    public func text(of relation: FeatureRelation) -> String {
        func name(_ feature: FeatureID) -> String { Message.quoted(self[feature].name.utf8) }
        switch relation {
        case .root: return "each product has the root, \(name(root))"
        case .parent(let feature):
            return "\(name(feature)) needs its parent " + (parent(of: feature).map(name) ?? "")
        case .mandatory(let feature): return (parent(of: feature).map(name) ?? "") + " needs \(name(feature))"
        case .constraint(let index):
            return "the constraint \(Message.shortened(uvlText(of: constraints[index], upTo: 1 << 10)))"
        case .group(let index):
            let group = groups[index]
            let members = group.members.prefix(Self.maximumMembers).map(name).joined(separator: ", ")
            let rest = group.members.count > Self.maximumMembers ? ", … (\(group.members.count) in all)" : ""
            return "\(name(group.parent)) has \(group.number) of \(members)\(rest)"
        }
    }

    /// The maximum number of members of a group that a sentence names.
    private static var maximumMembers: Int { 20 }
}

extension FeatureModel.Group {
    /// The number of members in words.
    fileprivate var number: String {
        let (lower, upper) = (bounds.lowerBound, bounds.upperBound)
        return if lower == upper {
            "exactly \(lower == 1 ? "one" : String(lower))"
        } else if upper == members.count {
            "at least \(lower == 1 ? "one" : String(lower))"
        } else {
            lower == 0 ? "at most \(upper == 1 ? "one" : String(upper))" : "\(lower) to \(upper)"
        }
    }
}
