/// Decides inclusion by whichever search gets there first.
///
/// Plain determinization, depth-first, decides the smallest questions and finds most counterexamples at once. Then antichains forward and
/// backward take turns, whichever has cost least so far: which direction is the better one seldom shows before, and single steps of a large
/// automaton can be much work. Backward goes first where transitions are dense and many states are final, as sets that start large soon have
/// all states and so are few; else it waits until turning the automata round costs no more than what was done.
///
/// Soon bisimilarity is asked, which tells at once that an automaton is part of another. When the searches have cost about what the
/// simulation preorder would, the preorder is computed, unless it turns out to be much more work, as of large deterministic automata, and
/// the search that uses it joins in: it often ends the matter where the plain one takes forever. So not knowing which is best costs a
/// constant factor.
final class InclusionPortfolio {
    /// The work that determinization may do, some microseconds.
    private static let firstSlice = 1 << 9
    private static let leastSlice = 1 << 10
    /// How many steps backward weigh as much as one forward, where backward is the likely winner.
    private static let bias = 2

    private let problem: InclusionProblem
    private let budget: Budget
    private let startsBackward: Bool
    private let bisimulationWork: Int
    /// What the preorder costs, in steps as the searches count them, as measured; more where that was tried.
    private var simulationWork: Int
    /// Whether a few rounds have tried to tell; whether it is known for good, or asked by somebody else.
    private var isBisimilarityAsked: Bool
    private var isBisimulationKnown: Bool
    private var isSimulationKnown = false
    private var isSimulationBackwardKnown = false
    private lazy var reversed = problem.reversed
    /// Whether pairs of sets, both ways round, share the work: then those find what determinization would, and mostly what backward antichains would,
    /// and turns are for forward antichains before all.
    private let isBesidePairs: Bool
    /// What turning the automata round costs; `nil` once that was done.
    private var turningRound: Int?
    /// `nil` once it has had its slice.
    private var determinization: Turn?
    private var turns: [Turn] = []
    /// The search that found a counterexample.
    private var winner: Turn?
    /// What was done by all searches and on relations.
    private(set) var work = 0

    init(_ problem: InclusionProblem, isBesidePairs: Bool = false, budget: Budget) {
        self.isBesidePairs = isBesidePairs
        self.problem = problem
        self.budget = budget
        isBisimilarityAsked = isBesidePairs
        isBisimulationKnown = isBesidePairs
        let isDense = !isBesidePairs && problem.right.hasMoreTransitions(than: 7, quartersOf: problem.classCount)
        startsBackward = isDense && problem.right.finalStateCount > 2 * problem.right.initialStates.count
        let transitions = problem.left.transitionCount + problem.right.transitionCount
        // Backward, the states that were final are one group.
        let finalGroup = 8 * problem.left.classCount * problem.left.finalStateCount
        turningRound = startsBackward ? 0 : max(isBesidePairs ? 1 << 14 : 1 << 12, 4 * transitions + finalGroup)
        // Seldom is a language included because of bisimilar states.
        bisimulationWork = 3 * problem.bisimulationWork
        let states = problem.left.stateCount + problem.right.stateCount
        let product = transitions.multipliedReportingOverflow(by: (400 + states / 32) * (startsBackward ? 3 : 1))
        simulationWork = product.overflow ? .max : max(1 << 12, product.partialValue)
        if isBesidePairs, simulationWork < .max / 4 { simulationWork *= 4 }
        if isBesidePairs {
            turns = [Turn(.forward, problem, budget: budget)]
        } else {
            determinization = Turn(.determinization, problem, budget: budget)
        }
    }

    /// What is left to do, as a guess.
    var remainingWork: Int { turns.reduce(.max) { min($0, $1.remainingWork) } }

    var byteCount: Int { turns.reduce(determinization?.byteCount ?? 0) { $0 + $1.byteCount } }

    /// Goes on until there is an answer or about so much more work was done.
    ///
    /// - Parameter bytes: what others hold of the same budget.
    /// - Returns: whether the left side is included in the right one; `nil` where that isn't known yet.
    func advance(by allowance: Int = .max, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
        let start = work
        while work - start < allowance {
            if let answer = try advanceOne(besides: bytes) { return answer }
        }
        return nil
    }

    /// The counterexample that was found, as far as it was followed; `nil` where there is none.
    func departure() -> Departure? {
        guard let winner else { return nil }
        return winner.approach.isBackward ? winner.departure().reversed : winner.departure()
    }

