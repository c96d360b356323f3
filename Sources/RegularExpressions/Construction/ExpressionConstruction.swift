public import Automata
public import WorkLimits

/// A construction of an automaton from an expression. All constructions yield the same language.
public enum ExpressionConstruction: String, Sendable, Hashable, CaseIterable {
    /// Glushkov's construction, with products of automata for intersection and complement.
    case automatic
    /// Thompson's construction, with epsilon moves: at most two states per symbol and operator.
    case thompson
    /// The construction of Glushkov, McNaughton and Yamada: an initial state and one state for each
    /// occurrence of a symbol; no epsilon moves.
    case glushkov
    /// The construction of Ilie and Yu: Glushkov's, with states merged that have the same
    /// successors and the same finality.
    case follow
    /// Antimirov's construction: one state per partial derivative, and never more states than
    /// Glushkov's.
    case partialDerivatives = "partial-derivatives"
    /// Brzozowski's construction: one state per derivative; a DFA, also of intersections and
    /// complements.
    ///
    /// There can be exponentially many derivatives even if the minimal DFA is small, because only
    /// cheap laws identify equal languages. Give the construction a `Budget`, or choose
    /// ``automatic``.
    case derivatives
}

extension RegularExpression {
    /// Returns an automaton for the expression: an `EpsilonNFA` by Thompson's construction; an
    /// `NFA` by Glushkov's, by Ilie and Yu's, or by Antimirov's; a `DFA` by Brzozowski's.
    ///
    /// If an expression has intersections or complements, all constructions except
    /// ``ExpressionConstruction/derivatives`` build the minimal DFA of each intersection or
    /// complement, and insert it with epsilon moves. Repetitions are unrolled within the budget.
    ///
    /// - Complexity: O(*s*) for Thompson's construction of an expression that is *s* symbols and
    ///   operators long with its repetitions unrolled; O(*s*²) transitions on sets of symbols for
    ///   Glushkov's, but O(*s*) for most expressions; exponentially many states at worst for
    ///   Brzozowski's, even if the smallest DFA is small.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func automaton(
        using construction: ExpressionConstruction = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        switch construction {
        case .thompson: .epsilonNFA(try epsilonNFA(budget: budget))
        case .automatic, .glushkov, .follow, .partialDerivatives: .nfa(try nfa(using: construction, budget: budget))
        case .derivatives: .dfa(try dfa(using: .derivatives, budget: budget))
        }
    }

    /// Returns Thompson's automaton for the expression.
    ///
    /// It has an initial state that no transition enters, a final state that no transition leaves,
    /// and at most two more states for each symbol and operator.
    ///
    /// - Complexity: O(*s*) for an expression that is *s* symbols and operators long with its
    ///   repetitions unrolled.
    /// - Throws: `AutomataError` if the budget stops the work.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968,
    /// doi:10.1145/363347.363387.
    public func epsilonNFA(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let pieces = try BooleanPieces(self, root: root, budget: budget)
        return try ThompsonConstruction.run(self, root: root, pieces: pieces, budget: budget)
    }

    /// Returns an automaton for the expression without epsilon moves, by default by Glushkov's
    /// construction.
    ///
    /// - Complexity: that of ``automaton(using:budget:)``, plus the time to remove epsilon moves
    ///   after Thompson's construction.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func nfa(
        using construction: ExpressionConstruction = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        if construction == .derivatives { return NFA(try dfa(using: .derivatives, budget: budget)) }
        let pieces = try BooleanPieces(self, root: root, budget: budget)
        return try nfa(root: root, using: construction, pieces: pieces, budget: budget)
    }

    /// Returns a deterministic automaton for the expression, trim but not necessarily minimal.
    ///
    /// - Complexity: O(2ˢ) states at worst for an expression that is *s* symbols long with its
    ///   repetitions unrolled.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func dfa(
        using construction: ExpressionConstruction = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        switch construction {
        case .derivatives where !hasAssertions || !hasBooleanOperators:
            return try DerivativeConstruction.run(self, root: root, budget: budget)
        case .automatic, .derivatives:
            let pieces = try BooleanPieces(self, root: root, budget: budget)
            return try dfa(root: root, pieces: pieces, budget: budget)
        case .thompson, .glushkov, .follow, .partialDerivatives:
            return try automaton(using: construction, budget: budget).determinized(budget: budget)
        }
    }

    /// Returns the smallest DFA for the expression.
    ///
    /// - Complexity: that of ``dfa(using:budget:)`` and of
    ///   `FiniteAutomaton.minimized(using:total:budget:)`.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func minimalDFA(budget: Budget = .default) throws(AutomataError) -> DFA {
        let pieces = try BooleanPieces(self, root: root, budget: budget)
        if let piece = pieces[root] { return try piece.minimized(budget: budget) }
        let nfa = try nfa(root: root, using: .automatic, pieces: pieces, budget: budget)
        if let minimal = try nfa.minimizedWhereReverseIsDeterministic(budget: budget) { return minimal }
        return try nfa.determinizedBySubsumption(budget: budget).minimized(budget: budget)
    }
}

extension RegularExpression {
    /// Returns an automaton for a part of the expression, given the DFAs of its intersections and
    /// complements.
    package func nfa(
        root: NodeID, using construction: ExpressionConstruction, pieces: BooleanPieces, budget: Budget
    ) throws(AutomataError) -> NFA {
        if let piece = pieces[root] { return NFA(piece) }
        if construction == .thompson || pieces.hasOperators(below: root) {
            let automaton = try ThompsonConstruction.run(self, root: root, pieces: pieces, budget: budget)
            return try automaton.removingEpsilonMoves(budget: budget)
        }
        switch construction {
        case .partialDerivatives:
            return try PartialDerivativeConstruction.run(self, root: root, budget: budget)
        case .follow:
            let positions = try PositionAutomaton(self, root: root, mergingLeaves: false, budget: budget)
            let (rows, final) = try positions.rowsJoiningEqualFollowers(
                alphabetCount: alphabet.count, budget: budget)
            return try nfa(rows, initial: [0], final: final, budget: budget)
        case .automatic, .glushkov, .thompson, .derivatives:
            let positions = try PositionAutomaton(
                self, root: root, mergingLeaves: construction == .automatic, budget: budget)
            let rows = try positions.rows(alphabetCount: alphabet.count, budget: budget)
            return try nfa(rows, initial: [0], final: positions.finalStates, budget: budget)
        }
    }

    /// Returns a DFA for a part of the expression. The automata of its Boolean operators are among
    /// the pieces.
    func dfa(root: NodeID, pieces: BooleanPieces, budget: Budget) throws(AutomataError) -> DFA {
        if let piece = pieces[root] { return piece }
        return try nfa(root: root, using: .automatic, pieces: pieces, budget: budget)
            .determinizedBySubsumption(budget: budget)
    }

    /// Returns the automaton for transitions in which symbols beyond the alphabet are assertions.
    package func nfa(
        _ rows: Transitions, initial: StateSet, final: StateSet, budget: Budget
    ) throws(AutomataError) -> NFA {
        guard hasAssertions else {
            return NFA(alphabet: alphabet, rows: rows, initialStates: initial, finalStates: final)
        }
        return try AssertionResolution(self).run(rows, initial: initial, final: final, budget: budget)
    }
}
