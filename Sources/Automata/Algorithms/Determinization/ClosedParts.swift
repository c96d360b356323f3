/// Small parts of an automaton that no transition leaves: its ends, and the ends of the reversed
/// automaton. The states of such a part can be compared cheaply.
///
/// They are the loops before and after a word in a search. If many searches are combined, there is
/// one of each for every word.
extension TrimRows {
    /// Returns the ends of the automaton: all states reachable from a final state on a cycle, if
    /// they are at most 32 and at most a third of all.
    ///
    /// - Returns: the ends, in descending order of the number of their first state's transitions.
    func ends(finalStates: StateSet) -> [[StateID]] {
        let limit = min(SubsumingStates.maximumCount, rowCount / 3)
        return closedParts(from: finalStates, limit: limit, onCycles: true)
            .sorted { (range(of: Int($0[0])).count, $1[0]) > (range(of: Int($1[0])).count, $0[0]) }
    }

    /// Returns the least state with the same past for each state in a beginning, and the state
    /// itself for others, or `nil` if no two are equal. States with the same past are reached by
    /// the same words, so they are in the same subsets.
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
        let beginnings = incoming.closedParts(
            from: candidates, limit: SubsumingStates.maximumCount, onCycles: false)
        if beginnings.count < 2 { return nil }
        return try incoming.leastBisimilarStates(
            of: beginnings, finalStates: initial, classCount: classCount, budget: budget)
    }

    /// Returns the parts reachable from the given states, each with at most `limit` states. A state
    /// in an earlier part begins no part.
    ///
    /// The search takes at most as long as reading the automaton twice.
    ///
    /// - Parameter onCycles: whether only states on cycles begin a part.
    private func closedParts(from states: StateSet, limit: Int, onCycles: Bool) -> [[StateID]] {
        if limit == 0 { return [] }
        var parts: [[StateID]] = []
        var (leadsFar, covered) = (StateSet(), StateSet())
        var work = 0
        for state in states where !covered.contains(state) {
            if work > 2 * (rowCount + count) { break }
            var part = [state]
            var (next, isCyclic, isFar) = (0, false, false)
            while next < part.count, !isFar {
                let row = range(of: Int(part[next]))
                next += 1
                work += row.count
                for index in row {
                    let target = target(at: index)
                    if target == state { isCyclic = true }
                    if target == part[part.count - 1] || part.contains(target) { continue }
                    part.append(target)
                    if part.count > limit || leadsFar.contains(target) {
                        isFar = true
                        break
                    }
                }
            }
            if isFar { leadsFar.insert(state) }
            if isFar || onCycles && !isCyclic { continue }
            parts.append(part)
            for state in part { covered.insert(state) }
        }
        return parts
    }

    /// Returns the least bisimilar state of each state in the given closed parts, and the state
    /// itself for others. Returns `nil` if no two are bisimilar, or if the budget is too small to
    /// compare them, because the result isn't essential.
    ///
    /// - Complexity: O(*n* + *m* log *m*) for the *m* transitions of the parts.
    func leastBisimilarStates(
        of parts: [[StateID]], finalStates: StateSet, classCount: Int, budget: Budget
    ) throws(AutomataError) -> [StateID]? {
        if parts.isEmpty { return nil }
        let states = Array(StateSet(parts.joined()))
        var numbers = [StateID](repeating: .absent, count: rowCount)
        for (number, state) in states.enumerated() { numbers[Int(state)] = StateID(number) }
        var (sources, symbols, targets): ([StateID], [Symbol], [StateID]) = ([], [], [])
        for state in states {
            for index in range(of: Int(state)) {
                sources.append(numbers[Int(state)])
                symbols.append(symbol(at: index))
                targets.append(numbers[Int(target(at: index))])
            }
        }
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        guard states.count + sources.count + classCount <= budget.maximumBytes / 256 else { return nil }
        let part = try Transitions(
            stateCount: states.count, sources: sources, symbols: symbols, targets: targets, steps: &steps)
        let accepting = StateSet(states.indices.lazy.filter { finalStates.contains(states[$0]) }.map { StateID($0) })
        let partition = try part.bisimulation(
            accepting: accepting, symbolCount: classCount, budget: budget.withoutStateLimit)
        if partition.isDiscrete { return nil }
        var representatives = Array(0..<StateID(truncatingIfNeeded: rowCount))
        for block in partition.blocks {
            for member in block { representatives[Int(states[Int(member)])] = states[Int(block[block.startIndex])] }
        }
        return representatives
    }

    /// Returns the rows with each state replaced by its representative, which gets all transitions.
    consuming func uniting(_ representatives: [StateID]) -> TrimRows {
        // A list of each state's group, starting at its representative.
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
