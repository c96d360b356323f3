import Automata

/// Compares what another library made of pairs of automata with what ours makes of them.
///
/// A file of cases is the number of pairs and then the two automata of each, in `.tab`. A file of
/// results is, for each thing done, the number of the case, that of the ``Question`` and the
/// automaton in `.tab`, or 1 or 0 for yes or no.
enum Differential {
    /// What is asked of both libraries, in the numbering that the drivers share.
    enum Question: Int, CaseIterable {
        case union, intersection, difference, complement, concatenation, star, reverse
        case included, equivalent, universal, empty

        var isDecision: Bool { rawValue >= Self.included.rawValue }
    }

    /// Whose mistake a disagreement is.
    private enum Verdict: String, CaseIterable {
        case agreed
        case peerWrong = "peer wrong"
        case oursWrong = "ours wrong"
        case undecided
    }

    /// Prints each disagreement, and then how many results of each kind there were: question,
    /// verdict and number between tabs.
    static func judge(cases: String, results: String, peer: String) throws {
        let (caseFile, resultFile) = (try MappedFile(cases), try MappedFile(results))
        try withExtendedLifetime((caseFile, resultFile)) {
            var numbers = NumberReader(caseFile.bytes)
            let pairs = try (0..<numbers.next()).map { _ in
                Pair(left: try Input.tab(&numbers), right: try Input.tab(&numbers))
            }
            var counts: [Question: [Verdict: Int]] = [:]
            numbers = NumberReader(resultFile.bytes)
            while !numbers.isAtEnd() {
                let index = Int(try numbers.next())
                guard index < pairs.count, let question = Question(rawValue: Int(try numbers.next())) else {
                    throw Failure("\(results): no such case or question")
                }
                let verdict: Verdict
                if question.isDecision {
                    let answer = try numbers.next() == 1
                    verdict = try decided { () throws(AutomataError) in
                        try pairs[index].compare(question, answer: answer, peer: peer, number: index)
                    }
                } else {
                    let result = try Input.tab(&numbers)
                    verdict = try decided { () throws(AutomataError) in
                        try pairs[index].compare(question, language: result, peer: peer, number: index)
                    }
                }
                counts[question, default: [:]][verdict, default: 0] += 1
            }
            for question in Question.allCases {
                for verdict in Verdict.allCases {
                    guard let count = counts[question]?[verdict] else { continue }
                    print("count\t\(question)\t\(verdict.rawValue)\t\(count)")
                }
            }
        }
    }

    /// The verdict, unless it would take too many states.
    private static func decided(_ compare: () throws(AutomataError) -> Verdict) throws(AutomataError) -> Verdict {
        do throws(AutomataError) {
            return try compare()
        } catch {
            guard case .budgetExceeded = error else { throw error }
            return .undecided
        }
    }

    /// Two automata over one alphabet.
    private struct Pair {
        let left: Automaton
        let right: Automaton

        private static let budget = Budget(maximumStates: 100_000)

        /// Languages are compared as minimal automata; the word that tells them apart is looked up
        /// by what the question means.
        func compare(
            _ question: Question, language theirs: Automaton, peer: String, number: Int
        ) throws(AutomataError) -> Verdict {
            let budget = Self.budget
            let ours: Automaton
            switch question {
            case .union: ours = try left.union(right, budget: budget)
            case .intersection: ours = try left.intersection(right, budget: budget)
            case .difference: ours = try left.difference(right, budget: budget)
            case .complement: ours = .dfa(try left.complement(budget: budget))
            case .concatenation: ours = try left.concatenation(right, budget: budget)
            case .star: ours = try left.kleeneStar(budget: budget)
            default: ours = left.reversed()
            }
            let (one, other) = (try Self.minimal(ours), try Self.minimal(theirs))
            if one.isIsomorphic(to: other) { return .agreed }
            guard let word = Self.shortestWord(one, other, where: { $0 != $1 }) else {
                report(question, peer, number, "the minimal automata differ, but no word tells them apart")
                return .oursWrong
            }
            let isRight = one.accepts(word) == contains(word, question)
            let answers =
                "ours \(one.accepts(word)), \(peer) \(other.accepts(word)), in truth \(contains(word, question))"
            report(question, peer, number, "\(text(word)): \(answers)")
            return isRight ? .peerWrong : .oursWrong
        }

