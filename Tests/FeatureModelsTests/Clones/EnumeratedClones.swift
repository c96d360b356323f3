import Automata
import FeatureModels
import FeatureTestSupport

/// The products of a small model with clones, found by trying all trees.
struct EnumeratedClones {
    /// A clone and those in it.
    struct Clone {
        var feature: FeatureID
        var clones: [Clone] = []

        /// The clones of a feature, this one among them.
        func clones(of other: FeatureID) -> [Clone] {
            (feature == other ? [self] : []) + clones.flatMap { $0.clones(of: other) }
        }
    }

    let model: FeatureModel
    /// The products whose words aren't longer than the limit.
    private(set) var products: [Clone] = []
    private let maximumTrees: Int

    private struct TooMany: Error {}

    /// - Returns: `nil` if there are too many trees to try.
    init?(_ model: FeatureModel, upToLength length: Int = .max, trees: Int = 500) {
        (self.model, maximumTrees) = (model, trees)
        guard let trees = try? self.trees(of: model.root, length: length) else { return nil }
        products = trees.map(\.clone).filter { product in
            model.constraints.allSatisfy { isTrue($0, product, []) }
        }
    }

    /// The words of the products.
    var words: [[String]] { products.map(word) }

    private func word(of clone: Clone) -> [String] {
        let name = model[clone.feature].name
        guard model.groups.contains(where: { $0.parent == clone.feature }) else { return [name] }
        return [name] + clone.clones.flatMap(word) + ["/" + name]
    }

    /// Members of groups, the lengths of their words, and those that groups may have taken.
    private struct Part {
        var clones: [Clone] = []
        var length = 0
        var present = 0
        var absent = 0
    }

    private func trees(of feature: FeatureID, length: Int) throws -> [(clone: Clone, length: Int)] {
        let groups = model.groups.filter { $0.parent == feature }
        if groups.isEmpty { return length > 0 ? [(Clone(feature: feature), 1)] : [] }
        if length < 2 { return [] }
        var parts = [Part(length: 2)]
        for group in groups {
            for member in group.members {
                let cardinality = model[member].cardinality
                let least = cardinality?.lower ?? 1
                let most = cardinality.map { $0.upper ?? .max } ?? 1
                let trees = try trees(of: member, length: length - 2)
                var next: [Part] = []
                for part in parts {
                    var open = [part]
                    open[0].absent += cardinality?.lower == 0 ? 1 : 0
                    next.append(open[0])
                    open = [part]
                    open[0].present += 1
                    var number = 0
                    while number < most && !open.isEmpty {
                        number += 1
                        if open.count * trees.count > 10 * maximumTrees { throw TooMany() }
                        open = open.flatMap { part in
                            trees.compactMap { tree in
                                if part.length + tree.length > length { return nil }
                                var part = part
                                part.clones.append(tree.clone)
                                part.length += tree.length
                                return part
                            }
                        }
                        if number >= least { next += open }
                        if next.count + open.count > maximumTrees { throw TooMany() }
                    }
                }
                parts = next
            }
            // A group may have taken any of the members that need no clone.
            parts = parts.compactMap { part in
                guard (part.present...part.present + part.absent).overlaps(group.bounds) else { return nil }
                return Part(clones: part.clones, length: part.length)
            }
        }
        return parts.map { (Clone(feature: feature, clones: $0.clones), $0.length) }
    }

    private func isTrue(_ proposition: Proposition, _ product: Clone, _ scopes: [Clone]) -> Bool {
        func clones(_ feature: FeatureID) -> [Clone] {
            var ancestors: Set = [feature]
            var last = feature
            while let parent = model.parent(of: last) {
                ancestors.insert(parent)
                last = parent
            }
            return (scopes.last { ancestors.contains($0.feature) } ?? product).clones(of: feature)
        }
        return model.isTrue(proposition, counting: { clones($0).count }) { feature, operand in
            clones(feature).allSatisfy { isTrue(operand, product, scopes + [$0]) }
        }
    }
}
