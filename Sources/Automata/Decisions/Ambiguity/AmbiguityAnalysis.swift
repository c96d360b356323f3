/// The criteria for exponential and polynomial ambiguity, on a trim automaton.
struct AmbiguityAnalysis {
    private let rows: Transitions
    private let components: StronglyConnectedComponents
    private let members: [[StateID]]
    /// The components with a cycle, ascending.
    private let cyclic: [Int]
    /// The cyclic components reachable from each component, one bit for each by its index among the
    /// cyclic components.
    private var reachability: [UInt64]
    private let wordsPerRow: Int
    private let budget: Budget

    init(_ nfa: NFA, _ budget: Budget) throws(AutomataError) {
        rows = nfa.rows
        self.budget = budget
        let components = StronglyConnectedComponents(nfa.targetRows, nodeCount: nfa.stateCount)
        self.components = components
        members = components.members()
        cyclic = (0..<components.count).filter { components.isCyclic[$0] }
        wordsPerRow = (cyclic.count + 63) / 64
        try budget.check(statesBuilt: 0, bytes: components.count * wordsPerRow * 8)
        reachability = Array(repeating: 0, count: components.count * wordsPerRow)
        fillReachability()
    }

    /// Fills the rows in order: a component leads only to components with smaller numbers.
    private mutating func fillReachability() {
        var number = 0
        for component in 0..<components.count {
            if components.isCyclic[component] {
                reachability[component * wordsPerRow + number >> 6] |= 1 << UInt64(number & 63)
                number += 1
            }
            for state in members[component] {
                for index in rows.range(of: state) {
                    let next = components[rows.targets[index]]
                    if next == component { continue }
                    for word in 0..<wordsPerRow {
                        reachability[component * wordsPerRow + word] |= reachability[next * wordsPerRow + word]
                    }
                }
            }
        }
    }

    @inline(__always)
    private func leads(_ component: Int, to number: Int) -> Bool {
        reachability[component * wordsPerRow + number >> 6] >> UInt64(number & 63) & 1 == 1
    }

    func degree() throws(AutomataError) -> AmbiguityDegree {
        if try isExponential() { return .exponential }
        // The maximum number of counting pairs of components on a path from each component.
        var most = [Int](repeating: 0, count: components.count)
        for component in 0..<components.count {
            for state in members[component] {
                for index in rows.range(of: state) {
                    most[component] = max(most[component], most[components[rows.targets[index]]])
                }
            }
            if !components.isCyclic[component] { continue }
            let laterComponents = cyclic.indices.filter { cyclic[$0] != component && leads(component, to: $0) }
            for number in laterComponents.sorted(by: { (most[cyclic[$0]], $1) > (most[cyclic[$1]], $0) }) {
                if most[cyclic[number]] < most[component] { break }
                if try isCounting(from: component, into: number) {
                    most[component] = most[cyclic[number]] + 1
                    break
                }
            }
        }
        let degree = most.max() ?? 0
        return degree == 0 ? .finite : .polynomial(degree: degree)
    }

    /// Returns whether a state has two different cycles on one word: two copies separate and meet
    /// again within a component.
    private func isExponential() throws(AutomataError) -> Bool {
        for component in cyclic where members[component].count > 1 {
            var graph = TupleGraph(budget)
            for state in members[component] { graph.insert(UInt64(state) << 32 | UInt64(state)) }
            try graph.explore { node, add throws(AutomataError) in
                let (one, other) = (StateID(node >> 32), StateID(truncatingIfNeeded: node))
                try forEachPair(of: one, other) { index, partner throws(AutomataError) in
                    let (target, otherTarget) = (rows.targets[index], rows.targets[partner])
                    if components[target] == component, components[otherTarget] == component {
                        try add(UInt64(min(target, otherTarget)) << 32 | UInt64(max(target, otherTarget)))
                    }
                }
            }
            // All pairs of equal states of the component are in one component of the product as
            // well.
            let pairs = graph.components()
            for number in members[component].count..<graph.count
            where pairs.componentByNode[number] == pairs.componentByNode[0] { return true }
        }
        return false
    }

