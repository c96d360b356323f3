internal import WorkLimits

/// A comparison as a reduced decision diagram: the minimal layered DFA over its features.
///
/// States are sums of the numbers of features so far; equivalent ones are merged.
///
/// - Reference: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V. Mayer-Eichberger,
///   A new look at BDDs for pseudo-Boolean constraints, Journal of Artificial Intelligence Research
///   45, 2012, doi:10.1613/jair.3653.
struct ComparisonDiagram: Sendable {
    /// A node, or a truth value.
    enum Target: Hashable, Sendable {
        case constant(Bool)
        case node(Int)
    }

    /// A decision about a feature.
    struct Node: Hashable, Sendable {
        var feature: FeatureID
        var ifDeselected: Target
        var ifSelected: Target
    }

    /// The nodes, targets before their sources.
    private(set) var nodes: [Node] = []
    /// The target at which the diagram begins.
    private(set) var root: Target = .constant(false)

    /// The distinguished sums before a feature is decided, with places in the next layer.
    private struct Layer {
        var feature: FeatureID
        var targets: [(ifDeselected: Target, ifSelected: Target)] = []
    }

    /// Builds the diagram of a comparison.
    ///
    /// - Complexity: O(*n* *s*) for *n* features and at most *s* different sums of their numbers at
    ///   once, which are 2ⁿ at worst.
    /// - Throws: `LimitError` if the budget, whose states are sums, is exceeded or cancelled.
    init(_ comparison: Comparison, budget: Budget) throws(LimitError) {
        let features = comparison.features
        let totals = comparison.totals
        var numbers = features.map { _ in [Int128](repeating: 0, count: totals.count) }
        var indices: [FeatureID: Int] = [:]
        for (featureIndex, feature) in features.enumerated() { indices[feature] = featureIndex }
        for (index, total) in totals.enumerated() {
            for (feature, number) in total.numbers { numbers[indices[feature] ?? 0][index] = number }
        }
        // The least and greatest sums of the features from each index on.
        var rest = [(low: [Int128], high: [Int128])](
            repeating: (totals.map { _ in 0 }, totals.map { _ in 0 }), count: features.count + 1)
        for featureIndex in features.indices.reversed() {
            rest[featureIndex] = rest[featureIndex + 1]
            for (index, number) in numbers[featureIndex].enumerated() {
                if number < 0 {
                    rest[featureIndex].low[index] += number
                } else {
                    rest[featureIndex].high[index] += number
                }
            }
        }
        func sum(_ left: [Int128], _ right: [Int128]) -> [Int128] { zip(left, right).map { $0 + $1 } }
        func outcome(_ sums: [Int128], before index: Int) -> Bool? {
            comparison.holds(from: sum(sums, rest[index].low), to: sum(sums, rest[index].high))
        }
        let start = totals.map { _ in Int128(0) }
        if let outcome = outcome(start, before: 0) {
            root = .constant(outcome)
            return
        }
        var layers: [Layer] = []
        var open = [start]
        var stateCount = 1
        for (featureIndex, feature) in features.enumerated() where !open.isEmpty {
            var layer = Layer(feature: feature)
            var next: [[Int128]] = []
            var known: [[Int128]: Int] = [:]
            func target(_ sums: [Int128]) -> Target {
                if let outcome = outcome(sums, before: featureIndex + 1) { return .constant(outcome) }
                let number = known[sums] ?? next.count
                if number == next.count {
                    known[sums] = number
                    next.append(sums)
                }
                return .node(number)
            }
            for (position, sums) in open.enumerated() {
                layer.targets.append((target(sums), target(sum(sums, numbers[featureIndex]))))
                if position & 0xFFF == 0xFFF {
                    try budget.check(
                        built: stateCount + next.count,
                        bytes: (stateCount + next.count) * (128 + 16 * totals.count))
                }
            }
            stateCount += next.count
            try budget.check(built: stateCount, bytes: stateCount * (128 + 16 * totals.count))
            layers.append(layer)
            open = next
        }
        try reduce(layers, budget: budget)
    }

    /// Merges equal nodes, from the last layer to the first.
    private mutating func reduce(_ layers: [Layer], budget: Budget) throws(LimitError) {
        var known: [Node: Int] = [:]
        var below: [Target] = []
        for layer in layers.reversed() {
            func reduced(_ target: Target) -> Target {
                if case .node(let number) = target { below[number] } else { target }
            }
            var current: [Target] = []
            for (ifDeselected, ifSelected) in layer.targets {
                let node = Node(
                    feature: layer.feature, ifDeselected: reduced(ifDeselected), ifSelected: reduced(ifSelected))
                if node.ifDeselected == node.ifSelected {
                    current.append(node.ifSelected)
                    continue
                }
                let number = known[node] ?? nodes.count
                if number == nodes.count {
                    known[node] = number
                    nodes.append(node)
                }
                current.append(.node(number))
            }
            below = current
            try budget.check(built: nodes.count, bytes: nodes.count * 128)
        }
        root = below[0]
    }
}
