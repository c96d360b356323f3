public import Automata

/// Counts the words of a language, exactly.
///
/// A counter is made once from an automaton, and answers for any length. Each word counts once: an
/// ambiguous automaton is determinized first. If symbols are classes of bytes or scalars, words of
/// bytes or scalars are counted.
///
/// ```swift
/// let counter = try WordCounter(automaton)
/// print(try counter.count(ofLength: 1_000_000))
/// ```
///
/// GMP ends the process if memory runs out. So the size of each number is checked against the
/// budget before the number is made.
public struct WordCounter: Sendable {
    /// The reduced system, in which states with equal counts are merged.
    let system: CountingSystem
    /// The reduced system of sums of counts: its number *i* + 1 is the sum up to *i*.
    let sums: CountingSystem
    let bound: GrowthBound
    /// Whether there are finitely many words.
    let isFinite: Bool

    /// Counts the words of an automaton.
    ///
    /// - Parameters:
    ///   - automaton: any automaton; a nondeterministic one is determinized only if it is
    ///     ambiguous.
    ///   - budget: the bound on states and memory.
    /// - Complexity: O(*m*) for a DFA, and a few rounds of O(*m*) to reduce it. For other automata,
    ///   the time of `FiniteAutomaton.isUnambiguous(budget:)` is added, and the time of
    ///   determinization if that is needed, O(2ⁿ) at worst.
    /// - Throws: `AutomataError` if the budget stops the work.
    public init(_ automaton: some FiniteAutomaton, budget: Budget = .default) throws(AutomataError) {
        if let dfa = automaton.asDFA {
            try self.init(unambiguous: NFA(dfa.trimmed(budget: budget)), budget: budget)
            return
        }
        let trim = try automaton.removingEpsilonMoves(budget: budget).trimmed(budget: budget)
        let isUnambiguous = try trim.isKnownUnambiguous(budget: budget)
        try self.init(unambiguous: isUnambiguous ? trim : NFA(trim.determinized(budget: budget)), budget: budget)
    }

    private init(unambiguous nfa: NFA, budget: Budget) throws(AutomataError) {
        try budget.check(statesBuilt: nfa.stateCount, bytes: nfa.stateCount * 160 + nfa.transitionCount * 48)
        let system = try CountingSystem(nfa).reduced(budget: budget)
        try self.init(system, isFinite: nfa.isFinite, budget: budget)
    }

    init(_ system: CountingSystem, isFinite: Bool, budget: Budget) throws(AutomataError) {
        (self.system, self.isFinite) = (system, isFinite)
        sums = system.accumulating()
        bound = try GrowthBound(system.matrix, budget: budget)
    }

    /// Returns the number of words of a length, which must not be negative.
    ///
    /// - Parameters:
    ///   - length: the number of letters.
    ///   - method: the method; all give the same number.
    ///   - budget: the bound on memory.
    /// - Complexity: with ``CountingMethod/iteration`` O(*e* *l*² *g*) bit operations for *e* pairs
    ///   of states with a transition, and counts that grow by *g* bits per letter; with
    ///   ``CountingMethod/recurrence`` about O(*r* *l* *g* (*r* + log *l*)) for a recurrence of
    ///   order *r* ≤ *n*.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func count(
        ofLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        precondition(length >= 0, "a word length must not be negative")
        if isFinite, length >= system.size { return BigInteger() }
        return try system.number(length, using: method, bound: bound, budget: budget)
    }

    /// Returns the number of words up to a length, which must not be negative.
    ///
    /// - Complexity: that of ``count(ofLength:using:budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func count(
        upToLength length: Int, using method: CountingMethod = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        precondition(length >= 0, "a word length must not be negative")
        // Without a cycle, words have fewer letters than there are states.
        let last = isFinite ? min(length, system.size) : min(length, Int.max - 1)
        return try sums.number(
            last + 1, using: method, bound: GrowthBound(sums.matrix, budget: budget), budget: budget)
    }

    /// Returns the number of all words, or `nil` if there are infinitely many.
    ///
    /// - Complexity: O(*e* *w*) for *e* pairs of states with a transition, and numbers of *w*
    ///   limbs.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func countOfAllWords(budget: Budget = .default) throws(AutomataError) -> BigInteger? {
        isFinite ? try system.sumWithoutCycles(budget: budget) : nil
    }

    /// Returns the number of words of each length from 0 to the given one.
    ///
    /// - Complexity: that of ``count(ofLength:using:budget:)`` with ``CountingMethod/iteration``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func counts(upToLength length: Int, budget: Budget = .default) throws(AutomataError) -> [BigInteger] {
        precondition(length >= 0, "a word length must not be negative")
        guard length < Int.max >> 8 else { throw .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit) }
        try budget.check(statesBuilt: 0, bytes: length * 64)
        return try system.firstNumbers(length + 1, budget: budget)
    }

    /// Returns the method that ``CountingMethod/automatic`` uses for a length.
    public func method(forLength length: Int) -> CountingMethod { system.method(for: length, bound: bound) }
}

