@_spi(Tool) internal import Automata
internal import CAutomata
internal import FeatureFormats
internal import FeatureModels
internal import TextSupport

/// Rules of a model with their texts and places, and features, lent to C.
final class FeatureRulesHandle: Handle, Sendable {
    static let kind: StaticString = "list of rules"

    let rules: StableArray<automata_feature_rule>
    let decisions: StableArray<FeatureID>
    private let texts: StableNames
    private let places: FeaturePlaces

    /// Describes causes, which are lists of rules of a model, after reserving memory for the texts.
    init(_ causes: [[FeatureRelation]], decisions: [FeatureID] = [], of model: FeatureModelHandle) throws(CallError) {
        let (model, places) = (model.model, model.places)
        let relations = causes.enumerated().flatMap { cause, relations in relations.map { (cause, $0) } }
        try MemoryReservation.reserveMemory(relations.reduce(0) { $0 + model.textBytes(of: $1.1) })
        let texts = StableNames(relations.map { model.text(of: $0.1).printable })
        let lent = texts.lent
        rules = StableArray(
            relations.enumerated().map { index, relation in
                let (kind, feature, number) = model.parts(of: relation.1)
                return automata_feature_rule(
                    kind: kind, feature: feature, number: number, cause: relation.0,
                    text: lent.items?[index] ?? automata_text(), place: places.place(of: relation.1.part))
            })
        (self.texts, self.places) = (texts, places)
        self.decisions = StableArray(decisions)
    }
}

extension FeatureModel {
    /// Returns the kind, the feature and the number of a rule for C.
    fileprivate func parts(
        of relation: FeatureRelation
    ) -> (kind: automata_feature_rule_kind, feature: automata_feature, number: Int) {
        switch relation {
        case .root: (AUTOMATA_FEATURE_RULE_ROOT, root.rawValue, 0)
        case .parent(let feature): (AUTOMATA_FEATURE_RULE_PARENT, feature.rawValue, 0)
        case .mandatory(let feature): (AUTOMATA_FEATURE_RULE_MANDATORY, feature.rawValue, 0)
        case .group(let index): (AUTOMATA_FEATURE_RULE_GROUP, groups[index].parent.rawValue, index)
        case .constraint(let index): (AUTOMATA_FEATURE_RULE_CONSTRAINT, .max, index)
        }
    }

    /// Returns an upper bound of the bytes of a rule's text.
    fileprivate func textBytes(of relation: FeatureRelation) -> Int {
        // Names are shortened except in constraints.
        var bytes = 8192
        guard case .constraint(let index) = relation else { return bytes }
        var open = [constraints[index]]
        while let proposition = open.popLast() {
            if case .feature(let feature) = proposition { bytes += 8 * self[feature].name.utf8.count }
            open.append(contentsOf: proposition.operands)
            bytes += 16
        }
        return bytes
    }
}
