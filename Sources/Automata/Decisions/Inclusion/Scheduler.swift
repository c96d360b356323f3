/// Decides a question about two languages by several strategies that take turns.
///
/// The next strategy is the one with the least cost so far, which is its work divided by its share.
/// A strategy starts at its first turn, which comes late if starting is expensive. All backward
/// strategies share the reversed automata. A strategy that exceeds the budget is dropped; if all of
/// them do, an error is thrown. ``InclusionStrategy`` has the table of strategies.
package final class Scheduler {
    private let problem: InclusionProblem
    private let question: PairSearch.Question
    private let budget: Budget
    /// The strategies that haven't ended.
    private var turns: [ScheduledStrategy]
    /// The strategy that found a difference.
    private var winner: ScheduledStrategy?
    /// The error of the last strategy that exceeded the budget.
    private var lastError: AutomataError?
    /// The reversed automata, made for the first backward strategy.
    private var reversed: InclusionProblem?
    /// The work of all strategies.
    private(set) var work = 0

    /// Creates a scheduler of strategies, which are chosen automatically if they are `nil`.
    package init(
        _ problem: InclusionProblem, _ question: PairSearch.Question, _ strategies: [InclusionStrategy]? = nil,
        budget: Budget
    ) {
        (self.problem, self.question, self.budget) = (problem, question, budget)
        turns = (strategies ?? InclusionStrategy.table(.automatic, for: problem, question)).map(ScheduledStrategy.init)
    }

    /// Searches to the end, and returns the difference, or `nil` if the answer is yes.
    func run() throws(AutomataError) -> SearchTrace? {
        var answer: Bool?
        while answer == nil { answer = try advance() }
        return trace
    }

    /// Searches until there is an answer or about `allowance` more steps were taken.
    ///
    /// - Parameter bytes: The bytes of the same budget that other work uses.
    /// - Returns: Whether the answer to the question is yes, or `nil` if it isn't known yet.
    package func advance(by allowance: Int = .max, reserving bytes: Int = 0) throws(AutomataError) -> Bool? {
        let start = work
        while work - start < allowance {
            guard var next = turns.first else {
                throw lastError ?? .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit)
            }
            for turn in turns where turn.cost < next.cost { next = turn }
            if let answer = try run(next, reserving: bytes) { return answer }
        }
        return nil
    }

    /// The difference that was found, or `nil` if there is none.
    package var trace: SearchTrace? {
        guard let winner, let trace = winner.trace else { return nil }
        return winner.strategy.isBackward ? trace.reversed : trace
    }

    /// Gives a strategy its turn.
    private func run(_ turn: ScheduledStrategy, reserving bytes: Int) throws(AutomataError) -> Bool? {
        let bytes = turns.reduce(bytes) { $1 === turn ? $0 : $0 + $1.byteCount }
        do throws(AutomataError) {
            if turn.search == nil { turn.search = try makeSearch(turn, reserving: bytes) }
            if turn.search == nil { return nil }
            let workBefore = turn.work
            let answer = try turn.advance(by: max(TurnWork.minimumTurn, work / 8), reserving: bytes)
            if answer == false { winner = turn }
            if answer != nil { return answer }
            work += max(1, turn.work - workBefore)
            if turn.isOver { end(turn) }
        } catch {
            guard error.isBudgetExceeded else { throw error }
            end(turn)
            lastError = error
            // The exceeded limit may be the part of the budget that other strategies left.
            if case .budgetExceeded(let built, .bytes) = error {
                lastError = .budgetExceeded(statesBuilt: built, limit: budget.byteLimit)
            }
        }
        return nil
    }

    /// Removes a strategy, and the reversed automata if no other strategy needs them.
    private func end(_ turn: ScheduledStrategy) {
        turns.removeAll { $0 === turn }
        if !turns.contains(where: \.strategy.isBackward) { reversed = nil }
    }

    /// Makes the search of a strategy.
    ///
    /// - Parameter bytes: The bytes that other strategies hold.
    /// - Returns: The search, or `nil` if it is postponed because its start would take too long.
    private func makeSearch(
        _ turn: ScheduledStrategy, reserving bytes: Int
    ) throws(AutomataError) -> (any LanguageSearch & ~Copyable)? {
        let strategy = turn.strategy
        let problem = try strategy.isBackward ? reversed(reserving: bytes) : problem
        var simulation: InclusionSimulation?
        switch strategy.method {
        case .pairs(let rule):
            return PairSearch(problem, question, rule: rule, order: strategy.order, budget: budget)
        case .bisimilarity: return Bisimilarity(problem, question, budget: budget)
        case .product: return AntichainSearch(problem, order: strategy.order, prunes: false, budget: budget)
        case .antichain: break
        case .antichainWithSimulation:
            // The only strategy needn't wait for others.
            let isAlone = turns.allSatisfy { $0.search == nil }
            let limit = isAlone ? .max / 8 : max(work, TurnWork.minimumPreorderWork)
            simulation = try InclusionSimulation(problem, maximumWork: limit, budget: budget.reserving(bytes))
            if simulation == nil {
                // The longer others search, the more the preorder is worth.
                work += limit
                turn.postpone(until: 4 * work)
                return nil
            }
        }
        switch question {
        case .inclusion:
            return AntichainSearch(problem, order: strategy.order, simulation: simulation, budget: budget)
        case .equivalence:
            return MutualInclusion(problem, order: strategy.order, simulation: simulation, budget: budget)
        }
    }

    private func reversed(reserving bytes: Int) throws(AutomataError) -> InclusionProblem {
        if let reversed { return reversed }
        try budget.check(statesBuilt: 0, bytes: bytes + 2 * problem.byteCount)
        let reversed = problem.reversed
        self.reversed = reversed
        return reversed
    }
}

/// A strategy that takes turns, with its search, which is made at its first turn.
private final class ScheduledStrategy {
    let strategy: InclusionStrategy
    var search: (any LanguageSearch & ~Copyable)?
    /// The work divided by the share.
    private(set) var cost: Double

    init(_ strategy: InclusionStrategy) {
        self.strategy = strategy
        cost = Double(strategy.startingWork) / strategy.share
    }

    var work: Int { ask { $0.work } ?? 0 }
    var byteCount: Int { ask { $0.byteCount } ?? 0 }
    var isOver: Bool { ask { $0.hasGivenUp } ?? false || work >= strategy.maximumWork }
    var trace: SearchTrace? { ask { $0.trace } ?? nil }

    /// Returns an answer of the search, or `nil` if it isn't made yet.
    private func ask<Answer>(_ question: (borrowing any LanguageSearch & ~Copyable) -> Answer) -> Answer? {
        switch search {
        case .some(let search): question(search)
        case nil: nil
        }
    }

    /// Continues the search.
    func advance(by allowance: Int, reserving bytes: Int) throws(AutomataError) -> Bool? {
        let workBefore = work
        let allowance = min(allowance, strategy.maximumWork - workBefore)
        let answer = try search?.advance(by: allowance, reserving: bytes)
        let isNearlyDone = (ask { $0.remainingWork } ?? .max) / 2 <= work
        cost +=
            Double(max(1, work - workBefore))
            / (isNearlyDone ? strategy.share * TurnWork.shareFactorNearEnd : strategy.share)
        return answer ?? nil
    }

    func postpone(until work: Int) { cost = Double(work) / strategy.share }
}
