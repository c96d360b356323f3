extension FiniteAutomaton {
    /// Returns an NFA of the same language. A DFA or an NFA keeps its states.
    ///
    /// For an ε-NFA, each state of the result has the transitions of its epsilon closure, and is
    /// final if the closure contains a final state. Inaccessible states are dropped, as are
    /// noninitial states that only epsilon moves enter. The other states keep their order and
    /// names.
    ///
    /// - Complexity: O(*m* + *t*) for *t* transitions that leave the closures of kept states; O(*n*
    ///   *m*) at worst. A chain of states with one epsilon move each takes linear time.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, as the result can have
    ///   O(*n*²*k*) transitions; ``AutomataError/cancelled(statesBuilt:)``;
    ///   ``AutomataError/tooLarge(_:)`` if there are too many transitions for 32-bit ids.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// 3rd ed., section 2.5.
    public func removingEpsilonMoves(budget: Budget = .default) throws(AutomataError) -> NFA {
        if let nfa = asNFA { return nfa }
        return try asEpsilonNFA.withoutEpsilonMoves(budget: budget)
    }
}

extension EpsilonNFA {
    /// Returns the automaton without epsilon moves and without inaccessible states.
    func withoutEpsilonMoves(budget: Budget) throws(AutomataError) -> NFA {
        try budget.check(statesBuilt: 0)
        if epsilon.count == 0 {
            let part = NFA(
                alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
                annotations: annotations
            ).accessiblePart()
            try budget.check(statesBuilt: part.stateCount)
            return part
        }
        let remainingStates = try RemainingStates(self, budget: budget)
        var closures = try ClosureWalk(self, budget: budget)
        var merged = MergedRows(stateCount: remainingStates.oldStates.count, capacity: rows.count + epsilon.count)
        var finalWords = [UInt64](repeating: 0, count: (remainingStates.oldStates.count + 63) / 64)
        var pace = BudgetPace()
        for (new, old) in remainingStates.oldStates.enumerated() {
            if pace.isDue(states: new, work: closures.work + merged.work) {
                try budget.check(
                    statesBuilt: new, statesPending: remainingStates.oldStates.count - new, bytes: merged.byteCount)
            }
            if closures.walk(from: old) { finalWords[new >> 6] |= 1 << UInt64(new & 63) }
            merged.appendRow(of: closures, in: rows, remainingStates.newStates)
            guard merged.count < maximumCount else { throw .tooLarge("transitions") }
        }
        try budget.check(statesBuilt: remainingStates.oldStates.count, bytes: merged.byteCount)
        let renumbering = Renumbering(keeping: remainingStates.oldStates, of: stateCount)
        return NFA(
            alphabet: alphabet, rows: merged.transitions(), initialStates: renumbering.set(initialStates),
            finalStates: StateSet(words: finalWords), annotations: annotations.permuted(by: renumbering.oldStates))
    }
}

/// The initial states, and the accessible states that a transition on a symbol enters, numbered in
/// their old order.
private struct RemainingStates: ~Copyable {
    private(set) var oldStates: [StateID] = []
    let newStates: ScratchBuffer<StateID>

    init(_ automaton: EpsilonNFA, budget: Budget) throws(AutomataError) {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let isVisited = ScratchBuffer<Bool>(repeating: false, count: automaton.stateCount)
        let isEntered = ScratchBuffer<Bool>(repeating: false, count: automaton.stateCount)
        var pending = ScratchBuffer<StateID>(capacity: automaton.stateCount)
        for state in automaton.initialStates {
            isVisited[Int(state)] = true
            isEntered[Int(state)] = true
            pending.append(state)
        }
        func visit(
            _ state: StateID, _ isVisited: borrowing ScratchBuffer<Bool>, _ pending: inout ScratchBuffer<StateID>
        ) {
            if isVisited[Int(state)] { return }
            isVisited[Int(state)] = true
            pending.append(state)
        }
        try automaton.rows.targets.withUnsafeBufferPointer { (targets) throws(AutomataError) in
            while pending.count > 0 {
                let state = pending[pending.count - 1]
                pending.truncate(to: pending.count - 1)
                let row = automaton.rows.range(of: state)
                try steps.step(1 + row.count)
                for index in row {
                    isEntered[Int(targets[index])] = true
                    visit(targets[index], isVisited, &pending)
                }
                for index in automaton.epsilon.range(of: state) {
                    visit(automaton.epsilon.targets[index], isVisited, &pending)
                }
            }
        }
        newStates = ScratchBuffer(repeating: .absent, count: automaton.stateCount)
        oldStates.reserveCapacity(automaton.stateCount)
        for state in 0..<automaton.stateCount where isEntered[state] {
            newStates[state] = StateID(truncatingIfNeeded: oldStates.count)
            oldStates.append(StateID(truncatingIfNeeded: state))
        }
    }
}

/// A walk along epsilon moves, with scratch memory for one automaton.
private struct ClosureWalk: ~Copyable {
    private let automaton: EpsilonNFA
    /// For each nonfinal state with only one epsilon move and no transitions, the end of its chain;
    /// for others, the state itself.
    private let shortcuts: ScratchBuffer<StateID>
    /// The walk in which each state was last met, so that nothing has to be cleared.
    private let visitedIn: ScratchBuffer<UInt32>
    private var walkCount: UInt32 = 0
    /// The number of moves followed in all walks.
    private(set) var work = 0
    /// The states of the last closure that may have transitions or be final, in the order of the
    /// walk.
    private(set) var found: ScratchBuffer<StateID>

