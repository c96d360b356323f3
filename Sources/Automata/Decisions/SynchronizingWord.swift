import AlgorithmSupport
import WorkLimits

extension DFA {
    /// Returns the lexicographically first of the shortest synchronizing words, or `nil` if there
    /// is none.
    ///
    /// A synchronizing word, also called reset word, leads from all states to one and the same
    /// state. If transitions are missing, the word must be readable from every state (careful
    /// synchronization). Initial and final states don't matter. A DFA without states has no such
    /// word.
    ///
    /// - Complexity: O(*n*² *k*) time and up to 4 *n*² bytes if some pair of states can't be merged
    ///   by any word, or if the word is found within the first *n* subsets of states that the
    ///   search visits. Otherwise O(*n* *k*) time and *n* bits for each visited subset; their
    ///   number is exponential in *n* at worst, as the problem is NP-hard.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, where subsets count as
    ///   states, and ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: D. Eppstein, Reset sequences for monotonic automata, SIAM J. Comput. 19(3),
    ///   1990, doi:10.1137/0219033; J. Olschewski, M. Ummels, The complexity of finding reset words
    ///   in finite automata, MFCS 2010, doi:10.1007/978-3-642-15155-2_50.
    public func shortestSynchronizingWord(budget: Budget = .default) throws(AutomataError) -> Witness? {
        try budget.check(statesBuilt: 0)
        if stateCount <= 1 { return stateCount == 1 ? Witness([], over: alphabet) : nil }
        var search = try SynchronizingSearch(self, budget: budget)
        // A short word is found before all pairs would have been looked at.
        if try !search.run(upTo: min(stateCount, budget.maximumStates), budget: budget) {
            guard try mergesAllPairs(budget: budget, besides: search) else { return nil }
            _ = try search.run(upTo: .max, budget: budget)
        }
        return search.word.map { Witness($0, over: alphabet) }
    }

    /// Returns whether each pair of states can be merged: some word leads both to one state. This
    /// is necessary for a synchronizing word, and sufficient if no transition is missing.
    private func mergesAllPairs(
        budget: Budget, besides search: borrowing SynchronizingSearch
    ) throws(AutomataError) -> Bool {
        let all = stateCount * (stateCount - 1) / 2
        // The rows, their sources and the reversed rows, which are sorted; a bit for each pair.
        let heldBytes = search.byteCount + 40 * transitionCount + 8 * stateCount + all / 8
        try budget.check(statesBuilt: search.subsetCount, bytes: heldBytes)
        try budget.checkFreeMemory(bytes: heldBytes)
        let rows = sparseRows
        let sources = states.flatMap { repeatElement($0, count: rows.range(of: $0).count) }
        let incoming = Transitions(
            stateCount: stateCount, sources: rows.targets, symbols: rows.symbols, targets: sources)
        let isMerged = ScratchBuffer<UInt64>(repeating: 0, count: all / 64 + 1)
        var mergedCount = 0
        // Merged pairs whose predecessors weren't added yet.
        var pending = ScratchBuffer<UInt64>()
        var steps = BudgetSteps(BudgetWatch(budget, states: search.subsetCount, bytes: heldBytes))
        /// Adds the pairs of states from which some symbol leads to the two given states.
        func addSources(of left: StateID, _ right: StateID) throws(AutomataError) {
            var start = incoming.range(of: right).lowerBound
            let end = incoming.range(of: right).upperBound
            for index in incoming.range(of: left) {
                while start < end, incoming.symbols[start] < incoming.symbols[index] { start += 1 }
                var other = start
                while other < end, incoming.symbols[other] == incoming.symbols[index] {
                    try steps.step(holding: pending.byteCount)
                    add(incoming.targets[index], incoming.targets[other])
                    other += 1
                }
            }
        }
        func add(_ left: StateID, _ right: StateID) {
            if left == right { return }
            let (low, high) = (Int(min(left, right)), Int(max(left, right)))
            let number = high * (high - 1) / 2 + low
            let bit = UInt64(1) << UInt64(number % 64)
            if isMerged[number / 64] & bit != 0 { return }
            isMerged[number / 64] |= bit
            mergedCount += 1
            pending.append(UInt64(low) << 32 | UInt64(high))
        }
        for state in states { try addSources(of: state, state) }
        while pending.count > 0, mergedCount < all {
            let pair = pending[pending.count - 1]
            pending.truncate(to: pending.count - 1)
            try addSources(of: StateID(pair >> 32), StateID(pair & 0xFFFF_FFFF))
        }
        return mergedCount == all
    }
}

