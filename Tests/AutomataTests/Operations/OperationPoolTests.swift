import Automata
import AutomataTestSupport
import Testing

/// Operations on what operations made: operands are drawn from a pool that results join, so that
/// they come in all models, over alphabets that differ, with states that are of no use and with
/// cycles of epsilon moves. Each result is compared with what defines its operation, word by word.
@Suite("Operations on the results of operations")
struct OperationPoolTests {
    private static let kinds: [Alphabet.Kind] = [.named, .bytes, .scalars]

    @Test("each result has the words that its definition says", arguments: kinds, 0..<4)
    func resultsAreAsDefined(kind: Alphabet.Kind, part: Int) throws {
        var pool = try OperationPool(kind, letterCount: 2 + part % 2, seed: UInt64(60 + part))
        for round in 0..<150 {
            let outcome = try pool.operate()
            let accepted = pool.words.filter { pool.letters.accepts($0, by: outcome.result) }
            let expected = pool.words.filter { outcome.contains($0) }
            if accepted != expected { Issue.record("\(outcome.name) in round \(round): \(outcome.result)") }
            #expect(outcome.result.isWellFormed, "\(outcome.name) in round \(round)")
            try pool.join(outcome.result)
        }
    }

    @Test("each answer is what the words say", arguments: kinds, 0..<2)
    func answersAreAsDefined(kind: Alphabet.Kind, part: Int) throws {
        var pool = try OperationPool(kind, letterCount: 2 + part, seed: UInt64(80 + part))
        for round in 0..<120 {
            let (left, right) = (pool.draw(), pool.draw())
            let algorithm = InclusionAlgorithm.allCases[pool.random.draw(InclusionAlgorithm.allCases.count)]
            let (a, b) = (left.automaton, right.automaton)
            /// Short witnesses are the least words; ones that are longer than what was tried must
            /// be right at least.
            func check(
                _ witness: Witness?, _ what: String, _ isWanted: ([Int]) -> Bool, orByItself isRight: ([Int]) -> Bool
            ) {
                let least = pool.letters.least(pool.words.filter(isWanted), over: witness?.alphabet)
                if let least {
                    #expect(witness?.word == least, "\(what) in round \(round)")
                } else if let witness {
                    #expect(witness.length > pool.length && isRight(pool.letters.word(of: witness)), "\(what) \(round)")
                }
            }

            let counterexample = try a.inclusionCounterexample(in: b)
            check(counterexample, "inclusion") {
                left.has($0) && !right.has($0)
            } orByItself: {
                left.machine.accepts($0) && !right.machine.accepts($0)
            }
            #expect(try a.isIncluded(in: b, using: algorithm) == (counterexample == nil), "\(algorithm) \(round)")
            let difference = try a.equivalenceCounterexample(to: b)
            check(difference?.witness, "equivalence") {
                left.has($0) != right.has($0)
            } orByItself: {
                left.machine.accepts($0) != right.machine.accepts($0)
            }
            if let difference {
                let isFirst = left.machine.accepts(pool.letters.word(of: difference.witness))
                #expect(difference.isAcceptedByFirst == isFirst)
            }
            #expect(try a.isEquivalent(to: b, using: algorithm) == (difference == nil), "\(algorithm) \(round)")
            let common = try a.commonWord(with: b)
            check(common, "disjointness") {
                left.has($0) && right.has($0)
            } orByItself: {
                left.machine.accepts($0) && right.machine.accepts($0)
            }
            #expect(try a.isDisjoint(with: b) == (common == nil))

            let shortest = a.shortestWord()
            check(shortest, "emptiness") {
                left.has($0)
            } orByItself: {
                left.machine.accepts($0)
            }
            let all = try pool.letters.full
            let rejected = try a.shortestRejectedWord(over: all)
            check(rejected, "universality") {
                !left.has($0)
            } orByItself: {
                !left.machine.accepts($0)
            }
            #expect(try a.isUniversal(over: all, using: algorithm) == (rejected == nil))

            let isFinite = left.machine.isFinite
            if let longest = a.longestWord() {
                #expect(isFinite && left.machine.accepts(pool.letters.word(of: longest)))
                let longer = pool.words.filter { left.has($0) && $0.count >= longest.length }
                if longest.length <= pool.length {
                    #expect(pool.letters.least(longer, over: longest.alphabet) == longest.word)
                }
                #expect(try a.growth() == .finite)
            } else {
                #expect(shortest == nil || !isFinite)
            }
            #expect(try a.isUnambiguous() == (a.ambiguity() == nil))
            try pool.join(pool.operate().result)
        }
    }

    /// Names become classes by an image, and classes names by a preimage.
    @Test func homomorphismsConvertAlphabets() throws {
        let names = try NFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q"), ("q", "a", "q")], initial: ["p"],
            final: ["q"])
        let classes = try Alphabet.scalars([["a"..."a"], ["b"..."b"]])
        let spelling = try Homomorphism(from: ["a", "b"], to: classes, ["a": "a", "b": "b"])
        let spelled = try names.image(under: spelling)
        #expect(spelled.alphabet == classes)
        #expect(spelled.accepts("aaba") && !spelled.accepts("aa"))
        var builder = DFA.Builder(alphabet: try .scalars([["a"..."z"], ["1"..."1"]]))
        try builder.addStates(3)
        for (source, symbol, target) in [(0, 0, 1), (1, 0, 1), (1, 1, 2)] as [(StateID, Symbol, StateID)] {
            try builder.addTransition(from: source, on: symbol, to: target)
        }
        builder.initialState = 0
        builder.insertFinal(2)
        let letters = try builder.build()
        let read = try letters.preimage(
            under: Homomorphism(from: ["a", "one"], to: letters.alphabet, ["a": "a", "one": "1"]))
        #expect(read.alphabet == ["a", "one"])
        #expect(read.accepts("a a one", separator: " ") && !read.accepts("one", separator: " "))
    }
}

extension Automaton {
    /// Whether the parts fit together as the types promise.
    fileprivate var isWellFormed: Bool {
        let automaton = asEpsilonNFA
        let rows = automaton.rows
        let areRowsSorted = automaton.states.allSatisfy { state in
            let row = rows.range(of: state).map { UInt64(rows.symbols[$0]) << 32 | UInt64(rows.targets[$0]) }
            let moves = Array(automaton.epsilonTargets(from: state))
            return zip(row, row.dropFirst()).allSatisfy { $0 < $1 }
                && zip(moves, moves.dropFirst()).allSatisfy { $0 < $1 }
        }
        let count = StateID(stateCount)
        guard areRowsSorted, rows.stateCount == stateCount, rows.symbols.allSatisfy({ Int($0) < alphabet.count }),
            rows.targets.allSatisfy({ $0 < count }), automaton.epsilon.targets.allSatisfy({ $0 < count }),
            automaton.epsilon.offsets.count == stateCount + 1, automaton.initialStates.allSatisfy({ $0 < count }),
            automaton.finalStates.allSatisfy({ $0 < count }),
            automaton.initialStates.words.last != 0, automaton.finalStates.words.last != 0,
            automaton.names.map({ $0.count == stateCount }) ?? true
        else { return false }
        guard case .dfa(let dfa) = self else { return true }
        // Equal automata have equal tables.
        return dfa == (try? DFA(NFA(dfa)))
    }
}
