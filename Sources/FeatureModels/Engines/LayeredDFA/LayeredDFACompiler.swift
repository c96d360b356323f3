internal import Automata

/// The engine whose circuits come from a minimal layered DFA: one that reads the values of the
/// variables in a fixed order and, after each, is in a state of the next layer.
///
/// Its states without the sink are the nodes of a decision diagram, and a node more wherever an edge
/// skips a layer. Parts of the system that share no variable become diagrams of their own.
///
/// - Reference: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE
///   Transactions on Computers 35, 1986, doi:10.1109/TC.1986.1676819.
struct LayeredDFACompiler {
    /// The assignments of a system.
    struct Result: Sendable {
        /// The set; hidden variables occur in no node.
        var circuit: Circuit
        /// The order in which the DFA reads all variables, the hidden ones among them.
        var order: [Int]
        /// The number of states of the minimal layered DFA without the sink.
        var stateCount: Int
    }

    /// Returns the assignments of a system as a circuit.
    ///
    /// - Parameters:
    ///   - order: The rule for the order of the variables.
    ///   - hidden: Tells for each variable whether to project it away; empty if none is.
    ///   - budget: The limit on nodes and states.
    /// - Complexity: Exponential in the number of variables at worst; linear in the greatest number of
    ///   nodes and the number of conditions if the order keeps variables of a condition close.
    /// - Throws: What the budget throws.
    static func circuit(
        of system: BooleanSystem, order rule: VariableOrder = .force, hiding hidden: [Bool] = [], budget: Budget
    ) throws(AutomataError) -> Result {
        try budget.check(statesBuilt: 0)
        let hidden = hidden.isEmpty ? [Bool](repeating: false, count: system.variableCount) : hidden
        let empty = Result(
            circuit: Circuit(variableCount: system.variableCount), order: rule.variables(of: system), stateCount: 0)
        guard let (parts, free) = system.parts() else { return empty }

        var result = Result(circuit: Circuit(variableCount: system.variableCount), order: [], stateCount: 1)
        var factors: [Circuit.Item] = []
        for part in parts {
            let partHidden = part.variables.map { hidden[$0] }
            let partOrder = rule.restricted(to: part.variables).variables(of: part.system)
            var diagram = try DecisionDiagram(
                order: partOrder, budget: budget,
                held: (states: result.stateCount, bytes: result.circuit.byteCount))
            let root = try diagram.function(of: part.system, hiding: partHidden)
            result.order += diagram.order.map { part.variables[$0] }
            if root == 0 { return empty }
            let layers = Layers(diagram, root) { place in
                partHidden[place] ? nil : part.variables[place]
            }
            result.stateCount += layers.stateCount(of: diagram) - 1
            try budget.check(statesBuilt: result.stateCount, bytes: diagram.byteCount + result.circuit.byteCount)
            factors += layers.add(diagram, to: &result.circuit)
        }
        for variable in free {
            result.order.append(variable)
            if !hidden[variable] {
                factors.append(.free(variable))
                result.stateCount += 1
            }
        }
        if case .child? = factors.first?.kind, factors.count == 1 {
            // The root is there already.
        } else {
            _ = result.circuit.addProduct(factors)
        }
        try budget.check(statesBuilt: result.stateCount, bytes: result.circuit.byteCount)
        return result
    }
}
