public import Automata
public import FeatureModels

extension Products {
    /// Returns the minimal DFA over the symbols 0 and 1 that accepts a word for each product.
    ///
    /// The *i*-th letter is 1 if the product contains the *i*-th feature in scope.
    ///
    /// Two models over the same features have the same products if and only if their automata are
    /// equivalent. All operations on automata apply to the products of a model, too.
    ///
    /// - Complexity: Exponential at worst, as the letters are in the order of the features.
    /// - Throws: `FeatureModelError.stopped(_:)`.
    public func automaton(budget: Budget = .default) throws(FeatureModelError) -> DFA {
        try convertingCoreErrors { () throws(AutomataError) in
            do throws(LimitError) { return DFA(try layeredTable(budget: budget)) } catch { throw AutomataError(error) }
        }
    }
}

extension DFA {
    /// Creates the DFA of a layered table, over the symbols 0 and 1.
    package init(_ table: LayeredTable) {
        self.init(
            alphabet: ["0", "1"], stateCount: table.stateCount,
            denseTargets: table.targets.map(StateID.init(rawValue:)),
            initialState: table.stateCount == 0 ? nil : 0,
            finalStates: table.stateCount == 0 ? [] : [StateID(table.stateCount - 1)])
    }
}

/// Runs work of the core, and converts its error to a feature model's.
func convertingCoreErrors<Result>(_ work: () throws(AutomataError) -> Result) throws(FeatureModelError) -> Result {
    do { return try work() } catch { throw .stopped(LimitError(error)) }
}

extension LimitError {
    /// Creates the error of work on valid automata, which can fail only by a limit.
    fileprivate init(_ error: AutomataError) {
        self =
            switch error {
            case .budgetExceeded(let built, let limit): .budgetExceeded(built: built, limit: limit)
            case .cancelled(let built): .cancelled(built: built)
            case .tooLarge(let things): .tooLarge(things)
            default: .tooLarge(error.description)
            }
    }
}
