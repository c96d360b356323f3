/// The word on which a search found two sides to differ, as far as the search followed it.
///
/// A search ends as soon as one side is left without states: sides are trim, so that some word is
/// accepted from what the other side has. That word is looked for only when the whole is asked for.
struct Departure: Sendable {
    /// The classes of the word that was followed, in the order of the search.
    let path: [Symbol]
    /// The states that one side has after `path` where the other has none; empty where `path`
    /// itself tells the sides apart.
    private let states: [StateID]
    /// Whether `states` are those of the left side.
    private var isOnLeft: Bool
    /// Whether the search read words backward.
    private var isBackward = false

    /// The word itself tells the sides apart.
    init(after path: [Symbol]) {
        self.path = path
        states = []
        isOnLeft = true
    }

    /// Some word from `states` of one side completes the path.
    init(after path: [Symbol], alone states: [StateID], isOnLeft: Bool) {
        self.path = path
        self.states = states
        self.isOnLeft = isOnLeft
    }

    /// The same of a question with its sides exchanged.
    var swapped: Departure {
        var result = self
        result.isOnLeft.toggle()
        return result
    }

    /// The same of the reversed question.
    var reversed: Departure {
        var result = self
        result.isBackward.toggle()
        return result
    }

    /// The classes of the whole word: the path, and the least of the shortest words that complete
    /// it.
    ///
    /// - Complexity: O(length of the path) where that is all, otherwise O(*n* + *m*) of the side
    ///   that goes on.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    func word(in problem: InclusionProblem, budget: Budget) throws(AutomataError) -> [Symbol] {
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
    /// The least of the shortest words that are accepted from the states.
    fileprivate func leastWord(from states: [StateID]) -> [Symbol] {
        let finalStates = StateSet((0..<StateID(truncatingIfNeeded: stateCount)).filter(isFinal))
        return LeastWords(rows, to: finalStates).word(from: StateSet(states)) ?? []
    }
}
