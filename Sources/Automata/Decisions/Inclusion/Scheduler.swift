/// Decides a question about two languages by whichever approach gets there first.
///
/// Approaches take turns: next is the one that has cost least so far, its work over its share. Each
/// begins when its turn comes, so late if it takes much to begin with; it shares the automata
/// turned round with others, and ends when the budget doesn't allow it more, so that only the end
/// of the last one is an error. ``Approach`` has the table of them.
final class Scheduler {
    /// The work of a turn at least; later turns take an eighth of what was done.
    private static let leastSlice = 1 << 10
    /// The work that a preorder may take at least.
    private static let leastPreorderWork = 1 << 16
    /// The factor of the share of an approach that seems to need no more than twice the work that
    /// it has done.
    private static let headStart = 4.0

    private let problem: InclusionProblem
    private let question: PairSearch.Question
    private let budget: Budget
    /// The approaches that aren't over.
    private var turns: [Turn]
    /// The approach that found a difference.
    private var winner: Turn?
    /// The error that ended the last of the approaches that the budget ended.
    private var lastError: AutomataError?
    /// Made for the first approach backward.
    private var reversed: InclusionProblem?
    /// The work of all approaches.
    private(set) var work = 0

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget) {
        (self.problem, self.question, self.budget) = (problem, question, budget)
        turns = Approach.table(for: problem, question).map(Turn.init)
    }

    /// Goes on until there is an answer or about so much more work was done.
    ///
    /// - Parameter bytes: What others hold of the same budget.
    /// - Returns: Whether the answer to the question is yes; `nil` if that isn't known yet.
    func advance(by allowance: Int = .max, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
        let start = work
        while work - start < allowance {
            guard var next = turns.first else {
                throw lastError ?? .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
            }
            for turn in turns where turn.cost < next.cost { next = turn }
            if let answer = try take(next, besides: bytes) { return answer }
        }
        return nil
    }

    /// Returns the difference that was found, as far as it was followed; `nil` if there is none.
    func departure() -> Departure? {
        guard let winner, let departure = winner.search?.departure() else { return nil }
        return winner.approach.isBackward ? departure.reversed : departure
    }

    /// Gives an approach its turn, which may be the last one.
    private func take(_ turn: Turn, besides bytes: Int) throws(AutomataError) -> Bool? {
        let bytes = turns.reduce(bytes) { $1 === turn ? $0 : $0 + $1.byteCount }
        do throws(AutomataError) {
            if turn.search == nil { turn.search = try makeSearch(turn, besides: bytes) }
            guard let search = turn.search else { return nil }
            let workBefore = search.work
            let slice = max(Self.leastSlice, work / 8)
            let answer = try search.advance(by: min(slice, turn.approach.maximumWork - workBefore), besides: bytes)
            if answer == false { winner = turn }
            if answer != nil { return answer }
            let done = max(1, search.work - workBefore)
            work += done
            turn.count(done, isNearEnd: search.remainingWork / 2 <= search.work, headStart: Self.headStart)
            if search.hasGivenUp || search.work >= turn.approach.maximumWork { end(turn) }
        } catch {
            guard error.isBudgetExceeded else { throw error }
            end(turn)
            lastError = error
            // It may have had what others left of the budget.
            if case .budgetExceeded(let built, .bytes) = error {
                lastError = .budgetExceeded(statesBuilt: built, limit: .bytes(budget.maximumBytes))
            }
        }
        return nil
    }

    /// Takes an approach out and frees what only it holds.
    private func end(_ turn: Turn) {
        turns.removeAll { $0 === turn }
        if !turns.contains(where: \.approach.isBackward) { reversed = nil }
    }

    /// Makes the search of an approach.
    ///
    /// - Parameter bytes: What other approaches hold.
    /// - Returns: The search; `nil` if that is put off, or would take too much.
    private func makeSearch(_ turn: Turn, besides bytes: Int) throws(AutomataError) -> (any PausedSearch)? {
        let approach = turn.approach
        let problem = try approach.isBackward ? reversed(besides: bytes) : problem
        let rest = budget.besides(bytes)
        switch approach.method {
        case .pairs:
            return Paused(PairSearch(problem, question, rule: .unionFind, order: .smallestFirst, budget: budget))
        case .antichain: return antichains(problem, simulation: nil)
        case .antichainWithSimulation:
            // Without others that search there is nothing to wait for.
            let limit = turns.allSatisfy { $0.search == nil } ? .max : max(work, Self.leastPreorderWork)
            if let simulation = try InclusionSimulation(problem, maximumWork: limit, budget: rest) {
                return antichains(problem, simulation: simulation)
            }
            // Later there will be more to gain.
            work += limit
            turn.putOff(until: 4 * work)
            return nil
        case .bisimilarity:
            return Paused(Bisimilarity(problem, question, budget: budget))
        }
    }

    private func antichains(_ problem: InclusionProblem, simulation: InclusionSimulation?) -> any PausedSearch {
        switch question {
        case .inclusion:
            Paused(AntichainSearch(problem, order: .smallestFirst, simulation: simulation, budget: budget))
        case .equivalence: Paused(MutualInclusion(problem, simulation: simulation, budget: budget))
        }
    }

    private func reversed(besides bytes: Int) throws(AutomataError) -> InclusionProblem {
        if let reversed { return reversed }
        try budget.check(statesBuilt: 0, bytes: bytes + 2 * problem.byteCount)
        let reversed = problem.reversed
        self.reversed = reversed
        return reversed
    }
}

/// A place among those who take turns, for a search that is made when its turn comes first.
private final class Turn {
    let approach: Approach
    var search: (any PausedSearch)?
    /// The work done over the share; who has the least is next.
    private(set) var cost: Double

    init(_ approach: Approach) {
        self.approach = approach
        cost = Double(approach.startingWork) / approach.share
    }

    var byteCount: Int { search?.byteCount ?? 0 }

    func count(_ work: Int, isNearEnd: Bool, headStart: Double) {
        cost += Double(work) / (isNearEnd ? approach.share * headStart : approach.share)
    }

    func putOff(until work: Int) { cost = Double(work) / approach.share }
}

/// A search of any kind.
private protocol PausedSearch: AnyObject {
    var work: Int { get }
    var byteCount: Int { get }
    var remainingWork: Int { get }
    var hasGivenUp: Bool { get }
    func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool?
    func departure() -> Departure?
}

private final class Paused<Search: LanguageSearch & ~Copyable>: PausedSearch {
    private var search: Search

    init(_ search: consuming Search) { self.search = search }

    var work: Int { search.work }
    var byteCount: Int { search.byteCount }
    var remainingWork: Int { search.remainingWork }
    var hasGivenUp: Bool { search.hasGivenUp }
    func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        try search.advance(by: allowance, besides: bytes)
    }
    func departure() -> Departure? { search.departure() }
}
