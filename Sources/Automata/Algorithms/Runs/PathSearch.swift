/// The states that a nondeterministic automaton can be in after each symbol, and how each was reached with the fewest moves.
///
/// A breadth-first search layer by layer: every run reads the same symbols, so that the epsilon moves decide. Within a layer the
/// states stand in the order of the moves they take, then of their numbers, which makes the path that is found the same each time.
struct PathSearch {
    /// A state of a layer and the one it was reached from.
    private struct Entry {
        let state: State
        let epsilonCount: Int
        /// The index of the entry before: in the same layer for an epsilon move, else in the layer before; -1 at the start.
        let previous: Int
        let isEpsilonMove: Bool
    }

    private let rows: Transitions
    private let epsilon: EpsilonMoves?
    private var layers: [[Entry]] = []
    /// The layer in which a state was last reached, from 1, so that nothing has to be cleared.
    private var reachedIn: [Int]

    init(rows: Transitions, epsilon: EpsilonMoves?) {
        self.rows = rows
        self.epsilon = epsilon
        reachedIn = Array(repeating: 0, count: rows.stateCount)
    }

    var layerCount: Int { layers.count }
    var stateSets: [StateSet] { layers.map { StateSet($0.map(\.state)) } }

    mutating func start(in states: StateSet) {
        let entries = states.map { Entry(state: $0, epsilonCount: 0, previous: -1, isEpsilonMove: false) }
        if !entries.isEmpty { addLayer(entries) }
    }

    /// Goes on to the next symbol; does nothing and answers `false` where no state can read it.
    mutating func step(on symbol: Symbol) -> Bool {
        guard let last = layers.last else { return false }
        var entries: [Entry] = []
        // The entries ascend by their number of moves, so that the first way to a state is one with the fewest.
        let mark = -(layers.count + 1)
        for (index, entry) in last.enumerated() {
            for transition in rows.range(of: entry.state, on: symbol) {
                let target = rows.targets[transition]
                guard reachedIn[Int(target)] != mark else { continue }
                reachedIn[Int(target)] = mark
                entries.append(
                    Entry(state: target, epsilonCount: entry.epsilonCount, previous: index, isEpsilonMove: false))
            }
        }
        if entries.isEmpty { return false }
        entries.sort { ($0.epsilonCount, $0.state) < ($1.epsilonCount, $1.state) }
        addLayer(entries)
        return true
    }

    /// Adds what was reached by a symbol, ascending, and all that epsilon moves lead to from there.
    private mutating func addLayer(_ entries: [Entry]) {
        let mark = layers.count + 1
        var layer: [Entry] = []
        var pending = entries[...]
        var moved: [Entry] = []
        while let epsilonCount = moved.first?.epsilonCount ?? pending.first?.epsilonCount {
            let start = layer.count
            while let entry = pending.first, entry.epsilonCount == epsilonCount {
                pending.removeFirst()
                add(entry, to: &layer, mark)
            }
            for entry in moved { add(entry, to: &layer, mark) }
            layer[start...].sort { $0.state < $1.state }
            moved = epsilonMoves(from: layer[start...], mark)
        }
        layers.append(layer)
    }

    private mutating func add(_ entry: Entry, to layer: inout [Entry], _ mark: Int) {
        guard reachedIn[Int(entry.state)] != mark else { return }
        reachedIn[Int(entry.state)] = mark
        layer.append(entry)
    }

    private func epsilonMoves(from entries: ArraySlice<Entry>, _ mark: Int) -> [Entry] {
        guard let epsilon else { return [] }
        var moved: [Entry] = []
        for (index, entry) in zip(entries.indices, entries) {
            for move in epsilon.range(of: entry.state) where reachedIn[Int(epsilon.targets[move])] != mark {
                moved.append(
                    Entry(
                        state: epsilon.targets[move], epsilonCount: entry.epsilonCount + 1, previous: index,
                        isEpsilonMove: true))
            }
        }
        return moved
    }

    /// The path to the first entry of the last layer that is one of the given states.
    func path(to states: StateSet, reading word: [Symbol]) -> RunPath? {
        guard var index = layers.last?.firstIndex(where: { states.contains($0.state) }) else { return nil }
        var layer = layers.count - 1
        var moves: [RunPath.Move] = []
        while true {
            let entry = layers[layer][index]
            if entry.previous < 0 { return RunPath(start: entry.state, moves: moves.reversed()) }
            moves.append(RunPath.Move(symbol: entry.isEpsilonMove ? nil : word[layer - 1], target: entry.state))
            if !entry.isEpsilonMove { layer -= 1 }
            index = entry.previous
        }
    }
}
