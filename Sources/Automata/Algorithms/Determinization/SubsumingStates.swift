/// States that make other members of a subset superfluous, because they accept every word that the
/// others accept.
///
/// They form small loops at the end of an automaton, such as the loop after a found pattern. Such a
/// loop has one state if each step reads a symbol, and a few if each step reads a byte of UTF-8.
/// Without this reduction, the subsets with such a state could be exponentially many, because they
/// would record the progress of all other searches.
///
/// Van Glabbeek, Ploeger: *Five determinisation algorithms*, CIAA 2008,
/// doi:10.1007/978-3-540-70844-5_17, where all states are compared.
package struct SubsumingStates {
    /// The subsuming states, at most 32.
    package private(set) var states: [StateID] = []
    /// A mask of the elements of `states` that subsume each state; empty if there are none.
    private(set) var subsumers: [UInt32] = []

    /// The maximum number of states of one final loop, and of all final loops together.
    package static let maximumCount = 32

    /// Creates a value without subsuming states.
    init() {}

    /// Creates a value with one state that subsumes all.
    init(universal state: StateID, stateCount: Int) {
        states = [state]
        subsumers = Array(repeating: 1, count: stateCount)
        subsumers[Int(state)] = 0
    }

    /// Finds the states of the ends that simulate other states.
    ///
    /// - Complexity: O(*n* + *m*) if there are no ends; otherwise at most O(*n* + *c*² *m*) for *c*
    ///   states of ends, because a transition is read again when its target loses a simulator.
    init(
        _ rows: borrowing TrimRows, ends: [[StateID]], finalStates: StateSet, classCount: Int, budget: Budget
    ) throws(AutomataError) {
        var candidates: [StateID] = []
        for end in ends {
            let added = StateSet(end.filter { !candidates.contains($0) })
            if candidates.count + added.count <= Self.maximumCount { candidates += added }
        }
        if candidates.isEmpty || classCount > 1 << 16 { return }
        let simulators = try Self.simulators(
            of: rows, candidates, finalStates, classCount: classCount, budget: budget)
        // If states simulate each other, the first one makes the others superfluous.
        subsumers = simulators
        var usedMask: UInt32 = 0
        for (number, state) in candidates.enumerated() {
            subsumers[Int(state)] &= ~(1 << UInt32(number))
            for earlier in 0..<number where simulators[Int(candidates[earlier])] >> UInt32(number) & 1 == 1 {
                if simulators[Int(state)] >> UInt32(earlier) & 1 == 1 {
                    subsumers[Int(candidates[earlier])] &= ~(1 << UInt32(number))
                }
            }
        }
        for mask in subsumers { usedMask |= mask }
        if usedMask == 0 {
            subsumers = []
            return
        }
        states = candidates
    }

    /// Returns a mask of the candidates that simulate each state: they are final if the state is,
    /// and lead on each class to candidates that simulate the state's targets. Candidates lead only
    /// to candidates.
    private static func simulators(
        of rows: borrowing TrimRows, _ candidates: [StateID], _ finalStates: StateSet, classCount: Int,
        budget: Budget
    ) throws(AutomataError) -> [UInt32] {
        let count = candidates.count
        let all = UInt32.max >> UInt32(32 - count)
        // The candidates that each candidate leads to on each class.
        var steps = [UInt32](repeating: 0, count: classCount * count)
        var finalCandidates: UInt32 = 0
        for (number, candidate) in candidates.enumerated() {
            if finalStates.contains(candidate) { finalCandidates |= 1 << UInt32(number) }
            for index in rows.range(of: Int(candidate)) {
                guard let target = candidates.firstIndex(of: rows.target(at: index)) else { continue }
                steps[Int(rows.symbol(at: index)) * count + number] |= 1 << UInt32(target)
            }
        }
        var simulators = [UInt32](repeating: all, count: rows.rowCount)
        for state in finalStates { simulators[Int(state)] = finalCandidates }
        let incoming = rows.reversed()
        var counter = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        var pending = Array(0..<StateID(truncatingIfNeeded: rows.rowCount))
        var isPending = [Bool](repeating: true, count: rows.rowCount)
        while let target = pending.popLast() {
            isPending[Int(target)] = false
            let simulatorsOfTarget = simulators[Int(target)]
            let row = incoming.range(of: Int(target))
            try counter.step(1 + row.count)
            for index in row {
                let source = incoming.target(at: index)
                let before = simulators[Int(source)]
                let first = Int(incoming.symbol(at: index)) * count
                var (mask, rest) = (before, before)
                while rest != 0 {
                    let number = rest.trailingZeroBitCount
                    rest &= rest - 1
                    if steps[first + number] & simulatorsOfTarget == 0 { mask &= ~(1 << UInt32(number)) }
                }
                if mask == before { continue }
                simulators[Int(source)] = mask
                if isPending[Int(source)] { continue }
                isPending[Int(source)] = true
                pending.append(source)
            }
        }
        return simulators
    }
}
