internal import BigIntegers
internal import WorkLimits

/// The assignments to some variables of a system that can be extended to all, compiled.
struct Projection: Sendable {
    /// The assignments to the variables that are left.
    let circuit: Circuit
    /// The number of assignments of each node.
    let counts: [BigInteger]
    /// The meaning of each of the chosen variables in the circuit; without assignments all are
    /// false.
    let meanings: [Reduction.Meaning]
    /// The engine that compiled them.
    let engine: ProductEngine
    /// The order in which a layered DFA reads variables of the circuit.
    let order: [Int]

    /// The number of assignments.
    var count: BigInteger { counts.last ?? 0 }

    /// Compiles the assignments to some variables.
    ///
    /// - Parameters:
    ///   - system: The system.
    ///   - chosen: The variables, without repetitions; their order is that of the circuit's
    ///     variables.
    ///   - keepsAll: Whether no variable is projected away, as the chosen ones define all others.
    ///   - engine: The engine; `nil` to try them in turn.
    ///   - order: Returns the rule for the variable order of a layered DFA, given the meanings of
    ///     the chosen ones.
    ///   - budget: The limits of nodes and bytes of an engine.
    /// - Complexity: Exponential in the number of variables at worst.
    /// - Throws: ``FeatureModelError/tooLarge(_:)`` or ``FeatureModelError/stopped(_:)``.
    init(
        of system: BooleanSystem, onto chosen: [Int], keepsAll: Bool, using engine: ProductEngine?,
        order: ([Reduction.Meaning]) -> VariableOrder = { _ in .sifted }, budget: Budget
    ) throws(FeatureModelError) {
        var isChosen = [Bool](repeating: false, count: system.variableCount)
        for variable in chosen { isChosen[variable] = true }
        var system = system
        // Chosen variables get the lowest numbers, in their order.
        system.renumberVariables(chosen + (0..<system.variableCount).filter { !isChosen[$0] })
        let reduction = try stopping { () throws(LimitError) in try Reduction(system, budget: budget) }
        let meanings = Array(reduction.meanings.prefix(chosen.count))
        guard let reduced = reduction.system else {
            (circuit, counts) = (Circuit(variableCount: 0), [])
            self.meanings = meanings.map { _ in .constant(false) }
            (self.engine, self.order) = (engine ?? .decisionDNNF, [])
            return
        }
        var isRequested = [Bool](repeating: false, count: reduced.variableCount)
        for case .literal(let literal) in meanings { isRequested[literal.variable] = true }
        let compilation = Compilation(
            system: reduced, isKept: isRequested.map { $0 || keepsAll }, isDefined: isRequested.map { !$0 && keepsAll },
            order: order(meanings))
        let compiled = try compilation.result(using: engine, budget: budget)
        counts = try stopping { () throws(LimitError) in try compiled.circuit.counts(budget: budget) }
        (circuit, self.engine, self.order) = (compiled.circuit, compiled.engine, compiled.order)
        self.meanings = circuit.isEmpty ? meanings.map { _ in .constant(false) } : meanings
    }
}
