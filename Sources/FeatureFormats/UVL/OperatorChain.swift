internal import FeatureModels

/// A chain of operands with operators of one precedence in between, such as `a + b - c`.
struct OperatorChain<Value> {
    /// An operand, and its number of levels.
    typealias Operand = (value: Value, depth: Int)

    private let operands: [Operand]
    /// For each operand, a Boolean value that indicates whether the operator before it is the
    /// inverse one: `-` in sums, `/` in products.
    private let isInverse: [Bool]

    init(_ operands: [Operand], isInverse: [Bool]) { (self.operands, self.isInverse) = (operands, isInverse) }

    /// Returns the value of the chain.
    ///
    /// The operators group to the left. If that takes more levels than a constraint may have, the
    /// operands become a balanced tree of the same value: `(a + b) - (c - d)` for `a + b - c + d`.
    ///
    /// - Parameter join: Joins two values with the operator, or with the inverse one.
    /// - Complexity: O(*n*) for *n* operands.
    func joined(_ join: (Value, Value, _ isInverse: Bool) -> Value) -> Operand {
        func joined(_ left: Operand, _ right: Operand, _ isInverse: Bool) -> Operand {
            (join(left.value, right.value, isInverse), 1 + max(left.depth, right.depth))
        }
        /// Joins a part of the chain; `isInverted` means that an inverse operator stands before it.
        func balanced(_ range: Range<Int>, isInverted: Bool) -> Operand {
            guard range.count > 1 else { return operands[range.lowerBound] }
            let middle = range.lowerBound + range.count / 2
            let isInverse = isInverse[middle] != isInverted
            return joined(
                balanced(range.lowerBound..<middle, isInverted: isInverted),
                balanced(middle..<range.upperBound, isInverted: isInverted != isInverse), isInverse)
        }
        let depth = operands.dropFirst().reduce(operands[0].depth) { 1 + max($0, $1.depth) }
        if depth > Proposition.maximumDepth { return balanced(operands.indices, isInverted: false) }
        return zip(operands, isInverse).dropFirst().reduce(operands[0]) { joined($0, $1.0, $1.1) }
    }
}
