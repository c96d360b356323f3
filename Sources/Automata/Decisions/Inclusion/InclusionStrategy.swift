/// A search strategy for a question about two languages, and its share of the work.
package struct InclusionStrategy {
    enum Method {
        /// Pairs of sets, except pairs that a rule makes superfluous.
        case pairs(KnownPairs.Rule)
        /// Pairs of a state and a set, except pairs that others subsume.
        case antichain, antichainWithSimulation
        /// All pairs of a state of the left side and a set of the right side.
        case product
        case bisimilarity
    }

    let method: Method
    let order: SearchQueue.Order
    /// Whether the method searches the reversed automata.
    let isBackward: Bool
    /// The method's part of the work, relative to the shares of others.
    let share: Double
    /// The work that other methods get before this one starts, in relation to the shares.
    let startingWork: Int
    /// The work after which the method gives up.
    let maximumWork: Int

    private init(
        _ method: Method, _ order: SearchQueue.Order = .smallestFirst, isBackward: Bool = false, share: Double = 1,
        after startingWork: Int = 0, until maximumWork: Int = .max
    ) {
        (self.method, self.order, self.isBackward, self.share) = (method, order, isBackward, share)
        (self.startingWork, self.maximumWork) = (startingWork, maximumWork)
    }

    /// Returns the strategies of an algorithm for a question. If costs are equal, the first
    /// strategy is next.
    static func table(
        _ algorithm: InclusionAlgorithm, for problem: InclusionProblem, _ question: PairSearch.Question
    ) -> [InclusionStrategy] {
        switch algorithm {
        case .automatic: question == .inclusion ? inclusion(problem) : equivalence(problem)
        case .antichain: [InclusionStrategy(.antichain)]
        case .antichainBackward: [InclusionStrategy(.antichain, isBackward: true)]
        case .antichainWithSimulation: [InclusionStrategy(.antichainWithSimulation)]
        case .antichainBackwardWithSimulation: [InclusionStrategy(.antichainWithSimulation, isBackward: true)]
        case .congruence: [InclusionStrategy(.pairs(.congruence), .depthFirst)]
        case .determinization: [InclusionStrategy(question == .inclusion ? .product : .pairs(.visited), .depthFirst)]
        case .hopcroftKarp: [InclusionStrategy(.pairs(.unionFind), .depthFirst)]
        }
    }

    /// The strategies that find the shortest counterexample of an inclusion.
    static let shortestFirst = [
        InclusionStrategy(.antichain, .breadthFirst),
        InclusionStrategy(.antichainWithSimulation, .breadthFirst, after: 64 * TurnWork.likelyStrategyWork),
    ]

    /// Returns the strategies for inclusion. Antichains go forward first, or backward if
    /// transitions are dense and many states are final, because then backward sets soon have all
    /// states.
    private static func inclusion(_ problem: InclusionProblem) -> [InclusionStrategy] {
        let right = problem.right
        let isDense = right.transitionCount * 4 > right.stateCount * right.classCount * 7
        let startsBackward = isDense && right.finalStateCount > 2 * right.initialStates.count
        return [
            InclusionStrategy(.antichain, share: startsBackward ? 0.25 : 1),
            InclusionStrategy(
                .antichain, isBackward: true, share: startsBackward ? 1 : 0.5,
                after: startsBackward ? 0 : problem.reversalWork),
            InclusionStrategy(.bisimilarity, share: 0.5, after: problem.bisimulationWork / 2),
            InclusionStrategy(
                .pairs(.unionFind), share: 0.25, after: TurnWork.likelyStrategyWork / 2,
                until: 2 * TurnWork.likelyStrategyWork),
            InclusionStrategy(.antichainWithSimulation, after: problem.simulationWork),
            InclusionStrategy(
                .antichainWithSimulation, isBackward: true, share: 0.5, after: 4 * problem.simulationWork),
        ]
    }

    /// Returns the strategies for equivalence. Pairs of sets start at the end with fewer sets: the
    /// beginning if a side is deterministic, otherwise the end with more states, because large sets
    /// soon have all states. Antichains start at the other end, because they are best with small
    /// sets.
    private static func equivalence(_ problem: InclusionProblem) -> [InclusionStrategy] {
        let (left, right) = (problem.left, problem.right)
        let isDeterministic = left.isDeterministic || right.isDeterministic
        let isDeterministicEitherWay = isDeterministic || left.isDeterministicBackward || right.isDeterministicBackward
        let hasMoreStartsThanEnds =
            left.initialStates.count + right.initialStates.count > left.finalStateCount + right.finalStateCount
        let isForward = isDeterministic || !isDeterministicEitherWay && hasMoreStartsThanEnds
        let shareOfOthers = isDeterministicEitherWay ? 0.1 : 0.5
        return [
            InclusionStrategy(.pairs(.unionFind), isBackward: !isForward, after: isForward ? 0 : problem.reversalWork),
            InclusionStrategy(.bisimilarity, share: shareOfOthers, after: problem.bisimulationWork / 2),
            InclusionStrategy(
                .antichain, isBackward: isForward, share: shareOfOthers,
                after: TurnWork.likelyStrategyWork / 8 + (isForward ? problem.reversalWork : 0)),
            InclusionStrategy(.antichainWithSimulation, share: shareOfOthers, after: 4 * problem.simulationWork),
            InclusionStrategy(
                .pairs(.unionFind), isBackward: isForward, share: isDeterministicEitherWay ? 0.5 : 0.05,
                after: isForward ? problem.reversalWork : 0),
        ]
    }
}

/// The constants of the schedule, in steps of searches; a step takes about 3 ns.
///
/// They were chosen with `Scripts/bench --only choices`. They minimize the total time of 532
/// questions, and the number of questions that take twice as long as by the best algorithm.
enum TurnWork {
    /// The work that likely strategies get before seldom useful strategies.
    static let likelyStrategyWork = 1 << 14
    /// The least work of a turn. Later turns get an eighth of all work so far.
    static let minimumTurn = likelyStrategyWork / 16
    /// The work that a simulation preorder may always take.
    static let minimumPreorderWork = 4 * likelyStrategyWork
    /// The factor of a strategy's share once it seems to need at most twice the work it has done.
    static let shareFactorNearEnd = 4.0
}

extension InclusionProblem {
    /// The measured cost of bisimilarity, in steps of searches.
    var bisimulationWork: Int { max(1 << 13, 24 * transitionCount) }

    /// The measured cost of reversing both sides, in steps of searches.
    var reversalWork: Int {
        8 * transitionCount + (left.isDense ? 2 * classCount * (left.stateCount + right.stateCount) : 0)
    }

    /// The measured cost of the simulation preorder, in steps of searches.
    var simulationWork: Int {
        let product = transitionCount.multipliedReportingOverflow(by: 400 + (left.stateCount + right.stateCount) / 32)
        return product.overflow ? .max / 8 : min(.max / 8, max(1 << 12, product.partialValue))
    }

    private var transitionCount: Int { left.transitionCount + right.transitionCount }
}
