internal import WorkLimits

/// A system to compile by one engine, or by each in turn.
struct Compilation {
    let system: SortedSystem
    /// Whether each variable is kept; the others are projected away.
    let isKept: [Bool]
    /// Whether each variable is determined by others.
    let isDefined: [Bool]
    /// The rule for the order of a layered DFA's variables.
    let order: VariableOrder

    /// The result of an engine.
    struct Result {
        var circuit: Circuit
        var engine: ProductEngine
        /// The order in which a layered DFA reads variables.
        var order: [Int] = []
    }

    /// Compiles with one engine, or with each in turn, first with an eighth of the budget and then
    /// with all of it.
    func result(using engine: ProductEngine?, budget: Budget) throws(FeatureModelError) -> Result {
        var part = budget
        (part.maximumStates, part.maximumBytes) = (budget.maximumStates / 8, budget.maximumBytes / 8)
        let attempts =
            engine.map { [($0, budget)] }
            ?? [(.decisionDNNF, part), (.layeredDFA, part), (.decisionDNNF, budget), (.layeredDFA, budget)]
        var failures: [FeatureModelError.Attempt] = []
        for (engine, budget) in attempts {
            do throws(LimitError) {
                return try result(by: engine, budget)
            } catch {
                guard error.isBudgetExceeded else { throw .stopped(error) }
                failures.append(FeatureModelError.Attempt(engine: engine, error: error))
            }
        }
        throw .tooLarge(failures.suffix(ProductEngine.allCases.count))
    }

    private func result(by engine: ProductEngine, _ budget: Budget) throws(LimitError) -> Result {
        switch engine {
        case .decisionDNNF:
            return Result(
                circuit: try DNNFCompiler.circuit(of: system, keeping: isKept, budget: budget), engine: engine)
        case .layeredDFA:
            let found = try LayeredDFACompiler.circuit(
                of: system, keeping: isKept, dropping: isDefined, order: order, budget: budget)
            return Result(circuit: found.circuit, engine: engine, order: found.order)
        }
    }
}
