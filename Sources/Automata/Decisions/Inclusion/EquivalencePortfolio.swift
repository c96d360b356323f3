/// Decides equivalence: pairs of sets forward and backward, and inclusion one way and then the other, take turns.
///
/// Pairs forward go first for a moment, as they see most differences at once and decide the smallest questions; then a few rounds tell
/// whether the sides are bisimilar, as an automaton and another one rearranged are. Where a side is deterministic, there are few pairs forward, and
/// they get most of the work; where a side is deterministic backward, so do pairs backward. Otherwise pairs are followed from the end with more
/// states, as sets that start large soon have all states and so are few, and share the work with antichains from the other end, which do best where
/// sets start small. A search that seems to end soon goes on for longer.
final class EquivalencePortfolio {
    /// The work that pairs forward may do before anything else, some microseconds.
    private static let firstSlice = 1 << 10
    /// A step of pairs takes as long as so many of antichains, as measured.
    private static let pairCost = 1.4

    private let problem: InclusionProblem
    private let budget: Budget
    private lazy var reversed = problem.reversed

    init(_ problem: InclusionProblem, budget: Budget) {
        self.budget = budget
        self.problem = problem
    }

    /// - Returns: whether both sides have one language.
    func run() throws(AutomataError) -> Bool {
        let shares = Shares(problem)
        let forward = Turn(share: shares.forward / Self.pairCost) { Pairs(self.problem, budget: self.budget) }
        if let answer = try forward.advance(by: Self.firstSlice, besides: 0) { return answer }
        var rounds = BisimilarityRounds(problem, .equivalence)
        let isBisimilar = try rounds.run(maximumWork: problem.bisimulationWork, budget: budget)
        if isBisimilar == true { return true }
        let turningWork = problem.turningWork
        var turns = [
            forward,
            Turn(share: shares.inclusion, startingWork: shares.isInclusionBackward ? turningWork : 0) {
                Inclusions(shares.isInclusionBackward ? self.reversed : self.problem, budget: self.budget)
            },
            Turn(share: shares.backward / Self.pairCost, startingWork: turningWork) {
                Pairs(self.reversed, budget: self.budget)
            },
        ]
        return try run(&turns, isBisimulationKnown: isBisimilar != nil)
    }

    private func run(_ turns: inout [Turn], isBisimulationKnown: Bool) throws(AutomataError) -> Bool {
        var isBisimulationKnown = isBisimulationKnown
        while true {
            var next = turns[0]
            var (bytes, work) = (0, 0)
            for turn in turns {
                if turn.cost < next.cost { next = turn }
                bytes += turn.byteCount
                work += turn.work
            }
            do {
                let slice = max(Self.firstSlice, work / 8)
                if let answer = try next.advance(by: slice, besides: bytes - next.byteCount) { return answer }
            } catch {
                guard error.isBudgetExceeded, turns.count > 1 else { throw error }
                turns.removeAll { $0 === next }
            }
            if !isBisimulationKnown, work >= problem.bisimulationWork {
                isBisimulationKnown = true
                if try problem.isEquivalentByBisimulation(budget: budget) { return true }
            }
        }
    }
}

/// Who gets how much of the work.
private struct Shares {
    let forward: Double
    let backward: Double
    let inclusion: Double
    let isInclusionBackward: Bool

    init(_ problem: InclusionProblem) {
        let (left, right) = (problem.left, problem.right)
        let startsLarge =
            left.initialStates.count + right.initialStates.count > left.finalStateCount + right.finalStateCount
        if left.isDeterministic || right.isDeterministic {
            (forward, backward, inclusion, isInclusionBackward) = (4, 1, 1, false)
        } else if left.isDeterministicBackward || right.isDeterministicBackward {
            (forward, backward, inclusion, isInclusionBackward) = (1, 4, 1, true)
        } else {
            (forward, backward) = startsLarge ? (2, 0.25) : (0.25, 2)
            (inclusion, isInclusionBackward) = (2, startsLarge)
        }
    }
}

/// A place among those who take turns, for a search that is made when its turn comes first.
private final class Turn {
    /// How many times its share a search gets that seems to need no more than twice the work that it has done.
    private static let headStart = 4.0

    private let share: Double
    /// The work done over the share; who has the least is next.
    private(set) var cost: Double
    private let makeSearch: () -> Search
    private var search: Search?

    init(share: Double, startingWork: Int = 0, _ makeSearch: @escaping () -> Search) {
        self.share = share
        cost = Double(startingWork) / share
        self.makeSearch = makeSearch
    }

    var work: Int { search?.work ?? 0 }
    var byteCount: Int { search?.byteCount ?? 0 }

    func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        let search = search ?? makeSearch()
        self.search = search
        let before = search.work
        let answer = try search.advance(by: step, besides: bytes)
        let isNearEnd = search.remainingWork / 2 <= search.work
        cost += Double(max(1, search.work - before)) / (isNearEnd ? share * Self.headStart : share)
        return answer
    }
}

/// What decides equivalence bit by bit.
private class Search {
    /// Steps taken so far.
    var work: Int { 0 }
    var byteCount: Int { 0 }
    /// What is left to do, as a guess.
    var remainingWork: Int { .max }

    func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? { nil }
}

private final class Pairs: Search {
    private var search: PairSearch

    init(_ problem: InclusionProblem, budget: Budget) {
        search = PairSearch(problem, .equivalence, rule: .congruenceOfKin, isBreadthFirst: false, budget: budget)
    }

    override var work: Int { search.work }
    override var byteCount: Int { search.byteCount }
    override var remainingWork: Int { search.remainingWork }

    override func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        try search.advance(by: step, besides: bytes)
    }
}

/// Inclusion one way and then the other.
private final class Inclusions: Search {
    private let problem: InclusionProblem
    private let budget: Budget
    private var inclusion: InclusionPortfolio
    private var isOtherWay = false
    /// What inclusion one way has cost.
    private var earlierWork = 0

    init(_ problem: InclusionProblem, budget: Budget) {
        self.problem = problem
        self.budget = budget
        inclusion = InclusionPortfolio(problem, isBesidePairs: true, budget: budget)
    }

    override var work: Int { earlierWork + inclusion.work }
    override var byteCount: Int { inclusion.byteCount }

    override var remainingWork: Int {
        let remaining = inclusion.remainingWork
        if isOtherWay || remaining > .max / 4 { return remaining }
        // The other way takes as long, perhaps.
        return inclusion.work + 2 * remaining
    }

    override func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        guard let answer = try inclusion.advance(by: step, besides: bytes) else { return nil }
        if isOtherWay || !answer { return answer }
        isOtherWay = true
        earlierWork += inclusion.work
        inclusion = InclusionPortfolio(problem.swapped, isBesidePairs: true, budget: budget)
        return nil
    }
}
