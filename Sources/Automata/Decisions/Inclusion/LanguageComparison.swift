/// Two automata over one alphabet, and the questions about their languages.
struct LanguageComparison: Sendable {
    private let left: NFA
    private let right: NFA
    private let budget: Budget

    /// Takes any two automata: epsilon moves are removed, and alphabets that differ are aligned.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    init(
        _ left: some FiniteAutomaton, _ right: some FiniteAutomaton, budget: Budget
    ) throws(AutomataError) {
        self.budget = budget
        try budget.check(statesBuilt: 0)
        let left = try left.removingEpsilonMoves(budget: budget.withoutStateLimit)
        let right = try right.removingEpsilonMoves(budget: budget.withoutStateLimit)
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
        return try Self.inclusionDeparture(problem(keepsRightSymbols: false), using: algorithm, budget: budget) == nil
    }

    /// The counterexample that the search met first; `nil` where the inclusion holds.
    private static func inclusionDeparture(
        _ problem: InclusionProblem, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Departure? {
        switch algorithm {
        case .automatic:
            if problem.isDeterministic { return try deterministicDeparture(problem, .inclusion, budget: budget) }
            return try scheduledDeparture(problem, .inclusion, budget: budget)
        case .antichain, .antichainBackward, .antichainWithSimulation, .antichainBackwardWithSimulation:
            let problem = algorithm.isBackward ? problem.reversed : problem
            let simulation = algorithm.usesSimulation ? try InclusionSimulation(problem, budget: budget) : nil
            var search = AntichainSearch(problem, order: .smallestFirst, simulation: simulation, budget: budget)
            if try search.advance() ?? true { return nil }
            return algorithm.isBackward ? search.departure()?.reversed : search.departure()
        case .determinization:
            var search = AntichainSearch(problem, order: .depthFirst, prunes: false, budget: budget)
            return try search.advance() ?? true ? nil : search.departure()
        case .congruence, .hopcroftKarp:
            if algorithm == .hopcroftKarp, problem.isDeterministic {
                return try deterministicDeparture(problem, .inclusion, budget: budget)
            }
            let rule: PairSearch.Rule = algorithm == .congruence ? .congruence : .unionFind
            var search = PairSearch(problem, .inclusion, rule: rule, order: .depthFirst, budget: budget)
            return try search.advance() ?? true ? nil : search.departure()
        }
    }

    func isEquivalent(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Bool {
        if algorithm == .automatic, isSame { return true }
        return try Self.equivalenceDeparture(problem(keepsRightSymbols: true), using: algorithm, budget: budget) == nil
    }

    /// The difference that the search met first; `nil` where both languages are the same.
    private static func equivalenceDeparture(
        _ problem: InclusionProblem, using algorithm: InclusionAlgorithm, budget: Budget
    ) throws(AutomataError) -> Departure? {
        switch algorithm {
        case .automatic:
            if problem.isDeterministic { return try deterministicDeparture(problem, .equivalence, budget: budget) }
            return try scheduledDeparture(problem, .equivalence, budget: budget)
        case .antichain, .antichainBackward, .antichainWithSimulation, .antichainBackwardWithSimulation:
            if let departure = try inclusionDeparture(problem, using: algorithm, budget: budget) { return departure }
            return try inclusionDeparture(problem.swapped, using: algorithm, budget: budget)?.swapped
        case .congruence, .determinization, .hopcroftKarp:
            if algorithm == .hopcroftKarp, problem.isDeterministic {
                return try deterministicDeparture(problem, .equivalence, budget: budget)
            }
            let rule: PairSearch.Rule =
                switch algorithm {
                case .congruence: .congruence
                case .hopcroftKarp: .unionFind
                default: .visited
                }
            var search = PairSearch(problem, .equivalence, rule: rule, order: .depthFirst, budget: budget)
            return try search.advance() ?? true ? nil : search.departure()
        }
    }

    private static func scheduledDeparture(
        _ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget
    ) throws(AutomataError) -> Departure? {
        let scheduler = Scheduler(problem, question, budget: budget)
        return try scheduler.advance() ?? true ? nil : scheduler.departure()
    }

    private static func deterministicDeparture(
        _ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget
    ) throws(AutomataError) -> Departure? {
        var search = DeterministicSearch(problem, question, wantsShortest: false, budget: budget)
        return try search.run() ? nil : search.departure()
    }

    /// Whether the left automaton's words are the right one's, and a word that isn't: the one met,
    /// or the shortlex-least.
    func inclusion(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<Witness> {
        if algorithm == .automatic, isSame { return .yes }
        let problem = try problem(keepsRightSymbols: false)
        if problem.isDeterministic, algorithm == .automatic {
            var search = DeterministicSearch(problem, .inclusion, wantsShortest: true, budget: budget)
            return try search.run() ? .yes : .no(witness(search.departure()?.path ?? [], problem))
        }
        guard let departure = try Self.inclusionDeparture(problem, using: algorithm, budget: budget) else {
            return .yes
        }
        return .no { budget throws(AutomataError) in
            witness(try departure.word(in: problem, budget: budget), problem)
        } shortest: { budget throws(AutomataError) in
            try Self.leastCounterexample(problem, budget: budget).map { witness($0, problem) }
        }
    }

    /// Whether both automata have one language, and a word that just one of them accepts: the one
    /// met, or the shortlex-least.
    func equivalence(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<LanguageDifference> {
        if algorithm == .automatic, isSame { return .yes }
        let problem = try problem(keepsRightSymbols: true)
        if problem.isDeterministic, algorithm == .automatic {
            var search = DeterministicSearch(problem, .equivalence, wantsShortest: true, budget: budget)
            return try search.run() ? .yes : .no(difference(search.departure()?.path ?? [], problem))
        }
        guard let departure = try Self.equivalenceDeparture(problem, using: algorithm, budget: budget) else {
            return .yes
        }
        return .no { budget throws(AutomataError) in
            difference(try departure.word(in: problem, budget: budget), problem)
        } shortest: { budget throws(AutomataError) in
            difference(try Self.leastDifference(problem, budget: budget), problem)
        }
    }

    /// The work that the plainest search may do before what takes more to begin with.
    private static let firstSlice = 1 << 16

    /// The least counterexample of an inclusion that doesn't hold.
    private static func leastCounterexample(
        _ problem: InclusionProblem, budget: Budget
    ) throws(AutomataError) -> [Symbol]? {
        var search = AntichainSearch(problem, order: .breadthFirst, budget: budget)
        if let answer = try search.advance(by: 16 * firstSlice) { return answer ? nil : search.counterexample() }
        if let simulation = try InclusionSimulation.ifAffordable(problem, budget: budget) {
            search = AntichainSearch(problem, order: .breadthFirst, simulation: simulation, budget: budget)
        }
        return try search.advance() ?? true ? nil : search.counterexample()
    }

    /// The least word that just one side accepts, where there is one.
    ///
    /// Pairs of sets find most of them. Then it is the least of the counterexamples of both
    /// inclusions; they take turns, as one may take long to tell that it has none.
    private static func leastDifference(
        _ problem: InclusionProblem, budget: Budget
    ) throws(AutomataError) -> [Symbol] {
        var pairs = PairSearch(problem, .equivalence, rule: .unionFind, order: .breadthFirst, budget: budget)
        if try pairs.advance(by: firstSlice) == false { return pairs.departure()?.path ?? [] }
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

    private func witness(_ word: [Symbol], _ problem: InclusionProblem) -> Witness {
        Witness(word.map { problem.leastSymbols[Int($0)] }, over: left.alphabet)
    }

    private func difference(_ word: [Symbol], _ problem: InclusionProblem) -> LanguageDifference {
        let witness = witness(word, problem)
        return LanguageDifference(witness: witness, isAcceptedByFirst: left.accepts(witness.word))
    }
}

extension InclusionAlgorithm {
    /// Whether it decides an inclusion on the reversed automata.
    fileprivate var isBackward: Bool { self == .antichainBackward || self == .antichainBackwardWithSimulation }

    fileprivate var usesSimulation: Bool {
        self == .antichainWithSimulation || self == .antichainBackwardWithSimulation
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

extension Budget {
    /// What it allows where others hold so many bytes.
    func besides(_ bytes: Int) -> Budget {
        var rest = self
        let limit = max(0, maximumBytes)
        rest.maximumBytes = limit - min(limit, bytes)
        return rest
    }
}
