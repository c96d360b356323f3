internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// A graph whose arcs are labeled with expressions, for conversion of an automaton to an
/// expression.
///
/// There is at most one arc between two states. Besides the automaton's states there is a start
/// that no arc enters, and an end that no arc leaves.
struct ExpressionGraph {
    /// An arc to a state.
    struct Arc {
        var target: StateID
        var label: NodeID
    }

    private(set) var algebra: ExpressionAlgebra
    /// The arcs that leave each state, by target.
    private(set) var rows: [[Arc]]
    /// The states from which arcs enter each state, ascending.
    private(set) var sources: [[StateID]]
    private let budget: Budget
    private var pace = BudgetPace()
    private var arcCount = 0
    /// The number of arcs visited so far.
    private var arcWork = 0
    /// The number of states that are still to be eliminated.
    private var pendingCount: Int

    /// The number of states that can be eliminated; the two ends follow them.
    var stateCount: Int { rows.count - 2 }
    var start: StateID { StateID(rows.count - 2) }
    var end: StateID { StateID(rows.count - 1) }

    /// - Parameter simplifies: whether each new expression is shortened.
    init(stateCount: Int, alphabet: Alphabet, simplifies: Bool, budget: Budget) {
        algebra = ExpressionAlgebra(alphabet: alphabet, laws: simplifies ? .all : .none)
        rows = Array(repeating: [], count: stateCount + 2)
        sources = Array(repeating: [], count: stateCount + 2)
        pendingCount = stateCount
        self.budget = budget
    }

    /// Creates the graph of an automaton.
    ///
    /// - Complexity: O(*n* + *m* log *m*).
    init(_ automaton: EpsilonNFA, simplifies: Bool, budget: Budget) throws(AutomataError) {
        try budget.check(
            statesBuilt: 0, bytes: 64 * automaton.stateCount + 64 * automaton.transitionCount)
        self.init(
            stateCount: automaton.stateCount, alphabet: automaton.alphabet, simplifies: simplifies, budget: budget)
        for state in automaton.states {
            var symbols: [(target: StateID, symbol: Symbol)] = []
            for index in automaton.rows.range(of: state) {
                symbols.append((automaton.rows.targets[index], automaton.rows.symbols[index]))
            }
            symbols.sort { $0.target < $1.target || $0.target == $1.target && $0.symbol < $1.symbol }
            var arcs: [Arc] = []
            var index = 0
            while index < symbols.count {
                let target = symbols[index].target
                var label: [Symbol] = []
                while index < symbols.count, symbols[index].target == target {
                    label.append(symbols[index].symbol)
                    index += 1
                }
                arcs.append(Arc(target: target, label: algebra.symbols(label)))
            }
            let moves = automaton.epsilonTargets(from: state).filter { $0 != state }
            try merge(arcs, into: state)
            try merge(moves.map { Arc(target: $0, label: ExpressionAlgebra.epsilon) }, into: state)
        }
        setEnds(initial: automaton.initialStates, final: automaton.finalStates)
    }

    /// Sets the arcs of a state that has none yet, in any order; arcs to one target become one,
    /// with the union of their labels.
    mutating func setArcs(_ arcs: [Arc], of state: StateID) throws(AutomataError) {
        let sorted = arcs.enumerated().sorted {
            $0.element.target < $1.element.target || $0.element.target == $1.element.target && $0.offset < $1.offset
        }
        var row: [Arc] = []
        var labels: [NodeID] = []
        for (index, arc) in sorted.enumerated() {
            labels.append(arc.element.label)
            let target = arc.element.target
            if index + 1 < sorted.count, sorted[index + 1].element.target == target { continue }
            row.append(Arc(target: target, label: labels.count == 1 ? labels[0] : algebra.union(labels)))
            labels.removeAll(keepingCapacity: true)
        }
        try merge(row, into: state)
    }