        /// Answers are compared with a walk over pairs of states where the libraries differ.
        func compare(
            _ question: Question, answer theirs: Bool, peer: String, number: Int
        ) throws(AutomataError) -> Verdict {
            let budget = Self.budget
            let ours: Bool
            switch question {
            case .included: ours = try left.isIncluded(in: right, budget: budget)
            case .equivalent: ours = try left.isEquivalent(to: right, budget: budget)
            case .universal: ours = try left.isUniversal(budget: budget)
            default: ours = left.asEpsilonNFA.isEmpty
            }
            if ours == theirs { return .agreed }
            let (one, other) = (try Self.minimal(left), try Self.minimal(right))
            let word: [Symbol]? =
                switch question {
                case .included: Self.shortestWord(one, other, where: { $0 && !$1 })
                case .equivalent: Self.shortestWord(one, other, where: { $0 != $1 })
                case .universal: Self.shortestWord(one, one, where: { isAccepted, _ in !isAccepted })
                default: Self.shortestWord(one, one, where: { isAccepted, _ in isAccepted })
                }
            let truth = word.map { "no, as \(text($0)) shows" } ?? "yes, as no word speaks against it"
            let isRight = ours == (word == nil)
            report(question, peer, number, "ours \(ours), \(peer) \(theirs), in truth \(truth)")
            return isRight ? .peerWrong : .oursWrong
        }

        private static func minimal(_ automaton: Automaton) throws(AutomataError) -> DFA {
            try automaton.determinized(budget: budget).minimized(budget: budget)
        }

        /// A shortest word after which the answers of two automata are as asked.
        private static func shortestWord(
            _ one: DFA, _ other: DFA, where isWanted: (Bool, Bool) -> Bool
        ) -> [Symbol]? {
            struct Step: Hashable { var (one, other): (StateID?, StateID?) }
            func next(_ dfa: DFA, _ state: StateID?, _ symbol: Symbol) -> StateID? {
                state.flatMap { dfa.target(from: $0, on: symbol) }
            }
            var steps = [Step(one: one.initialState, other: other.initialState)]
            var parents: [(step: Int, symbol: Symbol)] = [(0, 0)]
            var seen = Set(steps)
            var index = 0
            while index < steps.count {
                let step = steps[index]
                if isWanted(step.one.map(one.isFinal) ?? false, step.other.map(other.isFinal) ?? false) {
                    var word: [Symbol] = []
                    while index > 0 {
                        word.append(parents[index].symbol)
                        index = parents[index].step
                    }
                    return word.reversed()
                }
                for symbol in one.alphabet.symbols {
                    let successor = Step(
                        one: next(one, step.one, symbol), other: next(other, step.other, symbol))
                    if seen.insert(successor).inserted {
                        steps.append(successor)
                        parents.append((index, symbol))
                    }
                }
                index += 1
            }
            return nil
        }

        /// Whether a word is in the language that a question asks for, by its definition.
        private func contains(_ word: [Symbol], _ question: Question) -> Bool {
            switch question {
            case .union: return left.accepts(word) || right.accepts(word)
            case .intersection: return left.accepts(word) && right.accepts(word)
            case .difference: return left.accepts(word) && !right.accepts(word)
            case .complement: return !left.accepts(word)
            case .concatenation:
                return (0...word.count).contains {
                    left.accepts(Array(word[..<$0])) && right.accepts(Array(word[$0...]))
                }
            case .star:
                var isReached = [true]
                for end in 1..<(word.count + 1) {
                    isReached.append((0..<end).contains { isReached[$0] && left.accepts(Array(word[$0..<end])) })
                }
                return isReached[word.count]
            default: return left.accepts(Array(word.reversed()))
            }
        }

        private func text(_ word: [Symbol]) -> String { Witness(word, over: left.alphabet).description }

        private func report(_ question: Question, _ peer: String, _ number: Int, _ message: String) {
            print("case \(number), \(question), \(peer): \(message)")
        }
    }
}
