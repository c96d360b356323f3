import AlgorithmSupport
import Automata
import Learning
import Machines
import Testing

/// Languages that are learned by questions and by examples.
@Suite struct DFALearningTests {
    private func dfa(_ random: inout SplitMix64, states: Int) throws -> DFA {
        var builder = DFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(states)
        builder.insertInitial(0)
        for state in 0..<states {
            if Bool.random(using: &random) { builder.insertFinal(StateID(state)) }
            for symbol in 0..<2 {
                try builder.addTransition(
                    from: StateID(state), on: Symbol(symbol), to: StateID(Int.random(in: 0..<states, using: &random)))
            }
        }
        return try builder.build().minimized(total: true)
    }

    private func contains(_ dfa: DFA, _ word: [String]) -> Bool {
        dfa.accepts(word.map { Symbol($0 == "a" ? 0 : 1) })
    }

    @Test func learnsRandomLanguages() throws {
        var random = SplitMix64(seed: 31)
        for round in 0..<40 {
            let language = try dfa(&random, states: 1 + round % 16)
            let learned = try DFA.learned(
                alphabet: ["a", "b"], testing: .random(count: 400, maximumLength: 40, seed: UInt64(round))
            ) { contains(language, $0) }
            let n = learned.model.stateCount
            #expect(n <= max(1, language.stateCount))
            let m = max(2, learned.longestCounterexample)
            #expect(learned.queryCount <= n + 2 * n * n + n * (Int.bitWidth - (m - 1).leadingZeroBitCount))
            if n == language.stateCount { #expect(try learned.model.isEquivalent(to: language)) }
        }
    }

    @Test func suitesGuaranteeTheResult() throws {
        var random = SplitMix64(seed: 32)
        for round in 0..<30 {
            let language = try dfa(&random, states: 1 + round % 4)
            let learned = try DFA.learned(
                alphabet: ["a", "b"], testing: .suite(.wp, extraStates: 3)
            ) { contains(language, $0) }
            #expect(try learned.model.isEquivalent(to: language))
        }
    }

    @Test func contradictionsAreTold() throws {
        var count = 0
        let error = try #require(throws: LearningError.self) {
            try DFA.learned(alphabet: ["a"], testing: .random(count: 100, maximumLength: 9, seed: 1)) { word in
                count += 1
                return word.count > 3 && count.isMultiple(of: 2)
            }
        }
        guard case .nondeterministic = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// All words up to a length determine a language of few states.
    @Test func examplesDetermineSmallLanguages() throws {
        var random = SplitMix64(seed: 33)
        for round in 0..<60 {
            let language = try dfa(&random, states: 1 + round % 4)
            var words: [[String]] = [[]]
            for length in 0..<9 {
                words += words.filter { $0.count == length }.flatMap { [$0 + ["a"], $0 + ["b"]] }
            }
            let accepting = words.filter { contains(language, $0) }
            let rejecting = words.filter { !contains(language, $0) }
            let inferred = try DFA.inferred(alphabet: ["a", "b"], accepting: accepting, rejecting: rejecting)
            #expect(try inferred.isEquivalent(to: language))
        }
    }

    @Test func examplesAreKept() throws {
        var random = SplitMix64(seed: 34)
        for _ in 0..<60 {
            var words: Set<[String]> = []
            for _ in 0..<20 {
                let length = Int.random(in: 0..<8, using: &random)
                words.insert((0..<length).map { _ in Bool.random(using: &random) ? "a" : "b" })
            }
            let sorted = words.sorted { $0.joined() < $1.joined() }
            let accepting = sorted.filter { _ in Bool.random(using: &random) }
            let rejecting = sorted.filter { !accepting.contains($0) }
            let inferred = try DFA.inferred(alphabet: ["a", "b"], accepting: accepting, rejecting: rejecting)
            for word in accepting { #expect(contains(inferred, word)) }
            for word in rejecting { #expect(!contains(inferred, word)) }
        }
        #expect(try DFA.inferred(alphabet: ["a", "b"], accepting: [["a"]], rejecting: []).stateCount == 1)
        #expect(throws: LearningError.self) {
            try DFA.inferred(alphabet: ["a"], accepting: [["a"]], rejecting: [["a"]])
        }
        #expect(throws: LearningError.self) { try DFA.inferred(alphabet: ["a"], accepting: [["b"]], rejecting: []) }
        #expect(throws: LearningError.self) {
            try DFA.inferred(
                alphabet: ["a"], accepting: [["a", "a"]], rejecting: [["a"]], budget: Budget(maximumBytes: 8))
        }
    }
}
