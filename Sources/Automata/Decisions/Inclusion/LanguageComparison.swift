/// Two automata over one alphabet, and the questions about their languages.
struct LanguageComparison: Sendable {
    private let left: NFA
    private let right: NFA
    private let budget: Budget

    /// Removes epsilon moves, and aligns the alphabets if they differ.
    ///
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
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

    /// Whether the automata are the same, so that no search is needed.
    private var isSame: Bool {
        left.initialStates == right.initialStates && left.finalStates == right.finalStates && left.rows == right.rows
    }

    private func problem(for question: PairSearch.Question) throws(AutomataError) -> InclusionProblem {
        try InclusionProblem(left, right, keepsRightSymbols: question == .equivalence, budget: budget)
    }

    /// Returns whether the left language is included in the right one, with a witness if not.
    func inclusion(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<Witness> {
        try verdict(.inclusion, using: algorithm) { $0 }
    }

    /// Returns whether both languages are equal, with a witness if not.
    func equivalence(using algorithm: InclusionAlgorithm) throws(AutomataError) -> Verdict<LanguageDifference> {
        try verdict(.equivalence, using: algorithm) { [left] in
            LanguageDifference(witness: $0, isAcceptedByFirst: left.accepts($0.word))
        }
    }

    /// Returns whether the answer is yes.
    func holds(
        _ question: PairSearch.Question, using algorithm: InclusionAlgorithm
    ) throws(AutomataError) -> Bool {
        if algorithm == .automatic, isSame { return true }
        return try Self.trace(problem(for: question), question, using: algorithm, budget: budget) == nil
    }

    /// - Parameter proof: Turns a witness into the proof of the answer no.
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
            return try search.run() ? .yes : .no(shown(search.trace?.path ?? []))
        }
        guard let trace = try Self.trace(problem, question, using: algorithm, budget: budget) else {
            return .yes
        }
        return .no { budget throws(AutomataError) in
            shown(try trace.word(in: problem, budget: budget))
        } shortest: { budget throws(AutomataError) in
            shown(try Self.leastWord(problem, question, budget: budget))
        }
    }

    /// Returns the difference that the search found first, or `nil` if the answer is yes.
    private static func trace(
        _ problem: InclusionProblem, _ question: PairSearch.Question, using algorithm: InclusionAlgorithm,
        budget: Budget
    ) throws(AutomataError) -> SearchTrace? {
        if problem.isDeterministic, algorithm == .automatic || algorithm == .hopcroftKarp {
            var search = DeterministicSearch(problem, question, wantsShortest: false, budget: budget)
            return try search.run() ? nil : search.trace
        }
        let strategies = InclusionStrategy.table(algorithm, for: problem, question)
        return try Scheduler(problem, question, strategies, budget: budget).run()
    }

    /// Returns the shortlex-least witness of the answer no.
    private static func leastWord(
        _ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget
    ) throws(AutomataError) -> [Symbol] {
        switch question {
        case .equivalence: try leastDifference(problem, budget: budget)
        case .inclusion:
            try Scheduler(problem, .inclusion, InclusionStrategy.shortestFirst, budget: budget).run()?.path ?? []
        }
    }

    /// Returns the shortlex-least word that only one side accepts.
    ///
    /// Pairs of sets find most of them quickly. Otherwise it is the lesser counterexample of both
    /// inclusions. Their searches take turns, because one may take long to find none.
    private static func leastDifference(
        _ problem: InclusionProblem, budget: Budget
    ) throws(AutomataError) -> [Symbol] {
        var pairs = PairSearch(problem, .equivalence, rule: .unionFind, order: .breadthFirst, budget: budget)
        if try pairs.advance(by: 4 * TurnWork.likelyStrategyWork, reserving: 0) == false {
            return pairs.trace?.path ?? []
        }
        var one = try LeastCounterexample(problem, budget: budget)
        var other = try LeastCounterexample(problem.swapped, budget: budget)
        while !one.isDone || !other.isDone {
            try one.advance(reserving: other)
            try other.advance(reserving: one)
        }
        guard let first = one.word, let second = other.word else { return one.word ?? other.word ?? [] }
        if first.count != second.count { return first.count < second.count ? first : second }
        return first.lexicographicallyPrecedes(second) ? first : second
    }
}

/// The search for the shortlex-least counterexample of one of two inclusions.
private struct LeastCounterexample: ~Copyable {
    private var search: AntichainSearch
    private(set) var isDone = false
    private(set) var word: [Symbol]?

    init(_ problem: InclusionProblem, budget: Budget) throws(AutomataError) {
        var simulation: InclusionSimulation?
        do {
            simulation = try InclusionSimulation(problem, budget: budget)
        } catch {
            // The search works without it.
            guard error.isBudgetExceeded else { throw error }
        }
        search = AntichainSearch(problem, order: .breadthFirst, simulation: simulation, budget: budget)
    }

    /// Searches for a turn, unless the other search has a word at most as long as all words still
    /// to be found here.
    mutating func advance(reserving other: borrowing Self) throws(AutomataError) {
        if let word = other.word, word.count <= search.depth { isDone = true }
        if isDone { return }
        guard let answer = try search.advance(by: 4 * TurnWork.likelyStrategyWork, reserving: other.search.byteCount)
        else {
            return
        }
        isDone = true
        if !answer { word = search.trace?.path }
    }
}

extension InclusionProblem {
    fileprivate var isDeterministic: Bool { left.isDeterministic && right.isDeterministic }
}

extension Budget {
    /// Returns the budget that is left if others hold the given number of bytes.
    func reserving(_ bytes: Int) -> Budget {
        var rest = self
        let limit = max(0, maximumBytes)
        rest.maximumBytes = limit - min(limit, bytes)
        return rest
    }
}
