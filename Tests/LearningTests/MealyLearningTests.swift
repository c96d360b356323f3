import AlgorithmSupport
import Automata
import Learning
import Machines
import Testing

/// Machines that are learned from machines.
@Suite struct MealyLearningTests {
    private func machine(_ random: inout SplitMix64, states: Int, inputs: Int, outputs: Int) throws -> MealyMachine {
        var builder = try MealyMachine.Builder(inputs: (0..<inputs).map { "i\($0)" })
        for _ in 0..<states { try builder.addState() }
        for state in 0..<states {
            for input in 0..<inputs {
                try builder.addTransition(
                    from: StateID(state), on: "i\(input)", output: "o\(Int.random(in: 0..<outputs, using: &random))",
                    to: StateID(Int.random(in: 0..<states, using: &random)))
            }
        }
        return try builder.build().minimized()
    }

    @Test func learnsWithFewWords() throws {
        var random = SplitMix64(seed: 21)
        for round in 0..<40 {
            let system = try machine(&random, states: 1 + round % 20, inputs: 1 + round % 4, outputs: 2)
            var asked: Set<[String]> = []
            // Long counterexamples, as tests by random words find them.
            let learned = try MealyMachine.learned(
                inputs: system.inputs.names, testing: .random(count: 500, maximumLength: 60, seed: UInt64(round))
            ) { word in
                asked.insert(word)
                return try #require(try system.outputs(for: word))
            }
            let (n, k) = (learned.model.stateCount, system.inputs.count)
            #expect(n <= system.stateCount && learned.hypothesisCount <= n)
            let m = max(2, learned.longestCounterexample)
            let logarithm = Int.bitWidth - (m - 1).leadingZeroBitCount
            // For the outputs of transitions, the sifting, and the analysis of counterexamples.
            #expect(learned.queryCount <= n * k + k * n * n + n * logarithm)
            #expect(asked.count >= learned.queryCount)
            if n == system.stateCount { #expect(try learned.model.isEquivalent(to: system)) }
        }
    }

    @Test(arguments: TestMethod.allCases) func suitesGuaranteeTheResult(method: TestMethod) throws {
        var random = SplitMix64(seed: 22)
        for round in 0..<40 {
            let system = try machine(&random, states: 1 + round % 4, inputs: 2, outputs: 2)
            let learned = try MealyMachine.learned(
                inputs: system.inputs.names, testing: .suite(method, extraStates: max(0, system.stateCount - 1))
            ) { try #require(try system.outputs(for: $0)) }
            #expect(try learned.model.isEquivalent(to: system))
            #expect(learned.model.stateCount == system.stateCount)
        }
    }

    /// A lock that opens after a long word has states that only a counterexample shows.
    @Test func combinationLocks() throws {
        var builder = try MealyMachine.Builder(inputs: ["a", "b"])
        for _ in 0..<7 { try builder.addState() }
        for state in 0..<7 {
            let next = StateID(state == 6 ? 0 : state + 1)
            let key = state.isMultiple(of: 3) ? "a" : "b"
            try builder.addTransition(
                from: StateID(state), on: key, output: state == 6 ? "open" : "-", to: next)
            try builder.addTransition(from: StateID(state), on: key == "a" ? "b" : "a", output: "-", to: 0)
        }
        let lock = try builder.build()
        let learned = try MealyMachine.learned(
            inputs: ["a", "b"], testing: .random(count: 5000, maximumLength: 30, seed: 5)
        ) { try #require(try lock.outputs(for: $0)) }
        #expect(try learned.model.isEquivalent(to: lock))
    }

    @Test func systemsThatContradictThemselvesAreTold() throws {
        var count = 0
        let error = try #require(throws: LearningError.self) {
            try MealyMachine.learned(inputs: ["a", "b"]) { word in
                count += 1
                return word.map { _ in "\(count % 3)" }
            }
        }
        guard case .nondeterministic(let word, let first, let second) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!word.isEmpty && first != second && error.description.hasPrefix("the system answers '"))
    }

    @Test func systemsThatFailAreTold() throws {
        struct Broken: Error {}
        let failed = try #require(throws: LearningError.self) {
            try MealyMachine.learned(inputs: ["a"]) { _ in throw Broken() }
        }
        guard case .system(let word, _) = failed else {
            Issue.record("\(failed)")
            return
        }
        #expect(word == ["a"])
        let short = try #require(throws: LearningError.self) { try MealyMachine.learned(inputs: ["a"]) { _ in [] } }
        guard case .wrongOutputCount(["a"], []) = short else {
            Issue.record("\(short)")
            return
        }
        #expect(throws: LearningError.self) { try MealyMachine.learned(inputs: ["a", "a"]) { $0 } }
    }

    @Test func budgetsStopLearning() throws {
        var number = 0
        let error = try #require(throws: LearningError.self) {
            try MealyMachine.learned(inputs: ["a"], budget: Budget(maximumStates: 0)) { word in
                number += 1
                return word
            }
        }
        guard case .automata(let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.isBudgetExceeded)
    }
}
