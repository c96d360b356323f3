import FeatureFormats
import FeatureModels
import TextSupport
import ToolSupport

/// The verdict on a configuration, with its reasons.
struct ConfigurationVerdict {
    private let configuration: Configuration
    private let violations: [FeatureRelation]
    /// The decisions that contradict each other, if no rule alone is broken.
    private var conflict: [FeatureID]?
    /// The closest product, and the features whose decisions change.
    private var nearestProduct: (product: Configuration, changes: [FeatureID])?
    private var isVoid = false
    /// The choices that a valid partial configuration leaves.
    private var choices: RemainingChoices?

    private struct RemainingChoices {
        var count: BigInteger
        var decided: Configuration
        /// The features whose decisions follow.
        var follows: [FeatureID]
        var open: [FeatureID]
    }

    init(configuration: Configuration, violations: [FeatureRelation]) {
        (self.configuration, self.violations) = (configuration, violations)
    }

    /// Creates the verdict on a complete configuration that breaks no rule, which is a product.
    init(product: Configuration, isPartial: Bool) {
        self.init(configuration: product, violations: [])
        if isPartial { choices = RemainingChoices(count: 1, decided: product, follows: [], open: []) }
    }

    var isValid: Bool { violations.isEmpty && conflict == nil && !isVoid }

    /// Completes the verdict with facts about the products, which the rules alone don't show.
    mutating func addFacts(about products: Products, isPartial: Bool, budget: Budget) throws(FeatureModelError) {
        isVoid = products.isEmpty
        if isVoid { return }
        if violations.isEmpty { conflict = try products.conflict(in: configuration, budget: budget) }
        guard isValid else {
            nearestProduct = try products.nearest(to: configuration, budget: budget)
            return
        }
        guard isPartial, let decided = products.consequences(of: configuration) else { return }
        let undecided = products.model.ids.filter { configuration[$0] == .undecided }
        choices = RemainingChoices(
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
            guard let choices else { return "valid\n" }
            let count = choices.count == 1 ? "1 product agrees" : "\(choices.count) products agree"
            return "valid: \(count)\nfollows  \(names.text(of: choices.follows, in: choices.decided))\n"
                + "open     \(names.text(of: choices.open, in: choices.decided))\n"
        }
        var lines = ["not valid"]
        for violation in violations.prefix(Self.maximumLines) {
            lines.append(
                "\(reading.locationText(of: violation.part)): \(violation.message(configuration, reading.model))".shown)
        }
        if violations.count > Self.maximumLines { lines.append("… (\(grouped(violations.count)) in all)") }
        if isVoid { lines.append("the model has no products") }
        if let conflict { lines.append("no product has all of: \(names.text(of: conflict, in: configuration))") }
        if let (product, changes) = nearestProduct {
            lines.append("smallest change: \(names.text(ofChanges: changes, to: product))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The maximum number of broken rules in the text for a person.
    private static var maximumLines: Int { 100 }
}

// MARK: - For programs

extension ConfigurationVerdict {
    func json(for reading: FeatureModelReader.Reading) -> JSONObject {
        let model = reading.model
        func list(_ features: [FeatureID], _ configuration: Configuration) -> [String] {
            features.map { (configuration[$0] == .deselected ? "!" : "") + model[$0].name }
        }
        let object: JSONObject = [
            "valid": isValid,
            "violations": violations.map {
                reading.location(of: $0.part) + ["message": $0.message(configuration, model)]
            },
            "conflict": conflict.map { list($0, configuration) },
            "change": nearestProduct.map { list($0.changes, $0.product) },
        ]
        guard let choices else { return object }
        return object + [
            "products": choices.count.description, "follows": list(choices.follows, choices.decided),
            "open": list(choices.open, choices.decided),
        ]
    }
}

// MARK: - Words

extension FeatureRelation {
    /// The rule, and what breaks it.
    fileprivate func message(_ configuration: Configuration, _ model: FeatureModel) -> String {
        let text = model.text(of: self)
        switch self {
        case .root, .parent, .mandatory: return text
        case .constraint: return text + " is broken"
        case .group(let index):
            let selected = model.groups[index].members.filter { configuration[$0] == .selected }
            return "\(text); selected: \(FactList.text(selected.map { model[$0].name.quoted }, separator: ", "))"
        }
    }
}