    init(_ automaton: EpsilonNFA, budget: Budget) throws(AutomataError) {
        self.automaton = automaton
        shortcuts = try Self.shortcuts(automaton, budget: budget)
        visitedIn = ScratchBuffer(repeating: 0, count: automaton.stateCount)
        found = ScratchBuffer(capacity: 32)
    }

    /// Finds a state's closure. There are at most as many walks as states, so their number fits 32
    /// bits.
    ///
    /// - Returns: whether one of its states is final.
    mutating func walk(from start: StateID) -> Bool {
        walkCount += 1
        found.truncate(to: 0)
        var isFinal = false
        visit(start, &isFinal)
        var index = 0
        automaton.epsilon.targets.withUnsafeBufferPointer { targets in
            while index < found.count {
                let moves = automaton.epsilon.range(of: found[index])
                work &+= moves.count
                for move in moves { visit(targets[move], &isFinal) }
                index += 1
            }
        }
        return isFinal
    }

    @inline(__always)
    private mutating func visit(_ state: StateID, _ isFinal: inout Bool) {
        let state = shortcuts[Int(state)]
        if visitedIn[Int(state)] == walkCount { return }
        visitedIn[Int(state)] = walkCount
        found.append(state)
        isFinal = isFinal || automaton.finalStates.contains(state)
    }

    /// Follows each chain once: its states all point to its end, or to a state of the cycle in
    /// which it ends.
    private static func shortcuts(
        _ automaton: EpsilonNFA, budget: Budget
    ) throws(AutomataError) -> ScratchBuffer<StateID> {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let shortcuts = ScratchBuffer<StateID>(repeating: 0, count: automaton.stateCount)
        let isDone = ScratchBuffer<Bool>(repeating: false, count: automaton.stateCount)
        for state in 0..<automaton.stateCount { shortcuts[state] = StateID(truncatingIfNeeded: state) }
        var chain = ScratchBuffer<StateID>()
        for start in 0..<StateID(automaton.stateCount) where !isDone[Int(start)] {
            var state = start
            chain.truncate(to: 0)
            while !isDone[Int(state)] {
                try steps.step()
                isDone[Int(state)] = true
                let moves = automaton.epsilon.range(of: state)
                guard moves.count == 1, automaton.rows.range(of: state).isEmpty, !automaton.isFinal(state) else {
                    break
                }
                chain.append(state)
                state = automaton.epsilon.targets[moves.lowerBound]
            }
            let end = shortcuts[Int(state)]
            for index in 0..<chain.count { shortcuts[Int(chain[index])] = end }
        }
        return shortcuts
    }
}

/// Sparse rows under construction, each the union of several rows of another automaton.
private struct MergedRows: ~Copyable {
    private var offsets: [UInt32] = [0]
    private var symbols: ScratchBuffer<Symbol>
    private var targets: ScratchBuffer<StateID>
    private var pairs = ScratchBuffer<UInt64>(capacity: 64)
    /// The number of transitions merged, including duplicates.
    private(set) var work = 0

    init(stateCount: Int, capacity: Int) {
        offsets.reserveCapacity(stateCount + 1)
        symbols = ScratchBuffer(capacity: capacity)
        targets = ScratchBuffer(capacity: capacity)
    }

    var count: Int { symbols.count }
    var byteCount: Int { pairs.byteCount + symbols.byteCount + targets.byteCount + offsets.count * 4 }

    mutating func appendRow(
        of closure: borrowing ClosureWalk, in rows: Transitions, _ newStates: borrowing ScratchBuffer<StateID>
    ) {
        pairs.truncate(to: 0)
        rows.symbols.withUnsafeBufferPointer { symbols in
            rows.targets.withUnsafeBufferPointer { targets in
                for index in 0..<closure.found.count {
                    for transition in rows.range(of: closure.found[index]) {
                        // Targets of an accessible state on symbols are kept, so they have new
                        // numbers.
                        let target = newStates[Int(targets[transition])]
                        pairs.append(UInt64(symbols[transition]) << 32 | UInt64(target))
                    }
                }
            }
        }
        work &+= pairs.count
        if closure.found.count > 1 { sortPairs() }
        var previous = UInt64.max
        for index in 0..<pairs.count where pairs[index] != previous {
            previous = pairs[index]
            symbols.append(Symbol(truncatingIfNeeded: previous >> 32))
            targets.append(StateID(truncatingIfNeeded: previous))
        }
        offsets.append(UInt32(truncatingIfNeeded: targets.count))
    }

    /// Sorts short rows by insertion, which is faster than the general sort for the few pairs of
    /// most closures.
    private func sortPairs() {
        if pairs.count > 32 {
            var buffer = UnsafeMutableBufferPointer(start: pairs.base, count: pairs.count)
            buffer.sort()
            return
        }
        for index in stride(from: 1, to: pairs.count, by: 1) {
            let pair = pairs[index]
            var position = index
            while position > 0, pairs[position - 1] > pair {
                pairs[position] = pairs[position - 1]
                position -= 1
            }
            pairs[position] = pair
        }
    }

    func transitions() -> Transitions {
        Transitions(offsets: offsets, symbols: symbols.array(), targets: targets.array())
    }
}
