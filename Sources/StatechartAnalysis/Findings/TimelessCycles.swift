internal import AlgorithmSupport
internal import Automata
internal import Statecharts

extension Exploration {
    /// Returns states from which timers without a delay start each other forever, with the letter
    /// of the first of these timers; each timer once.
    ///
    /// - Complexity: O(*n* + *m*) for *n* states and *m* moves.
    borrowing func timelessCycles() -> [(state: Int, letter: UInt32)] {
        let timers = space.tables.core.pointee.timers
        let events = Set((0..<timers.count).filter { timers[$0].delay == .zero }.map { timers[$0].event })
        if events.isEmpty { return [] }
        var (ends, targets, letters): ([UInt32], [StateID], [UInt32]) = ([0], [], [])
        for state in 0..<stateCount {
            for move in moves(from: state) where move.hasState && move.target < stateCount {
                guard case .timer(let event, let owner, _, _) = space.letters[move.letter].input, owner >= 0,
                    events.contains(event)
                else { continue }
                targets.append(StateID(rawValue: UInt32(move.target)))
                letters.append(move.letter)
            }
            ends.append(UInt32(targets.count))
        }
        let found = StronglyConnectedComponents(
            [TargetRows(EpsilonMoves(offsets: ends, targets: targets))], nodeCount: stateCount)
        let (components, isCyclic) = (found.componentByNode, found.isCyclic)
        var (cycles, known): ([(state: Int, letter: UInt32)], Set<Letter.Input>) = ([], [])
        for state in 0..<stateCount where isCyclic[Int(components[state])] {
            let edges = (Int(ends[state])..<Int(ends[state + 1])).filter {
                components[Int(targets[$0].rawValue)] == components[state]
            }
            guard let first = edges.first else { continue }
            let isNew = edges.reduce(false) { known.insert(space.letters[letters[$1]].input).inserted || $0 }
            // A cycle is told at its first state.
            if isNew, !cycles.contains(where: { components[$0.state] == components[state] }) {
                cycles.append((state, letters[first]))
            }
        }
        return cycles
    }
}
