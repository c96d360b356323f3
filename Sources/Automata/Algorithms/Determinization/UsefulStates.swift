/// The useful states of an automaton, renumbered in their old order, and whether the accessible
/// part is deterministic.
///
/// A forward walk and then sweeps from the last state to the first find them in O(*n* + *m*). The
/// sweeps usually suffice, because automata tend to be numbered from their initial state; otherwise
/// a walk over the reversed rows follows.
package struct UsefulStates {
    /// The useful states, ascending.
    let oldStates: [StateID]
    let keepsAll: Bool
    /// Whether there is at most one initial state, and each accessible state has at most one target
    /// on each symbol.
    package let isDeterministic: Bool
    /// The new number of each state, ``DenseID/absent`` for dropped ones; empty if all states are
    /// kept.
    private let newNumbers: [StateID]

    var count: Int { oldStates.count }

    package init(_ automaton: NFA) {
        var steps = StepCount(NoWatch())
        self.init(automaton, steps: &steps)
    }

    init(_ automaton: NFA, budget: Budget) throws(AutomataError) {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        try self.init(automaton, steps: &steps)
    }

    private init<Watch: WorkWatch>(_ automaton: NFA, steps: inout StepCount<Watch>) throws(Watch.Failure) {
        let stateCount = automaton.stateCount
        let isAccessible = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        let accessible = try Accessible(automaton, isAccessible, steps: &steps)
        let isUseful = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        let usefulCount = try Self.markCoaccessible(
            isUseful, automaton, isAccessible, accessibleCount: accessible.count, steps: &steps)
        isDeterministic = accessible.isDeterministic
        keepsAll = usefulCount == stateCount
        if keepsAll {
            oldStates = Array(0..<StateID(stateCount))
            newNumbers = []
            return
        }
        var oldStates: [StateID] = []
        oldStates.reserveCapacity(usefulCount)
        var newNumbers = [StateID](repeating: .absent, count: stateCount)
        for state in 0..<stateCount where isUseful[state] {
            newNumbers[state] = StateID(oldStates.count)
            oldStates.append(StateID(state))
        }
        self.oldStates = oldStates
        self.newNumbers = newNumbers
    }

    /// Creates a value from states that are known to be useful, of an automaton that isn't known to
    /// be deterministic.
    init(_ useful: StateSet, of stateCount: Int) {
        oldStates = Array(useful)
        keepsAll = oldStates.count == stateCount
        isDeterministic = false
        var newNumbers = [StateID](repeating: .absent, count: keepsAll ? 0 : stateCount)
        if !keepsAll { for (new, old) in oldStates.enumerated() { newNumbers[Int(old)] = StateID(new) } }
        self.newNumbers = newNumbers
    }

    /// Returns the new number of a state, or ``DenseID/absent``.
    @inline(__always)
    func newNumber(_ old: StateID) -> StateID { keepsAll ? old : newNumbers[Int(old)] }

    func newState(_ old: StateID) -> StateID? {
        let new = newNumber(old)
        return new == .absent ? nil : new
    }

    func set(_ old: StateSet) -> StateSet { StateSet(old.lazy.compactMap { newState($0) }) }

    private struct Accessible {
        var count = 0
        var isDeterministic: Bool

        /// Marks the accessible states, and checks for two targets on one symbol.
        init<Watch: WorkWatch>(
            _ automaton: NFA, _ isVisited: borrowing ScratchBuffer<Bool>, steps: inout StepCount<Watch>
        ) throws(Watch.Failure) {
            var pending = ScratchBuffer<StateID>(capacity: automaton.stateCount)
            for state in automaton.initialStates {
                isVisited[Int(state)] = true
                pending.append(state)
            }
            count = pending.count
            isDeterministic = count <= 1
            let rows = automaton.rows
            try rows.symbols.withUnsafeBufferPointer { (symbols) throws(Watch.Failure) in
                try rows.targets.withUnsafeBufferPointer { (targets) throws(Watch.Failure) in
                    while pending.count > 0 {
                        let state = pending[pending.count - 1]
                        pending.truncate(to: pending.count - 1)
                        var previous: Symbol?
                        let row = rows.range(of: state)
                        try steps.step(1 + row.count)
                        for index in row {
                            if symbols[index] == previous { isDeterministic = false }
                            previous = symbols[index]
                            let target = targets[index]
                            if isVisited[Int(target)] { continue }
                            isVisited[Int(target)] = true
                            count += 1
                            pending.append(target)
                        }
                    }
                }
            }
        }
    }

    /// Marks the accessible states from which a final state can be reached.
    ///
    /// - Returns: their number.
    private static func markCoaccessible<Watch: WorkWatch>(
        _ isUseful: borrowing ScratchBuffer<Bool>, _ automaton: NFA, _ isAccessible: borrowing ScratchBuffer<Bool>,
        accessibleCount: Int, steps: inout StepCount<Watch>
    ) throws(Watch.Failure) -> Int {
        var count = 0
        for state in automaton.finalStates where isAccessible[Int(state)] {
            isUseful[Int(state)] = true
            count += 1
        }
        let rows = automaton.rows
        for _ in 0..<4 where count < accessibleCount {
            let countBefore = count
            try rows.targets.withUnsafeBufferPointer { (targets) throws(Watch.Failure) in
                for state in stride(from: automaton.stateCount - 1, through: 0, by: -1)
                where isAccessible[state] && !isUseful[state] {
                    try steps.step()
                    for index in rows.range(of: StateID(truncatingIfNeeded: state)) where isUseful[Int(targets[index])]
                    {
                        isUseful[state] = true
                        count += 1
                        break
                    }
                }
            }
            if count == countBefore { return count }
        }
        if count == accessibleCount { return count }
        for state in try automaton.coaccessibleStates(steps: &steps)
        where isAccessible[Int(state)] && !isUseful[Int(state)] {
            isUseful[Int(state)] = true
            count += 1
        }
        return count
    }
}