    /// Adds arcs from the start to the initial states, and from the final states to the end.
    mutating func setEnds(initial: StateSet, final: StateSet) {
        rows[Int(start)] = initial.map { Arc(target: $0, label: ExpressionAlgebra.epsilon) }
        for state in final { rows[Int(state)].append(Arc(target: end, label: ExpressionAlgebra.epsilon)) }
        for source in 0..<StateID(rows.count) {
            for arc in rows[Int(source)] { sources[Int(arc.target)].append(source) }
        }
    }

    /// Inserts an expression, whose symbols a map may replace, and returns its root.
    mutating func insert(_ expression: RegularExpression, by map: SymbolMap? = nil) throws(AutomataError) -> NodeID {
        try algebra.insert(expression, by: map, budget: budget)
    }

    /// Returns the label of the arc between two states, or ∅ if there is none.
    func label(from source: StateID, to target: StateID) -> NodeID {
        let row = rows[Int(source)]
        var (low, high) = (0, row.count)
        while low < high {
            let middle = (low + high) / 2
            if row[middle].target < target { low = middle + 1 } else { high = middle }
        }
        return low < row.count && row[low].target == target ? row[low].label : ExpressionAlgebra.empty
    }

    /// Adds arcs, sorted by target, to those that leave a state; the sources don't change.
    mutating func merge(_ arcs: [Arc], into state: StateID, dropping dropped: StateID = .absent) throws(AutomataError) {
        let old = rows[Int(state)]
        var merged: [Arc] = []
        merged.reserveCapacity(old.count + arcs.count)
        arcWork += old.count + arcs.count
        try checkBudget()
        var next = 0
        for arc in arcs {
            while next < old.count, old[next].target < arc.target {
                if old[next].target != dropped { merged.append(old[next]) }
                next += 1
            }
            if next < old.count, old[next].target == arc.target {
                try checkBudget()
                merged.append(Arc(target: arc.target, label: algebra.union([old[next].label, arc.label])))
                next += 1
            } else {
                merged.append(arc)
            }
        }
        while next < old.count {
            if old[next].target != dropped { merged.append(old[next]) }
            next += 1
        }
        arcCount += merged.count - old.count
        rows[Int(state)] = merged
    }

    private mutating func checkBudget() throws(AutomataError) {
        guard
            pace.isDue(states: algebra.nodeCount, work: algebra.work + arcWork)
                || algebra.nodeCount > budget.maximumStates
        else { return }
        guard algebra.nodeCount < maximumCount / 8 else { throw .tooLarge("parts of the expression") }
        try budget.check(
            statesBuilt: algebra.nodeCount, statesPending: pendingCount,
            bytes: algebra.byteCount + 16 * arcCount + 64 * rows.count)
    }
}

// MARK: - Elimination

extension ExpressionGraph {
    /// Returns the star of a state's loop, and its other arcs.
    mutating func leaving(_ state: StateID) -> (loop: NodeID, arcs: [Arc]) {
        var loop = ExpressionAlgebra.epsilon
        var arcs: [Arc] = []
        arcs.reserveCapacity(rows[Int(state)].count)
        for arc in rows[Int(state)] {
            if arc.target == state { loop = algebra.star(arc.label) } else { arcs.append(arc) }
        }
        return (loop, arcs)
    }

    /// Eliminates a state: paths through it become arcs from its sources to its targets.
    ///
    /// - Parameter keepsRow: whether the arcs that leave the state stay; nothing enters it then.
    /// - Returns: the states whose arcs have changed.
    /// - Complexity: O(*i* (*o* + *r*)) nodes for *i* incoming and *o* outgoing arcs, and *r* arcs
    ///   that leave a source.
    @discardableResult
    mutating func eliminate(_ state: StateID, keepsRow: Bool = false) throws(AutomataError) -> [StateID] {
        let (loop, outgoing) = leaving(state)
        let incoming = sources[Int(state)].filter { $0 != state }
        for source in incoming {
            let prefix = algebra.concatenation(label(from: source, to: state), loop)
            var arcs = outgoing
            for index in arcs.indices {
                try checkBudget()
                arcs[index].label = algebra.concatenation(prefix, arcs[index].label)
            }
            try merge(arcs, into: source, dropping: state)
        }
        for arc in outgoing {
            sources[Int(arc.target)] = Self.merged(sources[Int(arc.target)], incoming, dropping: state)
        }
        if !keepsRow {
            arcCount -= rows[Int(state)].count
            rows[Int(state)] = []
        }
        sources[Int(state)] = []
        pendingCount -= 1
        return Self.merged(incoming, outgoing.map(\.target), dropping: state)
    }

