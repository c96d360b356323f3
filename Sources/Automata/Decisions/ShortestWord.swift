extension FiniteAutomaton {
    /// Returns the lexicographically first of the shortest accepted words, or `nil` if the language
    /// is empty.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func shortestWord() -> Witness? {
        let view = asEpsilonNFA
        let words = LeastWords(view.rows, moves: view.epsilon, to: finalStates)
        return words.word(from: initialStates).map { Witness($0, over: alphabet) }
    }
}
