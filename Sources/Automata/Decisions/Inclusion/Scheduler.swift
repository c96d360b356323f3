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

    /// - Parameter approaches: The approaches; `nil` for those of the automatic choice.
    init(
        _ problem: InclusionProblem, _ question: PairSearch.Question, _ approaches: [Approach]? = nil, budget: Budget
    ) {
        (self.problem, self.question, self.budget) = (problem, question, budget)
        turns = (approaches ?? Approach.table(.automatic, for: problem, question)).map(Turn.init)
    }

    /// Goes on to the end; returns the difference that was found, `nil` if the answer is yes.
    func run() throws(AutomataError) -> Departure? {
        var answer: Bool?
        while answer == nil { answer = try advance() }
        return departure()
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
        guard let winner, let departure = winner.departure() else { return nil }
        return winner.approach.isBackward ? departure.reversed : departure
    }

    /// Gives an approach its turn, which may be the last one.
    private func take(_ turn: Turn, besides bytes: Int) throws(AutomataError) -> Bool? {
        let bytes = turns.reduce(bytes) { $1 === turn ? $0 : $0 + $1.byteCount }
        do throws(AutomataError) {
            if turn.search == nil { turn.search = try makeSearch(turn, besides: bytes) }
            if turn.search == nil { return nil }
            let workBefore = turn.work
            let answer = try turn.advance(by: max(Self.leastSlice, work / 8), besides: bytes)
            if answer == false { winner = turn }
            if answer != nil { return answer }
            work += max(1, turn.work - workBefore)
            if turn.isOver { end(turn) }
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
    /// - Parameter bytes: The bytes that other approaches hold.
    /// - Returns: The search; `nil` if that is put off, as it would take too much.
    private func makeSearch(
        _ turn: Turn, besides bytes: Int
    ) throws(AutomataError) -> (any LanguageSearch & ~Copyable)? {
        let approach = turn.approach
        let problem = try approach.isBackward ? reversed(besides: bytes) : problem
        var simulation: InclusionSimulation?
        switch approach.method {
        case .pairs(let rule):
            return PairSearch(problem, question, rule: rule, order: approach.order, budget: budget)
        case .bisimilarity: return Bisimilarity(problem, question, budget: budget)
        case .product: return AntichainSearch(problem, order: approach.order, prunes: false, budget: budget)
        case .antichain: break
        case .antichainWithSimulation:
            // Without others that search there is nothing to wait for.
            let isAlone = turns.allSatisfy { $0.search == nil }
            let limit = isAlone ? .max / 8 : max(work, Self.leastPreorderWork)
            simulation = try InclusionSimulation(problem, maximumWork: limit, budget: budget.besides(bytes))
            if simulation == nil {
                // Later there will be more to gain.
                work += limit
                turn.putOff(until: 4 * work)
                return nil
            }
        }
        switch question {
        case .inclusion:
            return AntichainSearch(problem, order: approach.order, simulation: simulation, budget: budget)
        case .equivalence:
            return MutualInclusion(problem, order: approach.order, simulation: simulation, budget: budget)
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
    var search: (any LanguageSearch & ~Copyable)?
    /// The work done over the share; the approach with the least is next.
    private(set) var cost: Double

    /// The factor of the share of an approach that seems to need no more than twice the work that
    /// it has done.
    private static let headStart = 4.0

    init(_ approach: Approach) {
        self.approach = approach
        cost = Double(approach.startingWork) / approach.share
    }

    var work: Int { ask { $0.work } ?? 0 }
    var byteCount: Int { ask { $0.byteCount } ?? 0 }
    var isOver: Bool { ask { $0.hasGivenUp } ?? false || work >= approach.maximumWork }
    func departure() -> Departure? { ask { $0.departure() } ?? nil }

    /// Asks the search; `nil` if there is none yet.
    private func ask<Answer>(_ question: (borrowing any LanguageSearch & ~Copyable) -> Answer) -> Answer? {
        switch search {
        case .some(let search): question(search)
        case nil: nil
        }
    }

    /// Lets the search go on.
    func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        let workBefore = work
        let allowance = min(allowance, approach.maximumWork - workBefore)
        let answer = try search?.advance(by: allowance, besides: bytes)
        let isNearEnd = (ask { $0.remainingWork } ?? .max) / 2 <= work
        cost += Double(max(1, work - workBefore)) / (isNearEnd ? approach.share * Self.headStart : approach.share)
        return answer ?? nil
    }

    func putOff(until work: Int) { cost = Double(work) / approach.share }
}
