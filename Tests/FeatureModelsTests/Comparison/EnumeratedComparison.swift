import Automata
import FeatureModels
import FeatureTestSupport

/// The differences between two small models, found by trying all sets of features.
struct EnumeratedComparison {
    let old: FeatureModel
    let new: FeatureModel
    /// The common features, by their numbers in each model.
    let common: [(old: FeatureID, new: FeatureID)]
    /// The products over the common features, in order.
    let oldProducts: [[Bool]]
    let newProducts: [[Bool]]

    var removed: [[Bool]] { oldProducts.filter { !newProducts.contains($0) } }
    var added: [[Bool]] { newProducts.filter { !oldProducts.contains($0) } }
    var kept: [[Bool]] { oldProducts.filter { newProducts.contains($0) } }

    init(_ pair: ModelPair, over scope: Products.Scope) {
        (old, new) = (pair.old, pair.new)
        var common: [(old: FeatureID, new: FeatureID)] = []
        for feature in old.ids {
            for other in new.ids where Array(old[feature].name.utf8) == Array(new[other].name.utf8) {
                if scope == .concreteFeatures, old[feature].isAbstract || new[other].isAbstract { continue }
                common.append((feature, other))
            }
        }
        self.common = common
        oldProducts = Self.projections(of: old, onto: common.map(\.old))
        newProducts = Self.projections(of: new, onto: common.map(\.new))
    }

    private static func projections(of model: FeatureModel, onto features: [FeatureID]) -> [[Bool]] {
        let sets = Set(EnumeratedProducts(model).products.map { set in features.map { set[Int($0)] } })
        return sets.sorted { left, right in
            left.indices.first { left[$0] != right[$0] }.map { !left[$0] } ?? false
        }
    }

    /// Returns whether rules of the new model exclude a product over the common features,
    /// whatever its other features are.
    func excludes(_ relations: [FeatureRelation], _ product: [Bool]) -> Bool {
        let own = new.ids.filter { feature in !common.contains { $0.new == feature } }
        var isSelected = [Bool](repeating: false, count: new.features.count)
        for (features, value) in zip(common, product) { isSelected[Int(features.new)] = value }
        return (0..<1 << own.count).allSatisfy { number in
            for (index, feature) in own.enumerated() { isSelected[Int(feature)] = number >> index & 1 == 1 }
            return relations.contains { relation in !new.holds(relation) { isSelected[Int($0)] } }
        }
    }

    /// The rules of the new model about common features alone.
    var relationsAboutCommonFeatures: [FeatureRelation] {
        var relations: [FeatureRelation] = [.root] + new.ids.dropFirst().map { .parent(of: $0) }
        for (index, group) in new.groups.enumerated() {
            let isMandatory = group.bounds.lowerBound == group.members.count
            relations += isMandatory ? group.members.map { .mandatory($0) } : [.group(index)]
        }
        relations += new.constraints.indices.map { .constraint($0) }
        return relations.filter { new.features(of: $0).isSubset(of: common.map(\.new)) }
    }
}
