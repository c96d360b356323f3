import AutomataCounting
import FeatureFormats
import FeatureModels
import Foundation
import Testing

/// Models of others with known answers, where they are present.
@Suite struct OracleTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../../../shared/features").standardized

    /// The known answers to questions about a model.
    private struct Answers: Decodable {
        var products: String
        var products_concrete: String
        var core: Int
        var dead: Int
        var atomic_sets: Int
        var redundant_ctc: [Int]
        var variability_factor: String
        var homog_mean_commonality: String
    }

    private static func model(
        _ name: String, _ singleChild: FeatureFormat.SingleChild = .optional
    ) throws -> FeatureModel {
        let text = try Data(contentsOf: folder.appending(path: "featureide/\(name).xml"))
        return try text.withUnsafeBytes { try FeatureFormat.featureIDE.model(from: $0, singleChild: singleChild) }
    }

    private static var hasModels: Bool { FileManager.default.fileExists(atPath: folder.path) }

    @Test(.enabled(if: hasModels, "../shared/features isn't there"), arguments: ProductEngine.allCases)
    func smallModelsHaveTheKnownAnswers(engine: ProductEngine) throws {
        let text = try Data(contentsOf: Self.folder.appending(path: "ORACLE.json"))
        for (key, answers) in try JSONDecoder().decode([String: Answers].self, from: text) {
            let parts = key.split(separator: "|")
            let model = try Self.model(String(parts[0]), parts.count > 1 ? .mandatory : .optional)
            let products = try model.products(using: engine)
            #expect(products.count.description == answers.products, "\(key)")
            let concrete = try model.products(over: .concreteFeatures, using: engine)
            #expect(concrete.count.description == answers.products_concrete, "\(key)")
            let properties = try products.featureProperties()
            #expect(properties.core.count == answers.core, "\(key)")
            #expect(properties.dead.count == answers.dead, "\(key)")
            #expect(try products.atomicSets().count == answers.atomic_sets, "\(key)")
            #expect(try model.redundantConstraints() == answers.redundant_ctc, "\(key)")
            // The known factors leave out the empty set of features.
            let factor = try #require(Double(answers.variability_factor))
            let share = 1 - exp2(-Double(model.features.count))
            #expect(abs(products.variabilityFactor / share / factor - 1) < 1e-4, "\(key)")
            let mean = try #require(Double(answers.homog_mean_commonality))
            #expect(abs(try products.homogeneity() - mean) < 1e-4, "\(key)")
        }
    }
}
