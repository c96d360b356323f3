/// Decides equivalence: pairs of sets, less those that are implied where asking pays, take turns with inclusion one way and then the other.
///
/// The pairs go first, as they see most differences at once and decide most small questions; where a side is deterministic, almost no pair is
/// implied by others that stand for joined sets, so those by union-find are enough, and they get most of the work. Bisimilarity is asked once,
/// which tells at once that an automaton is another one rearranged.
final class EquivalencePortfolio {
    private static let firstSlice = 1 << 10

    private let problem: InclusionProblem
    private let budget: Budget
    private let isDeterministic: Bool
    private var pairs: PairSearch
    private var inclusion: InclusionPortfolio
    private var isOtherWay = false

    init(_ problem: InclusionProblem, budget: Budget) {
        self.budget = budget
        self.problem = problem
        isDeterministic = problem.left.isDeterministic || problem.right.isDeterministic
        let rule: PairSearch.Rule = isDeterministic ? .unionFind : .congruenceWhereItPays
        pairs = PairSearch(problem, .equivalence, rule: rule, isBreadthFirst: false, budget: budget)
        inclusion = InclusionPortfolio(problem, asksBisimilarity: false, budget: budget)
    }

    /// - Returns: whether both sides have one language.
    func run() throws(AutomataError) -> Bool {
        let bisimulationWork = problem.bisimulationWork
        let (pairsShare, inclusionShare) = isDeterministic ? (3, 1) : (1, 3)
        var isBisimulationKnown = false
        // What inclusion one way has cost.
        var earlierWork = 0
        while true {
            let inclusionWork = earlierWork + inclusion.work
            let slice = max(Self.firstSlice, (pairs.work + inclusionWork) / 8)
            if pairs.work * inclusionShare <= inclusionWork * pairsShare {
                if let answer = try pairs.advance(by: slice, besides: inclusion.byteCount) { return answer }
            } else if let answer = try inclusion.advance(by: slice, besides: pairs.byteCount) {
                if isOtherWay || !answer { return answer }
                isOtherWay = true
                earlierWork += inclusion.work
                inclusion = InclusionPortfolio(problem.swapped, asksBisimilarity: false, budget: budget)
            }
            if !isBisimulationKnown, pairs.work >= bisimulationWork {
                isBisimulationKnown = true
                if try problem.isEquivalentByBisimulation(budget: budget) { return true }
            }
        }
    }
}
