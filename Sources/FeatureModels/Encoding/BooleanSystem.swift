/// Conditions on Boolean variables: clauses, and bounds on the number of true literals.
///
/// The form that engines read. Bounds stay as they are, since an alternative of *n* members takes
/// *n*² clauses or further variables.
package struct BooleanSystem: Sendable {
    /// At most `bound` of the literals are true if the condition is; a bound without a condition
    /// always holds.
    package struct AtMost: Hashable, Sendable {
        package var condition: Literal?
        package var bound: Int
        package var literals: [Literal]
    }

    /// The number of variables.
    package var variableCount: Int
    /// Disjunctions; an empty one is false.
    package var clauses: [[Literal]] = []
    /// Bounds on numbers of true literals.
    package var bounds: [AtMost] = []

    /// Adds a variable and returns it.
    package mutating func addVariable() -> Literal {
        variableCount += 1
        return Literal(variableCount - 1)
    }

    /// Renumbers the first variables: variable *i* is the one that was `order[i]`.
    mutating func moveToFront(_ order: [Int]) {
        var numbers = Array(0..<variableCount)
        for (new, old) in order.enumerated() { numbers[old] = new }
        func moved(_ literal: Literal) -> Literal { Literal(numbers[literal.variable], literal.value) }
        for index in clauses.indices { clauses[index] = clauses[index].map(moved) }
        for index in bounds.indices {
            bounds[index].condition = bounds[index].condition.map(moved)
            bounds[index].literals = bounds[index].literals.map(moved)
        }
    }
}
