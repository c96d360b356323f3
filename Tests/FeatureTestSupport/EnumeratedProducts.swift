internal import Automata
package import FeatureModels

/// The products of a small model, found by trying all sets of features.
package struct EnumeratedProducts {
    package let model: FeatureModel
    /// The products in order, each with feature *i* at index *i*.
    package let products: [[Bool]]

    package init(_ model: FeatureModel) {
        self.model = model
        let count = model.features.count
        products = (0..<1 << count).compactMap { number in
            // The first feature counts most, so that the order is that of the products.
            let set = (0..<count).map { number >> (count - 1 - $0) & 1 == 1 }
            return model.isProduct(set) ? set : nil
        }
    }

    /// The distinct sets of concrete features, in order, with `false` for abstract ones.
    package var concrete: [[Bool]] {
        let sets = Set(products.map { set in set.indices.map { set[$0] && !model.features[$0].isAbstract } })
        return sets.sorted { left, right in
            left.indices.first { left[$0] != right[$0] }.map { !left[$0] } ?? false
        }
    }
}

extension FeatureModel {
    /// Returns whether a set of features is a product, by the definition.
    package func isProduct(_ set: [Bool]) -> Bool {
        guard set[0] else { return false }
        for group in groups {
            let memberCount = group.members.count { set[Int($0)] }
            if set[Int(group.parent)] ? !group.bounds.contains(memberCount) : memberCount > 0 { return false }
        }
        return constraints.allSatisfy { isTrue($0) { set[Int($0)] } }
    }
}

extension Configuration {
    /// Whether each feature is selected.
    package var set: [Bool] { (0..<featureCount).map { self[FeatureID($0)] == .selected } }
}