/// A breadth-first search on the subsets of states to which words lead from all states.
///
/// Subsets are met in the order of their first words, so that the first subset of one state gives
/// the result.
private struct SynchronizingSearch: ~Copyable {
    private let stateCount: Int
    /// The targets of all states on the first symbol, then the targets on the second, and so on;
    /// missing transitions have ``DenseID/absent``.
    private let targets: ScratchBuffer<StateID>
    /// The number of 64-bit words that hold a subset.
    private let width: Int
    /// The bits of the visited subsets, followed by the bits of a candidate.
    private var bits = ScratchBuffer<UInt64>(capacity: 64)
    /// For each subset the number of the subset before it, in the upper half, and the symbol that
    /// leads from there to this one.
    private var origins = ScratchBuffer<UInt64>(capacity: 64)
    /// The number + 1 of a subset; 0 for a free slot.
    private var slots = ScratchBuffer<UInt32>(repeating: 0, count: 64)
    private let slotHash = SlotHash()
    /// The first subset that isn't explored yet.
    private var next = 0
    /// The word that leads to the first subset with only one state.
    private(set) var word: [Symbol]?

    init(_ dfa: DFA, budget: Budget) throws(AutomataError) {
        stateCount = dfa.stateCount
        width = (stateCount + 63) / 64
        let (count, isTooLarge) = stateCount.multipliedReportingOverflow(by: dfa.alphabet.count)
        guard !isTooLarge, count < Int.max / 8 else { throw .tooLarge("states times symbols") }
        try budget.check(statesBuilt: 0, bytes: count * 4)
        try budget.checkFreeMemory(bytes: count * 4)
        targets = ScratchBuffer(repeating: .absent, count: count)
        for transition in dfa.transitions {
            targets[Int(transition.symbol) * stateCount + Int(transition.source)] = transition.target
        }
        for word in 0..<width { bits.append(word < width - 1 ? ~0 : ~0 >> UInt64(width * 64 - stateCount)) }
        add(from: 0, on: 0)
    }

    /// Continues until there are `limit` subsets, and returns whether the search has ended. Then
    /// ``word`` is the result; `nil` if there is none.
    mutating func run(upTo limit: Int, budget: Budget) throws(AutomataError) -> Bool {
        let symbols = Symbol(targets.count / stateCount)
        var pace = BudgetPace()
        var work = 0
        while next < origins.count {
            if subsetCount >= limit { return false }
            for symbol in 0..<symbols {
                if pace.isDue(states: next, work: work) || origins.count > budget.maximumStates {
                    try budget.check(
                        statesBuilt: origins.count, statesPending: origins.count - next, bytes: byteCount)
                    guard origins.count < UInt32.max / 2 else { throw .tooLarge("subsets of states") }
                }
                work += stateCount
                guard appendSuccessor(of: next, on: symbol) else { continue }
                let isSingleton = candidateHasOneState
                if add(from: next, on: symbol), isSingleton {
                    word = word(to: origins.count - 1)
                    return true
                }
            }
            next += 1
        }
        return true
    }

    var subsetCount: Int { origins.count }

    var byteCount: Int { targets.byteCount + bits.byteCount + origins.byteCount + slots.byteCount }

    /// Appends the subset to which a symbol leads, unless it can't be read from all its states.
    private mutating func appendSuccessor(of subset: Int, on symbol: Symbol) -> Bool {
        let (start, end) = (subset * width, bits.count)
        let row = Int(symbol) * stateCount
        for _ in 0..<width { bits.append(0) }
        for word in 0..<width {
            var rest = bits[start + word]
            while rest != 0 {
                let target = targets[row + word * 64 + rest.trailingZeroBitCount]
                if target == .absent {
                    bits.truncate(to: end)
                    return false
                }
                bits[end + target.word] |= target.bit
                rest &= rest - 1
            }
        }
        return true
    }

    private var candidateHasOneState: Bool {
        var count = 0
        for word in bits.count - width..<bits.count { count += bits[word].nonzeroBitCount }
        return count == 1
    }

    /// Keeps the candidate if it is new.
    @discardableResult
    private mutating func add(from subset: Int, on symbol: Symbol) -> Bool {
        if origins.count * 2 >= slots.count { growSlots() }
        let candidate = origins.count
        var slot = hash(of: candidate)
        while slots[slot] != 0 {
            if isEqual(Int(slots[slot]) - 1, candidate) {
                bits.truncate(to: candidate * width)
                return false
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(candidate + 1)
        origins.append(UInt64(subset) << 32 | UInt64(symbol.rawValue))
        return true
    }

    private func isEqual(_ first: Int, _ second: Int) -> Bool {
        (0..<width).allSatisfy { bits[first * width + $0] == bits[second * width + $0] }
    }

    private func hash(of subset: Int) -> Int {
        var hash: UInt64 = 0
        for word in 0..<width { hash = slotHash.mixed(hash ^ bits[subset * width + word]) }
        return Int(truncatingIfNeeded: hash) & (slots.count - 1)
    }

    private mutating func growSlots() {
        slots = ScratchBuffer(repeating: 0, count: slots.count * 2)
        for subset in 0..<origins.count {
            var slot = hash(of: subset)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(subset + 1)
        }
    }

    /// Returns the word that led to a subset.
    private func word(to subset: Int) -> [Symbol] {
        var word: [Symbol] = []
        var subset = subset
        while subset != 0 {
            word.append(Symbol(origins[subset] & 0xFFFF_FFFF))
            subset = Int(origins[subset] >> 32)
        }
        return word.reversed()
    }
}
