extension FiniteAutomaton {
    /// Returns whether no word is accepted by both automata.
    ///
    /// - Complexity: O(*n*₁ *n*₂ + *m*₁ *m*₂) at most; only pairs of states that a common word
    ///   leads to are visited.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func isDisjoint(with other: some FiniteAutomaton, budget: Budget = .default) throws(AutomataError) -> Bool {
        try commonWord(with: other, budget: budget) == nil
    }

    /// Returns the lexicographically first of the shortest words that both automata accept, or
    /// `nil` if there is none.
    ///
    /// - Complexity: O(*n*₁ *n*₂ + *m*₁ *m*₂) at most, for the pairs of states that words up to the
    ///   result's length lead to, plus the time to remove epsilon moves.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func commonWord(
        with other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        let left = try removingEpsilonMoves(budget: budget.withoutStateLimit)
        let right = try other.removingEpsilonMoves(budget: budget.withoutStateLimit)
        let alignment = try alphabet.aligned(with: other.alphabet)
        let problem = try InclusionProblem(
            left.aligned(by: alignment.maps[0], budget: budget), right.aligned(by: alignment.maps[1], budget: budget),
            keepsRightSymbols: false, budget: budget)
        var search = CommonWordSearch(problem, budget: budget)
        guard let word = try search.run() else { return nil }
        return Witness(word.map { problem.leastSymbols[Int($0)] }, over: alignment.alphabet)
    }
}

/// A search for a word that both sides accept, over pairs of states.
///
/// The pairs that the same word leads to form a group. Groups are built in the shortlex order of
/// their words, so the least word reaches the first pair of final states.
package struct CommonWordSearch: ~Copyable {
    struct Group: BitwiseCopyable {
        var firstPair: Int
        var parent: SearchNodeID
        var symbolClass: Symbol
    }

    private let problem: InclusionProblem
    private let budget: Budget
    private var groups = ScratchBuffer<Group>(capacity: 64)
    private var pairs = PairTable()
    /// The pairs of the group that is explored, by the classes that their left states read.
    private var gathered = MemberTransitions()
    private var work = 0
    private var pace = BudgetPace()

    package init(_ problem: InclusionProblem, budget: Budget) {
        self.problem = problem
        self.budget = budget
    }

    /// Returns the symbol classes of the shortlex-least common word, or `nil` if there is none.
    package mutating func run() throws(AutomataError) -> [Symbol]? {
        for left in problem.left.initialStates {
            work &+= problem.right.initialStates.count
            try checkBudget(pending: 1)
            for right in problem.right.initialStates where add(left, right) { return [] }
        }
        closeGroup(0, parent: .absent, symbolClass: .absent)
        var next = 0
        while next < groups.count {
            let first = groups[next].firstPair
            let end = next + 1 < groups.count ? groups[next + 1].firstPair : pairs.count
            if let word = try explore(next, first..<end) { return word }
            next += 1
        }
        return nil
    }

    /// - Returns: a common word, if one symbol after the group's word completes one.
    private mutating func explore(_ group: Int, _ range: Range<Int>) throws(AutomataError) -> [Symbol]? {
        gathered.gather(problem.left, pairs.keys, range) { StateID(truncatingIfNeeded: $0 >> 32) }
        var start = 0
        while start < gathered.count {
            let (symbolClass, end) = (gathered.symbolClass(at: start), gathered.end(ofClassAt: start))
            let newFirst = pairs.count
            for index in start..<end {
                work &+= 1
                let pair = pairs[range.lowerBound + gathered.item(at: index)]
                if try addSuccessors(of: pair, on: symbolClass, pending: groups.count - group) {
                    return word(group, symbolClass)
                }
            }
            closeGroup(newFirst, parent: SearchNodeID(truncatingIfNeeded: group), symbolClass: Symbol(symbolClass))
            start = end
        }
        return nil
    }

    /// - Returns: whether both states of a new pair are final.
    @inline(__always)
    private mutating func addSuccessors(
        of pair: UInt64, on symbolClass: Int, pending: Int
    ) throws(AutomataError) -> Bool {
        let (left, right) = (Int(pair >> 32), Int(pair & 0xFFFF_FFFF))
        let leftRange = problem.left.range(left, symbolClass)
        if leftRange.isEmpty { return false }
        let rightRange = problem.right.range(right, symbolClass)
        if rightRange.isEmpty { return false }
        for leftIndex in leftRange {
            work &+= rightRange.count
            try checkBudget(pending: pending)
            for rightIndex in rightRange
            where add(problem.left.targets[leftIndex], problem.right.targets[rightIndex]) { return true }
        }
        return false
    }

    @inline(__always)
    private mutating func checkBudget(pending: Int) throws(AutomataError) {
        if pace.isDue(states: pairs.count, work: work) { try check(pending: pending) }
    }

    private func check(pending: Int) throws(AutomataError) {
        try budget.check(
            statesBuilt: pairs.count, statesPending: pending,
            bytes: problem.byteCount + groups.byteCount + pairs.byteCount + gathered.byteCount)
        guard pairs.count < maximumCount / 2, groups.count < maximumCount / 2 else {
            throw .tooLarge("pairs of states")
        }
    }

    /// - Returns: whether both states are final.
    @inline(__always)
    private mutating func add(_ left: StateID, _ right: StateID) -> Bool {
        _ = pairs.insert(UInt64(left) << 32 | UInt64(right))
        return problem.left.isFinal(left) && problem.right.isFinal(right)
    }

    private mutating func closeGroup(_ firstPair: Int, parent: SearchNodeID, symbolClass: Symbol) {
        if pairs.count > firstPair {
            groups.append(Group(firstPair: firstPair, parent: parent, symbolClass: symbolClass))
        }
    }

    private func word(_ group: Int, _ symbolClass: Int) -> [Symbol] {
        var word = [Symbol(symbolClass)]
        var group = groups[group]
        while group.symbolClass != .absent {
            word.append(group.symbolClass)
            group = groups[Int(group.parent)]
        }
        return word.reversed()
    }
}
