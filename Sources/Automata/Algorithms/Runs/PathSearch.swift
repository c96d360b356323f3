/// A search for the states that a nondeterministic automaton can be in after each symbol, and for
/// runs with the fewest moves to each.
///
/// It is a breadth-first search layer by layer. Every run reads the same symbols, so epsilon moves
/// decide. States in a layer are ordered by their number of moves, then by their own numbers, so
/// the path found is the same each time.
///
/// All layers are stored in one arena, because long words make very many small ones.
struct PathSearch {
    /// A state of a layer and its predecessor.
    private struct Entry {
        let state: StateID
        /// The index of the previous entry: in the same layer for an epsilon move, otherwise in the
        /// previous layer; `UInt32.max` at the start.
        let previous: UInt32
        /// Twice the number of epsilon moves so far, plus 1 if the last move was one.
        private let moves: Int

        init(_ state: StateID, from previous: UInt32, epsilonCount: Int, isEpsilonMove: Bool) {
            self.state = state
            self.previous = previous
            moves = epsilonCount << 1 | (isEpsilonMove ? 1 : 0)
        }

        var epsilonCount: Int { moves >> 1 }
        var isEpsilonMove: Bool { moves & 1 == 1 }
    }

    private let rows: Transitions
    private let epsilon: EpsilonMoves?
    private var entries: [Entry] = []
    private var layerEnds: [Int] = []
    /// The targets of a symbol, before epsilon moves are followed.
    private var pending: [Entry] = []
    /// The layer, from 1, in which each state was last reached, so that nothing has to be cleared;
    /// negative while it is pending.
    private var reachedIn: [Int] = []
    /// The transitions and moves followed so far.
    private var work = 0

    init(rows: Transitions, epsilon: EpsilonMoves?) {
        self.rows = rows
        self.epsilon = epsilon
    }

    var layerCount: Int { layerEnds.count }

    /// The states of each layer, ascending.
    var reached: ReachedStates {
        var states = entries.map(\.state)
        states.withUnsafeMutableBufferPointer { states in
            for layer in 0..<layerCount {
                var row = UnsafeMutableBufferPointer(rebasing: states[range(of: layer)])
                row.sort()
            }
        }
        return ReachedStates(states: states, ends: layerEnds)
    }

    /// The number of bytes in use: entries with spare capacity and the run's copies, marks, and the
    /// ends of layers.
    private var byteCount: Int { 40 * entries.count + 24 * pending.count + 8 * rows.stateCount + 16 * layerEnds.count }

    private func range(of layer: Int) -> Range<Int> { (layer == 0 ? 0 : layerEnds[layer - 1])..<layerEnds[layer] }

    /// Reads a word up to the first symbol that no state can read.
    mutating func read<Watch: WorkWatch>(
        _ word: [Symbol], from states: StateSet, watch: Watch
    ) throws(Watch.Failure) {
        try watch.check(bytes: byteCount)
        reachedIn = Array(repeating: 0, count: rows.stateCount)
        pending = states.map { Entry($0, from: .max, epsilonCount: 0, isEpsilonMove: false) }
        if pending.isEmpty { return }
        addLayer()
        var pace = BudgetPace()
        for symbol in word {
            // A step may add an entry of many bytes.
            if pace.isDue(states: layerCount, work: 16 &* work) { try watch.check(bytes: byteCount) }
            if !step(on: symbol) { break }
        }
        try watch.check(bytes: byteCount)
    }

    /// Reads the next symbol. Returns `false`, without a change, if no state can read it.
    private mutating func step(on symbol: Symbol) -> Bool {
        pending.removeAll(keepingCapacity: true)
        // Entries ascend by their number of moves, so the first path to a state is one with the
        // fewest.
        let mark = -(layerCount + 1)
        let layer = range(of: layerCount - 1)
        for index in layer {
            let entry = entries[index]
            let transitions = rows.range(of: entry.state, on: symbol)
            work &+= transitions.count + 1
            for transition in transitions {
                let target = rows.targets[transition]
                guard reachedIn[Int(target)] != mark else { continue }
                reachedIn[Int(target)] = mark
                pending.append(
                    Entry(
                        target, from: UInt32(truncatingIfNeeded: index - layer.lowerBound),
                        epsilonCount: entry.epsilonCount, isEpsilonMove: false))
            }
        }
        if pending.isEmpty { return false }
        pending.sort { ($0.epsilonCount, $0.state) < ($1.epsilonCount, $1.state) }
        addLayer()
        return true
    }

    /// Adds the pending states, and all states that epsilon moves reach from them, one more move at
    /// a time.
    private mutating func addLayer() {
        let mark = layerCount + 1
        let layerStart = entries.count
        var next = 0
        // The entries with one epsilon move less than the new ones.
        var level = layerStart..<layerStart
        while true {
            let epsilonCount: Int
            if let first = level.first {
                epsilonCount = entries[first].epsilonCount + 1
            } else if next < pending.count {
                epsilonCount = pending[next].epsilonCount
            } else {
                break
            }
            let start = entries.count
            while next < pending.count, pending[next].epsilonCount == epsilonCount {
                add(pending[next], mark)
                next += 1
            }
            if let epsilon {
                for index in level {
                    let moves = epsilon.range(of: entries[index].state)
                    work &+= moves.count + 1
                    for move in moves {
                        let previous = UInt32(truncatingIfNeeded: index - layerStart)
                        let entry = Entry(
                            epsilon.targets[move], from: previous, epsilonCount: epsilonCount, isEpsilonMove: true)
                        add(entry, mark)
                    }
                }
            }
            level = start..<entries.count
            entries.withUnsafeMutableBufferPointer { entries in
                var added = UnsafeMutableBufferPointer(rebasing: entries[level])
                added.sort { $0.state < $1.state }
            }
        }
        layerEnds.append(entries.count)
    }

    private mutating func add(_ entry: Entry, _ mark: Int) {
        guard reachedIn[Int(entry.state)] != mark else { return }
        reachedIn[Int(entry.state)] = mark
        entries.append(entry)
    }

    /// Returns the path to the first entry of the last layer that is one of the given states.
    func path(to states: StateSet, reading word: [Symbol]) -> RunPath? {
        var layer = layerCount - 1
        guard layer >= 0, var index = range(of: layer).first(where: { states.contains(entries[$0].state) }) else {
            return nil
        }
        var moves: [RunPath.Move] = []
        while true {
            let entry = entries[index]
            if entry.previous == .max { return RunPath(start: entry.state, moves: moves.reversed()) }
            moves.append(RunPath.Move(symbol: entry.isEpsilonMove ? nil : word[layer - 1], target: entry.state))
            if !entry.isEpsilonMove { layer -= 1 }
            index = range(of: layer).lowerBound + Int(entry.previous)
        }
    }
}

/// The states reached before the first symbol and after each symbol, one ascending row each.
package struct ReachedStates: Sendable, Hashable {
    /// The states of all rows, one row after another.
    package let states: [StateID]
    /// The end of each row, or `nil` if each row has one state.
    private let ends: [Int]?

    init(states: [StateID], ends: [Int]) {
        self.states = states
        self.ends = ends
    }

    /// Creates rows of one state each.
    init(states: [StateID]) {
        self.states = states
        ends = nil
    }

    /// The number of rows.
    package var count: Int { ends?.count ?? states.count }

    package subscript(row: Int) -> ArraySlice<StateID> {
        guard let ends else { return states[row...row] }
        return states[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
    }

    /// The start of each row and the end of the last row.
    package var offsets: [Int] { ends.map { [0] + $0 } ?? Array(0...states.count) }
}