    private func advanceOne(besides bytes: Int) throws(AutomataError) -> Bool? {
        if let turn = determinization {
            do throws(AutomataError) {
                if let answer = try advance(turn, by: Self.firstSlice, besides: bytes) { return answer }
            } catch {
                guard error.isBudgetExceeded else { throw error }
            }
            determinization = nil
            turns = [Turn(.forward, problem, cost: turn.cost, budget: budget)]
        }
        if !isBisimilarityAsked, work >= bisimulationWork / 4 {
            isBisimilarityAsked = true
            let rest = budget.besides(bytes + byteCount)
            if problem.byteCount + problem.roundByteCount <= rest.maximumBytes {
                var rounds = BisimilarityRounds(problem, .inclusion)
                let answer = try rounds.run(maximumWork: bisimulationWork, budget: rest)
                work += rounds.work
                if answer == true { return true }
                isBisimulationKnown = answer != nil
            }
        }
        if !isBisimulationKnown, work >= bisimulationWork {
            isBisimulationKnown = true
            // Not all of it, lest the preorder be asked at once.
            work += bisimulationWork / 4
            if try problem.isIncludedByBisimulation(budget: budget.besides(bytes + byteCount)) { return true }
        }
        startBackwardWhereDue(besides: bytes)
        try startSimulationWhereDue(besides: bytes)
        if isRunning(.forwardWithSimulation), byteCount + bytes > budget.maximumBytes / 2 { end(.forward) }
        var next = turns[0]
        for turn in turns.dropFirst() where turn.cost < next.cost { next = turn }
        do {
            return try advance(next, by: max(Self.leastSlice, work / 8), besides: bytes)
        } catch {
            guard error.isBudgetExceeded else { throw error }
            if turns.count == 1 { throw error.about(budget) }
            end(next.approach)
            return nil
        }
    }

    private func advance(_ turn: Turn, by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        var others = bytes + byteCount - turn.byteCount
        // A backward search has a quarter of the budget at most, and what others hold is no matter while they leave it that.
        if turn.approach.isBackward { others = max(0, others - (budget.maximumBytes - budget.maximumBytes / 4)) }
        let workBefore = turn.work
        let answer = try turn.advance(by: step, besides: others)
        if answer == false { winner = turn }
        let done = max(1, turn.work - workBefore)
        work += done
        // What seems to end soon goes on for longer.
        let isNearEnd = turn.remainingWork / 2 <= turn.work
        turn.cost += isNearEnd ? max(1, weight(of: turn.approach) * done / 4) : weight(of: turn.approach) * done
        return answer
    }

    /// What a step counts of those who take turns.
    private func weight(of approach: Turn.Approach) -> Int {
        if isBesidePairs { return approach == .forward ? 1 : approach.isBackward ? 8 : 2 }
        return startsBackward && !approach.isBackward ? Self.bias : 1
    }

    private func startBackwardWhereDue(besides bytes: Int) {
        guard let cost = turningRound, turns.allSatisfy({ $0.cost > cost }) else { return }
        turningRound = nil
        if problem.byteCount > budget.besides(bytes + byteCount).maximumBytes { return }
        turns.append(Turn(.backward, reversed, cost: cost, budget: budget.quarter))
    }

    private func startSimulationWhereDue(besides bytes: Int) throws(AutomataError) {
        guard let forward = turns.first(where: { $0.approach == .forwardWithSimulation }) else {
            // Once only, lest a search that its budget ended begin anew for ever.
            if !isSimulationKnown, work >= simulationWork { try startSimulation(besides: bytes) }
            return
        }
        if !isSimulationBackwardKnown, forward.work >= 4 * simulationWork {
            try startSimulationBackward(besides: bytes)
        }
    }

    private func startSimulation(besides bytes: Int) throws(AutomataError) {
        let limit = max(work, 1 << 16)
        guard
            let simulation = try InclusionSimulation.ifAffordable(
                problem, maximumWork: limit, budget: budget.besides(bytes + byteCount))
        else {
            // Later there will be more to gain.
            work += limit
            simulationWork = work > .max / 4 ? .max : 4 * work
            return
        }
        isSimulationKnown = true
        simulationWork = work
        turns.append(Turn(.forwardWithSimulation, problem, simulation: simulation, budget: budget))
    }

    private func startSimulationBackward(besides bytes: Int) throws(AutomataError) {
        isSimulationBackwardKnown = true
        var budget = budget.besides(bytes + byteCount)
        budget.maximumBytes = min(budget.maximumBytes, self.budget.maximumBytes / 4)
        guard 2 * problem.byteCount <= budget.maximumBytes else { return }
        if let simulation = try InclusionSimulation.ifAffordable(
            reversed, maximumWork: 2 * simulationWork, budget: budget)
        {
            turns.append(Turn(.backwardWithSimulation, reversed, simulation: simulation, budget: self.budget.quarter))
        }
    }

    private func isRunning(_ approach: Turn.Approach) -> Bool { turns.contains { $0.approach == approach } }

