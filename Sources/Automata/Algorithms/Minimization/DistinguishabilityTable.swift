/// The table of the table-filling algorithm: the distinguishable pairs of a DFA's states. Each pair
/// has the round that marks it and the symbol that distinguishes its states.
///
/// Round 0 marks the pairs with exactly one final state. Each later round marks the pairs from
/// which some symbol leads to a pair of the previous round. Pairs without a mark are equivalent.
///
/// ```swift
/// let table = try dfa.distinguishabilityTable()
/// if let mark = table.mark(of: p, q) { print("told apart in round \(mark.round)") }
/// print(table.blocks)      // the states of the smallest DFA
/// ```
public struct DistinguishabilityTable: Sendable, Hashable {
    /// The mark of a pair: its round, and the symbol that distinguishes its states.
    public struct Mark: Sendable, Hashable {
        /// The round that marks the pair: the length of the shortest word that is accepted from
        /// exactly one of the states.
        public let round: Int
        /// The first symbol that leads to a pair of the previous round, or `nil` in round 0.
        public let symbol: Symbol?
    }

    /// The DFA of the table: total, with accessible states only.
    public let automaton: DFA
    /// The block of each state after each round; blocks are numbered by their first states.
    fileprivate let rounds: [[UInt32]]

    /// The number of rounds: round 0, and each later round that marks a pair.
    public var roundCount: Int { rounds.count }

    /// Returns the mark of a pair of states, or `nil` if they are equivalent.
    ///
    /// - Complexity: O(log *r* + *k*) for *r* rounds.
    public func mark(of first: StateID, _ second: StateID) -> Mark? {
        let (p, q) = (Int(first), Int(second))
        // Later rounds only split blocks, so states in different blocks stay apart.
        var (low, high) = (0, rounds.count)
        while low < high {
            let middle = (low + high) / 2
            if rounds[middle][p] == rounds[middle][q] { low = middle + 1 } else { high = middle }
        }
        if low == rounds.count { return nil }
        if low == 0 { return Mark(round: 0, symbol: nil) }
        let before = rounds[low - 1]
        let symbol = automaton.alphabet.symbols.first { symbol in
            let targets = (automaton.target(from: first, on: symbol), automaton.target(from: second, on: symbol))
            guard let p = targets.0, let q = targets.1 else { return false }
            return before[Int(p)] != before[Int(q)]
        }
        return Mark(round: low, symbol: symbol)
    }

    /// Returns a shortest word that is accepted from exactly one of two states, or `nil` if they
    /// are equivalent.
    ///
    /// - Complexity: O(*w* (log *r* + *k*)) for a word of length *w* and *r* rounds.
    public func distinguishingWord(of first: StateID, _ second: StateID) -> [Symbol]? {
        var (p, q) = (first, second)
        guard var mark = mark(of: p, q) else { return nil }
        var word: [Symbol] = []
        while let symbol = mark.symbol, let nextP = automaton.target(from: p, on: symbol),
            let nextQ = automaton.target(from: q, on: symbol), let next = self.mark(of: nextP, nextQ)
        {
            word.append(symbol)
            (p, q, mark) = (nextP, nextQ, next)
        }
        return word
    }

    /// The blocks of equivalent states, ordered by their first states.
    ///
    /// - Complexity: O(*n*)
    public var blocks: [StateSet] { blocks(afterRound: rounds.count - 1) }

    /// Returns the blocks of states that no round up to the given one distinguishes, ordered by
    /// their first states.
    ///
    /// - Complexity: O(*n*)
    public func blocks(afterRound round: Int) -> [StateSet] {
        var blocks: [StateSet] = []
        for (state, block) in rounds[min(max(round, 0), rounds.count - 1)].enumerated() {
            if Int(block) == blocks.count { blocks.append(StateSet()) }
            blocks[Int(block)].insert(StateID(state))
        }
        return blocks
    }

