/// A way to decide a question, and its share of the work.
struct Approach {
    enum Method {
        /// Pairs of sets without those that a rule makes superfluous.
        case pairs(KnownPairs.Rule)
        /// Pairs of a state and a set without those that others cover.
        case antichain, antichainWithSimulation
        /// All pairs of a state of the left side and a set of the right side.
        case product
        case bisimilarity
    }

    let method: Method
    let order: SearchQueue.Order
    /// Whether it reads words backward.
    let isBackward: Bool
    /// The part of the work that it gets, in relation to others.
    let share: Double
    /// The work of others, by its share, before which it isn't worth beginning.
    let startingWork: Int
    /// The work after which it ends without an answer.
    let maximumWork: Int

    private init(
        _ method: Method, _ order: SearchQueue.Order = .smallestFirst, isBackward: Bool = false, share: Double = 1,
        after startingWork: Int = 0, until maximumWork: Int = .max
    ) {
        (self.method, self.order, self.isBackward, self.share) = (method, order, isBackward, share)
        (self.startingWork, self.maximumWork) = (startingWork, maximumWork)
    }

    /// The work that is spent on what is likely before what is seldom of use, some 50 µs.
    private static let patience = 1 << 14

    /// The approaches of an algorithm to a question; of those that have cost the same, the first
    /// one is next.
    static func table(
        _ algorithm: InclusionAlgorithm, for problem: InclusionProblem, _ question: PairSearch.Question
    ) -> [Approach] {
        switch algorithm {
        case .automatic: question == .inclusion ? inclusion(problem) : equivalence(problem)
        case .antichain: [Approach(.antichain)]
        case .antichainBackward: [Approach(.antichain, isBackward: true)]
        case .antichainWithSimulation: [Approach(.antichainWithSimulation)]
        case .antichainBackwardWithSimulation: [Approach(.antichainWithSimulation, isBackward: true)]
        case .congruence: [Approach(.pairs(.congruence), .depthFirst)]
        case .determinization: [Approach(question == .inclusion ? .product : .pairs(.visited), .depthFirst)]
        case .hopcroftKarp: [Approach(.pairs(.unionFind), .depthFirst)]
        }
    }

    /// The approaches to the shortest counterexample of an inclusion.
    static let shortestFirst = [
        Approach(.antichain, .breadthFirst), Approach(.antichainWithSimulation, .breadthFirst, after: 64 * patience),
    ]

    /// Antichains forward first, or backward if sets soon have all states there: if transitions are
    /// dense and many states are final.
    private static func inclusion(_ problem: InclusionProblem) -> [Approach] {
        let right = problem.right
        let isDense = right.transitionCount * 4 > right.stateCount * right.classCount * 7
        let startsBackward = isDense && right.finalStateCount > 2 * right.initialStates.count
        return [
            Approach(.antichain, share: startsBackward ? 0.25 : 1),
            Approach(
                .antichain, isBackward: true, share: startsBackward ? 1 : 0.5,
                after: startsBackward ? 0 : problem.turningWork),
            Approach(.bisimilarity, share: 0.5, after: problem.bisimulationWork / 2),
            Approach(.pairs(.unionFind), share: 0.25, after: patience / 2, until: 2 * patience),
            Approach(.antichainWithSimulation, after: problem.simulationWork),
            Approach(.antichainWithSimulation, isBackward: true, share: 0.5, after: 4 * problem.simulationWork),
        ]
    }

    /// Pairs from the end from which sets are few: if a side is deterministic, from its beginning;
    /// otherwise from the end with more states, as sets that start large soon have all states.
    /// Antichains from the other end, as they do best where sets start small.
    private static func equivalence(_ problem: InclusionProblem) -> [Approach] {
        let (left, right) = (problem.left, problem.right)
        let isDeterministic = left.isDeterministic || right.isDeterministic
        let isSure = isDeterministic || left.isDeterministicBackward || right.isDeterministicBackward
        let startsLarge =
            left.initialStates.count + right.initialStates.count > left.finalStateCount + right.finalStateCount
        let isForward = isDeterministic || !isSure && startsLarge
        let others = isSure ? 0.1 : 0.5
        return [
            Approach(.pairs(.unionFind), isBackward: !isForward, after: isForward ? 0 : problem.turningWork),
            Approach(.bisimilarity, share: others, after: problem.bisimulationWork / 2),
            Approach(
                .antichain, isBackward: isForward, share: others,
                after: patience / 8 + (isForward ? problem.turningWork : 0)),
            Approach(.antichainWithSimulation, share: others, after: 4 * problem.simulationWork),
            Approach(
                .pairs(.unionFind), isBackward: isForward, share: isSure ? 0.5 : 0.05,
                after: isForward ? problem.turningWork : 0),
        ]
    }
}

extension InclusionProblem {
    /// The cost of bisimilarity, in steps as the searches count them, as measured.
    var bisimulationWork: Int { max(1 << 13, 24 * transitionCount) }

    /// The cost of turning both sides round, in steps.
    var turningWork: Int {
        8 * transitionCount + (left.isDense ? 2 * classCount * (left.stateCount + right.stateCount) : 0)
    }

    /// The cost of the simulation preorder, in steps.
    var simulationWork: Int {
        let product = transitionCount.multipliedReportingOverflow(by: 400 + (left.stateCount + right.stateCount) / 32)
        return product.overflow ? .max / 8 : min(.max / 8, max(1 << 12, product.partialValue))
    }

    private var transitionCount: Int { left.transitionCount + right.transitionCount }
}
