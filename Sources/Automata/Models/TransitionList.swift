/// The transitions of sparse rows as a collection.
struct TransitionList: RandomAccessCollection, Sendable {
    private let rows: Transitions

    init(_ rows: Transitions) {
        self.rows = rows
    }

    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }

    /// - Complexity: O(log *n*), to find the source.
    subscript(index: Int) -> Automaton.Transition {
        Automaton.Transition(from: source(of: index), on: rows.symbols[index], to: rows.targets[index])
    }

    /// Returns the last state whose row starts at or before the index.
    private func source(of index: Int) -> StateID {
        var (low, high) = (0, rows.stateCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(rows.offsets[middle]) <= index { low = middle } else { high = middle }
        }
        return StateID(low)
    }

    /// An iterator over the rows, which needn't search for each source.
    struct Iterator: IteratorProtocol {
        private let rows: Transitions
        private var index = 0
        private var source = 0

        init(_ rows: Transitions) {
            self.rows = rows
        }

        mutating func next() -> Automaton.Transition? {
            guard index < rows.count else { return nil }
            while Int(rows.offsets[source + 1]) <= index { source += 1 }
            defer { index += 1 }
            return Automaton.Transition(from: StateID(source), on: rows.symbols[index], to: rows.targets[index])
        }
    }

    func makeIterator() -> Iterator { Iterator(rows) }
}
