internal import AlgorithmSupport
internal import WorkLimits

extension DecisionDiagram {
    /// Returns the disjunction of literals.
    ///
    /// - Complexity: O(*n* log *n*) for *n* literals.
    /// - Throws: The budget's error.
    package mutating func clause(_ literals: [Literal]) throws(LimitError) -> Function {
        let literals = sorted(literals)
        var result: Function = 0
        var last: Literal?
        for literal in literals.reversed() {
            if literal == last { continue }
            if let last, literal.variable == last.variable { return 1 }
            last = literal
            result =
                try literal.value
                ? node(literal.variable, result, 1)
                : node(literal.variable, 1, result)
        }
        return result
    }

    /// Returns the function that is true if a bound on the weight of true literals is satisfied.
    ///
    /// In each layer, the node depends on the sum of the weights above.
    ///
    /// - Complexity: O(*n* log *n* + *n* *k*) for *n* literals and at most *k* sums that don't
    ///   exceed the bound.
    /// - Throws: The budget's error.
    package mutating func bound(_ bound: BooleanSystem.AtMostConstraint) throws(LimitError) -> Function {
        var steps: [(variable: Int, ifFalse: Int, ifTrue: Int)] = []
        func level(of variable: Int) -> UInt32 { UInt32(truncatingIfNeeded: levels[variable]) }
        for position in bound.literals.indices.sorted(by: {
            level(of: bound.literals[$0].variable) < level(of: bound.literals[$1].variable)
        }) {
            let (literal, weight) = (bound.literals[position], bound.weight(at: position))
            if steps.last?.variable != literal.variable { steps.append((literal.variable, 0, 0)) }
            if literal.value {
                steps[steps.count - 1].ifTrue += weight
            } else {
                steps[steps.count - 1].ifFalse += weight
            }
        }
        if let condition = bound.condition, !steps.contains(where: { $0.variable == condition.variable }) {
            let position = steps.firstIndex { level(of: $0.variable) > level(of: condition.variable) } ?? steps.count
            steps.insert((condition.variable, 0, 0), at: position)
        }
        // The greatest total weight from each step on.
        var rest = [0]
        for step in steps.reversed() { rest.append(rest[rest.count - 1] + max(step.ifFalse, step.ifTrue)) }
        rest.reverse()
        /// The sums that may or may not exceed the bound in the end, in ascending order.
        var layers = [rest[0] <= bound.bound || bound.bound < 0 ? [] : [0]]
        var sumCount = 0
        for (position, step) in steps.enumerated() {
            let (least, greatest) = (bound.bound - rest[position + 1], bound.bound)
            let next = Self.merged(layers[position], step.ifFalse, step.ifTrue, above: least, upTo: greatest)
            sumCount += next.count
            if sumCount >= 1 << 16 { try check(furtherBytes: 12 * sumCount) }
            layers.append(next)
        }
        // An exceeded bound still holds if its condition, which may be further below, is false.
        let exceededResult =
            try bound.condition.map { (condition) throws(LimitError) in
                try node(condition.variable, condition.value ? 1 : 0, condition.value ? 0 : 1)
            } ?? 0
        if layers[0].isEmpty { return bound.bound < 0 ? exceededResult : 1 }
        let conditionPosition = steps.firstIndex { $0.variable == bound.condition?.variable } ?? -1
        var below: [Function] = []
        for (position, step) in steps.enumerated().reversed() {
            let next = layers[position + 1]
            let excess = conditionPosition > position ? exceededResult : 0
            var functions: [Function] = []
            var (falseIndex, trueIndex) = (0, 0)
            for sum in layers[position] {
                func function(_ sum: Int, _ index: inout Int) -> Function {
                    while index < next.count, next[index] < sum { index += 1 }
                    if index < next.count, next[index] == sum { return below[index] }
                    return sum > bound.bound ? excess : 1
                }
                var low = function(sum + step.ifFalse, &falseIndex)
                var high = function(sum + step.ifTrue, &trueIndex)
                if position == conditionPosition, let condition = bound.condition {
                    if condition.value { low = 1 } else { high = 1 }
                }
                functions.append(try node(step.variable, low, high))
            }
            below = functions
        }
        return below[0]
    }

    /// Returns the successors of sums within the bounds, in ascending order.
    private static func merged(
        _ sums: [Int], _ first: Int, _ second: Int, above least: Int, upTo greatest: Int
    ) -> [Int] {
        var result: [Int] = []
        var (left, right) = (0, 0)
        while left < sums.count || right < sums.count {
            let next: Int
            if right == sums.count || left < sums.count && sums[left] + first <= sums[right] + second {
                next = sums[left] + first
                left += 1
            } else {
                next = sums[right] + second
                right += 1
            }
            if next > least, next <= greatest, result.last != next { result.append(next) }
        }
        return result
    }

    /// Returns literals from the top of the order to its bottom.
    private func sorted(_ literals: [Literal]) -> [Literal] {
        literals.sorted {
            let (left, right) = (levels[$0.variable], levels[$1.variable])
            return left < right || left == right && $0 < $1
        }
    }
}
