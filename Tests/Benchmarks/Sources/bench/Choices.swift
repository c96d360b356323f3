import Automata
import Glibc

/// A question about the languages of two automata.
struct Question {
    let family: String
    let name: String
    let isEquivalence: Bool
    let left: Automaton
    let right: Automaton
}

/// The automatic choice of an algorithm beside the best of those that can be called by name.
enum Choices {
    /// Asks generated questions, the same for the same seed, and those about pairs of files.
    static func run(count: Int, seed: UInt64, pairs: [(name: String, left: Automaton, right: Automaton)]) throws {
        var generator = QuestionGenerator(seed: seed)
        var questions: [Question] = []
        while questions.count < count { questions.append(try generator.next()) }
        for pair in pairs {
            for isEquivalence in [false, true] {
                questions.append(
                    Question(
                        family: "real pairs", name: pair.name, isEquivalence: isEquivalence, left: pair.left,
                        right: pair.right))
            }
        }
        try report(questions.compactMap(Answer.init))
    }

    private static func report(_ answers: [Answer]) throws {
        for answer in answers where answer.areContradictory {
            throw Failure("the algorithms disagree on \(answer.question.name)")
        }
        print("family                        questions   slow   worst   automatic        best")
        var families: [String: [Answer]] = [:]
        for answer in answers { families[answer.question.family, default: []].append(answer) }
        for (family, own) in families.sorted(by: { $0.key < $1.key }) { printRow(family, own) }
        printRow("all", answers)
        print("ms; slow: over twice the best by name and 50 µs; worst: in relation to that, 2 being as much")
        for answer in answers.filter(\.isSlow).sorted(by: { $0.ratio > $1.ratio }) {
            print(
                padded(milliseconds(answer.automatic), 10), padded(milliseconds(answer.best), 10),
                padded("\(tenths(answer.ratio))x", 7), answer.isIncludedOrEqual ? "yes" : "no ",
                answer.question.isEquivalence ? "equivalent" : "included  ", answer.winner, "-", answer.question.name)
        }
    }

    private static func printRow(_ name: String, _ answers: [Answer]) {
        let worst = answers.map { $0.automatic / (2 * $0.best + 50e-6) }.max() ?? 0
        print(
            name + String(repeating: " ", count: max(0, 30 - name.count)), padded("\(answers.count)", 7),
            padded("\(answers.count(where: \.isSlow))", 6), padded("\(tenths(2 * worst))", 7),
            padded(milliseconds(answers.reduce(0) { $0 + $1.automatic }), 11),
            padded(milliseconds(answers.reduce(0) { $0 + $1.best }), 11))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e5).rounded() / 100)" }
    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// How long a question takes.
private struct Answer {
    let question: Question
    /// The seconds of the automatic choice, and those of the best algorithm.
    let automatic: Double
    let best: Double
    let winner: InclusionAlgorithm
    let isIncludedOrEqual: Bool
    let areContradictory: Bool

    var ratio: Double { automatic / best }
    var isSlow: Bool { automatic > 2 * best + 50e-6 }

    /// What no algorithm by name decides in so many seconds is left out.
    private static let limit = 0.25

    /// Asks each algorithm; fails if none answers in time.
    init?(_ question: Question) {
        var winner = (seconds: Self.limit, algorithm: InclusionAlgorithm.automatic)
        var answers = Set<Bool>()
        for algorithm in InclusionAlgorithm.allCases where algorithm != .automatic {
            let run = Self.seconds(question, algorithm, limit: min(Self.limit, 2 * winner.seconds + 0.001))
            guard let answer = run.answer else { continue }
            answers.insert(answer)
            if run.seconds < winner.seconds { winner = (run.seconds, algorithm) }
        }
        if answers.isEmpty { return nil }
        let run = Self.seconds(question, .automatic, limit: 20 * Self.limit)
        if let answer = run.answer { answers.insert(answer) }
        self.question = question
        (automatic, best, self.winner) = (run.seconds, winner.seconds, winner.algorithm)
        (isIncludedOrEqual, areContradictory) = (answers.contains(true), answers.count > 1)
    }

    /// The least processor time of some calls; no answer if it is over the limit.
    private static func seconds(
        _ question: Question, _ algorithm: InclusionAlgorithm, limit: Double
    ) -> (seconds: Double, answer: Bool?) {
        var (least, total, count) = (Double.infinity, 0.0, 0)
        var answer: Bool?
        while count < 3 || count < 9 && total < 0.01 {
            let start = processorTime()
            let budget = Budget(isCancelled: { processorTime() - start > limit })
            do {
                answer =
                    question.isEquivalence
                    ? try question.left.isEquivalent(to: question.right, using: algorithm, budget: budget)
                    : try question.left.isIncluded(in: question.right, using: algorithm, budget: budget)
            } catch {
                // The budget's time, or its memory.
                return (limit, nil)
            }
            let seconds = processorTime() - start
            (least, total, count) = (min(least, seconds), total + seconds, count + 1)
            if seconds > 0.05 { break }
        }
        return (least, answer)
    }

