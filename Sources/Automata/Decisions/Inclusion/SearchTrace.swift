/// A prefix of a word that only one of two sides accepts, as found by a search.
///
/// A search ends as soon as one side has no states left. Sides are trim, so the other side accepts
/// some word from its states. This rest of the word is computed only on request.
package struct SearchTrace: Sendable {
    /// The classes of the word that was followed, in the order of the search.
    package let path: [Symbol]
    /// The states that one side has after `path` if the other has none; empty if only one side
    /// accepts `path` itself.
    private let states: [StateID]
    /// Whether `states` are states of the left side.
    private var isOnLeft: Bool
    /// Whether the search read words backward.
    private var isBackward = false

    /// Makes a trace whose path itself is accepted by only one side.
    init(after path: [Symbol]) {
        self.path = path
        states = []
        isOnLeft = true
    }

    /// Makes a trace whose path is completed by some word accepted from `states`.
    init(after path: [Symbol], alone states: [StateID], isOnLeft: Bool) {
        self.path = path
        self.states = states
        self.isOnLeft = isOnLeft
    }

    /// The trace of the problem with exchanged sides.
    var swapped: SearchTrace {
        var result = self
        result.isOnLeft.toggle()
        return result
    }

    /// The trace of the reversed problem.
    package var reversed: SearchTrace {
        var result = self
        result.isBackward.toggle()
        return result
    }

    /// Returns the classes of the whole word: the path, completed by the lexicographically first of
    /// the shortest words.
    ///
    /// - Complexity: O(length of the path) if the path is the whole word; otherwise O(*n* + *m*)
    ///   for the side with states left.
    package func word(in problem: InclusionProblem, budget: Budget) throws(AutomataError) -> [Symbol] {
        var word = path
        if !states.isEmpty {
            try budget.check(statesBuilt: 0, bytes: 2 * problem.byteCount)
            let side = isOnLeft ? problem.left : problem.right
            word += (isBackward ? side.reversed() : side).leastWord(from: states)
        }
        return isBackward ? word.reversed() : word
    }
}

extension InclusionSide {
    /// Returns the lexicographically first of the shortest words accepted from the states.
    fileprivate func leastWord(from states: [StateID]) -> [Symbol] {
        let finalStates = StateSet((0..<StateID(truncatingIfNeeded: stateCount)).filter(isFinal))
        return LeastWords(rows, to: finalStates).word(from: StateSet(states)) ?? []
    }
}
