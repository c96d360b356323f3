/// The growth of the number of accepted words with their length.
///
/// If symbols stand for sets of bytes or scalars, each word over the bytes or scalars themselves
/// counts.
public enum LanguageGrowth: Sendable, Hashable {
    /// The language is finite.
    case finite
    /// The number of words of length *n* grows like *n* to the power of `degree`, though some
    /// lengths may have fewer words.
    case polynomial(degree: Int)
    /// For infinitely many lengths there are exponentially many words.
    case exponential
}

extension FiniteAutomaton {
    /// Returns the growth of the number of accepted words with their length.
    ///
    /// In the trim part of a DFA, words are paths through the graph. If a state lies on two cycles,
    /// growth is exponential. Otherwise a path visits cycles one after another, and *d* + 1 cycles
    /// on one path yield the degree *d*. An NFA is determinized only if it is ambiguous and several
    /// cycles lie on one path.
    ///
    /// - Complexity: O(*n* + *m*) for a DFA and for most other automata, O(*n* *k*) for a DFA that
    ///   is stored as a dense table. At worst, the time of ``isUnambiguous(budget:)`` and of
    ///   determinization is added.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: A. Szilard, S. Yu, K. Zhang, J. Shallit, Characterizing regular languages with
    ///   polynomial densities, MFCS 1992, doi:10.1007/3-540-55808-X_48; P. Gawrychowski, D.
    ///   Krieger, N. Rampersad, J. Shallit, Finding the growth rate of a regular or context-free
    ///   language in polynomial time, DLT 2008, arXiv:0711.4990; S. Konstantinidis, J. Young,
    ///   Deciding the density type of a given regular language, Prague Stringology Conference 2013.
    public func growth(budget: Budget = .default) throws(AutomataError) -> LanguageGrowth {
        try budget.check(statesBuilt: 0)
        let nfa = try removingEpsilonMoves(budget: budget.withoutStateLimit).trimmed(budget: budget)
        let cycles = try CycleChains(nfa, budget: budget)
        try budget.check(statesBuilt: 0)
        if model == .dfa { return cycles.hasBranchingCycle ? .exponential : cycles.growthAlongChains }
        if cycles.hasDifferentCycles { return .exponential }
        if cycles.maximumChainLength <= 1 { return cycles.growthAlongChains }
        if try nfa.ambiguousWord(budget) == nil { return cycles.growthAlongChains }
        return try nfa.determinized(budget: budget).growth(budget: budget)
    }
}

/// The cycles of a trim automaton, and the number of them on a run.
private struct CycleChains {
    private let rows: Transitions
    private let widths: [Int]
    private let components: StronglyConnectedComponents
    private let members: [[StateID]]

    init(_ nfa: NFA, budget: Budget) throws(AutomataError) {
        rows = nfa.rows
        widths = nfa.alphabet.widths
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        components = try StronglyConnectedComponents(nfa.targetRows, nodeCount: nfa.stateCount, steps: &steps)
        members = components.members()
    }

    /// The maximum number of cyclic components on a run.
    var maximumChainLength: Int {
        var cycleCounts = [Int](repeating: 0, count: components.count)
        for component in 0..<components.count {
            for state in members[component] {
                for index in rows.range(of: state) {
                    cycleCounts[component] = max(cycleCounts[component], cycleCounts[components[rows.targets[index]]])
                }
            }
            if components.isCyclic[component] { cycleCounts[component] += 1 }
        }
        return cycleCounts.max() ?? 0
    }

    /// The growth, if different runs read different words and each component is one cycle.
    var growthAlongChains: LanguageGrowth {
        let chain = maximumChainLength
        return chain == 0 ? .finite : .polynomial(degree: chain - 1)
    }

    /// Whether some state has two transitions within its component; a transition on a class of two
    /// members counts twice.
    var hasBranchingCycle: Bool {
        for state in 0..<StateID(rows.stateCount) {
            var cycleSymbolCount = 0
            for index in rows.range(of: state) where components[rows.targets[index]] == components[state] {
                cycleSymbolCount += widths[Int(rows.symbols[index])]
            }
            if cycleSymbolCount > 1 { return true }
        }
        return false
    }

    /// Whether the cycles through some state don't all read powers of one word.
    var hasDifferentCycles: Bool {
        var distances = [Int](repeating: -1, count: rows.stateCount)
        return (0..<components.count).contains {
            components.isCyclic[$0] && hasDifferentCycles(in: $0, &distances)
        }
    }

    /// The greatest common divisor *g* of all cycles divides the length of each cycle through a
    /// state. The cycles read powers of one word if and only if all transitions at a distance of
    /// *i* modulo *g* read one symbol.
    private func hasDifferentCycles(in component: Int, _ distances: inout [Int]) -> Bool {
        var order = [members[component][0]]
        distances[Int(order[0])] = 0
        var period = 0
        var next = 0
        while next < order.count {
            let state = order[next]
            let distance = distances[Int(state)] + 1
            next += 1
            for index in rows.range(of: state) where components[rows.targets[index]] == component {
                let known = distances[Int(rows.targets[index])]
                if known >= 0 {
                    period = greatestCommonDivisor(period, abs(distance - known))
                } else {
                    distances[Int(rows.targets[index])] = distance
                    order.append(rows.targets[index])
                }
            }
        }
        var symbolAt = [Symbol](repeating: .absent, count: period)
        for state in order {
            for index in rows.range(of: state) where components[rows.targets[index]] == component {
                let symbol = rows.symbols[index]
                if widths[Int(symbol)] > 1 { return true }
                let position = distances[Int(state)] % period
                if symbolAt[position] != .absent, symbolAt[position] != symbol { return true }
                symbolAt[position] = symbol
            }
        }
        return false
    }

    private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one
    }
}
