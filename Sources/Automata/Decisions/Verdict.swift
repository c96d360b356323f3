/// The answer to a yes-or-no question, which shows on request why it isn't yes.
///
/// It keeps what the answer was worked out from, so that showing why doesn't ask the question again:
///
/// ```swift
/// let verdict = try mine.equivalence(to: solution)
/// if let difference = try verdict.counterexample() { print(difference.witness) }
/// ```
public struct Verdict<Counterexample: Sendable>: Sendable {
    /// A Boolean value that indicates whether the answer is yes.
    public let holds: Bool
    private let search: @Sendable (Budget) throws(AutomataError) -> Counterexample?

    /// The answer yes.
    static var yes: Self { Self(holds: true) { _ in nil } }

    /// The answer no, with the counterexample that was found.
    static func no(_ counterexample: Counterexample) -> Self { Self(holds: false) { _ in counterexample } }

    /// The answer no, with the search for a counterexample.
    static func no(_ search: @escaping @Sendable (Budget) throws(AutomataError) -> Counterexample?) -> Self {
        Self(holds: false, search: search)
    }

    private init(
        holds: Bool, search: @escaping @Sendable (Budget) throws(AutomataError) -> Counterexample?
    ) {
        self.holds = holds
        self.search = search
    }

    /// Returns a counterexample, or `nil` if the answer is yes.
    ///
    /// - Parameter budget: the bound on the search that is still to be done.
    /// - Complexity: O(1) if the answer came with it; otherwise that of the search for the shortest word, which can cost more than the
    ///   answer.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func counterexample(budget: Budget = .default) throws(AutomataError) -> Counterexample? {
        try search(budget)
    }
}
