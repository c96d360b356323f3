/// Conditions on Boolean variables: clauses, and bounds on the weight of true literals.
///
/// Engines read this form. Bounds aren't expanded, since an alternative of *n* members would need
/// *n*² clauses or further variables.
package struct BooleanSystem: Sendable {
    /// A bound on the weight of true literals: it is at most `bound` if the condition is true. A
    /// bound without a condition always applies.
    package struct AtMostConstraint: Hashable, Sendable {
        package var condition: Literal?
        package var bound: Int
        package var literals: [Literal]
        /// The weight of each literal, positive and at most ``maximumWeight``; an empty list if all
        /// are 1.
        package var weights: [Int] = []

        package init(condition: Literal?, bound: Int, literals: [Literal], weights: [Int] = []) {
            self.condition = condition
            self.bound = bound
            self.literals = literals
            self.weights = weights
        }

        /// The maximum weight of a literal.
        package static let maximumWeight = Int(Int32.max)

        /// Returns the weight of the literal at an index.
        package func weight(at index: Int) -> Int { weights.isEmpty ? 1 : weights[index] }

        /// The sum of the weights of all literals.
        package var totalWeight: Int { weights.isEmpty ? literals.count : weights.reduce(0, +) }

        /// Returns the negated bound, under a condition: the weights add up to more.
        func exceeded(if condition: Literal?) -> AtMostConstraint {
            AtMostConstraint(
                condition: condition, bound: totalWeight - bound - 1, literals: literals.map { !$0 }, weights: weights)
        }
    }

    /// The number of variables.
    package var variableCount: Int
    /// Disjunctions of literals; an empty disjunction is false.
    package var clauses: [[Literal]] = []
    /// Bounds on weights of true literals.
    package var bounds: [AtMostConstraint] = []

    package init(variableCount: Int, clauses: [[Literal]] = [], bounds: [AtMostConstraint] = []) {
        self.variableCount = variableCount
        self.clauses = clauses
        self.bounds = bounds
    }

    /// Adds a variable and returns it.
    package mutating func addVariable() -> Literal {
        variableCount += 1
        return Literal(variableCount - 1)
    }

    /// Renumbers all variables: variable *i* is the one that was `order[i]`.
    mutating func renumberVariables(_ order: [Int]) {
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
