internal import Statecharts

extension Exploration {
    /// Returns each event that may stay deferred for ever, with the first state from which that is so.
    ///
    /// - Complexity: O(*e* · (*n* + *m*)) for *e* events that are deferred, *n* states and *m* moves.
    borrowing func deferredForEver() -> [(event: UInt32, state: Int)] {
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
                    } else if move.target != Move.endless, isLeft.insert(state).inserted {
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
}
