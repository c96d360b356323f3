package import Automata
package import FeatureModels

/// The answers to questions about products, computed from a list of all products.
package struct EnumeratedAnswers {
    /// The features in scope.
    package let scope: [FeatureID]
    /// The products over the features in scope, in order, each with feature *i* at index *i*.
    package let sets: [[Bool]]
    /// The number of products that contain each feature.
    package let featureCounts: [Int]
    private let model: FeatureModel

    package init(_ products: EnumeratedProducts, over scope: Products.Scope) {
        model = products.model
        self.scope = products.model.ids.filter { scope == .allFeatures || !products.model[$0].isAbstract }
        let sets = scope == .allFeatures ? products.products : products.concrete
        self.sets = sets
        featureCounts = model.ids.map { feature in sets.count { $0[Int(feature)] } }
    }

    /// The number of products with each number of features.
    package var sizes: [Int] {
        let sizes = sets.map { set in set.count { $0 } }
        var numbers = [Int](repeating: 0, count: (sizes.max() ?? -1) + 1)
        for size in sizes { numbers[size] += 1 }
        return numbers
    }

    /// The products as words, with a letter for each feature in scope.
    package var words: [[Letter]] { sets.map { set in scope.map { set[Int($0)] ? 1 : 0 } } }

    /// The optional features that each product with their parent contains.
    package var falseOptional: [FeatureID] {
        scope.filter { feature in
            guard let parent = model.parent(of: feature), scope.contains(parent), featureCounts[Int(feature)] > 0,
                let group = model[feature].group
            else { return false }
            return model.groups[group].bounds.lowerBound < model.groups[group].members.count
                && !sets.contains { $0[Int(parent)] && !$0[Int(feature)] }
        }
    }

    /// The features in scope, grouped by the products that contain them.
    package var atomicSets: [[FeatureID]] {
        let columns = scope.map { feature in sets.map { $0[Int(feature)] } }
        return scope.indices.filter { columns.firstIndex(of: columns[$0]) == $0 }.map { first in
            scope.indices.filter { columns[$0] == columns[first] }.map { scope[$0] }
        }
    }

    /// Returns the products that agree with a configuration.
    package func agreeing(with configuration: Configuration) -> [[Bool]] {
        sets.filter { set in
            scope.allSatisfy {
                configuration[$0] == .undecided || (configuration[$0] == .selected) == set[Int($0)]
            }
        }
    }

    /// Returns the decision about each feature that follows from a configuration; `nil` if no
    /// product agrees with the configuration.
    package func consequences(of configuration: Configuration) -> [FeatureID: Configuration.Decision]? {
        let agreeing = agreeing(with: configuration)
        if agreeing.isEmpty { return nil }
        return Dictionary(
            uniqueKeysWithValues: scope.map { feature in
                let number = agreeing.count { $0[Int(feature)] }
                return (feature, number == 0 ? .deselected : number == agreeing.count ? .selected : .undecided)
            })
    }

    /// Returns, for each product, the number of decisions that differ from a configuration.
    package func distances(to configuration: Configuration) -> [Int] {
        sets.map { set in
            scope.count {
                configuration[$0] != .undecided && (configuration[$0] == .selected) != set[Int($0)]
            }
        }
    }

    /// Returns the sum of the weights of each product's features.
    package func sums(of weights: [Int]) -> [Int] {
        sets.map { set in set.indices.reduce(0) { $0 + (set[$1] ? weights[$1] : 0) } }
    }
}
