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
        _ name: String, _ singleChild: FeatureFormat.SingleChildRule = .optional
    ) throws -> FeatureModel {
        let text = try Data(contentsOf: folder.appending(path: "featureide/\(name).xml"))
        return try text.withUnsafeBytes {
            try FeatureFormat.featureIDE.document(from: $0, singleChild: singleChild).model
        }
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
            #expect(properties.coreFeatures.count == answers.core, "\(key)")
            #expect(properties.deadFeatures.count == answers.dead, "\(key)")
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

    /// The answers of a SAT solver to questions about a large model.
    private struct LargeAnswers: Decodable {
        var core: Int
        var dead: Int
        var atomic_sets_excl_core_dead: Int
    }

    @Test(.enabled(if: hasModels, "../shared/features isn't there"))
    func largeModelsHaveTheKnownAnswers() throws {
        let text = try Data(contentsOf: Self.folder.appending(path: "ORACLE_SAT.json"))
        let folder = Self.folder.appending(path: "featureide").path
        // The answers are about further models, too, which aren't there.
        let present = try JSONDecoder().decode([String: LargeAnswers].self, from: text).filter { name, _ in
            FileManager.default.fileExists(atPath: "\(folder)/\(name).xml")
        }
        #expect(present.count >= 5)
        for (name, answers) in present {
            let model = try Self.model(name)
            let products = try model.products()
            let properties = try products.featureProperties()
            #expect(properties.coreFeatures.count == answers.core, "\(name)")
            #expect(properties.deadFeatures.count == answers.dead, "\(name)")
            let sets = try products.atomicSets().filter { properties.variantFeatures.contains($0[0]) }
            #expect(sets.count == answers.atomic_sets_excl_core_dead, "\(name)")
        }
    }

    @Test(
        .enabled(if: hasModels, "../shared/features isn't there"),
        arguments: [
            ("BerkeleyDB", "4080389785"), ("E-Shop", "22602e45"), ("uClibc", "16601e36"),
            ("Busybox_1.18.0", "20611e197"), ("uClibc-Distribution", "40747e405"), ("adderII", "30039e121"),
            ("XSEngine", "16694e129"), ("ea2468", "48140e126"),
        ])
    func largeModelsHaveTheKnownNumbers(name: String, number: String) throws {
        let count = try Self.model(name).products().count.description
        // The first five digits are known, and the number of the others.
        let shortened = count.count > 20 ? "\(count.prefix(5))e\(count.count - 5)" : count
        #expect(shortened == number)
    }
}
