/// Two automata over one alphabet, and the questions about their languages.
struct LanguageComparison {
    private let left: NFA
    private let right: NFA
    private let budget: Budget

    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    init(_ left: NFA, _ right: NFA, budget: Budget) throws(AutomataError) {
        self.budget = budget
        try budget.check(statesBuilt: 0)
        if left.alphabet == right.alphabet {
            self.left = left
            self.right = right
        } else {
            let alignment = try left.alphabet.aligned(with: right.alphabet)
            self.left = try left.aligned(by: alignment.maps[0], budget: budget)
            self.right = try right.aligned(by: alignment.maps[1], budget: budget)
        }
    }

    /// Whether the automata are the same, so that nothing needs to be searched.
    private var isSame: Bool {
        left.initialStates == right.initialStates && left.finalStates == right.finalStates && left.rows == right.rows
    }

    private func problem(keepsRightSymbols: Bool) throws(AutomataError) -> InclusionProblem {
        try InclusionProblem(left, right, keepsRightSymbols: keepsRightSymbols, budget: budget)
    }

    func isIncluded(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Bool {
        if algorithm == .automatic, isSame { return true }
        return try Self.isIncluded(problem(keepsRightSymbols: false), using: algorithm, budget: budget)
    }

    private static func isIncluded(
        _ problem: InclusionProblem, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Bool {
        switch algorithm {
        case .automatic:
            if problem.isDeterministic { return try compareDeterministic(problem, .inclusion, budget: budget) }
            return try InclusionPortfolio(problem, budget: budget).advance() ?? true
        case .antichain:
            var search = AntichainSearch(problem, order: .smallestFirst, budget: budget)
            return try search.advance() ?? true
        case .antichainBackward:
            var search = AntichainSearch(problem.reversed, order: .smallestFirst, budget: budget)
            return try search.advance() ?? true
        case .antichainWithSimulation, .antichainBackwardWithSimulation:
            let problem = algorithm == .antichainWithSimulation ? problem : problem.reversed
            let simulation = try InclusionSimulation(problem, budget: budget)
            var search = AntichainSearch(problem, order: .smallestFirst, simulation: simulation, budget: budget)
            return try search.advance() ?? true
        case .determinization:
            var search = AntichainSearch(problem, order: .depthFirst, prunes: false, budget: budget)
            return try search.advance() ?? true
        case .congruence, .hopcroftKarp:
            if algorithm == .hopcroftKarp, problem.isDeterministic {
                return try compareDeterministic(problem, .inclusion, budget: budget)
            }
            let rule: PairSearch.Rule = algorithm == .congruence ? .congruence : .unionFind
            var search = PairSearch(problem, .inclusion, rule: rule, isBreadthFirst: false, budget: budget)
            return try search.advance() ?? true
        }
    }

    func isEquivalent(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Bool {
        if algorithm == .automatic, isSame { return true }
        let problem = try problem(keepsRightSymbols: true)
        switch algorithm {
        case .automatic:
            if problem.isDeterministic { return try Self.compareDeterministic(problem, .equivalence, budget: budget) }
            return try EquivalencePortfolio(problem, budget: budget).run()
        case .antichain, .antichainBackward, .antichainWithSimulation, .antichainBackwardWithSimulation:
            if try !Self.isIncluded(problem, using: algorithm, budget: budget) { return false }
            return try Self.isIncluded(problem.swapped, using: algorithm, budget: budget)
        case .congruence, .determinization, .hopcroftKarp:
            if algorithm == .hopcroftKarp, problem.isDeterministic {
                return try Self.compareDeterministic(problem, .equivalence, budget: budget)
            }
            let rule: PairSearch.Rule =
                switch algorithm {
                case .congruence: .congruence
                case .hopcroftKarp: .unionFind
                default: .visited
                }
            var search = PairSearch(problem, .equivalence, rule: rule, isBreadthFirst: false, budget: budget)
            return try search.advance() ?? true
        }
    }

    private static func compareDeterministic(
        _ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget
    ) throws(AutomataError) -> Bool {
        var search = DeterministicSearch(problem, question, wantsShortest: false, budget: budget)
        return try search.run()
    }

    /// The shortlex-least word that the left automaton accepts and the right one doesn't.
    func inclusionCounterexample() throws(AutomataError) -> Witness? {
        if isSame { return nil }
        let problem = try problem(keepsRightSymbols: false)
        if problem.isDeterministic {
            var search = DeterministicSearch(problem, .inclusion, wantsShortest: true, budget: budget)
            return try search.run() ? nil : witness(search.counterexample(), problem)
        }
        return try Self.leastCounterexample(problem, budget: budget) { () throws(AutomataError) in
            try InclusionPortfolio(problem, budget: budget).advance() ?? true
        }
        .map { witness($0, problem) }
    }

    /// The shortlex-least word that one automaton accepts and the other doesn't.
    func equivalenceCounterexample() throws(AutomataError) -> LanguageDifference? {
        if isSame { return nil }
        let problem = try problem(keepsRightSymbols: true)
        let word: [UInt32]
        if problem.isDeterministic {
            var search = DeterministicSearch(problem, .equivalence, wantsShortest: true, budget: budget)
            if try search.run() { return nil }
            word = search.counterexample()
        } else {
            var search = PairSearch(problem, .equivalence, rule: .unionFind, isBreadthFirst: true, budget: budget)
            switch try search.advance(by: Self.firstSlice) {
            case true?: return nil
            case false?: word = search.counterexample()
            case nil:
                if try EquivalencePortfolio(problem, budget: budget).run() { return nil }
                word = try Self.leastDifference(problem, budget: budget)
            }
        }
        let witness = witness(word, problem)
        return LanguageDifference(witness: witness, isAcceptedByFirst: left.accepts(witness.word))
    }

    /// The work that a breadth-first search may do before others are asked whether there is anything to be found.
    private static let firstSlice = 1 << 16

    /// - Parameter isIncluded: tells whether there is none, asked where that isn't soon clear.
    private static func leastCounterexample(
        _ problem: InclusionProblem, budget: Budget, isIncluded: () throws(AutomataError) -> Bool
    ) throws(AutomataError) -> [UInt32]? {
        var plain = AntichainSearch(problem, order: .breadthFirst, budget: budget)
        if let answer = try plain.advance(by: firstSlice) { return answer ? nil : plain.counterexample() }
        if try isIncluded() { return nil }
        if let answer = try plain.advance(by: 16 * firstSlice) { return answer ? nil : plain.counterexample() }
        if let simulation = try InclusionSimulation.ifAffordable(problem, budget: budget) {
            plain = AntichainSearch(problem, order: .breadthFirst, simulation: simulation, budget: budget)
        }
        return try plain.advance() ?? true ? nil : plain.counterexample()
    }

    /// The least of the counterexamples of both inclusions, where one of them at least has one; they take turns, as one may take long to
    /// tell that it has none.
    private static func leastDifference(
        _ problem: InclusionProblem, budget: Budget
    ) throws(AutomataError) -> [UInt32] {
        var one = AntichainSearch(
            problem, order: .breadthFirst,
            simulation: try InclusionSimulation.ifAffordable(problem, budget: budget), budget: budget)
        let swapped = problem.swapped
        var other = AntichainSearch(
            swapped, order: .breadthFirst,
            simulation: try InclusionSimulation.ifAffordable(swapped, budget: budget), budget: budget)
        var answers: (one: Bool?, other: Bool?) = (nil, nil)
        while answers.one == nil || answers.other == nil {
            if answers.one == nil {
                answers.one = try one.advance(by: firstSlice, besides: other.byteCount)
            }
            if answers.one == false, one.isBefore(other, isDone: answers.other != nil) { return one.counterexample() }
            if answers.other == nil {
                answers.other = try other.advance(by: firstSlice, besides: one.byteCount)
            }
            if answers.other == false, other.isBefore(one, isDone: answers.one != nil) {
                return other.counterexample()
            }
        }
        let words = (
            answers.one == false ? one.counterexample() : nil, answers.other == false ? other.counterexample() : nil
        )
        guard let first = words.0, let second = words.1 else { return words.0 ?? words.1 ?? [] }
        if first.count != second.count { return first.count < second.count ? first : second }
        return first.lexicographicallyPrecedes(second) ? first : second
    }

    private func witness(_ word: [UInt32], _ problem: InclusionProblem) -> Witness {
        Witness(word.map { problem.leastSymbols[Int($0)] }, over: left.alphabet)
    }
}

extension InclusionProblem {
    fileprivate var isDeterministic: Bool { left.isDeterministic && right.isDeterministic }
}

extension AntichainSearch {
    /// Whether the counterexample that was found here is shorter than any that the other search, which goes on, can find.
    fileprivate func isBefore(_ other: borrowing AntichainSearch, isDone: Bool) -> Bool {
        !isDone && counterexample().count <= other.depth
    }
}
