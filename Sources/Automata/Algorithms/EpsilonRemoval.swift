extension EpsilonNFA {
    /// An automaton of the same language without epsilon moves.
    ///
    /// A state of the result has the transitions of all states in its epsilon closure, and is final where one of
    /// them is. Only accessible states are in the result, in their order and with their names: those that nothing but
    /// epsilon moves entered are gone.
    ///
    /// - Complexity: O(*m* + sum over the kept states of what leaves their closures), which is O(*n* *m*) at worst;
    ///   chains of states with nothing but one epsilon move cost no more than their length.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, as the result can have O(*n*²*k*) transitions;
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 3rd ed., section 2.5.
    public func removingEpsilonMoves(budget: Budget = .default) throws(AutomataError) -> NFA {
        if epsilon.count == 0 {
            return NFA(
                alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates, names: names
            ).accessiblePart()
        }
        let renumbering = Renumbering(keeping: statesEnteredBySymbols, of: stateCount)
        var closures = ClosureWalk(self)
        var merged = MergedRows(stateCount: renumbering.oldStates.count)
        var newFinalStates = StateSet()
        for (new, old) in renumbering.oldStates.enumerated() {
            if new & 0xFFF == 0xFFF {
                try budget.check(
                    statesBuilt: new, statesPending: renumbering.oldStates.count - new, bytes: merged.byteCount)
            }
            let closure = closures.closure(of: old)
            for state in closure {
                if finalStates.contains(state) { newFinalStates.insert(State(new)) }
            }
            merged.appendRow(of: closure, in: rows, renumbering.newStates)
            if merged.byteCount > budget.maximumBytes {
                throw .budgetExceeded(statesBuilt: new, limit: .bytes(budget.maximumBytes))
            }
            guard merged.count < maximumCount else { throw .tooLarge("transitions") }
        }
        return NFA(
            alphabet: alphabet, rows: merged.transitions(), initialStates: renumbering.set(initialStates),
            finalStates: newFinalStates, names: renumbering.names(names))
    }

    /// The initial states, and the accessible states that a transition on a symbol enters.
    private var statesEnteredBySymbols: StateSet {
        var entered = initialStates
        for state in accessibleStates {
            for index in rows.range(of: state) { entered.insert(rows.targets[index]) }
        }
        return entered
    }
}

/// Walks along epsilon moves, with scratch memory for one automaton.
private struct ClosureWalk {
    private let epsilon: EpsilonMoves
    /// Where a state leads that has nothing but one epsilon move; the state itself otherwise.
    private let shortcuts: [State]
    /// The walk in which a state was last met, so that nothing has to be cleared.
    private var metIn: [UInt32]
    private var walk: UInt32 = 0
    private var found: [State] = []

    init(_ automaton: EpsilonNFA) {
        epsilon = automaton.epsilon
        shortcuts = Self.shortcuts(automaton)
        metIn = Array(repeating: 0, count: automaton.stateCount)
    }

    /// The states of a closure that may have transitions or be final, in the order of the walk.
    ///
    /// There are fewer walks than states, so that their number fits 32 bits.
    mutating func closure(of start: State) -> [State] {
        walk += 1
        found.removeAll(keepingCapacity: true)
        meet(start)
        var index = 0
        while index < found.count {
            for move in epsilon.range(of: found[index]) { meet(epsilon.targets[move]) }
            index += 1
        }
        return found
    }

    private mutating func meet(_ state: State) {
        let state = shortcuts[Int(state)]
        if metIn[Int(state)] == walk { return }
        metIn[Int(state)] = walk
        found.append(state)
    }

    /// Follows each chain once: the states on it all point to its end, or to a state of the cycle that it runs into.
    private static func shortcuts(_ automaton: EpsilonNFA) -> [State] {
        var shortcuts = Array(automaton.states)
        var isDone = [Bool](repeating: false, count: automaton.stateCount)
        var chain: [State] = []
        for start in automaton.states where !isDone[Int(start)] {
            var state = start
            chain.removeAll(keepingCapacity: true)
            while !isDone[Int(state)] {
                isDone[Int(state)] = true
                let moves = automaton.epsilon.range(of: state)
                guard moves.count == 1, automaton.rows.range(of: state).isEmpty, !automaton.isFinal(state) else {
                    break
                }
                chain.append(state)
                state = automaton.epsilon.targets[moves.lowerBound]
            }
            let end = shortcuts[Int(state)]
            for state in chain { shortcuts[Int(state)] = end }
        }
        return shortcuts
    }
}

/// Sparse rows under construction, each the union of some rows of another automaton.
private struct MergedRows {
    private var offsets: [UInt32] = [0]
    private var symbols: [Symbol] = []
    private var targets: [State] = []
    private var pairs: [UInt64] = []

    init(stateCount: Int) {
        offsets.reserveCapacity(stateCount + 1)
    }

    var count: Int { symbols.count }
    var byteCount: Int { symbols.capacity * 8 + offsets.count * 4 }

    mutating func appendRow(of states: [State], in rows: Transitions, _ newStates: [State]) {
        pairs.removeAll(keepingCapacity: true)
        for state in states {
            for index in rows.range(of: state) {
                // What an accessible state reaches by a symbol is kept.
                pairs.append(UInt64(rows.symbols[index]) << 32 | UInt64(newStates[Int(rows.targets[index])]))
            }
        }
        if states.count > 1 { pairs.sortShortRuns() }
        var previous: UInt64?
        for pair in pairs where pair != previous {
            symbols.append(Symbol(pair >> 32))
            targets.append(State(truncatingIfNeeded: pair))
            previous = pair
        }
        offsets.append(UInt32(targets.count))
    }

    func transitions() -> Transitions {
        Transitions(offsets: offsets, symbols: symbols, targets: targets)
    }
}

extension [UInt64] {
    /// Sorts by insertion while short, which beats the general sort on the few pairs that most closures have.
    fileprivate mutating func sortShortRuns() {
        if count > 24 {
            sort()
            return
        }
        withUnsafeMutableBufferPointer { elements in
            for index in elements.indices.dropFirst() {
                let element = elements[index]
                var place = index
                while place > 0, elements[place - 1] > element {
                    elements[place] = elements[place - 1]
                    place -= 1
                }
                elements[place] = element
            }
        }
    }
}
