/// A method of ``FiniteAutomaton/reduced(using:budget:)``.
public enum ReductionMethod: String, Sendable, Hashable, CaseIterable {
    /// ``bisimulation``, then ``simulation`` if its tables are small enough.
    case automatic
    /// Merges states that are forward bisimilar.
    case forwardBisimulation = "forward-bisimulation"
    /// Merges states that are backward bisimilar.
    case backwardBisimulation = "backward-bisimulation"
    /// Alternates both bisimulations until neither merges states.
    case bisimulation
    /// Merges states that simulate each other forward. Drops a transition if its target is strictly
    /// simulated by the target of another transition with the same source and symbol.
    case forwardSimulation = "forward-simulation"
    /// Merges states that simulate each other backward. Drops a transition if its source is
    /// strictly simulated by the source of another transition with the same symbol and target.
    case backwardSimulation = "backward-simulation"
    /// Alternates both simulations until neither changes anything; both relations together decide
    /// which transitions are dropped.
    case simulation
}

extension FiniteAutomaton {
    /// Returns a smaller automaton of the same language. The result need not be the smallest one,
    /// which is PSPACE-hard to find.
    ///
    /// States that are equivalent in some relation are merged. Each of four relations on its own
    /// keeps the language: forward and backward bisimilarity, and mutual simulation, forward and
    /// backward. A transition is dropped if another one on the same symbol leaves a state that
    /// simulates its source backward and enters a state that simulates its target forward. One of
    /// the two simulations must be strict, the same one for all transitions dropped in one step. A
    /// state is no longer initial if another initial state simulates it forward, and no longer
    /// final if another final state simulates it backward. Relations are recomputed after each
    /// change.
    ///
    /// - Result: trim, reproducible, with at most as many states and transitions as before. A
    ///   merged state has the name of its least member.
    /// - Complexity: usually few rounds, at most *n* + *m*. A round takes O(*m* log *n*) for
    ///   `bisimulationPartition(_:budget:)` or O(*n* *m* *d*) for `simulationPreorder(_:budget:)`.
    ///   Dropping transitions takes O(*m* *s* *d*), for at most *s* states that simulate one state,
    ///   and *d* targets of one state on one symbol.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: D. Bustan, O. Grumberg, Simulation-based minimization, ACM Transactions on
    ///   Computational Logic 4(2), 2003, doi:10.1145/635499.635502; R. Mayr, L. Clemente, Advanced
    ///   automata minimization, POPL 2013, doi:10.1145/2429069.2429079.
    ///
    /// Epsilon moves are removed first. If the result has more transitions than the input, or the
    /// removal exceeds the budget, the epsilon moves are kept. They then count as transitions on an
    /// additional symbol.
    ///
    /// In a trim DFA no word leads to two states, so backward relations find nothing, and states
    /// that simulate each other accept the same words. So for a DFA the backward methods return the
    /// trim part, and all others the minimal DFA.
    public func reduced(
        using method: ReductionMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        if let dfa = asDFA { return .fitting(try dfa.reducedDeterministically(using: method, budget: budget), .dfa) }
        if let nfa = asNFA { return .fitting(try nfa.reducedByRelations(using: method, budget: budget), .nfa) }
        return .fitting(try asEpsilonNFA.reducedPreferringNoMoves(using: method, budget: budget), .epsilonNFA)
    }
}

extension NFA {
    fileprivate func reducedByRelations(using method: ReductionMethod, budget: Budget) throws(AutomataError) -> NFA {
        var work = ReductionWork(
            rows: rows, symbolCount: alphabet.count, initial: initialStates, final: finalStates, stateCount: stateCount)
        try work.reduce(using: method, budget: budget)
        return NFA(
            alphabet: alphabet, rows: work.rows, initialStates: work.initial, finalStates: work.final,
            annotations: annotations.permuted(by: work.oldStates))
    }
}

extension DFA {
    fileprivate func reducedDeterministically(
        using method: ReductionMethod, budget: Budget
    ) throws(AutomataError) -> DFA {
        switch method {
        case .backwardBisimulation, .backwardSimulation:
            try budget.check(statesBuilt: 0)
            return trimmed()
        case .automatic, .forwardBisimulation, .bisimulation, .forwardSimulation, .simulation:
            return try minimized(budget: budget)
        }
    }
}

extension EpsilonNFA {
    /// Returns the reduced automaton, without ε-moves if that has no more transitions than this
    /// automaton.
    fileprivate func reducedPreferringNoMoves(
        using method: ReductionMethod, budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        let removed = try reducedWithoutMoves(using: method, budget: budget)
        if let removed, removed.transitionCount <= transitionCount { return EpsilonNFA(removed) }
        let symbolCount = alphabet.count
        var sources: [StateID] = []
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        for state in states {
            for index in rows.range(of: state) {
                sources.append(state)
                symbols.append(rows.symbols[index])
                targets.append(rows.targets[index])
            }
            for index in epsilon.range(of: state) where epsilon.targets[index] != state {
                sources.append(state)
                symbols.append(Symbol(symbolCount))
                targets.append(epsilon.targets[index])
            }
        }
        var work = ReductionWork(
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            symbolCount: symbolCount + 1, initial: initialStates, final: finalStates, stateCount: stateCount)
        try work.reduce(using: method, budget: budget)
        let result = work.separated(epsilon: Symbol(symbolCount))
        return EpsilonNFA(
            alphabet: alphabet, rows: result.rows, epsilon: result.moves, initialStates: work.initial,
            finalStates: work.final, annotations: annotations.permuted(by: work.oldStates))
    }

    /// Returns the reduced automaton without epsilon moves, or `nil` if that exceeds the budget:
    /// then the moves are worth keeping.
    private func reducedWithoutMoves(
        using method: ReductionMethod, budget: Budget
    ) throws(AutomataError) -> NFA? {
        do throws(AutomataError) {
            return try trimmed().removingEpsilonMoves(budget: budget).reduced(using: method, budget: budget)
        } catch {
            guard epsilon.count > 0, error.isBudgetExceeded else { throw error }
            return nil
        }
    }
}
