import Automata
import AutomataCounting
import FeatureModels
import Synchronization
import Testing

/// Questions about compiled products that ask their budget.
struct QuestionBudgetTests {
    /// Each question with a budget.
    private static let questions: [(name: String, ask: @Sendable (Products, Budget) throws -> Void)] = [
        ("conflict", { _ = try $0.conflict(in: Configuration(of: $0.model, all: .selected), budget: $1) }),
        ("product at", { _ = try $0.product(at: $0.count - 1, budget: $1) }),
        ("product beyond", { _ = try $0.product(at: $0.count, budget: $1) }),
        ("rank", { _ = try $0.rank(of: Configuration(of: $0.model, all: .selected), budget: $1) }),
        ("count", { _ = try $0.count(with: Configuration(of: $0.model), budget: $1) }),
        ("feature counts", { _ = try $0.featureCounts(budget: $1) }),
        ("sizes", { _ = try $0.sizes(budget: $1) }),
        ("nearest", { _ = try $0.nearest(to: Configuration(of: $0.model, all: .selected), budget: $1) }),
    ]

    @Test(arguments: questions.indices) func questionsAreCancelled(index: Int) throws {
        var model = FeatureModel(root: "root")
        model.add((0..<300).map { "f\($0)" }, below: model.root, .alternative)
        let products = try model.products()
        let (name, ask) = Self.questions[index]
        let reports = Mutex(0)
        let canceling = Budget(
            isCancelled: { true }, reportProgress: { _ in reports.withLock { $0 += 1 } })
        let error = #expect(throws: FeatureModelError.self, "\(name)") { try ask(products, canceling) }
        guard case .stopped(let reason)? = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(reason.isCancelled && reports.withLock { $0 } > 0)
    }

    @Test func conflictsAreAskedAgainAndAgain() throws {
        var model = FeatureModel(root: "root")
        let features = model.add((0..<1000).map { "f\($0)" }, below: model.root, .alternative)
        let products = try model.products()
        var configuration = Configuration(of: model)
        configuration[features[3]] = .selected
        configuration[features[700]] = .selected
        let reports = Mutex(0)
        let conflict = try products.conflict(
            in: configuration, budget: Budget(reportProgress: { _ in reports.withLock { $0 += 1 } }))
        #expect(conflict == [features[3], features[700]])
        #expect(reports.withLock { $0 } > 1)
        let small = #expect(throws: FeatureModelError.self) {
            try products.conflict(in: configuration, budget: Budget(maximumBytes: 100))
        }
        guard case .stopped(let reason)? = small else {
            Issue.record("\(String(describing: small))")
            return
        }
        #expect(reason.isBudgetExceeded)
    }

    @Test func featuresOfFlatModelsShareTheirCounts() throws {
        let count = 50_000
        var model = FeatureModel(root: "root")
        let features = model.add((0..<count).map { "f\($0)" }, below: model.root, .optional)
        let products = try model.products()
        // Numbers of their own would take 300 MB.
        let counts = try products.featureCounts(budget: Budget(maximumBytes: 64 << 20))
        let half = products.count >> 1
        #expect(features.allSatisfy { counts[Int($0)] == half })
        #expect(throws: FeatureModelError.self) { try products.featureCounts(budget: Budget(maximumBytes: 1 << 20)) }
    }
}
