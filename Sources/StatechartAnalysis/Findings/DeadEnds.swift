internal import AlgorithmSupport

extension Exploration {
    /// Returns the first state of each configuration in which nothing happens any more, though the
    /// chart hasn't ended: no input leads to a transition.
    ///
    /// Events may still be deferred, and timers may still end without effect.
    ///
    /// - Complexity: O(*n* + *m*) for *n* states and *m* moves.
    borrowing func deadEnds() -> [Int] {
        let wordCount = space.layout.wordCount
        var (isLeft, open) = ([Bool](repeating: false, count: stateCount), [Int]())
        // The moves between states with the same active states, backwards.
        var before: [Int: [Int]] = [:]
        for state in 0..<stateCount {
            isLeft[state] = space.isEnded(state)
            for move in moves(from: state) where !isLeft[state] {
                if !move.hasState || !isIdle(move, from: state) {
                    isLeft[state] = true
                } else if move.target != state {
                    before[move.target, default: []].append(state)
                }
            }
            if isLeft[state] { open.append(state) }
        }
        while let state = open.popLast() {
            for other in before[state] ?? [] where !isLeft[other] {
                isLeft[other] = true
                open.append(other)
            }
        }
        var known: Set<[UInt64]> = []
        return (0..<stateCount).filter {
            !isLeft[$0] && known.insert(Array(space.words(of: $0)[..<wordCount])).inserted
        }
    }

    /// Whether a move ignores or only defers its input.
    private borrowing func isIdle(_ move: Move, from state: Int) -> Bool {
        if move.isIgnored { return hasSameStates(state, move.target) }
        let counts = [state, move.target].map { space.layout.deferredCount(space.words(of: $0)) }
        return counts[1] > counts[0] && hasSameStates(state, move.target)
    }

    private borrowing func hasSameStates(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (space.words(of: first), space.words(of: second))
        for index in 0..<space.layout.wordCount where one[index] != other[index] { return false }
        return true
    }
}
