/// The beginnings of an automaton: loops that read what stands before a word that is searched for,
/// one for each word where many searches were put side by side.
extension TrimRows {
    /// States that the same words lead to, which are in the same subsets: for each state in a
    /// beginning the least of those, for others the state itself; `nil` where no two are.
    ///
    /// - Complexity: O(*n* + *m*), and O(*m* log *m*) for the *m* transitions of beginnings.
    func leastStatesOfEqualPast(
        initialStates: [StateID], classCount: Int, budget: Budget
    ) throws(AutomataError) -> [StateID]? {
        if initialStates.count < 2 { return nil }
        let incoming = reversed()
        let initial = StateSet(initialStates)
        var candidates = initial
        for state in initialStates { for index in range(of: Int(state)) { candidates.insert(target(at: index)) } }
        let beginnings = incoming.closedParts(around: candidates)
        if beginnings.count < 2 { return nil }
        return try incoming.leastBisimilarStates(
            of: beginnings, finalStates: initial, classCount: classCount, budget: budget)
    }

    /// The parts that the given states lead to, each as small as an end, none of them in another.
    private func closedParts(around candidates: StateSet) -> [[StateID]] {
        var parts: [[StateID]] = []
        var covered = StateSet()
        var work = 0
        for state in candidates where !covered.contains(state) {
            if work > 4 * (rowCount + count) { break }
            var part = [state]
            var next = 0
            while next < part.count, part.count <= SubsumingStates.maximumCount {
                let row = range(of: Int(part[next]))
                work += row.count
                next += 1
                for index in row {
                    let target = target(at: index)
                    if target != part[part.count - 1], !part.contains(target) { part.append(target) }
                }
            }
            if part.count > SubsumingStates.maximumCount { continue }
            for state in part { covered.insert(state) }
            parts.append(part)
        }
        return parts
    }

    /// The rows in which a state stands for all that it represents: it has their transitions, and
    /// is their targets' target.
    consuming func uniting(_ representatives: [StateID]) -> TrimRows {
        // A list of each state's group, from its representative on.
        var followers = [StateID](repeating: .absent, count: rowCount)
        for state in stride(from: rowCount - 1, through: 0, by: -1) where Int(representatives[state]) != state {
            followers[state] = followers[Int(representatives[state])]
            followers[Int(representatives[state])] = StateID(truncatingIfNeeded: state)
        }
        var united = TrimRows(capacity: count, stateCount: rowCount)
        var steps = ScratchBuffer<UInt64>()
        for state in 0..<rowCount {
            steps.truncate(to: 0)
            var member = Int(representatives[state]) == state ? StateID(truncatingIfNeeded: state) : .absent
            while member != .absent {
                for index in range(of: Int(member)) {
                    let target = representatives[Int(target(at: index))]
                    steps.append(UInt64(symbol(at: index)) << 32 | UInt64(target))
                }
                member = followers[Int(member)]
            }
            steps.sortAndDeduplicate(from: 0)
            for index in 0..<steps.count {
                united.append(Symbol(truncatingIfNeeded: steps[index] >> 32), StateID(truncatingIfNeeded: steps[index]))
            }
            united.endRow()
        }
        return united
    }
}
