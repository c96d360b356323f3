import Automata
import AutomataCounting
import FeatureFormats
import FeatureModels
import TextSupport

/// The answer whether a configuration is valid, with its reasons.
struct ConfigurationVerdict {
    private let configuration: Configuration
    private let violations: [FeatureViolation]
    /// The decisions that contradict each other, if no rule alone is broken.
    private var conflict: [FeatureID]?
    /// The closest product, and the features whose decisions change.
    private var nearest: (product: Configuration, changes: [FeatureID])?
    private var isVoid = false
    /// What a valid partial configuration leaves.
    private var rest: Rest?

    private struct Rest {
        var count: BigInteger
        var decided: Configuration
        /// The features whose decisions follow.
        var follows: [FeatureID]
        var open: [FeatureID]
    }

    init(configuration: Configuration, violations: [FeatureViolation]) {
        (self.configuration, self.violations) = (configuration, violations)
    }

    /// Creates the verdict on a complete configuration that breaks no rule, which is a product.
    init(product: Configuration, isPartial: Bool) {
        self.init(configuration: product, violations: [])
        if isPartial { rest = Rest(count: 1, decided: product, follows: [], open: []) }
    }

    var isValid: Bool { violations.isEmpty && conflict == nil && !isVoid }

    /// Asks the products for what the rules alone don't tell.
    mutating func ask(_ products: Products, isPartial: Bool, budget: Budget) throws(FeatureModelError) {
        isVoid = products.isEmpty
        if isVoid { return }
        if violations.isEmpty { conflict = products.conflict(in: configuration) }
        guard isValid else {
            nearest = try products.nearest(to: configuration, budget: budget)
            return
        }
        guard isPartial, let decided = products.consequences(of: configuration) else { return }
        let undecided = products.model.ids.filter { configuration[$0] == .undecided }
        rest = Rest(
            count: try products.count(with: configuration, budget: budget), decided: decided,
            follows: undecided.filter { decided[$0] != .undecided },
            open: undecided.filter { decided[$0] == .undecided })
    }
}

// MARK: - For a person

extension ConfigurationVerdict {
    func text(for reading: FeatureModelReader.Reading) -> String {
        let names = FeatureNames(reading.model)
        if isValid {
            guard let rest else { return "valid\n" }
            let count = rest.count == 1 ? "1 product agrees" : "\(rest.count) products agree"
            return "valid: \(count)\nfollows  \(names.text(of: rest.follows, in: rest.decided))\n"
                + "open     \(names.text(of: rest.open, in: rest.decided))\n"
        }
        var lines = ["not valid"]
        for violation in violations.prefix(Self.mostLines) {
            lines.append(
                "\(reading.place(of: violation.place)): \(violation.message(configuration, reading.model))".shown)
        }
        if violations.count > Self.mostLines { lines.append("… (\(grouped(violations.count)) in all)") }
        if isVoid { lines.append("the model has no products") }
        if let conflict { lines.append("no product has all of: \(names.text(of: conflict, in: configuration))") }
        if let nearest {
            lines.append("smallest change: \(names.text(ofChanges: nearest.changes, to: nearest.product))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The most broken rules that a person is told.
    private static var mostLines: Int { 100 }
}

// MARK: - For programs

extension ConfigurationVerdict {
    func json(for reading: FeatureModelReader.Reading) -> String {
        let model = reading.model
        func list(_ features: [FeatureID], _ configuration: Configuration) -> String {
            FactList.json(features.map { (configuration[$0] == .deselected ? "!" : "") + model[$0].name })
        }
        let objects = violations.map { violation in
            let place = reading.document.place(of: violation.place)
            let path = place.importedPath.map { "\"path\": \(JSONString.quoted($0)), " } ?? ""
            return "{\(path)\"line\": \(place.line), \"column\": \(place.column), "
                + "\"message\": \(JSONString.quoted(violation.message(configuration, model)))}"
        }
        var members = [
            ("valid", "\(isValid)"), ("violations", "[\(objects.joined(separator: ", "))]"),
            ("conflict", conflict.map { list($0, configuration) } ?? "null"),
            ("change", nearest.map { list($0.changes, $0.product) } ?? "null"),
        ]
        if let rest {
            members += [
                ("products", "\"\(rest.count)\""), ("follows", list(rest.follows, rest.decided)),
                ("open", list(rest.open, rest.decided)),
            ]
        }
        return "{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}\n"
    }
}

// MARK: - Words

extension FeatureViolation {
    /// The part of the model that has the rule.
    fileprivate var place: FeatureFinding.Place {
        switch self {
        case .root: .feature(0)
        case .parent(let feature): .feature(feature)
        case .group(let group): .group(group)
        case .constraint(let constraint): .constraint(constraint)
        }
    }

    /// The rule, and what breaks it.
    fileprivate func message(_ configuration: Configuration, _ model: FeatureModel) -> String {
        func name(_ feature: FeatureID) -> String { "'\(model[feature].name)'" }
        func list(_ features: [FeatureID]) -> String { FactList.text(features.map(name), separator: ", ") }
        switch self {
        case .root: return "each product has the root, \(name(model.root))"
        case .parent(let feature):
            return "\(name(feature)) needs the feature above it, " + (model.parent(of: feature).map(name) ?? "")
        case .constraint(let index):
            return "the constraint \(model.uvlText(of: model.constraints[index])) is broken"
        case .group(let index):
            let group = model.groups[index]
            let (bounds, members) = (group.bounds, list(group.members))
            if bounds.lowerBound == group.members.count {
                let missing = group.members.filter { configuration[$0] == .deselected }
                return "\(name(group.parent)) needs \(list(missing))"
            }
            let selected = group.members.filter { configuration[$0] == .selected }
            let number =
                bounds == 1...1
                ? "exactly one"
                : bounds.upperBound == group.members.count
                    ? "at least \(bounds.lowerBound == 1 ? "one" : String(bounds.lowerBound))"
                    : bounds.lowerBound == 0
                        ? "at most \(bounds.upperBound)" : "\(bounds.lowerBound) to \(bounds.upperBound)"
            return "\(name(group.parent)) takes \(number) of \(members); selected: \(list(selected))"
        }
    }
}
