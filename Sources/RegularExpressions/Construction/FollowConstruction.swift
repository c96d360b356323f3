internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

extension PositionAutomaton {
    /// Returns the rows and final states of the follow automaton, which merges states with the same
    /// finality and the same following positions. The start keeps its number 0.
    ///
    /// - Complexity: O(*n* + *e*) for *e* pairs of consecutive positions, and the symbols of the
    ///   remaining rows.
    ///
    /// Ilie, Yu: *Follow automata*, Information and Computation 186 (2003),
    /// doi:10.1016/S0890-5401(03)00090-7.
    func rowsJoiningEqualFollowers(
        alphabetCount: Int, budget: Budget
    ) throws(AutomataError) -> (rows: Transitions, finalStates: StateSet) {
        var classOf = [StateID](repeating: 0, count: stateCount)
        var representatives: [Int] = []
        // Open addressing by hashes; a slot holds a class + 1.
        var slotCount = 16
        while slotCount < 2 * stateCount { slotCount *= 2 }
        var slots = [UInt32](repeating: 0, count: slotCount)
        for state in 0..<stateCount {
            let isFinal = finalStates.contains(StateID(state))
            var hash: UInt64 = isFinal ? 1 : 0
            for follower in followers[row(of: state)] {
                hash = (hash ^ UInt64(follower)) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 29
            }
            var slot = Int(truncatingIfNeeded: hash >> 5) & (slotCount - 1)
            while slots[slot] != 0 {
                let other = representatives[Int(slots[slot] - 1)]
                if finalStates.contains(StateID(other)) == isFinal,
                    followers[row(of: other)] == followers[row(of: state)]
                {
                    break
                }
                slot = (slot + 1) & (slotCount - 1)
            }
            if slots[slot] == 0 {
                representatives.append(state)
                slots[slot] = UInt32(representatives.count)
            }
            classOf[state] = StateID(rawValue: slots[slot] - 1)
        }
        let rows = try rows(alphabetCount: alphabetCount, budget: budget)
        var sources: [StateID] = []
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        var newFinalStates = StateSet()
        for (number, state) in representatives.enumerated() {
            if finalStates.contains(StateID(state)) { newFinalStates.insert(StateID(number)) }
            for index in rows.range(of: StateID(state)) {
                sources.append(StateID(number))
                symbols.append(rows.symbols[index])
                targets.append(classOf[Int(rows.targets[index])])
            }
        }
        let joined = Transitions(
            stateCount: representatives.count, sources: sources, symbols: symbols, targets: targets)
        return (joined, newFinalStates)
    }
}
