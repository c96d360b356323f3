internal import Statecharts

extension Exploration {
    /// Returns each event that may stay deferred forever, with the first state from which that is
    /// so.
    ///
    /// - Complexity: O(*e* · (*n* + *m*)) for *e* events that are deferred, *n* states and *m*
    ///   moves.
    borrowing func deferredForever() -> [(event: UInt32, state: Int)] {
        guard space.tables.core.pointee.hasDeferrals else { return [] }
        var holders: [UInt32: [Int]] = [:]
        for state in 0..<stateCount {
            for event in Set(space.layout.deferred(space.words(of: state))) {
                holders[event, default: []].append(state)
            }
        }
        var found: [(event: UInt32, state: Int)] = []
        for (event, states) in holders.sorted(by: { $0.key < $1.key }) {
            let holding = Set(states)
            var (before, isLeft, open) = ([Int: [Int]](), Set<Int>(), [Int]())
            for state in states {
                for move in moves(from: state) {
                    if move.hasState, holding.contains(move.target) {
                        before[move.target, default: []].append(state)
                    } else if move.target != Move.endless, !isOneMore(move, in: state), isLeft.insert(state).inserted {
                        open.append(state)
                    }
                }
            }
            while let state = open.popLast() {
                for other in before[state] ?? [] where isLeft.insert(other).inserted { open.append(other) }
            }
            if let state = states.first(where: { !isLeft.contains($0) }) { found.append((event, state)) }
        }
        return found
    }

    /// Returns whether a move beyond the bound only defers one more event.
    private borrowing func isOneMore(_ move: Move, in state: Int) -> Bool {
        guard move.target == Move.beyond, case .event(let input) = space.letters[move.letter].input else {
            return false
        }
        let event = space.engineNumber(of: input)
        let (core, words) = (space.tables.core, space.words(of: state))
        let isDeferred = core.pointee.deferrals[event].indices.contains { index in
            space.isActive(Int(core.pointee.deferrers[index]), in: words)
        }
        let mayBeTaken = (0..<core.pointee.stateCount).contains { other in
            let row = Int(core.pointee.states[other].row)
            return core.pointee.states[other].children.isEmpty && space.isActive(other, in: words)
                && core.pointee.firstCandidates[row + Int(event)] != 0
        }
        return isDeferred && !mayBeTaken
    }
}
