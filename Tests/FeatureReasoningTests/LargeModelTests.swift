import Automata
import FeatureFormats
import FeatureModels
import FeatureReasoning
import FeatureTestSupport
import Foundation
import Testing

/// Models of others, where they are present.
@Suite struct LargeModelTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../../shared/features").standardized
    private static var hasModels: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The most features of an explanation that all sets of features are tried for.
    private static let mostFeatures = 14

    @Test(.enabled(if: hasModels, "../shared/features isn't there"))
    func propertiesAreThoseOfTheProducts() throws {
        var checked = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/featureide").sorted() {
            let text = try Data(contentsOf: Self.folder.appending(path: "featureide/\(file)"))
            let model = try text.withUnsafeBytes { try FeatureFormat.featureIDE.document(from: $0).model }
            let reasoner = try FeatureReasoner(model)
            let properties = try model.products().featureProperties()
            let all = try #require(try reasoner.consequences(of: Configuration(of: model)))
            #expect(all.selectedFeatures == properties.coreFeatures, "\(file)")
            #expect(all.deselectedFeatures == properties.deadFeatures, "\(file)")
            #expect(try reasoner.falseOptionalFeatures() == properties.falseOptionalFeatures, "\(file)")
            var facts: [(FeatureFact, [FeatureID: Bool])] = properties.deadFeatures.map { (.dead($0), [$0: true]) }
            facts += properties.coreFeatures.map { (.core($0), [$0: false]) }
            facts += properties.falseOptionalFeatures.map {
                (.falseOptional($0), [$0: false, model.parent(of: $0)!: true])
            }
            // Each model gets some of each kind.
            let step = max(1, facts.count / 30)
            for index in stride(from: 0, to: facts.count, by: step) {
                let (fact, assumptions) = facts[index]
                let explanation = try #require(try model.explanation(of: fact), "\(file), \(fact)")
                let question = SmallQuestion(
                    model: model, relations: explanation.relations, decisions: [:], assumptions: assumptions)
                guard question.features.count <= Self.mostFeatures else { continue }
                #expect(question.isMinimalContradiction, "\(file), \(fact)")
                checked += 1
            }
        }
        #expect(checked > 300)
    }
}
