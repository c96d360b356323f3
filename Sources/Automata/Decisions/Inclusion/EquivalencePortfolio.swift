/// Decides equivalence: pairs of sets forward and backward, rounds of bisimilarity, and inclusion one way and then the other, take turns.
///
/// Pairs forward go first for a moment, as they see most differences at once and decide the smallest questions; then a few rounds mostly tell
/// whether the sides are bisimilar, as an automaton and another one rearranged are. Where a side is deterministic, there are few pairs forward,
/// and they get most of the work; where a side is deterministic backward, so do pairs backward. Otherwise pairs are followed from the end with
/// more states, as sets that start large soon have all states and so are few, and share the work with antichains from the other end, which do best
/// where sets start small. A search that seems to end soon goes on for longer.
///
/// What all searches hold together stays within the bytes of the budget; of its states each search may build as many. A search that would go
/// beyond is ended and the others go on without it, so that only the end of the last one is an error.
final class EquivalencePortfolio {
    /// The work that pairs forward may do before anything else, some microseconds.
    private static let firstSlice = 3 << 9
    private static let leastSlice = 1 << 10
    /// A step of pairs takes as long as so many of antichains, as measured.
    private static let pairCost = 1.4
    /// What making a search costs, in steps.
    private static let makingWork = 1 << 11
    /// How many rounds of bisimilarity come at once.
    private static let firstRounds = 6

    private let problem: InclusionProblem
    private let budget: Budget
    /// The searches that are not over.
    private var turns: [Turn] = []
    /// The search that found a difference.
    private var winner: Turn?
    /// What ended the last one of those that the budget ended.
    private var lastError: AutomataError?
    /// Whether the sides are known not to be bisimilar, or known not to be told so within the budget.
    private var isBisimulationKnown = false
    /// Made when the first search backward is.
    private var reversed: InclusionProblem?

    init(_ problem: InclusionProblem, budget: Budget) {
        self.budget = budget
        self.problem = problem
    }

    /// - Returns: whether both sides have one language.
    func run() throws(AutomataError) -> Bool {
        let shares = Shares(problem)
        let forward = Turn(.pairsForward, share: shares.forward / Self.pairCost)
        let rounds = Turn(.rounds, share: shares.rounds)
        turns = [
            forward, rounds,
            Turn(
                shares.isInclusionBackward ? .inclusionsBackward : .inclusions, share: shares.inclusion,
                startingWork: Self.makingWork + (shares.isInclusionBackward ? problem.turningWork : 0)),
            Turn(
                .pairsBackward, share: shares.backward / Self.pairCost,
                startingWork: Self.makingWork + problem.turningWork),
        ]
        if let answer = try advance(forward, by: Self.firstSlice, besides: 0) { return answer }
        let firstRounds = Self.firstRounds * problem.roundWork
        if let answer = try advance(rounds, by: firstRounds, besides: forward.byteCount) { return answer }
        while true {
            guard var next = turns.first else {
                if !isBisimulationKnown, try problem.isEquivalentByBisimulation(budget: budget) { return true }
                throw lastError ?? .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
            }
            var (bytes, work) = (0, 0)
            for turn in turns {
                if turn.cost < next.cost { next = turn }
                bytes += turn.byteCount
                work += turn.work
            }
            if !isBisimulationKnown, work >= problem.bisimulationWork {
                isBisimulationKnown = true
                if try problem.isEquivalentByBisimulation(budget: budget.besides(bytes)) { return true }
            }
            let slice = max(Self.leastSlice, work / 8)
            if let answer = try advance(next, by: slice, besides: bytes - next.byteCount) { return answer }
        }
    }

    /// The difference that was found, as far as it was followed; `nil` where there is none.
    func departure() -> Departure? {
        guard let winner, let departure = winner.search?.departure() else { return nil }
        return winner.approach.isBackward ? departure.reversed : departure
    }

    /// Gives a search its turn, which may be the last one.
    private func advance(_ turn: Turn, by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        do throws(AutomataError) {
            let search: Search
            if let made = turn.search { search = made } else { search = try makeSearch(turn.approach, besides: bytes) }
            if let answer = try turn.advance(search, by: step, besides: bytes) {
                if !answer { winner = turn }
                return answer
            }
            if search.isOver {
                end(turn)
                isBisimulationKnown = isBisimulationKnown || search.hasRefutedBisimilarity
            }
        } catch {
            guard error.isBudgetExceeded else { throw error }
            end(turn)
            lastError = error
        }
        return nil
    }

