import Automata
import Glibc

/// Two automata whose languages are compared.
struct PortfolioCase {
    let name: String
    let left: Automaton
    let right: Automaton
}

/// The automatic choice beside the best of the algorithms that can be called by name, over random cases that a seed fixes.
enum Portfolio {
    /// Prints the totals, and the cases where the automatic choice is furthest from the best.
    static func run(_ question: String, count: Int, seed: UInt64) throws {
        guard question == "included" || question == "equivalent" else { throw Failure("no question '\(question)'") }
        let isEquivalence = question == "equivalent"
        var generator = CaseGenerator(seed: seed, isEquivalence: isEquivalence)
        var cases: [PortfolioCase] = []
        while cases.count < count { cases.append(try generator.next()) }
        try report(cases, isEquivalence: isEquivalence, verbose: false)
    }

    static func report(_ cases: [PortfolioCase], isEquivalence: Bool, verbose: Bool) throws {
        var rows: [(ratio: Double, text: String)] = []
        var (automatic, best) = (0.0, 0.0)
        for one in cases {
            var winner = (seconds: limit, name: "none")
            var answers = Set<Bool>()
            for algorithm in InclusionAlgorithm.allCases where algorithm != .automatic {
                let run = try seconds(one, algorithm, isEquivalence, limit: min(limit, 2 * winner.seconds + 0.001))
                if let answer = run.answer {
                    answers.insert(answer)
                    if run.seconds < winner.seconds { winner = (run.seconds, "\(algorithm)") }
                }
            }
            // What nobody decides in time is no case.
            if answers.isEmpty { continue }
            let run = try seconds(one, .automatic, isEquivalence, limit: 20 * limit)
            if let answer = run.answer { answers.insert(answer) }
            if answers.count > 1 { throw Failure("the algorithms disagree on \(one.name)") }
            automatic += run.seconds
            best += winner.seconds
            let ratio = run.seconds / winner.seconds
            let answer = answers.first == true ? "yes" : "no"
            rows.append(
                (
                    ratio,
                    "\(milliseconds(run.seconds))\t\(milliseconds(winner.seconds))\t\(hundredths(ratio))x\t\(answer)\t"
                        + "\(winner.name)\t\(one.name)"
                ))
            if verbose { print(rows[rows.count - 1].text) }
        }
        if !verbose { for row in rows.sorted(by: { $0.ratio > $1.ratio }).prefix(shownCount) { print(row.text) } }
        print(
            "\(rows.count) cases: automatic \(milliseconds(automatic)), the best of each \(milliseconds(best)): "
                + "\(hundredths(automatic / best))x; at worst \(hundredths(rows.map(\.ratio).max() ?? 0))x, "
                + "over 2.5x: \(rows.count { $0.ratio > 2.5 })")
    }

    /// What no algorithm decides in so many seconds is left out.
    private static let limit = 0.25
    private static let shownCount = 20

    /// The least processor time of some calls; no answer where it is over the limit.
    private static func seconds(
        _ one: PortfolioCase, _ algorithm: InclusionAlgorithm, _ isEquivalence: Bool, limit: Double
    ) throws -> (seconds: Double, answer: Bool?) {
        var (least, total, count) = (Double.infinity, 0.0, 0)
        var answer: Bool?
        while count < 3 || count < 9 && total < 0.01 {
            let start = processorTime()
            let budget = Budget(isCancelled: { processorTime() - start > limit })
            do {
                answer =
                    isEquivalence
                    ? try one.left.isEquivalent(to: one.right, using: algorithm, budget: budget)
                    : try one.left.isIncluded(in: one.right, using: algorithm, budget: budget)
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

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e6).rounded() / 1e3) ms" }
    private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

/// Draws pairs of automata, the same for the same seed.
private struct CaseGenerator {
    private var random: SplitMix64
    private let isEquivalence: Bool
    private var number = 0

    init(seed: UInt64, isEquivalence: Bool) {
        random = SplitMix64(seed: seed)
        self.isEquivalence = isEquivalence
    }

    mutating func next() throws -> PortfolioCase {
        number += 1
        let base = draw()
        let automaton = try Family.make(base)
        let kind = number % 8
        let other = kind < 3 ? drawLike(base) : draw()
        let name = base.joined(separator: " ")
        switch kind {
        case 0 where isEquivalence, 1 where isEquivalence:
            let second = try Family.make(other)
            return PortfolioCase(
                name: "\(name), \(other.joined(separator: " ")) unions", left: try automaton.union(second),
                right: try second.union(automaton))
        case 0, 1:
            let union = try automaton.union(Family.make(other))
            return PortfolioCase(
                name: "\(name) in its union with \(other.joined(separator: " "))", left: automaton, right: union)
        case 2:
            return PortfolioCase(
                name: "\(name), \(other.joined(separator: " "))", left: automaton, right: try Family.make(other))
        case 3:
            return PortfolioCase(name: "\(name), reduced", left: automaton, right: try automaton.reduced())
        case 4, 5:
            guard let dfa = determinized(automaton) else { return try next() }
            let minimal = Automaton.dfa(kind == 4 ? try dfa.minimized() : dfa)
            let form = kind == 4 ? "minimal" : "determinized"
            return random.draw(2) == 0
                ? PortfolioCase(name: "\(name), \(form)", left: automaton, right: minimal)
                : PortfolioCase(name: "\(form) \(name), itself", left: minimal, right: automaton)
        case 6:
            guard let dfa = determinized(automaton.reversed()) else { return try next() }
            return PortfolioCase(
                name: "\(name), backward minimal", left: automaton,
                right: try Automaton.dfa(dfa.minimized()).reversed())
        default:
            return PortfolioCase(
                name: "\(name), one transition less", left: automaton, right: try withoutOneTransition(automaton))
        }
    }

    private func determinized(_ automaton: Automaton) -> DFA? {
        try? automaton.determinized(budget: Budget(maximumStates: 20_000))
    }

    private mutating func draw() -> [String] {
        switch random.draw(10) {
        case 0: return ["kth", "\(random.draw(10) + 4)"]
        case 1:
            return ["keywords", "\(random.draw(100) + 10)", "\(random.draw(8) + 3)", "4", "\(random.draw(1000))"]
        default:
            let density = ["1.0", "1.25", "1.5", "1.75", "2.0", "2.5", "3.0"][random.draw(7)]
            let finality = ["0.1", "0.3", "0.5", "0.9"][random.draw(4)]
            return ["tv", "\(random.draw(70) + 10)", density, finality, "\(random.draw(100_000))"]
        }
    }

    /// Another automaton of a family.
    private mutating func drawLike(_ family: [String]) -> [String] {
        var family = family
        family[family.count - 1] = "\(family[0] == "kth" ? random.draw(10) + 4 : random.draw(100_000))"
        return family
    }

    private mutating func withoutOneTransition(_ automaton: Automaton) throws -> Automaton {
        let whole = automaton.asEpsilonNFA
        let left = random.draw(max(1, whole.transitions.count))
        var builder = EpsilonNFA.Builder(alphabet: whole.alphabet)
        try builder.addStates(whole.stateCount)
        for state in whole.initialStates { builder.insertInitial(state) }
        for state in whole.finalStates { builder.insertFinal(state) }
        for (index, transition) in whole.transitions.enumerated() where index != left {
            try builder.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
        }
        return Automaton(mostSpecific: try builder.build())
    }
}
