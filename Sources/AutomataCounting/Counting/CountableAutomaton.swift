public import Automata

/// An automaton whose words are counted: any model.
///
/// To count more than once make its ``wordCounter(budget:)`` and ask that.
public protocol CountableAutomaton {
    /// Counts the words of the language.
    ///
    /// - Complexity: see ``WordCounter/init(_:budget:)-(Automaton,_)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    func wordCounter(budget: Budget) throws(AutomataError) -> WordCounter
}

extension DFA: CountableAutomaton {
    /// Counts the words of the language.
    public func wordCounter(budget: Budget = .default) throws(AutomataError) -> WordCounter {
        try WordCounter(self, budget: budget)
    }
}

extension NFA: CountableAutomaton {
    /// Counts the words of the language; an ambiguous automaton is determinized for that.
    public func wordCounter(budget: Budget = .default) throws(AutomataError) -> WordCounter {
        try WordCounter(self, budget: budget)
    }
}

extension EpsilonNFA: CountableAutomaton {
    /// Counts the words of the language; an ambiguous automaton is determinized for that.
    public func wordCounter(budget: Budget = .default) throws(AutomataError) -> WordCounter {
        try WordCounter(self, budget: budget)
    }
}

extension Automaton: CountableAutomaton {
    /// Counts the words of the language; an ambiguous automaton is determinized for that.
    public func wordCounter(budget: Budget = .default) throws(AutomataError) -> WordCounter {
        try WordCounter(self, budget: budget)
    }
}

extension CountableAutomaton {
    /// The number of accepted words of a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of ``WordCounter/count(ofLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try wordCounter(budget: budget).count(ofLength: length, using: method, budget: budget)
    }

    /// The number of accepted words up to a length, which must not be negative; see ``WordCounter``.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of ``WordCounter/count(upToLength:using:budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        try wordCounter(budget: budget).count(upToLength: length, using: method, budget: budget)
    }

    /// The number of all accepted words; `nil` where there are infinitely many.
    ///
    /// - Complexity: that of ``wordCounter(budget:)`` and of ``WordCounter/countOfAllWords(budget:)``.
    /// - Throws: ``Automata/AutomataError/budgetExceeded(statesBuilt:limit:)``, ``Automata/AutomataError/cancelled(statesBuilt:)``.
    public func wordCount(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        try wordCounter(budget: budget).countOfAllWords(budget: budget)
    }
}