    /// Takes a search out and frees what only it holds.
    private func end(_ turn: Turn) {
        turn.end()
        turns.removeAll { $0 === turn }
        if !turns.contains(where: \.approach.isBackward) { reversed = nil }
    }

    /// - Parameter bytes: what other searches hold.
    private func makeSearch(_ approach: Turn.Approach, besides bytes: Int) throws(AutomataError) -> Search {
        switch approach {
        case .pairsForward: Pairs(problem, budget: budget)
        case .pairsBackward: Pairs(try reversed(besides: bytes), budget: budget)
        case .inclusions: Inclusions(problem, budget: budget)
        case .inclusionsBackward: Inclusions(try reversed(besides: bytes), budget: budget)
        case .rounds: try rounds(besides: bytes)
        }
    }

    private func rounds(besides bytes: Int) throws(AutomataError) -> Rounds {
        try budget.check(statesBuilt: 0, bytes: bytes + problem.byteCount + problem.roundByteCount)
        return Rounds(problem, budget: budget)
    }

    private func reversed(besides bytes: Int) throws(AutomataError) -> InclusionProblem {
        if let reversed { return reversed }
        try budget.check(statesBuilt: 0, bytes: bytes + 2 * problem.byteCount)
        let reversed = problem.reversed
        self.reversed = reversed
        return reversed
    }
}

/// Who gets how much of the work.
private struct Shares {
    let forward: Double
    let backward: Double
    let inclusion: Double
    let rounds = 1.0
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
    enum Approach {
        case pairsForward, pairsBackward, inclusions, inclusionsBackward, rounds

        var isBackward: Bool { self == .pairsBackward || self == .inclusionsBackward }
    }

    /// How many times its share a search gets that seems to need no more than twice the work that it has done.
    private static let headStart = 4.0

    let approach: Approach
    private let share: Double
    /// The work done over the share; who has the least is next.
    private(set) var cost: Double
    private(set) var search: Search?
    private(set) var work = 0
    private(set) var byteCount = 0

    init(_ approach: Approach, share: Double, startingWork: Int = 0) {
        self.approach = approach
        self.share = share
        cost = Double(startingWork) / share
    }

    /// Lets go of the search.
    func end() { (search, byteCount) = (nil, 0) }

    func advance(_ search: Search, by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        self.search = search
        let answer = try search.advance(by: step, besides: bytes)
        let workBefore = work
        (work, byteCount) = (search.work, search.byteCount)
        let isNearEnd = search.remainingWork / 2 <= work
        cost += Double(max(1, work - workBefore)) / (isNearEnd ? share * Self.headStart : share)
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
    /// Whether there is nothing left to do, and no answer.
    var isOver: Bool { false }
    var hasRefutedBisimilarity: Bool { false }

    func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? { nil }

    /// The difference that was found, as far as it was followed; `nil` where there is none.
    func departure() -> Departure? { nil }
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

    override func departure() -> Departure? { search.departure() }
}

/// Bisimilarity, which tells only that languages are the same.
private final class Rounds: Search {
    private let budget: Budget
    private let maximumWork: Int
    private var rounds: BisimilarityRounds
    private var hasEnded = false
    private var hasRefuted = false

    init(_ problem: InclusionProblem, budget: Budget) {
        self.budget = budget
        maximumWork = 2 * problem.bisimulationWork
        rounds = BisimilarityRounds(problem, .equivalence)
    }

    override var work: Int { rounds.work }
    override var byteCount: Int { rounds.byteCount }
    override var isOver: Bool { hasEnded }
    override var hasRefutedBisimilarity: Bool { hasRefuted }

    override func advance(by step: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        // One round at least.
        let limit = min(maximumWork, rounds.work + max(step, rounds.roundWork))
        let rest = budget.besides(bytes)
        let answer = try rounds.run(maximumWork: limit, budget: rest)
        if answer == true { return true }
        hasRefuted = answer == false
        hasEnded =
            hasRefuted || !rounds.canGoOn || rounds.work + rounds.roundWork > maximumWork
            || rounds.byteCount > rest.maximumBytes
        return nil
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

    override func departure() -> Departure? { isOtherWay ? inclusion.departure()?.swapped : inclusion.departure() }
}
