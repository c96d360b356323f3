public import Automata

extension DFA {
    /// The number of accepted words of a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// The number of accepted words up to a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// The number of all accepted words; `nil` where there are infinitely many.
    ///
    /// - Complexity: see ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try WordCounter(self, budget: budget).countOfAllWords(budget: budget)
    }
}

extension NFA {
    /// The number of accepted words of a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(NFA,_)`` and ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// The number of accepted words up to a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(NFA,_)`` and ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// The number of all accepted words; `nil` where there are infinitely many.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(NFA,_)`` and ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try WordCounter(self, budget: budget).countOfAllWords(budget: budget)
    }
}

extension EpsilonNFA {
    /// The number of accepted words of a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(EpsilonNFA,_)`` and ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// The number of accepted words up to a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(EpsilonNFA,_)`` and ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// The number of all accepted words; `nil` where there are infinitely many.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(EpsilonNFA,_)`` and ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try WordCounter(self, budget: budget).countOfAllWords(budget: budget)
    }
}

extension Automaton {
    /// The number of accepted words of a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(Automaton,_)`` and ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// The number of accepted words up to a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(Automaton,_)`` and ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try WordCounter(self, budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// The number of all accepted words; `nil` where there are infinitely many.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(Automaton,_)`` and ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try WordCounter(self, budget: budget).countOfAllWords(budget: budget)
    }
}
