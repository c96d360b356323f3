internal import WorkLimits

extension Circuit {
    /// Returns the lexicographically first of the cheapest assignments that make only allowed
    /// literals true, as a bit set of its true variables; `nil` if there is none.
    ///
    /// - Parameter costs: The cost of each literal, by its index; empty if all cost nothing.
    /// - Complexity: O(*s* *n* / 64) for *s* elements and *n* variables.
    /// - Throws: `LimitError` if the budget is cancelled or its bytes are exceeded.
    func firstAssignment(
        allowing isAllowed: [Bool], costs: [Int] = [], budget: Budget
    ) throws(LimitError) -> [UInt64]? {
        func cost(_ literal: Literal) -> Int? {
            isAllowed[literal.index] ? costs.isEmpty ? 0 : costs[literal.index] : nil
        }
        func lesser(_ left: Int?, _ right: Int?) -> Int? {
            guard let left, let right else { return left ?? right }
            return min(left, right)
        }
        let leastCosts: [Int?] = values(
            zero: nil, one: 0,
            plus: lesser,
            times: { left, right in left.flatMap { left in right.map { left + $0 } } }, of: cost)
        guard leastCosts.last ?? nil != nil else { return nil }
        let bytes = nodeCount * (variableCount / 8 + 32)
        var steps = LimitedSteps(BudgetWatch(budget, bytes: bytes))
        try steps.check()
        var assignments = AssignmentRows(count: nodeCount, variableCount: variableCount)
        for node in 0..<nodeCount where leastCosts[node] != nil {
            for position in range(of: node) {
                try steps.step(1 + variableCount / 64)
                switch items[position].kind {
                case .literal(let literal): if literal.value { assignments.insert(literal.variable, into: node) }
                case .free(let variable):
                    let (ifTrue, ifFalse) = (cost(Literal(variable)), cost(Literal(variable, false)))
                    if ifTrue ?? .max < ifFalse ?? .max { assignments.insert(variable, into: node) }
                case .child(let child):
                    if !isSum[node] {
                        assignments.unite(child, into: node)
                    } else if leastCosts[child] == leastCosts[node] {
                        assignments.replace(node, ifPrecededBy: child)
                    }
                }
            }
        }
        return assignments.last
    }
}

/// An assignment for each node, as a bit set of its true variables.
private struct AssignmentRows {
    private let width: Int
    private var words: [UInt64]
    private var isSet: [Bool]

    init(count: Int, variableCount: Int) {
        width = (variableCount + 63) / 64
        words = Array(repeating: 0, count: count * width)
        isSet = Array(repeating: false, count: count)
    }

    var last: [UInt64] { Array(words.suffix(width)) }

    mutating func insert(_ variable: Int, into row: Int) {
        words[row * width + variable / 64] |= 1 << UInt64(variable % 64)
    }

    mutating func unite(_ other: Int, into row: Int) {
        for word in 0..<width { words[row * width + word] |= words[other * width + word] }
    }

    /// Replaces a row if it isn't set yet, or another one comes first.
    mutating func replace(_ row: Int, ifPrecededBy other: Int) {
        guard !isSet[row] || precedes(other, row) else { return }
        for word in 0..<width { words[row * width + word] = words[other * width + word] }
        isSet[row] = true
    }

    /// Returns whether an assignment is false at the first variable at which it differs from
    /// another one.
    private func precedes(_ left: Int, _ right: Int) -> Bool {
        for word in 0..<width {
            let (one, other) = (words[left * width + word], words[right * width + word])
            if one != other { return one & (1 << UInt64((one ^ other).trailingZeroBitCount)) == 0 }
        }
        return false
    }
}