    private func end(_ approach: Turn.Approach) { turns.removeAll { $0.approach == approach } }

    /// A search that takes part.
    private final class Turn {
        enum Approach {
            case determinization
            case forward
            case backward
            case forwardWithSimulation
            case backwardWithSimulation

            var isBackward: Bool { self == .backward || self == .backwardWithSimulation }
        }

        let approach: Approach
        /// The work done, weighted; the search that has cost least is the next one.
        var cost: Int
        private var search: AntichainSearch

        init(
            _ approach: Approach, _ problem: InclusionProblem, simulation: InclusionSimulation? = nil, cost: Int = 0,
            budget: Budget
        ) {
            self.approach = approach
            self.cost = cost
            let isPlain = approach == .determinization
            search = AntichainSearch(
                problem, order: isPlain ? .depthFirst : .smallestFirst, prunes: !isPlain, simulation: simulation,
                budget: budget)
        }

        private(set) var byteCount = 0
        private(set) var work = 0
        var remainingWork: Int { search.remainingWork }

        func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
            let answer = try search.advance(by: step, besides: bytes)
            (work, byteCount) = (search.work, search.byteCount)
            return answer
        }

        func departure() -> Departure { search.departure() }
    }
}

extension Budget {
    /// What it allows where others hold so many bytes.
    func besides(_ bytes: Int) -> Budget {
        var rest = self
        let limit = max(0, maximumBytes)
        rest.maximumBytes = limit - min(limit, bytes)
        return rest
    }

    /// A quarter of what it allows.
    fileprivate var quarter: Budget {
        var quarter = self
        quarter.maximumBytes /= 4
        quarter.maximumStates /= 4
        return quarter
    }
}

extension AutomataError {
    /// The error with the limit of a whole budget, where a search had a part of it.
    fileprivate func about(_ budget: Budget) -> AutomataError {
        switch self {
        case .budgetExceeded(let built, .bytes): .budgetExceeded(statesBuilt: built, limit: .bytes(budget.maximumBytes))
        case .budgetExceeded(let built, .states):
            .budgetExceeded(statesBuilt: built, limit: .states(budget.maximumStates))
        default: self
        }
    }
}

extension InclusionSide {
    /// Whether there are more transitions on the average from a state on a class than so many quarters.
    fileprivate func hasMoreTransitions(than quarters: Int, quartersOf classCount: Int) -> Bool {
        transitionCount * 4 > stateCount * classCount * quarters
    }
}

extension InclusionProblem {
    /// What bisimilarity costs, in steps as the searches count them, as measured.
    var bisimulationWork: Int { max(1 << 13, 24 * (left.transitionCount + right.transitionCount)) }

    /// What a round of bisimilarity costs, likewise.
    var roundWork: Int {
        4 * (left.stateCount + right.stateCount) + 2 * (left.transitionCount + right.transitionCount)
    }

    /// What rounds of bisimilarity hold beside the problem.
    var roundByteCount: Int { 8 * roundWork }

    /// What turning both sides round costs, likewise.
    var turningWork: Int {
        8 * (left.transitionCount + right.transitionCount)
            + (left.isDense ? 2 * classCount * (left.stateCount + right.stateCount) : 0)
    }

    /// Whether each initial state on the left is bisimilar to one on the right, as where the left automaton is part of the right one; not
    /// where the budget is too small to tell.
    ///
    /// - Throws: ``AutomataError/cancelled(statesBuilt:)``.
    fileprivate func isIncludedByBisimulation(budget: Budget) throws(AutomataError) -> Bool {
        guard let blocks = try initialBlocks(budget: budget) else { return false }
        return blocks.left.isSubset(of: blocks.right)
    }

    /// Whether the initial states of both sides are bisimilar, as far as the budget lets it tell.
    ///
    /// - Throws: ``AutomataError/cancelled(statesBuilt:)``.
    func isEquivalentByBisimulation(budget: Budget) throws(AutomataError) -> Bool {
        guard let blocks = try initialBlocks(budget: budget) else { return false }
        return blocks.left == blocks.right
    }

    /// The blocks of bisimilar states that the initial states are in; `nil` where the budget is too small.
    private func initialBlocks(budget: Budget) throws(AutomataError) -> (left: Set<Int>, right: Set<Int>)? {
        do {
            let partition = try disjointUnion.bisimulation(
                accepting: finalStatesOfUnion, symbolCount: classCount, budget: budget)
            return (
                Set(left.initialStates.map(partition.block(of:))),
                Set(right.initialStates.map { partition.block(of: $0 + left.stateCount) })
            )
        } catch {
            guard error.isBudgetExceeded else { throw error }
            return nil
        }
    }
}
