import Automata
import FeatureModels
import FeatureReasoning
import Testing

/// Bounds of groups become far more clauses than a model has parts.
@Suite struct ReasoningBudgetTests {
    private static func model(members count: Int) -> FeatureModel {
        var model = FeatureModel(root: "A")
        let names = (0..<count).map { "F\($0)" }
        model.add(names, below: model.root, .cardinality(count / 2...count / 2))
        return model
    }

    @Test func clausesAreRefusedBeforeTheyAreMade() {
        let model = Self.model(members: 100_000)
        let budget = Budget(maximumBytes: 64 << 20)
        #expect(throws: FeatureModelError.stopped(.budgetExceeded(built: 0, limit: .bytes(64 << 20)))) {
            try FeatureReasoner(model, budget: budget)
        }
        #expect(throws: FeatureModelError.stopped(.budgetExceeded(built: 0, limit: .bytes(64 << 20)))) {
            try model.explanation(of: .void, budget: budget)
        }
    }

    @Test func anUnlimitedBudgetEndsWithTheNumbersOfVariables() {
        #expect(throws: FeatureModelError.self) {
            try FeatureReasoner(Self.model(members: 100_000), budget: .unlimited)
        }
    }

    @Test func groupsWithinTheBudgetAreAnswered() throws {
        let reasoner = try FeatureReasoner(Self.model(members: 100), budget: Budget(maximumBytes: 64 << 20))
        #expect(try reasoner.canComplete(Configuration(of: reasoner.model)))
    }

    @Test func workIsAskedForAtTheStart() {
        let budget = Budget(isCancelled: { true })
        #expect(throws: FeatureModelError.stopped(.cancelled(built: 0))) {
            try Self.model(members: 10).explanation(of: .core(0), budget: budget)
        }
    }
}
