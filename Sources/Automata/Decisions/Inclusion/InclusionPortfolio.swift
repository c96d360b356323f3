/// Decides inclusion by whichever search gets there first.
///
/// Plain determinization, depth-first, decides most small questions and finds most counterexamples at once. Where it doesn't, one direction
/// goes first: backward where transitions are dense and many states are final, as sets that start large soon have all states and so are few,
/// and forward otherwise. Dense sets are hardly ever within others that aren't all states, so that nothing is pruned then. Soon bisimilarity is asked, which tells at once that an automaton is part of another; then both directions take
/// turns, in slices of equal work. When these have cost about what the simulation preorder would, the preorder is computed, and the search
/// that uses it replaces the plain one: it often ends the matter where the plain one takes forever. So not knowing which is best costs a
/// constant factor.
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

    /// The work that determinization may do, some microseconds, and then the first direction: some fifty microseconds.
    private static let firstSlice = 1 << 10
    private static let aloneSlice = 5 << 13

    private let problem: InclusionProblem
    private let budget: Budget
    private let isRightDeterministic: Bool
    private let isDense: Bool
    private let startsBackward: Bool
    /// What relations between states cost, in steps as the searches count them, as measured.
    private let bisimulationWork: Int
    private let simulationWork: Int
    private var forward: Turn
    private var backward: Turn?
    private lazy var reversed = problem.reversed
    private var stage = Stage.determinization
    private var isBisimulationKnown = false
    private var slice = firstSlice
    private var isBackwardsTurn = false

    init(_ problem: InclusionProblem, budget: Budget) {
        self.problem = problem
        self.budget = budget
        isRightDeterministic = problem.right.isDeterministic
        isDense = problem.right.hasMoreTransitions(than: 7, quartersOf: problem.classCount)
        startsBackward = isDense && problem.right.finalStateCount > 2 * problem.right.initialStates.count
        let states = problem.left.stateCount + problem.right.stateCount
        let transitions = problem.left.transitionCount + problem.right.transitionCount
        bisimulationWork = max(1 << 13, 16 * transitions)
        // Where the backward search is the likely winner, the others wait longer.
        let product = transitions.multipliedReportingOverflow(by: (50 + states / 32) * (startsBackward ? 3 : 1))
        simulationWork = product.overflow ? .max : max(1 << 12, product.partialValue)
        forward = Turn(problem, order: .depthFirst, prunes: false, budget: budget)
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
        switch stage {
        case .determinization:
            if let answer = try advanceForward(by: step, besides: bytes) { return answer }
            if forward.work >= Self.firstSlice { startAlone() }
        case .alone:
            let isBackward = backward != nil
            let answer =
                isBackward
                ? try advanceBackward(by: step, besides: bytes) : try advanceForward(by: step, besides: bytes)
            if let answer { return answer }
            if !isBisimulationKnown, work >= bisimulationWork {
                isBisimulationKnown = true
                if try problem.isIncludedByBisimulation(budget: budget) { return true }
            }
            if work >= Self.aloneSlice || isBackward && backward == nil { startTakingTurns(isBackward) }
        case .takingTurns where work >= simulationWork:
            try startSimulation()
        case .takingTurns, .withSimulation, .withoutSimulation, .withSimulationBothWays:
            if isBackwardsTurn, backward != nil {
                isBackwardsTurn = false
                let answer = try advanceBackward(by: step, besides: bytes)
                slice = slice / 2 * 3
                return answer
            }
            isBackwardsTurn = true
            let share = stage == .takingTurns && startsBackward && backward != nil ? step / 3 : step
            if let answer = try advanceForward(by: share, besides: bytes) { return answer }
            if stage == .withSimulation, forward.work >= 4 * simulationWork { try startSimulationBackward() }
        }
        return nil
    }

    /// The work of the searches that are under way.
    private var work: Int { (stage == .alone && backward != nil ? 0 : forward.work) + (backward?.work ?? 0) }

    private func startAlone() {
        stage = .alone
        slice = min(Self.aloneSlice, max(Self.firstSlice, bisimulationWork))
        if startsBackward {
            backward = Turn(reversed, order: .depthFirst, prunes: false, budget: budget.quarter)
        } else if !isDense {
            forward = Turn(problem, order: .smallestFirst, budget: budget)
        }
    }

    private func startTakingTurns(_ wasBackward: Bool) {
        stage = .takingTurns
        slice = Self.aloneSlice / 2
        if wasBackward || isDense { forward = Turn(problem, order: .smallestFirst, budget: budget) }
        if !wasBackward {
            backward = Turn(reversed, order: .smallestFirst, budget: budget.quarter)
            isBackwardsTurn = true
        }
    }

    private func startSimulation() throws(AutomataError) {
        guard let simulation = try InclusionSimulation.ifAffordable(problem, budget: budget) else {
            stage = .withoutSimulation
            return
        }
        stage = .withSimulation
        slice = Self.aloneSlice
        isBackwardsTurn = false
        forward = Turn(problem, order: .smallestFirst, simulation: simulation, budget: budget)
    }

    private func startSimulationBackward() throws(AutomataError) {
        stage = .withSimulationBothWays
        if backward == nil { return }
        backward = nil
        if let simulation = try InclusionSimulation.ifAffordable(reversed, budget: budget) {
            backward = Turn(reversed, order: .smallestFirst, simulation: simulation, budget: budget.quarter)
        }
    }

    private func advanceForward(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        try forward.advance(by: step, besides: bytes + (backward?.byteCount ?? 0))
    }

    /// The backward search has a quarter of the budget; where that isn't enough, the forward one goes on alone.
    private func advanceBackward(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
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

        init(
            _ problem: InclusionProblem, order: AntichainSearch.Order, prunes: Bool = true,
            simulation: InclusionSimulation? = nil, budget: Budget
        ) {
            search = AntichainSearch(problem, order: order, prunes: prunes, simulation: simulation, budget: budget)
        }

        var byteCount: Int { search.byteCount }
        var work: Int { search.work }

        func advance(by step: Int, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
            try search.advance(by: step, besides: bytes)
        }
    }
}

extension Budget {
    /// A quarter of what it allows.
    fileprivate var quarter: Budget {
        var quarter = self
        quarter.maximumBytes /= 4
        quarter.maximumStates /= 4
        return quarter
    }
}

extension InclusionSide {
    /// Whether there are more transitions on the average from a state on a class than so many quarters.
    fileprivate func hasMoreTransitions(than quarters: Int, quartersOf classCount: Int) -> Bool {
        transitionCount * 4 > stateCount * classCount * quarters
    }

    fileprivate var finalStateCount: Int { finalWords.reduce(0) { $0 + $1.nonzeroBitCount } }
}

extension InclusionProblem {
    /// Whether each initial state on the left is bisimilar to one on the right, as where the left automaton is part of the right one; not
    /// where the budget is too small to tell.
    ///
    /// - Throws: ``AutomataError/cancelled(statesBuilt:)``.
    fileprivate func isIncludedByBisimulation(budget: Budget) throws(AutomataError) -> Bool {
        do {
            let partition = try disjointUnion.bisimulation(
                accepting: finalStatesOfUnion, symbolCount: classCount, budget: budget)
            let blocks = Set(right.initialStates.map { partition.block(of: $0 + State(left.stateCount)) })
            return left.initialStates.allSatisfy { blocks.contains(partition.block(of: $0)) }
        } catch {
            guard error.isBudgetExceeded else { throw error }
            return false
        }
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
