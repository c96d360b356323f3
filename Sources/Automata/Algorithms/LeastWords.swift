/// A search for the lexicographically first of the shortest words: along their runs, the distance
/// of the state decreases by one with each symbol.
///
/// - Complexity: O(*n*) for each word, and the transitions of the states on its runs.
struct LeastWords {
    private let rows: Transitions
    private let moves: EpsilonMoves?
    /// The distance of each state, or `nil` for states without words. Only epsilon moves between
    /// states of equal distance are followed.
    let distances: [Int?]

    init(_ rows: Transitions, moves: EpsilonMoves? = nil, distances: [Int?]) {
        (self.rows, self.moves, self.distances) = (rows, moves, distances)
    }

    /// Creates a search for the shortest words to some states.
    ///
    /// - Complexity: O(*n* + *m*).
    init(_ rows: Transitions, moves: EpsilonMoves? = nil, to ends: StateSet) {
        let incoming = reversedRows([TargetRows(rows)], stateCount: rows.stateCount)
        let incomingMoves = moves.map { reversedRows([TargetRows($0)], stateCount: rows.stateCount) }
        var distances = [Int?](repeating: nil, count: rows.stateCount)
        var layer = Array(ends)
        var distance = 0
        while !layer.isEmpty {
            var members: [StateID] = []
            while let state = layer.popLast() {
                if distances[Int(state)] != nil { continue }
                distances[Int(state)] = distance
                members.append(state)
                if let incomingMoves { layer += incomingMoves.targets[incomingMoves.range(of: state)] }
            }
            for state in members {
                for index in incoming.range(of: state) where distances[Int(incoming.targets[index])] == nil {
                    layer.append(incoming.targets[index])
                }
            }
            distance += 1
        }
        self.init(rows, moves: moves, distances: distances)
    }

    /// Returns the least word from those of the states with the least distance, if there is any.
    func word(from states: StateSet) -> [Symbol]? {
        guard let length = states.compactMap({ distances[Int($0)] }).min() else { return nil }
        return word(from: states.filter { distances[Int($0)] == length }, length: length)
    }

    /// Returns the least of the shortest nonempty words from a state, if there is any.
    func nonemptyWord(from state: StateID) -> [Symbol]? {
        let rests = rows.range(of: state).compactMap { distances[Int(rows.targets[$0])] }
        return rests.min().map { word(from: [state], length: $0 + 1) }
    }

    /// Returns the least word from states of the distance `length`.
    func word(from start: [StateID], length: Int) -> [Symbol] {
        var (states, rest, word) = (start, length, [Symbol]())
        word.reserveCapacity(length)
        // Each state has one distance, so marks needn't be cleared.
        var isVisited = [Bool](repeating: false, count: rows.stateCount)
        func visit(_ state: StateID) {
            if distances[Int(state)] != rest || isVisited[Int(state)] { return }
            isVisited[Int(state)] = true
            states.append(state)
        }
        for state in start { isVisited[Int(state)] = true }
        while rest > 0 {
            if let moves {
                var next = 0
                while next < states.count {
                    for index in moves.range(of: states[next]) { visit(moves.targets[index]) }
                    next += 1
                }
            }
            var least = Symbol.absent
            for state in states {
                let index = rows.range(of: state).first { distances[Int(rows.targets[$0])] == rest - 1 }
                if let index { least = min(least, rows.symbols[index]) }
            }
            let sources = states
            states = []
            rest -= 1
            for state in sources {
                for index in rows.range(of: state, on: least) { visit(rows.targets[index]) }
            }
            word.append(least)
        }
        return word
    }
}
