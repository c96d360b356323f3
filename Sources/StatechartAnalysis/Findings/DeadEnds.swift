internal import AlgorithmSupport

extension Exploration {
    /// Returns the first state of each configuration that no run leaves, though the chart hasn't
    /// ended.
    ///
    /// Inputs may still change histories, queues and variables of such a state, but no longer its
    /// active states.
    ///
    /// - Complexity: O(*n* + *m*) for *n* states and *m* moves.
    borrowing func deadEnds() -> [Int] {
        let wordCount = space.layout.wordCount
        var (isLeft, open) = ([Bool](repeating: false, count: stateCount), [Int]())
        // The moves between states with the same active states, backwards.
        var before: [Int: [Int]] = [:]
        for state in 0..<stateCount {
            isLeft[state] = space.isEnded(state)
            for move in moves(from: state) where !isLeft[state] && move.target != state {
                if !move.hasState || !hasSameWords(state, move.target, wordCount) {
                    isLeft[state] = true
                } else {
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

    private borrowing func hasSameWords(_ first: Int, _ second: Int, _ wordCount: Int) -> Bool {
        let (one, other) = (space.words(of: first), space.words(of: second))
        for index in 0..<wordCount where one[index] != other[index] { return false }
        return true
    }
}