    /// The time of this thread alone, as other processes may run.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// Draws questions, the same for the same seed.
private struct QuestionGenerator {
    private var random: SplitMix64
    private var number = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next() throws -> Question {
        let kind = number % 12
        let isEquivalence = number / 12 % 2 == 1
        number += 1
        func question(_ family: String, _ name: String, _ left: Automaton, _ right: Automaton) -> Question {
            Question(family: family, name: name, isEquivalence: isEquivalence, left: left, right: right)
        }
        let base = drawRandom()
        let automaton = try Family.make(base)
        let name = base.joined(separator: " ")
        switch kind {
        case 0, 1:
            let other = drawLike(base)
            let second = try Family.make(other)
            let pair = (isEquivalence ? try automaton.union(second) : automaton, try second.union(automaton))
            let names = "\(name) united with \(other.joined(separator: " "))"
            return kind == 0
                ? question("unions", names, pair.0, pair.1)
                : question("unions, reversed", names, pair.0.reversed(), pair.1.reversed())
        case 2, 3:
            let other = drawLike(base)
            let second = try Family.make(other)
            let names = "\(name), \(other.joined(separator: " "))"
            return kind == 2
                ? question("random", names, automaton, second)
                : question("random, reversed", names, automaton.reversed(), second.reversed())
        case 4: return question("permuted copies", name, automaton, try permuted(automaton))
        case 5:
            let isBackward = random.draw(2) == 0
            guard isBackward else { return question("reduced", name, automaton, try automaton.reduced()) }
            guard let dfa = determinized(automaton.reversed()) else { return try next() }
            return question(
                "reduced", name + " backward minimal", automaton, try Automaton.dfa(dfa.minimized()).reversed())
        case 6:
            guard let dfa = determinized(automaton) else { return try next() }
            let form = Automaton.dfa(random.draw(2) == 0 ? try dfa.minimized() : dfa)
            return random.draw(2) == 0
                ? question("determinized", name, automaton, form)
                : question("determinized", name + ", swapped", form, automaton)
        case 7: return question("one transition less", name, automaton, try withoutOneTransition(automaton))
        case 8:
            let plus = try automaton.kleenePlus()
            return question("A in A+", name, isEquivalence ? try plus.kleenePlus() : automaton, plus)
        case 9:
            let families = (0..<2).map { _ in ["dfa", "\(random.draw(150) + 4)", "2", "\(random.draw(100_000))"] }
            let names = families.map { $0.joined(separator: " ") }.joined(separator: ", ")
            let automata = try families.map { try Family.make($0).determinized().minimized() }
            let both = try automata[0].intersection(automata[1]).minimized()
            return random.draw(2) == 0
                ? question("minimal DFAs", names, .dfa(automata[0]), .dfa(automata[1]))
                : question("minimal DFAs", names + ", intersection", .dfa(both), .dfa(automata[0]))
        case 10:
            let letters = (0..<3).map { _ in random.draw(11) + 3 }
            let automata = try letters.map { try Family.make(["kth", "\($0)"]) }
            let whole = try automata[2].union(automata[0]).union(automata[1])
            let names = "\(letters)"
            return isEquivalence
                ? question("unions of kth", names, try automata[0].union(automata[1]).union(automata[2]), whole)
                : question("unions of kth", names, try automata[0].union(automata[1]), whole)
        default:
            let words = ["keywords", "\(random.draw(100) + 10)", "\(random.draw(8) + 3)", "4", "\(random.draw(1000))"]
            let automaton = try Family.make(words)
            let other = try Family.make(drawLike(words))
            let pair = (isEquivalence ? try automaton.union(other) : automaton, try other.union(automaton))
            return question("keywords", words.joined(separator: " "), pair.0, pair.1)
        }
    }

    private func determinized(_ automaton: Automaton) -> DFA? {
        try? automaton.determinized(budget: Budget(maximumStates: 20_000))
    }

    /// The numbers of a random automaton by Tabakov and Vardi.
    private mutating func drawRandom() -> [String] {
        let density = ["1.0", "1.25", "1.5", "1.75", "2.0", "2.5", "3.0"][random.draw(7)]
        let finality = ["0.1", "0.3", "0.5", "0.9"][random.draw(4)]
        return ["tv", "\(random.draw(70) + 10)", density, finality, "\(random.draw(100_000))"]
    }

    /// Another automaton of a family.
    private mutating func drawLike(_ family: [String]) -> [String] { family.dropLast() + ["\(random.draw(100_000))"] }

    private mutating func permuted(_ automaton: Automaton) throws -> Automaton {
        let states = (0..<StateID(automaton.stateCount)).shuffled(using: &random)
        return try rebuilt(automaton, naming: { states[Int($0)] }, without: nil)
    }

    private mutating func withoutOneTransition(_ automaton: Automaton) throws -> Automaton {
        let index = random.draw(max(1, automaton.asEpsilonNFA.transitions.count))
        return try rebuilt(automaton, naming: { $0 }, without: index)
    }

    private func rebuilt(
        _ automaton: Automaton, naming name: (StateID) -> StateID, without left: Int?
    ) throws -> Automaton {
        let whole = automaton.asEpsilonNFA
        var builder = EpsilonNFA.Builder(alphabet: whole.alphabet)
        try builder.addStates(whole.stateCount)
        for state in whole.initialStates { builder.insertInitial(name(state)) }
        for state in whole.finalStates { builder.insertFinal(name(state)) }
        for (index, transition) in whole.transitions.enumerated() where index != left {
            try builder.addTransition(
                from: name(transition.source), on: transition.symbol, to: name(transition.target))
        }
        return Automaton(mostSpecific: try builder.build())
    }
}
