/// Conditions on Boolean variables: clauses, and bounds on the number of true literals.
///
/// The form that engines read. Bounds stay as they are, since an alternative of *n* members takes
/// *n*² clauses or further variables.
struct BooleanSystem: Sendable {
    /// At most `bound` of the literals are true if the condition is; a bound without a condition
    /// always holds.
    struct AtMost: Hashable, Sendable {
        var condition: Literal?
        var bound: Int
        var literals: [Literal]
    }

    /// The number of variables.
    var variableCount: Int
    /// Disjunctions; an empty one is false.
    var clauses: [[Literal]] = []
    /// Bounds on numbers of true literals.
    var bounds: [AtMost] = []

    /// Adds a variable and returns it.
    mutating func addVariable() -> Literal {
        variableCount += 1
        return Literal(variableCount - 1)
    }
}
