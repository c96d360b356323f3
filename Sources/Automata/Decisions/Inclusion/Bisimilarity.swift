/// A check whether the initial states of two sides are bisimilar, which implies inclusion or
/// equivalence; otherwise there is no answer.
///
/// A single turn computes the coarsest stable partition:
/// ``Transitions/bisimulation(accepting:symbolCount:budget:)``.
struct Bisimilarity: LanguageSearch, ~Copyable {
    private let problem: InclusionProblem
    private let question: PairSearch.Question
    private let budget: Budget
    private(set) var work = 0
    private(set) var hasGivenUp = false

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget) {
        (self.problem, self.question, self.budget) = (problem, question, budget)
    }

    var byteCount: Int { 0 }
    var remainingWork: Int { .max }

    mutating func advance(by allowance: Int, reserving bytes: Int) throws(AutomataError) -> Bool? {
        let (left, right) = (problem.left, problem.right)
        work = problem.bisimulationWork
        let partition = try problem.disjointUnion.bisimulation(
            accepting: problem.finalStatesOfUnion, symbolCount: problem.classCount, budget: budget.reserving(bytes))
        let leftBlocks = Set(left.initialStates.map(partition.block(of:)))
        let rightBlocks = Set(right.initialStates.map { partition.block(of: $0 + left.stateCount) })
        let areBisimilar = question == .inclusion ? leftBlocks.isSubset(of: rightBlocks) : leftBlocks == rightBlocks
        hasGivenUp = !areBisimilar
        return areBisimilar ? true : nil
    }

    var trace: SearchTrace? { nil }
}
