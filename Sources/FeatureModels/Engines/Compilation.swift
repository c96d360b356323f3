internal import Automata

/// A system that is compiled by one engine or by the first that is done.
struct Compilation {
    let system: SortedSystem
    /// Whether each variable is kept; the others are projected away.
    let isKept: [Bool]

    /// Compiles with one engine, or with each in turn, with an eighth of the budget and then all of
    /// it.
    func circuit(
        using engine: ProductEngine?, budget: Budget
    ) throws(FeatureModelError) -> (Circuit, ProductEngine) {
        var part = budget
        (part.maximumStates, part.maximumBytes) = (budget.maximumStates / 8, budget.maximumBytes / 8)
        let attempts =
            engine.map { [($0, budget)] }
            ?? [(.decisionDNNF, part), (.layeredDFA, part), (.decisionDNNF, budget), (.layeredDFA, budget)]
        var failures: [FeatureModelError.Attempt] = []
        for (engine, budget) in attempts {
            do throws(AutomataError) {
                return (try circuit(by: engine, budget), engine)
            } catch {
                guard error.isBudgetExceeded else { throw .stopped(error) }
                failures.append(FeatureModelError.Attempt(engine: engine, error: error))
            }
        }
        throw .tooLarge(failures.suffix(ProductEngine.allCases.count))
    }

    private func circuit(by engine: ProductEngine, _ budget: Budget) throws(AutomataError) -> Circuit {
        switch engine {
        case .decisionDNNF: try DNNFCompiler.circuit(of: system, keeping: isKept, budget: budget)
        case .layeredDFA:
            try LayeredDFACompiler.circuit(of: system, keeping: isKept, order: .sifted, budget: budget).circuit
        }
    }
}
