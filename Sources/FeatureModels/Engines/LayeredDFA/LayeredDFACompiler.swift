internal import WorkLimits

/// An engine that makes circuits from a minimal layered DFA. The DFA reads the values of the
/// variables in a fixed order, with one layer of states for each variable.
///
/// The states without the sink are the nodes of a decision diagram, plus one state wherever an edge
/// skips a layer. Parts of the system without common variables become separate diagrams.
///
/// - Reference: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE
///   Transactions on Computers 35, 1986, doi:10.1109/TC.1986.1676819.
package struct LayeredDFACompiler {
    /// The assignments of a system, and the size of their DFA.
    package struct Result: Sendable {
        /// The set of assignments to the kept variables.
        package var circuit: Circuit
        /// The order in which the DFA reads all variables, including those that aren't kept.
        package var order: [Int]
        /// The number of states of the minimal layered DFA without the sink.
        package var stateCount: Int
    }

    /// Returns the assignments of a system as a circuit.
    ///
    /// - Parameters:
    ///   - kept: For each variable, whether it is kept; the circuit has the assignments to kept
    ///     variables that can be extended to all variables.
    ///   - defined: For each variable, whether variables that aren't defined determine it, so that
    ///     it may be dropped; `nil` to drop none.
    ///   - rule: The rule for the order of the variables.
    /// - Complexity: Exponential at worst; linear in the number of conditions and in the maximum
    ///   number of nodes between the first and the last variable of a condition.
    /// - Throws: `LimitError` if the budget, which limits the nodes, is exceeded or cancelled.
    package static func circuit(
        of system: BooleanSystem, keeping kept: [Bool], dropping defined: [Bool]? = nil, order rule: VariableOrder,
        budget: Budget
    ) throws(LimitError) -> Result {
        try budget.check(built: 0)
        let count = system.variableCount
        guard let (parts, free) = system.parts() else {
            return Result(circuit: Circuit(variableCount: count), order: Array(0..<count), stateCount: 0)
        }
        var result = Result(circuit: Circuit(variableCount: count), order: [], stateCount: 1)
        var factors: [Circuit.Item] = []
        for part in parts {
            let order = try rule.restricted(to: part.variables).variables(of: part.system, budget: budget)
            var isKept = part.variables.map { kept[$0] }
            let droppable = part.variables.indices.filter { defined?[part.variables[$0]] ?? false }
            var diagram = try DecisionDiagram(
                order: order, budget: budget, held: (states: result.stateCount, bytes: result.circuit.byteCount))
            let root = try diagram.function(
                of: part.system, keeping: isKept, dropping: droppable, siftingFrom: rule == .sifted ? 1 << 13 : nil)
            for variable in diagram.droppedVariables { isKept[variable] = false }
            if root == 0 {
                return Result(circuit: Circuit(variableCount: count), order: Array(0..<count), stateCount: 0)
            }
            result.order += diagram.order.map { part.variables[$0] }
            let bytes = diagram.byteCount + result.circuit.byteCount
            var steps = LimitedSteps(BudgetWatch(budget, states: result.stateCount, bytes: bytes))
            let layers = try Layers(diagram, root, counting: &steps) { isKept[$0] ? part.variables[$0] : nil }
            result.stateCount += try layers.stateCount(of: diagram, counting: &steps) - 1
            try budget.check(built: result.stateCount, bytes: bytes)
            factors += try layers.add(diagram, to: &result.circuit, counting: &steps)
        }
        for variable in free {
            result.order.append(variable)
            if kept[variable] {
                factors.append(.free(variable))
                result.stateCount += 1
            }
        }
        if factors.count == 1, case .child = factors[0].kind {
            // The root exists already.
        } else {
            _ = result.circuit.addProduct(factors)
        }
        try budget.check(built: result.stateCount, bytes: result.circuit.byteCount)
        return result
    }

    /// Returns the assignments of a sorted system as a circuit.
    ///
    /// - Complexity: The same as for `circuit(of:keeping:dropping:order:budget:)` of a
    ///   `BooleanSystem`.
    /// - Throws: `LimitError` if the budget, which limits the nodes, is exceeded or cancelled.
    package static func circuit(
        of system: SortedSystem, keeping kept: [Bool], dropping defined: [Bool]? = nil, order rule: VariableOrder,
        budget: Budget
    ) throws(LimitError) -> Result {
        var conditions = BooleanSystem(variableCount: system.variableCount)
        conditions.bounds = system.bounds
        conditions.clauses = system.units.map { [$0] } + system.pairs.map { [$0.0, $0.1] } + system.clauses
        if system.isContradictory { conditions.clauses.append([]) }
        return try circuit(of: conditions, keeping: kept, dropping: defined, order: rule, budget: budget)
    }
}
