internal import WorkLimits

/// A rule for the order in which a layered DFA reads variables.
///
/// The order makes the number of states linear to exponential in the number of variables.
package enum VariableOrder: Hashable, Sendable {
    /// The order of the variables' numbers.
    case numbers
    /// The order that the FORCE heuristic finds from the conditions.
    case force
    /// The order that sifting finds from ``force``, while the DFA grows and when it is complete.
    case sifted
    /// A given order; missing variables follow in the order of their numbers.
    case given([Int])

    /// Returns the order of a system's variables.
    ///
    /// - Throws: The budget's error.
    func variables(of system: BooleanSystem, budget: Budget) throws(LimitError) -> [Int] {
        switch self {
        case .numbers: Array(0..<system.variableCount)
        case .force, .sifted: try ConstraintGraph(system).forceOrder(asking: BudgetWatch<LimitError>(budget))
        case .given(let order): completed(order, count: system.variableCount)
        }
    }

    private func completed(_ order: [Int], count: Int) -> [Int] {
        var isPresent = [Bool](repeating: false, count: count)
        var result: [Int] = []
        for variable in order where variable >= 0 && variable < count && !isPresent[variable] {
            isPresent[variable] = true
            result.append(variable)
        }
        for variable in 0..<count where !isPresent[variable] { result.append(variable) }
        return result
    }

    /// Returns the rule for some of the variables, which get the numbers of their places in the
    /// list.
    func restricted(to variables: [Int]) -> VariableOrder {
        guard case .given(let order) = self else { return self }
        var positions: [Int: Int] = [:]
        for (position, variable) in variables.enumerated() { positions[variable] = position }
        return .given(order.compactMap { positions[$0] })
    }
}
