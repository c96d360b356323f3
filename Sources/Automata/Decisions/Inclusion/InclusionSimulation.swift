/// The part of the simulation preorder on the states of both sides that searches need.
///
/// If a state simulates another, it accepts all words that the other accepts.
package final class InclusionSimulation {
    /// The right states that each right state simulates, including itself.
    let rightSimulated: [UInt64]
    /// The right states that simulate each left state.
    private let simulators: [UInt64]
    private let rightWordCount: Int
    private let simulatorLists: [[StateID]]
    private let simulatedLists: [[StateID]]
    private let pairBytes: Int

    /// Computes the preorder, or returns `nil` if it would take more than `maximumWork`.
    ///
    /// - Complexity: that of ``NFA/simulationPreorder(_:budget:)`` on the disjoint union of both
    ///   sides, with O(*n*²) space.
    package init?(_ problem: InclusionProblem, maximumWork: Int = .max, budget: Budget) throws(AutomataError) {
        let (left, right) = (problem.left, problem.right)
        let leftCount = left.stateCount
        let rightWordCount = right.wordCount
        guard
            let preorder = try problem.disjointUnion.simulation(
                accepting: problem.finalStatesOfUnion, symbolCount: problem.classCount, maximumWork: maximumWork,
                budget: budget)
        else { return nil }
        // The search with the preorder also keeps a bit set of targets for each run of the right
        // side.
        let rowCount = leftCount + right.stateCount + right.runCount
        let bits = rowCount.multipliedReportingOverflow(by: rightWordCount * 8)
        let pairs = leftCount.multipliedReportingOverflow(by: leftCount * 8)
        let bytes = bits.partialValue.addingReportingOverflow(pairs.partialValue)
        try budget.check(
            statesBuilt: 0, bytes: bits.overflow || pairs.overflow || bytes.overflow ? .max : bytes.partialValue)
        var simulators = [UInt64](repeating: 0, count: leftCount * rightWordCount)
        var rightSimulated = [UInt64](repeating: 0, count: right.stateCount * rightWordCount)
        var simulatorLists: [[StateID]] = Array(repeating: [], count: leftCount)
        var simulatedLists: [[StateID]] = Array(repeating: [], count: leftCount)
        var (pairCount, work) = (0, 0)
        var pace = BudgetPace()
        for state in 0..<leftCount + right.stateCount {
            if pairCount > maximumWork / 8 { return nil }
            // A class may have very many states.
            if pace.isDue(states: state, work: work) { try budget.check(statesBuilt: 0) }
            preorder.forEachSimulatingClass(of: preorder.classes.blockOfState[state]) { simulator in
                let others = preorder.classes.states(inBlock: Int(simulator))
                pairCount &+= 1
                work &+= others.count
                for other in others {
                    let other = Int(other)
                    if state < leftCount, other < leftCount {
                        simulatorLists[state].append(StateID(other))
                        simulatedLists[other].append(StateID(state))
                    } else if state < leftCount {
                        let simulator = other - leftCount
                        simulators[state * rightWordCount + (simulator >> 6)] |= 1 << UInt64(simulator & 63)
                    } else if other >= leftCount {
                        let simulated = state - leftCount
                        rightSimulated[(other - leftCount) * rightWordCount + (simulated >> 6)] |=
                            1 << UInt64(simulated & 63)
                    }
                }
            }
        }
        self.rightWordCount = rightWordCount
        self.simulators = simulators
        self.rightSimulated = rightSimulated
        (self.simulatorLists, self.simulatedLists) = (simulatorLists, simulatedLists)
        pairBytes = 4 * simulatorLists.reduce(simulatedLists.reduce(0) { $0 + $1.count }) { $0 + $1.count }
    }

    var byteCount: Int {
        (rightSimulated.count + simulators.count) * 8 + (simulatorLists.count + simulatedLists.count) * 40 + pairBytes
    }

    /// Returns whether some state of a set of right states simulates a left state.
    @inline(__always)
    func isSimulated(_ state: StateID, bySomeOf set: UnsafeMutablePointer<UInt64>) -> Bool {
        let start = Int(state) * rightWordCount
        for word in 0..<rightWordCount where simulators[start + word] & set[word] != 0 { return true }
        return false
    }

    /// Returns the left states that simulate a left state, including itself.
    @inline(__always)
    func leftSimulators(_ state: StateID) -> [StateID] { simulatorLists[Int(state)] }

    /// Returns the left states that a left state simulates, including itself.
    @inline(__always)
    func leftSimulated(_ state: StateID) -> [StateID] { simulatedLists[Int(state)] }
}
