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
}