extension CountingSystem {
    func method(for index: Int, bound: GrowthBound) -> CountingMethod {
        let costs = CountingCosts(self, index: index, bound: bound, order: nil)
        return index < 2 * size || costs.iteration <= costs.recurrence ? .iteration : .recurrence
    }

    func number(
        _ index: Int, using method: CountingMethod, bound: GrowthBound, budget: Budget
    ) throws(AutomataError) -> BigInteger {
        try budget.check(statesBuilt: 0, bytes: matrix.byteCount * 2)
        switch method {
        case .automatic:
            return try number(index, using: self.method(for: index, bound: bound), bound: bound, budget: budget)
        case .iteration:
            // Each end goes half of the length.
            try checkSize(ofPower: index / 2, count: size, bound: bound, budget: budget)
            return try numberByIteration(index, budget: budget)
        case .matrix:
            try checkSize(ofPower: index, count: 1, bound: bound, budget: budget)
            return try numberByMatrixPowers(index, budget: budget)
        case .recurrence:
            let recurrence = try MinimalRecurrence(self, budget: budget)
            let tightBound = try bound.tightened(matrix, budget: budget)
            return try numberByRecurrence(index, recurrence, bound: tightBound, budget: budget)
        }
    }

    /// Throws before any work if the numbers would exceed the budget in the end, perhaps after
    /// days.
    private func checkSize(ofPower power: Int, count: Int, bound: GrowthBound, budget: Budget) throws(AutomataError) {
        let bytes = bound.bits(upToPower: power) / 8 * Double(count)
        guard bytes > Double(budget.maximumBytes) else { return }
        // The bound is rough for numbers that grow polynomially, but these stay small.
        guard try bound.tightened(matrix, budget: budget).perLetter > 0 else { return }
        throw .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit)
    }

    /// Returns the sum of all numbers if the matrix has no cycle, by propagation in topological
    /// order.
    func sumWithoutCycles(budget: Budget) throws(AutomataError) -> BigInteger {
        var pending = [Int](repeating: 0, count: size)
        for row in 0..<size { pending[row] = transposed.range(of: row).count }
        var readyStates = (0..<size).filter { pending[$0] == 0 }
        var counts = initial.map { BigInteger($0) }
        var result = BigInteger()
        var bytes = size * 64
        var work = 0
        while let state = readyStates.popLast() {
            let count = counts[state]
            result += count * BigInteger(final[state])
            for index in matrix.range(of: state) {
                let target = Int(matrix.columns[index])
                bytes -= counts[target].limbCount * 8
                counts[target] += count * BigInteger(matrix.weights[index])
                bytes += counts[target].limbCount * 8
                pending[target] -= 1
                if pending[target] == 0 { readyStates.append(target) }
            }
            counts[state] = BigInteger()
            bytes -= count.limbCount * 8
            work += matrix.range(of: state).count * (count.limbCount + 8) + 1
            if work > 1 << 20 {
                work = 0
                try budget.check(bytes: bytes)
            }
        }
        return result
    }
}

extension NFA {
    /// Returns whether the automaton, which is trim, is found to be unambiguous within the budget.
    fileprivate func isKnownUnambiguous(budget: Budget) throws(AutomataError) -> Bool {
        if isDeterministic { return true }
        do throws(AutomataError) {
            return try isUnambiguous(budget: budget)
        } catch {
            // The subset construction may still fit, as there may be fewer subsets than pairs of
            // states.
            if error.isBudgetExceeded { return false }
            throw error
        }
    }
}
