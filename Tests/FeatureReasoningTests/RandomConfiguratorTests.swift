import AlgorithmSupport
import Automata
import FeatureModels
import FeatureReasoning
import FeatureTestSupport
import TestSupport
import Testing
import WorkLimits

/// Random steps with the SAT solver, against all sets of features.
@Suite struct RandomConfiguratorTests {
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 300 : 40) }

    @Test(arguments: seeds) func stepsAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<20 {
            let model = FeatureModel.randomInStages(
                featureCount: Int.random(in: 1...12, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let reasoner = try FeatureReasoner(model)
            guard var trial = try ConfiguratorTrial(model, make: { try Configurator(reasoner) }) else { continue }
            try trial.run(15, using: &generator)
            #expect(trial.faults.isEmpty, "seed \(seed), round \(round)")
        }
    }

    @Test func refusalsHaveExplanations() throws {
        var model = FeatureModel(root: "Phone")
        let kinds = model.add(["Basic", "Sharp"], below: model.root, .alternative)
        let camera = model.add("Camera", below: model.root, .optional)
        model.constraints.append(.implies(.feature(camera), .feature(kinds[1])))
        var configurator = try Configurator(FeatureReasoner(model))
        #expect(try configurator.decide(camera, .selected) == kinds)
        #expect(throws: ConfiguratorError.forced(kinds[0], .deselected)) {
            try configurator.decide(kinds[0], .selected)
        }
        let explanation = try model.explanation(of: .deselected(kinds[0], by: configurator.userDecisions))
        #expect(explanation?.relations == [.group(0), .constraint(0)])
        #expect(explanation?.decisions == [camera])
    }

    @Test func aBudgetEndsAStepAndLeavesAllAsItWas() throws {
        var model = FeatureModel(root: "A")
        let child = model.add("B", below: model.root, .optional)
        var isStopped = false
        var configurator = try Configurator(model) { (configuration) throws(FeatureModelError) in
            if isStopped { throw .stopped(.cancelled(built: 0)) }
            return configuration
        }
        isStopped = true
        #expect(throws: ConfiguratorError.failed(.stopped(.cancelled(built: 0)))) {
            try configurator.decide(child, .selected)
        }
        #expect(configurator.decisions.isEmpty && configurator.undecidedFeatures == [model.root, child])
    }
}
