/// A search for the answer to a question about two languages, which can be paused.
protocol LanguageSearch: ~Copyable {
    /// The steps taken so far, comparable between searches.
    var work: Int { get }
    /// The bytes in use.
    var byteCount: Int { get }
    /// An estimate of the remaining work; ``Int/max`` if no end is in sight.
    var remainingWork: Int { get }
    /// Whether it has ended without an answer.
    var hasGivenUp: Bool { get }

    /// Searches until there is an answer or about `allowance` more steps were taken.
    ///
    /// - Parameter bytes: The bytes that other searches hold of the same budget.
    /// - Returns: Whether the answer to the question is yes, or `nil` if it isn't known yet.
    mutating func advance(by allowance: Int, reserving bytes: Int) throws(AutomataError) -> Bool?

    /// Returns the difference that was found, or `nil` if there is none.
    var trace: SearchTrace? { get }
}

extension PairSearch: LanguageSearch {
    var hasGivenUp: Bool { false }
}

extension AntichainSearch: LanguageSearch {
    var hasGivenUp: Bool { false }
}

/// Equivalence as inclusion in one direction and then in the other.
struct MutualInclusion: LanguageSearch, ~Copyable {
    private let problem: InclusionProblem
    private let order: SearchQueue.Order
    private let usesSimulation: Bool
    private let budget: Budget
    private var search: AntichainSearch
    private var isSecondDirection = false
    /// The work of the first direction.
    private var workOfFirstDirection = 0

    init(
        _ problem: InclusionProblem, order: SearchQueue.Order, simulation: InclusionSimulation?, budget: Budget
    ) {
        (self.problem, self.order, self.budget, usesSimulation) = (problem, order, budget, simulation != nil)
        search = AntichainSearch(problem, order: order, simulation: simulation, budget: budget)
    }

    var hasGivenUp: Bool { false }
    var work: Int { workOfFirstDirection + search.work }
    var byteCount: Int { search.byteCount }

    var remainingWork: Int {
        if isSecondDirection || search.remainingWork > .max / 4 { return search.remainingWork }
        // The other direction may take as long.
        return search.work + 2 * search.remainingWork
    }

    mutating func advance(by allowance: Int, reserving bytes: Int) throws(AutomataError) -> Bool? {
        guard let answer = try search.advance(by: allowance, reserving: bytes) else { return nil }
        if isSecondDirection || !answer { return answer }
        isSecondDirection = true
        workOfFirstDirection += search.work
        let simulation =
            usesSimulation ? try InclusionSimulation(problem.swapped, budget: budget.reserving(bytes)) : nil
        search = AntichainSearch(problem.swapped, order: order, simulation: simulation, budget: budget)
        return nil
    }

    var trace: SearchTrace? { isSecondDirection ? search.trace?.swapped : search.trace }
}
