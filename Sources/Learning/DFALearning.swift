public import Automata
public import Machines

extension DFA {
    /// Learns a DFA from a function that tells whether a word belongs to a language.
    ///
    /// If the language's minimal total DFA has at most as many states as the result plus the extra
    /// states of the test, then the result is that DFA.
    ///
    /// - Parameters:
    ///   - alphabet: The symbols.
    ///   - test: The test of hypotheses; it asks all prefixes of its words.
    ///   - budget: The bound on states and memory.
    ///   - contains: A function that tells whether a word, given by its symbols' names, belongs to
    ///     the language.
    /// - Complexity: O(*k* *n*² + *n* log *m*) words for counterexamples of length *m*, and the
    ///   words of the tests.
    /// - Throws: ``LearningError`` with the word, if the function contradicts itself or fails.
    public static func learned(
        alphabet: Alphabet, testing test: EquivalenceTest = .suite(.wp, extraStates: 1), budget: Budget = .default,
        from contains: ([String]) throws -> Bool
    ) throws(LearningError) -> Learned<DFA> {
        try withoutActuallyEscaping(contains) { contains throws(LearningError) in
            let observed = ObservedLanguage(alphabet, budget: budget, contains: contains)
            let system = LanguageSystem(observed: observed)
            return try DiscriminationTree(system, experiment: [], budget: budget).learned(testing: test)
        }
    }
}

/// The answers about the words of a language.
private final class ObservedLanguage {
    let alphabet: Alphabet
    var words = WordCounts()
    private let budget: Budget
    private let system: ([String]) throws -> Bool
    private var answers: [[Symbol]: Bool] = [:]
    private var byteCount = 0
    private var pace = BudgetPace()

    init(_ alphabet: Alphabet, budget: Budget, contains: @escaping ([String]) throws -> Bool) {
        (self.alphabet, self.budget, system) = (alphabet, budget, contains)
    }

    /// Returns whether the language has a word, which is asked unless the answer is known.
    func contains(_ word: [Symbol]) throws(LearningError) -> Bool {
        if let answer = answers[word] { return answer }
        words.add()
        let answer = try ask(word)
        byteCount += 64 + 4 * word.count
        try core { () throws(AutomataError) in
            if pace.isDue(at: byteCount) { try budget.check(statesBuilt: 0, bytes: byteCount) }
        }
        answers[word] = answer
        return answer
    }

    /// Asks a word again, to find out that the system isn't deterministic.
    func confirm(_ word: [Symbol]) throws(LearningError) {
        words.add()
        let (answer, known) = (try ask(word), answers[word])
        guard let known, known != answer else { return }
        throw .nondeterministic(word: word.map { alphabet.name(of: $0) }, first: ["\(known)"], second: ["\(answer)"])
    }

    private func ask(_ word: [Symbol]) throws(LearningError) -> Bool {
        let names = word.map { alphabet.name(of: $0) }
        do { return try system(names) } catch { throw .system(word: names, error) }
    }
}

/// A language, whose experiments show whether a word belongs to it.
private struct LanguageSystem: LearnedSystem {
    let observed: ObservedLanguage
    /// Whether each state is final.
    private(set) var accepts: [Bool] = []

    init(observed: ObservedLanguage) { self.observed = observed }

    var inputCount: Int { observed.alphabet.count }
    var words: WordCounts {
        get { observed.words }
        nonmutating set { observed.words = newValue }
    }

    func answer(_ prefix: [Symbol], _ suffix: [Symbol]) throws(LearningError) -> Bool {
        try observed.contains(prefix + suffix)
    }

    mutating func addState(_ access: [Symbol]) throws(LearningError) { accepts.append(try observed.contains(access)) }

    func prediction(_ hypothesis: Hypothesis, from state: Int, _ suffix: ArraySlice<Symbol>) -> Bool {
        accepts[hypothesis.state(after: suffix, from: state)]
    }

    func counterexample(in word: [Symbol], to hypothesis: Hypothesis) throws(LearningError) -> [Symbol]? {
        for end in 0...word.count {
            let (prefix, state) = (Array(word[..<end]), hypothesis.state(after: word[..<end]))
            if try observed.contains(prefix) != accepts[state] { return prefix }
        }
        return nil
    }

    func confirm(_ word: [Symbol]) throws(LearningError) { try observed.confirm(word) }

    /// Returns a hypothesis as a machine that outputs whether the word so far is accepted.
    func machine(_ hypothesis: Hypothesis) -> MealyMachine {
        MealyMachine(
            inputs: Alphabet(observed.alphabet.nameTable), outputs: ["false", "true"],
            cells: hypothesis.targets.map { MealyMachine.Cell(target: StateID($0), output: accepts[$0] ? 1 : 0) },
            stateCount: hypothesis.stateCount, initialState: 0)
    }

    func model(_ hypothesis: Hypothesis) -> DFA {
        DFA(
            alphabet: observed.alphabet, stateCount: hypothesis.stateCount,
            denseTargets: hypothesis.targets.map { StateID($0) }, initialState: 0,
            finalStates: StateSet(accepts.indices.filter { accepts[$0] }.map { StateID($0) }))
    }
}