    /// Returns whether one word leads from *p* to *p*, from *p* to *q* and from *q* to *q*, for
    /// some states *p* of the first component and *q* of the second.
    ///
    /// Three copies read it. An extra edge leads back from *p*, *q*, *q* to *p*, *p*, *q*. Such a
    /// word exists if and only if this edge is on a cycle.
    private func isCounting(from component: Int, into number: Int) throws(AutomataError) -> Bool {
        let other = cyclic[number]
        var pairs = TupleGraph(budget)
        for one in members[component] {
            for second in members[other] { pairs.insert(UInt64(one) << 32 | UInt64(second)) }
            try pairs.check()
        }
        try pairs.explore { node, add throws(AutomataError) in
            try forEachPair(of: StateID(node >> 32), StateID(truncatingIfNeeded: node)) {
                index, partner throws(AutomataError) in
                if components[rows.targets[index]] == component, components[rows.targets[partner]] == other {
                    try add(UInt64(rows.targets[index]) << 32 | UInt64(rows.targets[partner]))
                }
            }
        }
        let cycles = pairs.components()
        if !cycles.hasCycle { return false }
        var triples = TupleGraph(budget)
        for pair in 0..<pairs.count where cycles.isCyclic[cycles[StateID(pair)]] {
            triples.insert(UInt64(pair) << 32 | pairs[pair] >> 32)
        }
        try triples.explore { node, add throws(AutomataError) in
            let pair = StateID(node >> 32)
            let (one, second) = (StateID(pairs[Int(pair)] >> 32), StateID(truncatingIfNeeded: pairs[Int(pair)]))
            let middle = StateID(truncatingIfNeeded: node)
            if middle == second { try add(UInt64(pair) << 32 | UInt64(one)) }
            try forEachPair(of: one, second) { index, partner throws(AutomataError) in
                let key = UInt64(rows.targets[index]) << 32 | UInt64(rows.targets[partner])
                guard let next = pairs.number(of: key), cycles[next] == cycles[pair] else { return }
                for index in rows.range(of: middle, on: rows.symbols[index])
                where leads(components[rows.targets[index]], to: number) {
                    try add(UInt64(next) << 32 | UInt64(rows.targets[index]))
                }
            }
        }
        let tripleComponents = triples.components()
        for number in 0..<triples.count {
            let pair = pairs[Int(triples[number] >> 32)]
            guard StateID(truncatingIfNeeded: triples[number]) == StateID(truncatingIfNeeded: pair) else { continue }
            let start = (triples[number] >> 32) << 32 | pair >> 32
            if let start = triples.number(of: start), tripleComponents[start] == tripleComponents[StateID(number)] {
                return true
            }
        }
        return false
    }

    /// Visits the pairs of transitions of two states on a common symbol, by their indices in the
    /// rows.
    @inline(__always)
    private func forEachPair(
        of one: StateID, _ other: StateID, _ visit: (Int, Int) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        let row = rows.range(of: other)
        var start = row.lowerBound
        for index in rows.range(of: one) {
            let symbol = rows.symbols[index]
            while start < row.upperBound, rows.symbols[start] < symbol { start += 1 }
            var partner = start
            while partner < row.upperBound, rows.symbols[partner] == symbol {
                try visit(index, partner)
                partner += 1
            }
        }
    }
}

/// A graph of tuples of states that a search discovers.
private struct TupleGraph: ~Copyable {
    private var nodes = PairTable()
    private var offsets: [UInt32] = [0]
    private var targets: [StateID] = []
    private let budget: Budget

    init(_ budget: Budget) {
        self.budget = budget
    }

    var count: Int { nodes.count }

    subscript(number: Int) -> UInt64 { nodes[number] }

    func number(of key: UInt64) -> StateID? { nodes.number(of: key).map(StateID.init) }

    mutating func insert(_ key: UInt64) { _ = nodes.insert(key) }

    /// Checks the budget for the inserted nodes.
    func check() throws(AutomataError) {
        try budget.check(statesBuilt: nodes.count, statesPending: nodes.count, bytes: nodes.byteCount)
    }

    /// Finds all nodes reachable from the inserted ones, with their edges.
    ///
    /// - Parameter successors: calls the given function with a node's successors.
    mutating func explore(
        _ successors: (UInt64, (UInt64) throws(AutomataError) -> Void) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        var pace = BudgetPace()
        var found: [UInt64] = []
        var node = 0
        while node < nodes.count {
            if pace.isDue(states: node, work: targets.count) {
                try budget.check(
                    statesBuilt: nodes.count, statesPending: nodes.count - node,
                    bytes: nodes.byteCount + targets.count * 4 + nodes.count * 16)
            }
            found.removeAll(keepingCapacity: true)
            let (count, bytes) = (nodes.count, nodes.byteCount + targets.count * 4 + nodes.count * 16)
            try successors(nodes[node]) { (key) throws(AutomataError) in
                found.append(key)
                // One node can have as many successors as there are pairs of two rows.
                if found.count & 0xF_FFFF == 0 {
                    try budget.check(statesBuilt: count, bytes: bytes + found.count * 8)
                }
            }
            for key in found { targets.append(StateID(nodes.insert(key).number)) }
            guard targets.count < maximumCount else { throw .tooLarge("tuples of states") }
            offsets.append(UInt32(targets.count))
            node += 1
        }
    }

    func components() -> StronglyConnectedComponents {
        StronglyConnectedComponents(
            [TargetRows(EpsilonMoves(offsets: offsets, targets: targets))], nodeCount: nodes.count)
    }
}
