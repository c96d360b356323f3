/// Two automata over one alphabet, and the questions about their languages.
struct LanguageComparison: Sendable {
    private let left: NFA
    private let right: NFA
    private let budget: Budget

    /// Takes any two automata: epsilon moves are removed, and alphabets that differ are aligned.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
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

    private func problem(for question: PairSearch.Question) throws(AutomataError) -> InclusionProblem {
        try InclusionProblem(left, right, keepsRightSymbols: question == .equivalence, budget: budget)
    }

    func isIncluded(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Bool {
        try holds(.inclusion, using: algorithm)
    }

    func isEquivalent(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Bool {
        try holds(.equivalence, using: algorithm)
    }

    /// Whether the left automaton's words are the right one's, and a word that isn't: the one met,
    /// or the shortlex-least.
    func inclusion(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<Witness> {
        try verdict(.inclusion, using: algorithm) { $0 }
    }

    /// Whether both automata have one language, and a word that just one of them accepts: the one
    /// met, or the shortlex-least.
    func equivalence(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<LanguageDifference> {
        try verdict(.equivalence, using: algorithm) { [left] in
            LanguageDifference(witness: $0, isAcceptedByFirst: left.accepts($0.word))
        }
    }

    private func holds(
        _ question: PairSearch.Question, using algorithm: InclusionAlgorithm
    ) throws(AutomataError) -> Bool {
        if algorithm == .automatic, isSame { return true }
        return try Self.departure(problem(for: question), question, using: algorithm, budget: budget) == nil
    }

    /// - Parameter proof: makes of a word what shows that the answer is no.
    private func verdict<Proof>(
        _ question: PairSearch.Question, using algorithm: InclusionAlgorithm,
        proof: @escaping @Sendable (Witness) -> Proof
    ) throws(AutomataError) -> Verdict<Proof> {
        if algorithm == .automatic, isSame { return .yes }
        let problem = try problem(for: question)
        let alphabet = left.alphabet
        @Sendable func shown(_ word: [Symbol]) -> Proof {
            proof(Witness(word.map { problem.leastSymbols[Int($0)] }, over: alphabet))
        }
        if problem.isDeterministic, algorithm == .automatic {
            var search = DeterministicSearch(problem, question, wantsShortest: true, budget: budget)
            return try search.run() ? .yes : .no(shown(search.departure()?.path ?? []))
        }
        guard let departure = try Self.departure(problem, question, using: algorithm, budget: budget) else {
            return .yes
        }
        return .no { budget throws(AutomataError) in
            shown(try departure.word(in: problem, budget: budget))
        } shortest: { budget throws(AutomataError) in
            shown(try Self.leastWord(problem, question, budget: budget))
        }
    }

    /// The difference that the search met first; `nil` if the answer is yes.
    private static func departure(
        _ problem: InclusionProblem, _ question: PairSearch.Question, using algorithm: InclusionAlgorithm,
        budget: Budget
    ) throws(AutomataError) -> Departure? {
        if problem.isDeterministic, algorithm == .automatic || algorithm == .hopcroftKarp {
            var search = DeterministicSearch(problem, question, wantsShortest: false, budget: budget)
            return try search.run() ? nil : search.departure()
        }
        switch (algorithm, question) {
        case (.automatic, _):
            let scheduler = Scheduler(problem, question, budget: budget)
            return try scheduler.advance() ?? true ? nil : scheduler.departure()
        case (.antichain, _), (.antichainBackward, _), (.antichainWithSimulation, _),
            (.antichainBackwardWithSimulation, _):
            let problem = algorithm.isBackward ? problem.reversed : problem
            let simulation = algorithm.usesSimulation ? try InclusionSimulation(problem, budget: budget) : nil
            let departure =
                question == .inclusion
                ? try run(AntichainSearch(problem, order: .smallestFirst, simulation: simulation, budget: budget))
                : try run(MutualInclusion(problem, simulation: simulation, budget: budget))
            return algorithm.isBackward ? departure?.reversed : departure
        case (.determinization, .inclusion):
            return try run(AntichainSearch(problem, order: .depthFirst, prunes: false, budget: budget))
        case (.determinization, .equivalence):
            return try run(PairSearch(problem, question, rule: .visited, order: .depthFirst, budget: budget))
        case (.congruence, _), (.hopcroftKarp, _):
            let rule: PairSearch.Rule = algorithm == .congruence ? .congruence : .unionFind
            return try run(PairSearch(problem, question, rule: rule, order: .depthFirst, budget: budget))
        }
    }

    private static func run(
        _ search: consuming some LanguageSearch & ~Copyable
    ) throws(AutomataError) -> Departure? {
        var answer: Bool?
        while answer == nil { answer = try search.advance(by: .max, besides: 0) }
        return search.departure()
    }

    /// The work that the plainest search may do before what takes more to begin with.
    private static let firstSlice = 1 << 16

    /// The shortlex-least word that shows why the answer is no.
    private static func leastWord(
        _ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget
    ) throws(AutomataError) -> [Symbol] {
        if question == .equivalence { return try leastDifference(problem, budget: budget) }
        var search = AntichainSearch(problem, order: .breadthFirst, budget: budget)
        if try search.advance(by: 16 * firstSlice) != nil { return search.counterexample() }
        if let simulation = try InclusionSimulation.ifAffordable(problem, budget: budget) {
            search = AntichainSearch(problem, order: .breadthFirst, simulation: simulation, budget: budget)
        }
        _ = try search.advance()
        return search.counterexample()
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
    /// Whether the counterexample that was found here is shorter than any that the other search,
    /// which goes on, can find.
    fileprivate func isBefore(_ other: borrowing AntichainSearch, isDone: Bool) -> Bool {
        !isDone && counterexample().count <= other.depth
    }
}

extension Budget {
    /// Returns the budget that is left if others hold so many bytes.
    func besides(_ bytes: Int) -> Budget {
        var rest = self
        let limit = max(0, maximumBytes)
        rest.maximumBytes = limit - min(limit, bytes)
        return rest
    }
}
