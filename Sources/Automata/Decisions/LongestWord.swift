extension FiniteAutomaton {
    /// Returns the lexicographically first of the longest accepted words, or `nil` if the language
    /// is empty or infinite; ``isEmpty`` and ``isFinite`` distinguish these.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is held as a dense table.
    public func longestWord() -> Witness? {
        let trim = asEpsilonNFA.trimmed()
        guard trim.stateCount > 0, let search = LongestWordSearch(trim) else { return nil }
        return Witness(search.word(from: trim.initialStates), over: alphabet)
    }
}

/// The lengths of the accepted words from each state of a trim automaton with a finite language.
private struct LongestWordSearch {
    private let rows: Transitions
    private let epsilon: EpsilonMoves
    private let components: StronglyConnectedComponents
    /// The length of the longest word from each component, whose states are connected by epsilon
    /// moves alone.
    private var lengths: [Int]

    /// - Returns: `nil` if words can have any length.
    init?(_ automaton: EpsilonNFA) {
        rows = automaton.rows
        epsilon = automaton.epsilon
        components = StronglyConnectedComponents(automaton.targetRows, nodeCount: automaton.stateCount)
        lengths = Array(repeating: 0, count: components.count)
        // A component leads only to components with smaller numbers.
        for (component, members) in components.members().enumerated() {
            for state in members {
                for index in rows.range(of: state) {
                    if components[rows.targets[index]] == component { return nil }
                    lengths[component] = max(lengths[component], length(from: rows.targets[index]) + 1)
                }
                for index in epsilon.range(of: state) {
                    lengths[component] = max(lengths[component], length(from: epsilon.targets[index]))
                }
            }
        }
    }

    private func length(from state: StateID) -> Int { lengths[components[state]] }

    /// Returns the least of the longest words from one of the states.
    func word(from initialStates: StateSet) -> [Symbol] {
        var rest = initialStates.map(length).max() ?? 0
        var word: [Symbol] = []
        word.reserveCapacity(rest)
        // Each state belongs to one remaining length, so marks needn't be cleared.
        var isMet = [Bool](repeating: false, count: rows.stateCount)
        var states: [StateID] = []
        func enter(_ state: StateID) {
            if length(from: state) != rest || isMet[Int(state)] { return }
            isMet[Int(state)] = true
            states.append(state)
        }
        for state in initialStates { enter(state) }
        while rest > 0 {
            var next = 0
            while next < states.count {
                for index in epsilon.range(of: states[next]) { enter(epsilon.targets[index]) }
                next += 1
            }
            var least = Symbol.absent
            for state in states {
                let index = rows.range(of: state).first { length(from: rows.targets[$0]) == rest - 1 }
                if let index { least = min(least, rows.symbols[index]) }
            }
            let sources = states
            states = []
            rest -= 1
            for state in sources {
                for index in rows.range(of: state, on: least) { enter(rows.targets[index]) }
            }
            word.append(least)
        }
        return word
    }
}
