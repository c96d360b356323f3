internal import Automata
internal import WorkLimits

extension EpsilonNFA {
    /// Returns a shorter expression from other automata of the language, or the given one if none
    /// is found.
    ///
    /// The automaton must be trim. The search tries the minimal DFA; the reversal of the minimal
    /// DFA of the reversed language; variants of these two with as few transitions as possible; and
    /// the reduced automaton. Then it drops unneeded parts of the shortest expression.
    ///
    /// - Complexity: bounded by a constant for each state and symbol.
    /// - Throws: `AutomataError.cancelled(statesBuilt:)`.
    func shorterExpression(
        than expression: RegularExpression, budget: Budget
    ) throws(AutomataError) -> RegularExpression {
        var search = ExpressionSearch(expression, budget)
        do throws(AutomataError) {
            try search.run(self)
        } catch {
            // The existing expression needn't be the shortest.
            guard error.isBudgetExceeded else { throw error }
        }
        return search.best
    }

    /// The maximum number of states. Larger automata have unreadably long expressions, and take too
    /// long to be tried in many ways.
    static var maximumStatesToSearch: Int { 32 }
}

/// A search for short expressions of a language by converting several automata.
private struct ExpressionSearch {
    private(set) var best: RegularExpression
    private var effort: Int
    private let budget: Budget
    private var triedAutomata: [NFA] = []

    init(_ expression: RegularExpression, _ budget: Budget) {
        best = expression
        effort = ExpressionLength(expression).effort
        self.budget = budget
    }

    /// The budget for small DFAs.
    private var smallBudget: Budget {
        Budget(
            maximumStates: min(budget.maximumStates, 256), maximumBytes: min(budget.maximumBytes, 1 << 22),
            isCancelled: budget.isCancelled)
    }

    mutating func run(_ automaton: EpsilonNFA) throws(AutomataError) {
        let nfa = try automaton.removingEpsilonMoves(budget: budget)
        if !nfa.isDeterministic { try attempt(try nfa.reduced(budget: budget)) }
        let forward = try minimal(nfa)
        if let forward {
            try attempt(NFA(forward))
            try attemptPruned(forward, isReversed: false)
        }
        if let backward = try minimal(nfa.reversed()) {
            try attempt(backward.reversed())
            try attemptPruned(backward, isReversed: true)
        }
        if let forward, best.length <= ExpressionShrinking.maximumLength {
            keepIfShorter(try ExpressionShrinking.shrunk(best, language: forward, budget: budget))
        }
    }

    /// Returns the minimal DFA, over the same classes of symbols, or `nil` if it is large.
    private func minimal(_ nfa: NFA) throws(AutomataError) -> DFA? {
        do throws(AutomataError) {
            let dfa = try nfa.minimized(budget: smallBudget)
            guard dfa.stateCount <= EpsilonNFA.maximumStatesToSearch else { return nil }
            return try dfa.aligned(to: nfa.alphabet, budget: budget)
        } catch {
            guard error.isBudgetExceeded else { throw error }
            return nil
        }
    }

    private mutating func attemptPruned(_ dfa: DFA, isReversed: Bool) throws(AutomataError) {
        guard var pruning = TransitionPruning(dfa), pruning.hasInclusions else { return }
        for preference in Self.preferences {
            try budget.check(statesBuilt: 0)
            let nfa = pruning.automaton(preference)
            try attempt(isReversed ? nfa.reversed() : nfa)
        }
    }

    private static let preferences: [TransitionPruning.Preference] = [.dropsBack, .dropsForward]

    private mutating func attempt(_ nfa: NFA) throws(AutomataError) {
        let nfa = nfa.withNames(nil)
        if triedAutomata.contains(nfa) { return }
        triedAutomata.append(nfa)
        let graph = try ExpressionGraph(EpsilonNFA(nfa), simplifies: true, budget: budget)
        for order in [EliminationOrder.bridges, .cycles, .degree] {
            let expression = try graph.expression(
                by: .stateElimination, order: order, over: nfa.alphabet, simplifying: true, budget: budget)
            keepIfShorter(expression)
        }
    }

    private mutating func keepIfShorter(_ expression: RegularExpression) {
        let effort = ExpressionLength(expression).effort
        if effort < self.effort { (best, self.effort) = (expression, effort) }
    }
}
