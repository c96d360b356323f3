extension DFA {
    /// Whether only finitely many words are accepted.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public var isFinite: Bool { stateOnCycle == nil }

    /// A state on a cycle that accepted words go round.
    var stateOnCycle: State? { CycleSearch(NFA(self)).run() }
}

extension NFA {
    /// Whether only finitely many words are accepted.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isFinite: Bool { CycleSearch(self).run() == nil }
}

extension EpsilonNFA {
    /// Whether only finitely many words are accepted. A cycle of epsilon moves alone makes no word longer.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isFinite: Bool { CycleSearch(self).run() == nil }
}

/// Looks for a cycle with a symbol on it among the states that are accessible and co-accessible: a transition within a strongly
/// connected component.
///
/// - Reference: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1(2), 1972, doi:10.1137/0201010.
private struct CycleSearch {
    private let rows: Transitions
    private let moves: EpsilonMoves?
    private let useful: StateSet

    init(_ nfa: NFA) {
        rows = nfa.rows
        moves = nil
        useful = nfa.accessibleStates.intersection(nfa.coaccessibleStates)
    }

    init(_ automaton: EpsilonNFA) {
        rows = automaton.rows
        moves = automaton.epsilon
        useful = automaton.accessibleStates.intersection(automaton.coaccessibleStates)
    }

    /// A state that lies on such a cycle.
    func run() -> State? {
        let components = components()
        for state in useful {
            for index in rows.range(of: state) where components[Int(rows.targets[index])] == components[Int(state)] {
                return state
            }
        }
        return nil
    }

    /// The strongly connected component of each useful state, as the number of its root; ``UInt32/none`` for the others.
    private func components() -> [UInt32] {
        var component = [UInt32](repeating: .none, count: rows.stateCount)
        // The order of discovery, and after that the earliest state of the open component that can be reached.
        var number = [UInt32](repeating: 0, count: rows.stateCount)
        var lowest = number
        var discovered: UInt32 = 0
        var open: [State] = []
        var path: [(state: State, next: Int)] = []
        for start in useful where number[Int(start)] == 0 {
            path.append((start, 0))
            while let (state, next) = path.last {
                if next == 0 {
                    discovered += 1
                    (number[Int(state)], lowest[Int(state)]) = (discovered, discovered)
                    open.append(state)
                }
                if let target = successor(next, of: state) {
                    path[path.count - 1].next += 1
                    if !useful.contains(target) || component[Int(target)] != .none { continue }
                    if number[Int(target)] == 0 {
                        path.append((target, 0))
                    } else {
                        lowest[Int(state)] = min(lowest[Int(state)], number[Int(target)])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.state {
                    lowest[Int(parent)] = min(lowest[Int(parent)], lowest[Int(state)])
                }
                if lowest[Int(state)] == number[Int(state)] {
                    while let member = open.popLast() {
                        component[Int(member)] = state
                        if member == state { break }
                    }
                }
            }
        }
        return component
    }

    /// The successors of a state by number, over transitions and then over moves.
    private func successor(_ number: Int, of state: State) -> State? {
        let row = rows.range(of: state)
        if number < row.count { return rows.targets[row.lowerBound + number] }
        guard let moves else { return nil }
        let move = moves.range(of: state).lowerBound + number - row.count
        return move < moves.range(of: state).upperBound ? moves.targets[move] : nil
    }
}
