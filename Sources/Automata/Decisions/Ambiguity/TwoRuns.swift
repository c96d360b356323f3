/// Two different accepting runs on an ambiguous word.
///
/// The first one has the fewest epsilon moves. Any other run leaves it somewhere, by another move
/// or by a different start. Each move to a state from which the rest of the word is accepted leads
/// to another run.
struct TwoRuns {
    private let rows: Transitions
    private let epsilon: EpsilonMoves?
    private let initial: StateSet
    private let final: StateSet
    private let word: [Symbol]
    /// The states from which the rest of the word is accepted, for each number of symbols read.
    private let accepting: [StateSet]
    private let budget: Budget

    init(
        _ rows: Transitions, epsilon: EpsilonMoves?, initial: StateSet, final: StateSet, word: [Symbol],
        _ budget: Budget
    ) throws(AutomataError) {
        try budget.check(bytes: (word.count + 1) * (rows.stateCount / 8 + 16))
        self.budget = budget
        self.rows = rows
        self.epsilon = epsilon
        self.initial = initial
        self.final = final
        self.word = word
        let incoming = rows.reversed(symbolCount: Int(rows.symbols.max() ?? 0) + 1)
        let moves = epsilon.map { reversedRows([TargetRows($0)], stateCount: rows.stateCount) }
        func closure(_ states: StateSet) -> StateSet {
            guard let moves else { return states }
            return reachableStates(from: states, over: [moves], stateCount: rows.stateCount)
        }
        var sets = [closure(final)]
        for symbol in word.reversed() {
            var sources = StateSet()
            for state in sets[sets.count - 1] {
                for index in incoming.range(of: state, on: symbol) { sources.insert(incoming.targets[index]) }
            }
            sets.append(closure(sources))
        }
        accepting = sets.reversed()
    }

    /// Returns the word and its runs, or `nil` if there are no two.
    func found(over alphabet: Alphabet) throws(AutomataError) -> Ambiguity? {
        guard let first = try path(from: initial, after: 0), let second = try other(than: first) else { return nil }
        return Ambiguity(witness: Witness(word, over: alphabet), first: first, second: second)
    }

    private func path(from states: StateSet, after count: Int) throws(AutomataError) -> RunPath? {
        var search = PathSearch(rows: rows, epsilon: epsilon)
        let rest = Array(word[count...])
        try search.read(rest, from: states, watch: budget)
        return search.layerCount == rest.count + 1 ? search.path(to: final, reading: rest) : nil
    }

    private func other(than first: RunPath) throws(AutomataError) -> RunPath? {
        if let start = initial.first(where: { $0 != first.start && accepting[0].contains($0) }) {
            return try path(from: [start], after: 0)
        }
        var (state, read) = (first.start, 0)
        for position in 0...first.moves.count {
            let next = position < first.moves.count ? first.moves[position] : nil
            let before = Array(first.moves[..<position])
            if let move = otherMove(from: state, after: read, than: next) {
                let rest = try path(from: [move.target], after: move.symbol == nil ? read : read + 1)
                guard let rest else { return nil }
                return RunPath(start: first.start, moves: before + [move] + rest.moves)
            }
            guard let next else { return nil }
            if read == word.count, final.contains(state) { return RunPath(start: first.start, moves: before) }
            state = next.target
            if next.symbol != nil { read += 1 }
        }
        return nil
    }

    private func otherMove(from state: StateID, after read: Int, than taken: RunPath.Move?) -> RunPath.Move? {
        if read < word.count {
            for index in rows.range(of: state, on: word[read]) where accepting[read + 1].contains(rows.targets[index]) {
                let move = RunPath.Move(symbol: word[read], target: rows.targets[index])
                if move != taken { return move }
            }
        }
        guard let epsilon else { return nil }
        for index in epsilon.range(of: state) where accepting[read].contains(epsilon.targets[index]) {
            let move = RunPath.Move(symbol: nil, target: epsilon.targets[index])
            if move != taken { return move }
        }
        return nil
    }
}
