public import Automata

extension Products {
    /// Returns the minimal DFA over the symbols 0 and 1 that accepts a word for each product.
    ///
    /// The *i*-th letter is 1 if the product holds the *i*-th feature in scope.
    ///
    /// Models over the same features have the same products if and only if their automata are
    /// equivalent. The operations on automata apply to models, too.
    ///
    /// - Complexity: Exponential at worst, as the order of the letters is that of the features.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func automaton(budget: Budget = .default) throws(FeatureModelError) -> DFA {
        try stopping { () throws(AutomataError) in
            try LayeredDFACompiler.automaton(of: circuit, letters: meanings.compactMap(\.self), budget: budget)
        }
    }
}
