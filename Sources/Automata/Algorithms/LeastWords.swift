/// A search for the lexicographically first of the shortest words from states to some given ones.
///
/// - Complexity: O(*n* + *m*) once, and for each word the transitions of the states on its shortest
///   runs.
struct LeastWords {
    private let rows: Transitions
    /// The number of symbols from each state to the nearest given one, or `nil` if there is none.
    let distances: [Int?]

    init(_ rows: Transitions, to ends: StateSet) {
        self.rows = rows
        let incoming = reversedRows([TargetRows(rows)], stateCount: rows.stateCount)
        var distances = [Int?](repeating: nil, count: rows.stateCount)
        var layer = Array(ends)
        var distance = 0
        while !layer.isEmpty {
            var next: [StateID] = []
            for state in layer where distances[Int(state)] == nil {
                distances[Int(state)] = distance
                for index in incoming.range(of: state) where distances[Int(incoming.targets[index])] == nil {
                    next.append(incoming.targets[index])
                }
            }
            layer = next
            distance += 1
        }
        self.distances = distances
    }

    /// Returns the least of the shortest words from one of the states, if there is any.
    func word(from states: StateSet) -> [Symbol]? {
        guard let length = states.compactMap({ distances[Int($0)] }).min() else { return nil }
        return words(from: states.filter { distances[Int($0)] == length }, length: length)
    }

    /// Returns the least of the shortest nonempty words from a state, if there is any.
    func nonemptyWord(from state: StateID) -> [Symbol]? {
        let rests = rows.range(of: state).compactMap { distances[Int(rows.targets[$0])] }
        guard let rest = rests.min() else { return nil }
        return words(from: [state], length: rest + 1)
    }

    private func words(from states: [StateID], length: Int) -> [Symbol] {
        var (states, word) = (states, [Symbol]())
        while word.count < length {
            let rest = length - word.count - 1
            var least = Symbol.absent
            var next: [StateID] = []
            for state in states {
                for index in rows.range(of: state) {
                    if rows.symbols[index] > least { break }
                    if distances[Int(rows.targets[index])] != rest { continue }
                    if rows.symbols[index] < least {
                        least = rows.symbols[index]
                        next.removeAll(keepingCapacity: true)
                    }
                    next.append(rows.targets[index])
                }
            }
            word.append(least)
            states = Array(StateSet(next))
        }
        return word
    }
}
