/// The answer to a yes-or-no question, with counterexamples if the answer is no.
///
/// ``anyCounterexample(budget:)`` returns the counterexample that the search found.
/// ``counterexample(budget:)`` returns a shortest one, which may need another search.
///
/// ```swift
/// let verdict = try mine.equivalence(to: solution)
/// if let difference = try verdict.counterexample() { print(difference.witness) }
/// ```
///
/// A verdict keeps the automata and one word in memory, but not the tables of the search.
public struct Verdict<Counterexample: Sendable>: Sendable {
    typealias Search = @Sendable (Budget) throws(AutomataError) -> Counterexample?

    /// A Boolean value that indicates whether the answer is yes.
    public let holds: Bool
    private let any: Search
    private let shortest: Search

    /// A verdict with the answer yes.
    package static var yes: Self {
        let nothing: Search = { _ in nil }
        return Self(holds: true, any: nothing, shortest: nothing)
    }

    /// The answer no, with the shortest counterexample.
    static func no(_ counterexample: Counterexample) -> Self { .no { _ in counterexample } }

    /// The answer no, with the search for the shortest counterexample, which is then returned as
    /// any counterexample too.
    static func no(_ shortest: @escaping Search) -> Self { .no(any: shortest, shortest: shortest) }

    /// The answer no, with the counterexample that was found, and the search for the shortest one.
    static func no(any: @escaping Search, shortest: @escaping Search) -> Self {
        Self(holds: false, any: any, shortest: shortest)
    }

    private init(holds: Bool, any: @escaping Search, shortest: @escaping Search) {
        self.holds = holds
        self.any = any
        self.shortest = shortest
    }

    /// Returns the lexicographically first of the shortest counterexamples, or `nil` if the answer
    /// is yes.
    ///
    /// - Parameter budget: the bound on the remaining search.
    /// - Complexity: O(1) if the answer is yes, or if finding the answer found the shortest
    ///   counterexample too. Otherwise this searches for the shortest one, which can take far
    ///   longer than finding the answer did; ``anyCounterexample(budget:)`` doesn't search.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func counterexample(budget: Budget = .default) throws(AutomataError) -> Counterexample? {
        try shortest(budget)
    }

    /// Returns the counterexample that the search found, or `nil` if the answer is yes.
    ///
    /// The result may be much longer than the shortest counterexample, and depends on the
    /// algorithm. It is the same each time.
    ///
    /// - Parameter budget: the bound on the memory for making the word.
    /// - Complexity: for a comparison of languages, at most O(*n* + *m* + length of the result).
    ///   For ambiguity, the same as ``counterexample(budget:)``, because the word that the search
    ///   found is a shortest one.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func anyCounterexample(budget: Budget = .default) throws(AutomataError) -> Counterexample? {
        try any(budget)
    }
}