    private static func merged(_ left: [StateID], _ right: [StateID], dropping dropped: StateID) -> [StateID] {
        var result: [StateID] = []
        result.reserveCapacity(left.count + right.count)
        var (leftNext, rightNext) = (0, 0)
        while leftNext < left.count || rightNext < right.count {
            let state: StateID
            if rightNext == right.count || leftNext < left.count && left[leftNext] <= right[rightNext] {
                state = left[leftNext]
                if rightNext < right.count, right[rightNext] == state { rightNext += 1 }
                leftNext += 1
            } else {
                state = right[rightNext]
                rightNext += 1
            }
            if state != dropped { result.append(state) }
        }
        return result
    }

    /// Returns the label from the start to the end after the elimination of all states.
    ///
    /// Brzozowski and McCluskey: *Signal flow graph techniques for sequential circuit state
    /// diagrams*, IEEE Transactions on Electronic Computers EC-12(2), 1963,
    /// doi:10.1109/PGEC.1963.263416.
    ///
    /// - Complexity: O(*n*³) nodes at worst; the length of the expression can be 4ⁿ.
    mutating func eliminateAll(_ order: EliminationOrder) throws(AutomataError) -> NodeID {
        var queue = EliminationQueue(self, order)
        while let state = queue.next() {
            let changed = try eliminate(state)
            queue.update(changed, self)
        }
        try check()
        return label(from: start, to: end)
    }

    /// Returns the language of the start, from an equation for each state: the union of its arcs'
    /// labels, each followed by the language of the target.
    ///
    /// Each equation is solved for its state by Arden's rule and substituted into the unsolved
    /// ones. The last one contains no states. The others are then solved backward from it, so that
    /// a language isn't expanded at each use.
    ///
    /// Brzozowski: *Derivatives of regular expressions*, Journal of the ACM 11(4), 1964,
    /// doi:10.1145/321239.321249; Arden: *Delayed-logic and finite-state machines*, 1961,
    /// doi:10.1109/FOCS.1961.13.
    ///
    /// - Complexity: that of ``eliminateAll(_:)``.
    mutating func solveEquations(_ order: EliminationOrder) throws(AutomataError) -> NodeID {
        // Nothing is substituted into the start's equation.
        let start = start
        for arc in rows[Int(start)] { sources[Int(arc.target)].removeAll { $0 == start } }
        var queue = EliminationQueue(self, order)
        var solved: [StateID] = []
        while let state = queue.next() {
            let changed = try eliminate(state, keepsRow: true)
            queue.update(changed, self)
            solved.append(state)
        }
        var languages = [NodeID](repeating: ExpressionAlgebra.empty, count: rows.count)
        languages[Int(end)] = ExpressionAlgebra.epsilon
        for state in solved.reversed() + [start] {
            let (loop, outgoing) = leaving(state)
            var alternatives: [NodeID] = []
            for arc in outgoing {
                try checkBudget()
                alternatives.append(algebra.concatenation(arc.label, languages[Int(arc.target)]))
            }
            languages[Int(state)] = algebra.concatenation(loop, algebra.union(alternatives))
        }
        try check()
        return languages[Int(start)]
    }

    private func check() throws(AutomataError) {
        try budget.check(statesBuilt: algebra.nodeCount, bytes: algebra.byteCount + 64 * rows.count)
    }
}
