/// A search for the answer to a question about two languages, which can be paused.
protocol LanguageSearch: ~Copyable {
    /// Steps taken so far, comparable between searches.
    var work: Int { get }
    /// The bytes that it holds.
    var byteCount: Int { get }
    /// The work that is left, as a guess; ``Int/max`` if no end is in sight.
    var remainingWork: Int { get }
    /// Whether it has ended without an answer.
    var hasGivenUp: Bool { get }

    /// Goes on until there is an answer or so much more work was done.
    ///
    /// - Parameter bytes: What others hold of the same budget.
    /// - Returns: Whether the answer to the question is yes; `nil` if that isn't known yet.
    mutating func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool?

    /// Returns the difference that was found, as far as it was followed; `nil` if there is none.
    func departure() -> Departure?
}

extension PairSearch: LanguageSearch {
    var hasGivenUp: Bool { false }
}

extension AntichainSearch: LanguageSearch {
    var hasGivenUp: Bool { false }
}

/// Equivalence as inclusion one way and then the other.
struct MutualInclusion: LanguageSearch, ~Copyable {
    private let problem: InclusionProblem
    private let order: SearchQueue.Order
    private let usesSimulation: Bool
    private let budget: Budget
    private var search: AntichainSearch
    private var isOtherWay = false
    /// The work of inclusion one way.
    private var earlierWork = 0

    init(
        _ problem: InclusionProblem, order: SearchQueue.Order, simulation: InclusionSimulation?, budget: Budget
    ) {
        (self.problem, self.order, self.budget, usesSimulation) = (problem, order, budget, simulation != nil)
        search = AntichainSearch(problem, order: order, simulation: simulation, budget: budget)
    }

    var hasGivenUp: Bool { false }
    var work: Int { earlierWork + search.work }
    var byteCount: Int { search.byteCount }

    var remainingWork: Int {
        if isOtherWay || search.remainingWork > .max / 4 { return search.remainingWork }
        // The other way takes as long, perhaps.
        return search.work + 2 * search.remainingWork
    }

    mutating func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        guard let answer = try search.advance(by: allowance, besides: bytes) else { return nil }
        if isOtherWay || !answer { return answer }
        isOtherWay = true
        earlierWork += search.work
        let simulation =
            usesSimulation ? try InclusionSimulation(problem.swapped, budget: budget.besides(bytes)) : nil
        search = AntichainSearch(problem.swapped, order: order, simulation: simulation, budget: budget)
        return nil
    }

    func departure() -> Departure? { isOtherWay ? search.departure()?.swapped : search.departure() }
}
