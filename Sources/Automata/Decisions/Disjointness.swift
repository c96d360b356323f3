extension NFA {
    /// Whether no word is accepted by both automata.
    ///
    /// - Complexity: O(*n*₁ *n*₂ + *m*₁ *m*₂) at most, over the pairs that are reached.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isDisjoint(with other: NFA, budget: Budget = .default) throws(AutomataError) -> Bool {
        try commonWord(with: other, budget: budget) == nil
    }

    /// The shortest word that both automata accept, of those the least; `nil` where there is none.
    ///
    /// - Complexity: O(*n*₁ *n*₂ + *m*₁ *m*₂) at most, over the pairs that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func commonWord(with other: NFA, budget: Budget = .default) throws(AutomataError) -> Witness? {
        let alignment = try alphabet.aligned(with: other.alphabet)
        let problem = try InclusionProblem(
            aligned(by: alignment.maps[0], budget: budget), other.aligned(by: alignment.maps[1], budget: budget),
            keepsRightSymbols: false, budget: budget)
        var search = CommonWordSearch(problem, budget: budget)
        guard let word = try search.run() else { return nil }
        return Witness(word.map { problem.leastSymbols[Int($0)] }, over: alignment.alphabet)
    }
}

extension DFA {
    /// Whether no word is accepted by both automata.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*) at most, over the pairs that are reached.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isDisjoint(with other: DFA, budget: Budget = .default) throws(AutomataError) -> Bool {
        try NFA(self).isDisjoint(with: NFA(other), budget: budget)
    }

    /// The shortest word that both automata accept, of those the least; `nil` where there is none.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*) at most, over the pairs that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func commonWord(with other: DFA, budget: Budget = .default) throws(AutomataError) -> Witness? {
        try NFA(self).commonWord(with: NFA(other), budget: budget)
    }
}

extension EpsilonNFA {
    /// Whether no word is accepted by both automata.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isDisjoint(with other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> Bool {
        try commonWord(with: other, budget: budget) == nil
    }

    /// The shortest word that both automata accept, of those the least; `nil` where there is none.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func commonWord(with other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> Witness? {
        try removingEpsilonMoves(budget: budget).commonWord(
            with: other.removingEpsilonMoves(budget: budget), budget: budget)
    }
}

extension Automaton {
    /// Whether no word is accepted by both automata.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isDisjoint(with other: Automaton, budget: Budget = .default) throws(AutomataError) -> Bool {
        try commonWord(with: other, budget: budget) == nil
    }

    /// The shortest word that both automata accept, of those the least; `nil` where there is none.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func commonWord(with other: Automaton, budget: Budget = .default) throws(AutomataError) -> Witness? {
        try withoutEpsilonMoves(budget).commonWord(with: other.withoutEpsilonMoves(budget), budget: budget)
    }
}

/// The search for a word that both sides accept, over pairs of states.
///
/// Pairs that one word leads to are a group, and groups are made in shortlex order of their words, so that the first pair of final
/// states is reached by the least word.
private struct CommonWordSearch: ~Copyable {
    private struct Group: BitwiseCopyable {
        var firstPair: Int
        var parent: UInt32
        var symbolClass: UInt32
    }

    private let problem: InclusionProblem
    private let budget: Budget
    private var groups = ScratchBuffer<Group>(capacity: 64)
    private var pairs = ScratchBuffer<UInt64>(capacity: 64)
    private var met = PairSet()

    init(_ problem: InclusionProblem, budget: Budget) {
        self.problem = problem
        self.budget = budget
    }

    /// - Returns: the classes of the least common word; `nil` where there is none.
    mutating func run() throws(AutomataError) -> [UInt32]? {
        for left in problem.left.initialStates {
            for right in problem.right.initialStates where add(left, right) { return [] }
        }
        closeGroup(0, parent: .none, symbolClass: .none)
        var next = 0
        var work = 0
        var pace = BudgetPace()
        while next < groups.count {
            let first = groups[next].firstPair
            let end = next + 1 < groups.count ? groups[next + 1].firstPair : pairs.count
            for symbolClass in 0..<problem.classCount {
                let newFirst = pairs.count
                for index in first..<end {
                    let (left, right) = (Int(pairs[index] >> 32), Int(pairs[index] & 0xFFFF_FFFF))
                    let rightRange = problem.right.range(right, symbolClass)
                    work &+= 1
                    if rightRange.isEmpty { continue }
                    for leftIndex in problem.left.range(left, symbolClass) {
                        work &+= rightRange.count
                        if pace.isDue(states: pairs.count, work: work) { try check(pending: groups.count - next) }
                        for rightIndex in rightRange
                        where add(problem.left.targets[leftIndex], problem.right.targets[rightIndex]) {
                            return word(next, symbolClass)
                        }
                    }
                }
                closeGroup(newFirst, parent: UInt32(next), symbolClass: UInt32(symbolClass))
            }
            next += 1
        }
        return nil
    }

    private func check(pending: Int) throws(AutomataError) {
        try budget.check(
            statesBuilt: pairs.count, statesPending: pending,
            bytes: problem.byteCount + groups.byteCount + pairs.byteCount + met.byteCount)
    }

    /// - Returns: whether both states are final.
    @inline(__always)
    private mutating func add(_ left: State, _ right: State) -> Bool {
        let pair = UInt64(left) << 32 | UInt64(right)
        if met.insert(pair) { pairs.append(pair) }
        return problem.left.isFinal(left) && problem.right.isFinal(right)
    }

    private mutating func closeGroup(_ firstPair: Int, parent: UInt32, symbolClass: UInt32) {
        if pairs.count > firstPair {
            groups.append(Group(firstPair: firstPair, parent: parent, symbolClass: symbolClass))
        }
    }

    private func word(_ group: Int, _ symbolClass: Int) -> [UInt32] {
        var word = [UInt32(symbolClass)]
        var group = groups[group]
        while group.symbolClass != .none {
            word.append(group.symbolClass)
            group = groups[Int(group.parent)]
        }
        return word.reversed()
    }
}
