internal import Automata
internal import WorkLimits

/// The measures of an expression's nodes that constructions need in advance.
struct ExpressionMeasures {
    /// Whether the language of each node contains the empty word. An assertion counts as a symbol
    /// here, so it isn't nullable.
    let isNullable: [Bool]
    /// The number of symbols with all repetitions unrolled, up to ``Int/max``.
    let symbolCounts: [Int]

    /// - Complexity: O(number of nodes).
    init(_ storage: ExpressionStorage) {
        var isNullable = [Bool](repeating: false, count: storage.nodes.count)
        var counts = [Int](repeating: 0, count: storage.nodes.count)
        for (index, node) in storage.nodes.enumerated() {
            switch node.kind {
            case .empty: break
            case .epsilon: isNullable[index] = true
            case .symbols, .assertion: counts[index] = 1
            case .concatenation:
                isNullable[index] = isNullable[Int(node.left)] && isNullable[Int(node.right)]
                counts[index] = Self.sum(counts[Int(node.left)], counts[Int(node.right)])
            case .union:
                for child in storage.children(of: node) {
                    if isNullable[Int(child)] { isNullable[index] = true }
                    counts[index] = Self.sum(counts[index], counts[Int(child)])
                }
            case .intersection:
                isNullable[index] = storage.children(of: node).allSatisfy { isNullable[Int($0)] }
                for child in storage.children(of: node) { counts[index] = Self.sum(counts[index], counts[Int(child)]) }
            case .complement:
                isNullable[index] = !isNullable[Int(node.child)]
                counts[index] = counts[Int(node.child)]
            case .star:
                isNullable[index] = true
                counts[index] = counts[Int(node.child)]
            case .repetition:
                isNullable[index] = node.least == 0 || isNullable[Int(node.child)]
                let copies = node.most == unbounded ? max(node.least, 1) : node.most
                let (product, isTooLarge) = counts[Int(node.child)].multipliedReportingOverflow(by: Int(copies))
                counts[index] = isTooLarge ? .max : product
            }
        }
        self.isNullable = isNullable
        symbolCounts = counts
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }

    /// Throws before repetitions are unrolled if there are more symbols than the budget has states.
    func check(_ root: NodeID, _ budget: Budget) throws(AutomataError) {
        let count = symbolCounts[Int(root)]
        guard count <= budget.maximumStates else {
            throw .budgetExceeded(statesBuilt: 0, limit: .states(budget.maximumStates))
        }
        guard count < maximumCount / 4 else { throw .tooLarge("symbols in the expression") }
        try budget.check(statesBuilt: 0, bytes: 24 * count)
    }
}
