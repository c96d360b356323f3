extension NFA {
    /// Returns the lexicographically first of the shortest words with two accepting runs; the
    /// automaton must be trim.
    func ambiguousWord(_ budget: Budget) throws(AutomataError) -> [Symbol]? {
        try budget.check(statesBuilt: 0)
        // Runs that can't separate, or can't meet again, are never different.
        if isDeterministic || reversed().isDeterministic { return nil }
        var search = AmbiguitySearch(self)
        return try search.run(budget)
    }
}

/// A breadth-first search for a word with two runs. A node is the state of two runs on one word:
///
/// - together so far, in one state;
/// - apart, in two states;
/// - together again after they were apart.
///
/// Nodes with the same least word form one group. Groups are processed in the order of their words,
/// so the first final node has the least word of all.
private struct AmbiguitySearch: ~Copyable {
    private let nfa: NFA
    private var nodes = PairTable()
    /// The end of each group, the group it came from and the symbol that led to it.
    private var ends: [Int] = []
    private var parents: [Int] = []
    private var symbols: [Symbol] = []
    private var steps: [Step] = []
    private var hasFoundWord = false

    private struct Step {
        let symbol: Symbol
        let node: UInt64
    }

    init(_ nfa: NFA) {
        self.nfa = nfa
    }

    private static func node(_ one: StateID, _ other: StateID) -> UInt64 {
        UInt64(min(one, other)) << 32 | UInt64(max(one, other))
    }

    private static func joinedNode(_ state: StateID) -> UInt64 { UInt64(StateID.absent) << 32 | UInt64(state) }

    mutating func run(_ budget: Budget) throws(AutomataError) -> [Symbol]? {
        let initial = Array(nfa.initialStates)
        var pace = BudgetPace()
        for (index, state) in initial.enumerated() {
            for other in initial[index...] { insert(Self.node(state, other)) }
            if pace.isDue(states: nodes.count, work: nodes.count) { try check(budget) }
        }
        close(parent: -1, symbol: 0)
        var (group, start, work) = (0, 0, 0)
        while group < ends.count, !hasFoundWord {
            steps.removeAll(keepingCapacity: true)
            for node in start..<ends[group] { try addSteps(from: nodes[node], budget) }
            work += steps.count + 1
            if pace.isDue(states: nodes.count, work: work) {
                try check(budget)
            }
            start = ends[group]
            if !isAscending { steps.sort { ($0.symbol, $0.node) < ($1.symbol, $1.node) } }
            var index = 0
            while index < steps.count, !hasFoundWord {
                let symbol = steps[index].symbol
                while index < steps.count, steps[index].symbol == symbol {
                    insert(steps[index].node)
                    index += 1
                }
                if nodes.count > (ends.last ?? 0) { close(parent: group, symbol: symbol) }
            }
            group += 1
        }
        return hasFoundWord ? word() : nil
    }

    private func check(_ budget: Budget) throws(AutomataError) {
        try budget.check(
            statesBuilt: nodes.count, statesPending: nodes.count - (ends.last ?? 0),
            bytes: nodes.byteCount + (ends.count + steps.count) * 24)
    }

    private var isAscending: Bool {
        for index in steps.indices.dropFirst() where steps[index - 1].symbol > steps[index].symbol { return false }
        return true
    }

    private mutating func insert(_ node: UInt64) {
        guard nodes.insert(node).isNew else { return }
        let (one, other) = (StateID(node >> 32), StateID(truncatingIfNeeded: node))
        if one != other, nfa.isFinal(other), one == .absent || nfa.isFinal(one) { hasFoundWord = true }
    }

    private mutating func close(parent: Int, symbol: Symbol) {
        ends.append(nodes.count)
        parents.append(parent)
        symbols.append(symbol)
    }

    private func word() -> [Symbol] {
        var word: [Symbol] = []
        var group = ends.count - 1
        while parents[group] >= 0 {
            word.append(symbols[group])
            group = parents[group]
        }
        return word.reversed()
    }

    private mutating func addSteps(from node: UInt64, _ budget: Budget) throws(AutomataError) {
        let (one, other) = (StateID(node >> 32), StateID(truncatingIfNeeded: node))
        let rows = nfa.rows
        let row = rows.range(of: other)
        if one == .absent {
            for index in row {
                steps.append(Step(symbol: rows.symbols[index], node: Self.joinedNode(rows.targets[index])))
            }
            return
        }
        // One node can have as many steps as there are pairs of its rows.
        var pace = BudgetPace()
        if one == other {
            for index in row {
                if pace.isDue(states: 0, work: steps.count) { try check(budget) }
                var partner = index
                while partner < row.upperBound, rows.symbols[partner] == rows.symbols[index] {
                    let node = Self.node(rows.targets[index], rows.targets[partner])
                    steps.append(Step(symbol: rows.symbols[index], node: node))
                    partner += 1
                }
            }
            return
        }
        var start = row.lowerBound
        for index in rows.range(of: one) {
            if pace.isDue(states: 0, work: steps.count) { try check(budget) }
            let symbol = rows.symbols[index]
            while start < row.upperBound, rows.symbols[start] < symbol { start += 1 }
            var partner = start
            while partner < row.upperBound, rows.symbols[partner] == symbol {
                let (target, otherTarget) = (rows.targets[index], rows.targets[partner])
                let node = target == otherTarget ? Self.joinedNode(target) : Self.node(target, otherTarget)
                steps.append(Step(symbol: symbol, node: node))
                partner += 1
            }
        }
    }
}
