extension DFA {
    /// Minimizes an acyclic automaton backward from the ends of its words. A state is equivalent to
    /// an earlier one if both or neither are final, and their transitions lead to equivalent
    /// states.
    ///
    /// - Result: that of ``minimized(using:total:budget:)``.
    /// - Precondition: the trim part must be acyclic, in other words the language finite.
    /// - Complexity: O(*n* + *m*) time and space, expected, because states are found by hashing
    ///   (and compared exactly).
    /// - Throws: ``AutomataError/cyclic(state:)`` with a state on a cycle, otherwise the errors of
    ///   ``minimized(using:total:budget:)``.
    /// - Reference: D. Revuz, Minimisation of acyclic deterministic automata in linear time,
    ///   Theoretical Computer Science 92(1), 1992, doi:10.1016/0304-3975(92)90142-3.
    func minimizedByRevuz(original: DFA, total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(self, keepingDense: false, budget: budget)
        var classes = StateClasses(input)
        try input.withRows(sparse: { (rows) throws(AutomataError) in
            if try !classes.mergeBottomUp(rows, budget: budget) {
                throw .cyclic(state: original.name(of: original.stateOnCycle ?? 0))
            }
        })
        return try input.quotient(classes, total: total, budget: budget)
    }
}

extension StateClasses {
    /// Gives equivalent states one class, each after all its targets. The partition is then minimal
    /// if the automaton is acyclic.
    ///
    /// - Returns: `false` as soon as a cycle is found, except the dead state's; the classes are
    ///   then invalid.
    mutating func mergeBottomUp(_ rows: some RefinableRows, budget: Budget) throws(AutomataError) -> Bool {
        let (unseen, open) = (UInt32.max, UInt32.max - 1)
        if stateCount == 0 { return true }
        classes.base.update(repeating: unseen, count: stateCount)
        var registry = Registry(rows, stateCount: stateCount)
        // A depth-first walk that scans each row from its last target to its first. Memory that
        // isn't reached isn't touched either, so capacity for all states is cheaper than growing.
        var states = ScratchBuffer<StateID>(capacity: stateCount)
        var remainingCounts = ScratchBuffer<UInt32>(capacity: stateCount)
        states.append(initialState)
        remainingCounts.append(UInt32(truncatingIfNeeded: rows.row(Int(initialState)).count))
        classes[Int(initialState)] = open
        var finishedCount = 0
        var deadClass = unseen
        walk: while states.count > 0 {
            let top = states.count - 1
            let state = Int(states[top])
            let start = rows.row(state).lowerBound
            var rest = Int(remainingCounts[top])
            while rest > 0 {
                rest -= 1
                let target = Int(rows.targets[start + rest])
                if classes[target] == open {
                    guard target == state, rows.acceptsNothing(state) else { return false }
                    // It loops to a state of its own class, which is the next new class.
                    if deadClass == unseen { deadClass = UInt32(truncatingIfNeeded: registry.count) }
                    classes[state] = deadClass
                    break
                }
                if classes[target] == unseen {
                    remainingCounts[top] = UInt32(truncatingIfNeeded: rest)
                    classes[target] = open
                    states.append(StateID(truncatingIfNeeded: target))
                    remainingCounts.append(UInt32(truncatingIfNeeded: rows.row(target).count))
                    continue walk
                }
            }
            classes[state] = registry.classOf(state, rows, classes)
            states.truncate(to: top)
            remainingCounts.truncate(to: top)
            finishedCount += 1
            if finishedCount % BudgetPace.chunk == 0 {
                try budget.check(statesBuilt: registry.count - 1, statesPending: states.count)
            }
        }
        count = registry.count
        return true
    }
}

extension RefinableRows {
    /// Whether a state is not final and has no transition to another state.
    fileprivate func acceptsNothing(_ state: Int) -> Bool {
        finality[state] == 0 && row(state).allSatisfy { Int(targets[$0]) == state }
    }
}

/// The classes found so far, by the shape of their states and the classes of their targets.
private struct Registry: ~Copyable {
    private var index: SignatureIndex
    private var members: ScratchBuffer<StateID>
    private let shapeMultipliers: Multipliers
    private let targetMultipliers: Multipliers

    init(_ rows: some RefinableRows, stateCount: Int) {
        index = SignatureIndex(stateCount: stateCount)
        index.reset(expectedCount: 32)
        members = ScratchBuffer(capacity: stateCount)
        shapeMultipliers = Multipliers(count: rows.maximumRowLength + 1, seed: 2)
        targetMultipliers = Multipliers(count: rows.maximumRowLength + 1, seed: 3)
    }

    var count: Int { index.count }

    /// Returns the class of a state whose targets have classes already.
    @inline(__always)
    mutating func classOf(
        _ state: Int, _ rows: some RefinableRows, _ classes: borrowing ScratchBuffer<UInt32>
    ) -> UInt32 {
        let entries = classes.base
        let hash =
            shapeMultipliers.withBuffer { rows.shapeHash(of: state, multipliers: $0) }
            &+ targetMultipliers.withBuffer { rows.targetHash(of: state, classes: entries, multipliers: $0) }
        let members = self.members.base
        let found = index.id(of: hash) { rows.agree(state, Int(members[Int($0)]), classes: entries) }
        if index.count > self.members.count { self.members.append(StateID(truncatingIfNeeded: state)) }
        return found
    }
}
