extension FiniteAutomaton {
    /// Returns a regular expression for the language, over the same alphabet.
    ///
    /// It is made as short as the laws of ``RegularExpression/simplified(budget:)`` make it, at
    /// each step and at the end. Where both `extraction` and `order` are automatic and there are up
    /// to 32 states, other automata of the language are tried too: the minimal DFA, that of the
    /// reversed words, both with more transitions and then with as few as can be, and the automaton
    /// reduced; and what the expression doesn't need is left out. For larger ones minimize or
    /// reduce before, as a smaller automaton mostly has a shorter expression. States that no
    /// accepted word visits play no part.
    ///
    /// - Parameters:
    ///   - extraction: state elimination or equations.
    ///   - order: which state comes next.
    ///   - simplifying: whether the expression is made shorter; else it is as the method gives it,
    ///     up to the laws that a ``RegularExpression/Builder`` applies.
    ///   - budget: the limits of the work.
    /// - Complexity: O(*n*³) nodes at worst, in which equal parts are one; written out the
    ///   expression can have a length of 4ⁿ, and for some automata no short one exists.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where nodes are more than the
    ///   budget has states, ``AutomataError/cancelled(statesBuilt:)``.
    public func regularExpression(
        by extraction: ExpressionExtraction = .automatic, order: EliminationOrder = .automatic,
        simplifying: Bool = true, budget: Budget = .default
    ) throws(AutomataError) -> RegularExpression {
        let trim = asEpsilonNFA.trimmed()
        let graph = try ExpressionGraph(trim, simplifies: simplifying, budget: budget)
        let expression = try graph.expression(
            by: extraction, order: order, over: alphabet, simplifying: simplifying, budget: budget)
        guard extraction == .automatic, order == .automatic, simplifying,
            trim.stateCount <= EpsilonNFA.mostStatesToSearch
        else { return expression }
        return try trim.shorterExpression(than: expression, budget: budget)
    }
}

extension ExpressionGraph {
    /// The expression from the start to the end.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    func expression(
        by extraction: ExpressionExtraction, order: EliminationOrder, over alphabet: Alphabet, simplifying: Bool,
        budget: Budget
    ) throws(AutomataError) -> RegularExpression {
        let triesAll = stateCount <= Self.mostStatesToTry
        let orders: [EliminationOrder] =
            order != .automatic ? [order] : triesAll ? [.bridges, .weight, .degree, .cycles, .numbers] : [.bridges]
        var attempts: [(byEquations: Bool, order: EliminationOrder)] = []
        if extraction != .equations { attempts += orders.map { (false, $0) } }
        if extraction == .equations || extraction == .automatic && triesAll { attempts += orders.map { (true, $0) } }
        var best: RegularExpression?
        for (byEquations, order) in attempts {
            do throws(AutomataError) {
                var graph = self
                let root = byEquations ? try graph.solveEquations(order) : try graph.eliminateAll(order)
                var expression = graph.algebra.expression(root, over: alphabet)
                if simplifying { expression = try expression.simplified(budget: budget) }
                if let shortest = best, shortest.length <= expression.length { continue }
                best = expression
            } catch {
                // Of several attempts one is enough.
                guard error.isBudgetExceeded, best != nil else { throw error }
            }
        }
        return best ?? RegularExpression(alphabet: alphabet, storage: .empty)
    }

    /// The number of states up to which several orders are tried; the work is that many times as
    /// much.
    private static var mostStatesToTry: Int { 32 }
}
