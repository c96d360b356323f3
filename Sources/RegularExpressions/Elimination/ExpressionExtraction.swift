public import Automata
public import WorkLimits

extension FiniteAutomaton {
    /// Returns a regular expression for the language, over the same alphabet.
    ///
    /// The expression is shortened by the laws of ``RegularExpression/simplified(budget:)``, at
    /// each step and at the end. If both `extraction` and `order` are automatic and there are up to
    /// 32 states, other automata of the language are tried too. These are the minimal DFA, the
    /// reversal of the minimal DFA of the reversed language, and the NFA that `reduced(budget:)`
    /// returns. Variants of the first two are tried as well, with transitions added and removed
    /// without changing the language. Unneeded parts of the expression are then dropped. Minimize
    /// or reduce larger automata first: a smaller automaton usually has a shorter expression.
    /// Useless states are ignored.
    ///
    /// - Parameters:
    ///   - extraction: state elimination or equations.
    ///   - order: the order of the states.
    ///   - simplifying: whether the expression is shortened; otherwise only the laws of a
    ///     ``RegularExpression/Builder`` apply.
    ///   - budget: the limits of the work.
    /// - Complexity: O(*n*³) nodes at worst, with equal parts shared. The length of the
    ///   expression's text can be 4ⁿ, and for some automata no short expression exists.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func regularExpression(
        by extraction: ExpressionExtraction = .automatic, order: EliminationOrder = .automatic,
        simplifying: Bool = true, budget: Budget = .default
    ) throws(AutomataError) -> RegularExpression {
        let trim = asEpsilonNFA.trimmed()
        let graph = try ExpressionGraph(trim, simplifies: simplifying, budget: budget)
        let expression = try graph.expression(
            by: extraction, order: order, over: alphabet, simplifying: simplifying, budget: budget)
        guard extraction == .automatic, order == .automatic, simplifying,
            trim.stateCount <= EpsilonNFA.maximumStatesToSearch
        else { return expression }
        return try trim.shorterExpression(than: expression, budget: budget)
    }
}

extension ExpressionGraph {
    /// Returns the expression from the start to the end.
    func expression(
        by extraction: ExpressionExtraction, order: EliminationOrder, over alphabet: Alphabet, simplifying: Bool,
        budget: Budget
    ) throws(AutomataError) -> RegularExpression {
        let triesAll = stateCount <= Self.maximumStatesToTry
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
                // One successful attempt is enough.
                guard error.isBudgetExceeded, best != nil else { throw error }
            }
        }
        return best ?? RegularExpression(alphabet: alphabet, storage: .empty)
    }

    /// The maximum number of states for which several orders are tried, which multiplies the work.
    private static var maximumStatesToTry: Int { 32 }
}
