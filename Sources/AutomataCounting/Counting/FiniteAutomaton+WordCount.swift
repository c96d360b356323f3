public import Automata

extension FiniteAutomaton {
    /// Returns a counter of the language's words, for more than one question.
    ///
    /// - Complexity: that of ``WordCounter/init(_:budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func wordCounter(budget: Budget = .default) throws(AutomataError) -> WordCounter {
        try WordCounter(self, budget: budget)
    }

    /// Returns the number of accepted words of a length, which must not be negative; see
    /// ``WordCounter``.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of
    ///   ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try wordCounter(budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// Returns the number of accepted words up to a length, which must not be negative; see
    /// ``WordCounter``.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of
    ///   ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try wordCounter(budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// Returns the number of all accepted words, or `nil` if there are infinitely many.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of
    ///   ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try wordCounter(budget: budget).countOfAllWords(budget: budget)
    }
}
