extension FiniteAutomaton {
    /// Returns the lexicographically first of the longest accepted words, or `nil` if the language
    /// is empty or infinite; ``isEmpty`` and ``isFinite`` distinguish these cases.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is stored as a dense table.
    public func longestWord() -> Witness? {
        let trim = asEpsilonNFA.trimmed()
        guard trim.stateCount > 0, let lengths = trim.longestLengths() else { return nil }
        let length = trim.initialStates.compactMap { lengths[Int($0)] }.max() ?? 0
        let states = trim.initialStates.filter { lengths[Int($0)] == length }
        let words = LeastWords(trim.rows, moves: trim.epsilon, distances: lengths)
        return Witness(words.word(from: states, length: length), over: alphabet)
    }
}

extension EpsilonNFA {
    /// Returns the length of the longest accepted word from each state of a trim automaton, or
    /// `nil` if words can have any length.
    fileprivate func longestLengths() -> [Int?]? {
        let components = StronglyConnectedComponents(targetRows, nodeCount: stateCount)
        // The states of a component are connected by epsilon moves alone.
        var lengths = Array(repeating: 0, count: components.count)
        // A component leads only to components with smaller numbers.
        for (component, members) in components.members().enumerated() {
            for state in members {
                for index in rows.range(of: state) {
                    let target = components[rows.targets[index]]
                    if target == component { return nil }
                    lengths[component] = max(lengths[component], lengths[target] + 1)
                }
                for index in epsilon.range(of: state) {
                    lengths[component] = max(lengths[component], lengths[components[epsilon.targets[index]]])
                }
            }
        }
        return states.map { lengths[components[$0]] }
    }
}