    /// The smallest total DFA, with one state for each of the ``blocks``, in the same order. A
    /// state is named after the states in its block, such as `{A,D}`; in a block of one state, that
    /// state keeps its name. If two states would have the same name, states have no names.
    ///
    /// - Complexity: O(*n* *k* + length of the names).
    public var quotient: DFA {
        let blocks = blocks
        let numbers = rounds[rounds.count - 1]
        var targets: [StateID] = []
        targets.reserveCapacity(blocks.count * automaton.alphabet.count)
        for block in blocks {
            guard let member = block.first else { continue }
            for symbol in automaton.alphabet.symbols {
                targets.append(automaton.target(from: member, on: symbol).map { StateID(numbers[Int($0)]) } ?? .absent)
            }
        }
        let names = blocks.map { block in
            let members = block.map(automaton.name)
            return members.count == 1 ? members[0] : "{\(members.joined(separator: ","))}"
        }
        let final = blocks.indices.filter { !blocks[$0].isDisjoint(with: automaton.finalStates) }
        let table = try? StateNaming.table(names, stateCount: blocks.count)
        return DFA(
            alphabet: automaton.alphabet, stateCount: blocks.count, denseTargets: targets,
            initialState: automaton.initialState.map { StateID(numbers[Int($0)]) },
            finalStates: StateSet(final.map { StateID($0) }), annotations: StateAnnotations(names: table ?? nil))
    }
}

extension FiniteAutomaton {
    /// Returns the table of distinguishable states.
    ///
    /// An automaton that isn't a DFA is determinized first, with names of subsets. Inaccessible
    /// states are left out, and a partial DFA gets a sink. The table is meant for teaching:
    /// ``minimized(using:total:budget:)`` is faster.
    ///
    /// - Parameter budget: The bound on states and memory.
    /// - Complexity: O(*r* *n* *k*) time and O(*n* (*r* + *k*)) space for *r* rounds, at most *n*.
    /// - Throws: ``AutomataError`` if the budget stops the work; ``AutomataError/tooLarge(_:)`` if
    ///   there are too many transitions for 32-bit ids.
    ///
    /// Moore: *Gedanken-experiments on sequential machines*, Automata Studies (1956),
    /// doi:10.1515/9781400882618-006.
    public func distinguishabilityTable(budget: Budget = .default) throws(AutomataError) -> DistinguishabilityTable {
        try budget.check(statesBuilt: 0)
        var dfa: DFA
        if let own = asDFA { dfa = own } else { dfa = try determinized(namingSubsets: true, budget: budget) }
        let accessible = dfa.accessibleStates
        if accessible.count < dfa.stateCount || !dfa.isTotal {
            // The numbers of states change, so each state gets its present name first.
            if dfa.stateNames == nil { dfa = try dfa.withStateNames(dfa.states.map { dfa.name(of: $0) }) }
            dfa = try dfa.restricted(to: accessible).completed(budget: budget)
        }
        return DistinguishabilityTable(automaton: dfa, rounds: try dfa.distinguishingRounds(budget: budget))
    }
}

extension DFA {
    /// The blocks of states of a total DFA after each round of Moore's algorithm.
    fileprivate func distinguishingRounds(budget: Budget) throws(AutomataError) -> [[UInt32]] {
        let (first, firstCount) = renumbered(states.map { isFinal($0) ? 1 : 0 })
        var rounds = [first]
        var blockCount = firstCount
        var steps = BudgetSteps(BudgetWatch(budget, states: stateCount, bytes: 0))
        while true {
            let before = rounds[rounds.count - 1]
            var (blocks, count) = (before, blockCount)
            for symbol in alphabet.symbols {
                var keys: [UInt64] = []
                keys.reserveCapacity(stateCount)
                for state in states {
                    try steps.step(holding: 4 * stateCount * (rounds.count + 6))
                    let target = target(from: state, on: symbol).map { before[Int($0)] } ?? .max
                    keys.append(UInt64(blocks[Int(state)]) << 32 | UInt64(target))
                }
                (blocks, count) = renumbered(keys)
            }
            if count == blockCount { return rounds }
            rounds.append(blocks)
            blockCount = count
        }
    }

    /// Numbers for keys, in the order in which they first appear.
    private func renumbered(_ keys: [UInt64]) -> (numbers: [UInt32], count: Int) {
        var numbers: [UInt64: UInt32] = [:]
        let result = keys.map { key in
            if let number = numbers[key] { return number }
            let number = UInt32(numbers.count)
            numbers[key] = number
            return number
        }
        return (result, numbers.count)
    }
}
