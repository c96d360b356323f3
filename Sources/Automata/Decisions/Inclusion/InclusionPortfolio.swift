/// Decides inclusion by whichever search gets there first.
///
/// Plain determinization, depth-first, decides most small questions and finds most counterexamples at once. Where it doesn't, an
/// antichain forward and one backward take turns, in slices of equal work. When these have cost about what the simulation preorder
/// would, the preorder is computed, and the search that uses it replaces the plain one: it often ends the matter where the plain one
/// takes forever. So not knowing which is best costs a constant factor.
final class InclusionPortfolio {
    private enum Stage {
        case determinization
        case alone
        case takingTurns
        /// The preorder would be too large for the budget.
        case withoutSimulation
        case withSimulation
        case withSimulationBothWays
    }

    /// The work that determinization may do, some microseconds, and then the antichains at first: some fifty microseconds.
    private static let firstSlice = 1 << 11
    private static let antichainSlice = 5 << 12

    private let problem: InclusionProblem
    private let budget: Budget
    private let isRightDeterministic: Bool
    private let simulationWork: Int
    private var forward: AntichainSearch
    private var backward: Turn?
    private var reversed: InclusionProblem?
    private var stage = Stage.determinization
    private var slice = firstSlice
    private var isBackwardsTurn = false

    init(_ problem: InclusionProblem, budget: Budget) {
        self.problem = problem
        self.budget = budget
        isRightDeterministic = problem.right.isDeterministic
        // In steps as the searches count them, as measured; it grows about as *n* *m*.
        let states = problem.left.stateCount + problem.right.stateCount
        let transitions = problem.left.transitionCount + problem.right.transitionCount
        let product = states.multipliedReportingOverflow(by: transitions)
        simulationWork = max(1 << 14, product.overflow ? .max : product.partialValue / 8)
        forward = AntichainSearch(problem, order: .depthFirst, prunes: false, budget: budget)
    }

    var byteCount: Int { forward.byteCount + (backward?.byteCount ?? 0) }

    /// Goes on until there is an answer or about so much more work was done.
    ///
    /// - Parameter bytes: what others hold of the same budget.
    /// - Returns: whether the left side is included in the right one; `nil` where that isn't known yet.
    func advance(by allowance: Int = .max, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
        // The sets of a deterministic side have one state at most, so that none is within another.
        if isRightDeterministic { return try forward.advance(by: allowance, besides: bytes) }
        var done = 0
        while done < allowance {
            let step = min(slice, allowance - done)
            if let answer = try advanceOne(by: step, besides: bytes) { return answer }
            done += step
        }
        return nil
    }

    private func advanceOne(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        if isBackwardsTurn, backward != nil {
            isBackwardsTurn = false
            let answer = try advanceBackward(by: step)
            slice = slice / 2 * 3
            return answer
        }
        isBackwardsTurn = true
        if stage == .takingTurns, forward.work >= simulationWork {
            if let simulation = try InclusionSimulation.ifAffordable(problem, budget: budget) {
                stage = .withSimulation
                slice = Self.antichainSlice
                forward = AntichainSearch(
                    problem, order: .smallestFirst, simulation: simulation, budget: budget)
            } else {
                stage = .withoutSimulation
            }
        }
        if let answer = try forward.advance(by: step, besides: bytes + (backward?.byteCount ?? 0)) { return answer }
        switch stage {
        case .determinization where forward.work >= Self.firstSlice:
            stage = .alone
            slice = Self.antichainSlice
            forward = AntichainSearch(problem, order: .smallestFirst, budget: budget)
        case .alone where forward.work >= Self.antichainSlice:
            stage = .takingTurns
            let reversed = problem.reversed
            self.reversed = reversed
            backward = Turn(reversed, simulation: nil, budget: budget)
        case .withSimulation where forward.work >= 4 * simulationWork:
            stage = .withSimulationBothWays
            if backward != nil, let reversed {
                backward = nil
                if let simulation = try InclusionSimulation.ifAffordable(reversed, budget: budget) {
                    backward = Turn(reversed, simulation: simulation, budget: budget)
                }
            }
        default: break
        }
        return nil
    }

    /// The backward search has a quarter of the budget; where that isn't enough, the forward one goes on alone.
    private func advanceBackward(by step: Int) throws(AutomataError) -> Bool? {
        do {
            return try backward?.advance(by: step)
        } catch {
            guard error.isBudgetExceeded else { throw error }
            backward = nil
            return nil
        }
    }

    /// A search that can be dropped.
    private final class Turn {
        private var search: AntichainSearch

        init(_ problem: InclusionProblem, simulation: InclusionSimulation?, budget: Budget) {
            var share = budget
            share.maximumBytes /= 4
            share.maximumStates /= 4
            search = AntichainSearch(problem, order: .smallestFirst, simulation: simulation, budget: share)
        }

        var byteCount: Int { search.byteCount }

        func advance(by step: Int) throws(AutomataError) -> Bool? { try search.advance(by: step) }
    }
}

/// Decides equivalence: congruence, which sees most differences at once, takes turns with inclusion one way and then the other.
final class EquivalencePortfolio {
    private static let firstSlice = 1 << 14

    private let budget: Budget
    private var pairs: PairSearch
    private var inclusion: InclusionPortfolio
    private let swapped: InclusionProblem
    private var isOtherWay = false

    init(_ problem: InclusionProblem, budget: Budget) {
        self.budget = budget
        swapped = problem.swapped
        pairs = PairSearch(problem, .equivalence, rule: .congruence, isBreadthFirst: false, budget: budget)
        inclusion = InclusionPortfolio(problem, budget: budget)
    }

    /// - Returns: whether both sides have one language; `nil` where that isn't known yet.
    func advance(by allowance: Int = .max) throws(AutomataError) -> Bool? {
        var done = 0
        var slice = Self.firstSlice
        while done < allowance {
            if let answer = try pairs.advance(by: slice, besides: inclusion.byteCount) { return answer }
            if let answer = try inclusion.advance(by: slice, besides: pairs.byteCount) {
                if isOtherWay || !answer { return answer }
                isOtherWay = true
                inclusion = InclusionPortfolio(swapped, budget: budget)
            }
            done += 2 * slice
            slice = slice / 2 * 3
        }
        return nil
    }
}
