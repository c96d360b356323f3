/// A proof that a language is infinite: a word in three parts, accepted with any number of
/// repetitions of the middle part, including none.
///
/// ```swift
/// if let triple = try automaton.pumpingTriple() {
///     print(triple)                                   // a(ba)*b
///     print(automaton.accepts(triple.word(rounds: 7).word))  // true
/// }
/// ```
public struct PumpingTriple: Sendable, Hashable {
    /// The alphabet of the words.
    public let alphabet: Alphabet
    /// The word that leads to the cycle.
    public let prefix: [Symbol]
    /// The word that goes round the cycle; it isn't empty.
    public let cycle: [Symbol]
    /// The word that leads from the cycle to acceptance.
    public let suffix: [Symbol]

    /// The number of symbols of all three parts.
    public var length: Int { prefix.count + cycle.count + suffix.count }

    /// Returns the accepted word with `rounds` repetitions of the cycle; `rounds` must not be
    /// negative.
    public func word(rounds: Int) -> Witness {
        precondition(rounds >= 0, "a cycle can't be passed a negative number of times")
        return Witness(prefix + repeatElement(cycle, count: rounds).joined() + suffix, over: alphabet)
    }
}

extension PumpingTriple: CustomStringConvertible {
    /// The triple as an expression, such as `a(ba)*b`.
    public var description: String {
        func text(_ word: [Symbol]) -> String { word.isEmpty ? "" : Witness(word, over: alphabet).description }
        let pumped = text(cycle)
        return "\(text(prefix))\(pumped.unicodeScalars.count == 1 ? pumped : "(\(pumped))")*\(text(suffix))"
    }
}

extension FiniteAutomaton {
    /// Returns three words *x*, *y*, *z* such that *y* isn't empty and *x* *y*ⁱ *z* is accepted for
    /// all *i*, or `nil` if the language is finite.
    ///
    /// - Result: *x* *y* *z* is a shortest accepted word with a run that is in the same state
    ///   before and after *y*. For this state, each of the three words is the lexicographically
    ///   first of the shortest possible ones.
    /// - Complexity: O(*n* + *m*) for finite languages, O(*n* *m*) at worst; usually far less,
    ///   because the shortest cycle is searched for only through states that can yield a shorter
    ///   *x* *y* *z*.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: Y. Bar-Hillel, M. Perles, E. Shamir, On formal properties of simple phrase
    ///   structure grammars, STUF 14, 1961, doi:10.1524/stuf.1961.14.14.143.
    public func pumpingTriple(budget: Budget = .default) throws(AutomataError) -> PumpingTriple? {
        try budget.check(statesBuilt: 0)
        let nfa = try removingEpsilonMoves(budget: budget.withoutStateLimit).trimmed(budget: budget)
        var steps = BudgetSteps(BudgetWatch(budget.withoutStateLimit, states: 0, bytes: 0))
        let components = try StronglyConnectedComponents(nfa.targetRows, nodeCount: nfa.stateCount, steps: &steps)
        let candidates = nfa.states.filter { components.isCyclic[components[$0]] }
        if candidates.isEmpty { return nil }
        try budget.check(statesBuilt: 0)
        let ends = LeastWords(nfa.rows, to: nfa.finalStates)
        try budget.check(statesBuilt: 0)
        let reverse = nfa.reversed().rows
        try budget.check(statesBuilt: 0)
        let starts = LeastWords(reverse, to: nfa.initialStates)
        try budget.check(statesBuilt: 0)
        var search = CycleSearch(nfa.rows, components)
        var best: (length: Int, state: StateID)?
        let lengths = candidates.map { (starts.distances[Int($0)] ?? 0) + (ends.distances[Int($0)] ?? 0) }
        for index in candidates.indices.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            let limit = (best?.length ?? .max) - 1 - lengths[index]
            if limit < 1 { break }
            let (state, distance) = (candidates[index], lengths[index])
            if let length = try search.shortestCycle(through: state, atMost: limit, budget) {
                best = (distance + length, state)
            }
        }
        guard let state = best?.state, let prefix = LeastWords(nfa.rows, to: [state]).word(from: nfa.initialStates),
            let cycle = LeastWords(nfa.rows, to: [state]).nonemptyWord(from: state),
            let suffix = ends.word(from: [state])
        else { return nil }
        return PumpingTriple(alphabet: alphabet, prefix: prefix, cycle: cycle, suffix: suffix)
    }
}

/// Breadth-first searches within strongly connected components.
private struct CycleSearch {
    private let rows: Transitions
    private let components: StronglyConnectedComponents
    /// The search in which each state was last met, so that nothing has to be cleared.
    private var visitedIn: [UInt32]
    private var searches: UInt32 = 0
    private var work = 0
    private var pace = BudgetPace()

    init(_ rows: Transitions, _ components: StronglyConnectedComponents) {
        self.rows = rows
        self.components = components
        visitedIn = Array(repeating: 0, count: rows.stateCount)
    }

    /// Returns the length of the shortest cycle through a state, if it is at most a limit.
    mutating func shortestCycle(
        through state: StateID, atMost limit: Int, _ budget: Budget
    ) throws(AutomataError) -> Int? {
        searches += 1
        var layer = [state]
        var length = 0
        while !layer.isEmpty, length < limit {
            length += 1
            var next: [StateID] = []
            for source in layer {
                let row = rows.range(of: source)
                work += row.count + 1
                for index in row {
                    let target = rows.targets[index]
                    if target == state { return length }
                    if visitedIn[Int(target)] == searches || components[target] != components[state] { continue }
                    visitedIn[Int(target)] = searches
                    next.append(target)
                }
            }
            if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: 0) }
            layer = next
        }
        return nil
    }
}
