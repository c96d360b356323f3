import AlgorithmSupport
import Automata
import FeatureModels
import FeatureReasoning
import FeatureTestSupport
import TestSupport
import Testing

/// The answers of the SAT solver about random models, against all sets of features.
@Suite struct RandomReasoningTests {
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 200 : 20) }

    @Test(arguments: seeds) func answersAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<50 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...9, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let label: Comment = "seed \(seed), round \(round)"
            let products = EnumeratedProducts(model).products
            let reasoner = try FeatureReasoner(model)
            try properties(of: reasoner, products, label)
            try explanations(in: model, products, label)
            var configuration = Configuration(of: model)
            for _ in 0..<4 {
                let agreeing = products.filter { set in
                    model.ids.allSatisfy {
                        configuration[$0] == .undecided || (configuration[$0] == .selected) == set[Int($0)]
                    }
                }
                try answers(of: reasoner, to: configuration, agreeing, label)
                try explanations(in: model, configuration, agreeing, label)
                for feature in model.ids where generator.isTrue(1, of: 4) {
                    configuration[feature] = generator.isTrue(1, of: 2) ? .selected : .deselected
                }
            }
        }
    }

    private func properties(of reasoner: FeatureReasoner, _ products: [[Bool]], _ label: Comment) throws {
        let model = reasoner.model
        let falseOptional = model.ids.filter { feature in
            guard let parent = model.parent(of: feature), let group = model[feature].group else { return false }
            let isOptional = model.groups[group].bounds.lowerBound < model.groups[group].members.count
            return isOptional && products.contains { $0[Int(feature)] }
                && products.allSatisfy { $0[Int(feature)] || !$0[Int(parent)] }
        }
        #expect(try reasoner.falseOptionalFeatures() == falseOptional, label)
        for feature in falseOptional {
            let explanation = try #require(try model.explanation(of: .falseOptional(feature)), label)
            let question = SmallQuestion(
                model: model, relations: explanation.relations, decisions: [:],
                assumptions: [feature: false, model.parent(of: feature)!: true])
            #expect(question.isMinimalContradiction, label)
        }
        for feature in model.ids where !falseOptional.contains(feature) {
            // A dead feature whose parent is dead, too, is in each product with it.
            let isDead = !products.contains { $0[Int(feature)] }
            if !isDead { #expect(try model.explanation(of: .falseOptional(feature)) == nil, label) }
        }
        for index in model.constraints.indices {
            let explanation = try model.explanation(of: .redundant(index))
            var other = model
            other.constraints.remove(at: index)
            #expect((explanation != nil) == (EnumeratedProducts(other).products == products), label)
            guard let explanation else { continue }
            #expect(!explanation.relations.contains(.constraint(index)), label)
            let question = SmallQuestion(
                model: model, relations: explanation.relations, decisions: [:], assumptions: [:], negated: index)
            #expect(question.isMinimalContradiction, label)
        }
    }

    private func answers(
        of reasoner: FeatureReasoner, to configuration: Configuration, _ agreeing: [[Bool]], _ label: Comment
    ) throws {
        #expect(try reasoner.canComplete(configuration) == !agreeing.isEmpty, label)
        let product = try reasoner.product(completing: configuration)
        #expect((product == nil) == agreeing.isEmpty, label)
        if let product { #expect(agreeing.contains(product.set), label) }
        let consequences = try reasoner.consequences(of: configuration)
        #expect((consequences == nil) == agreeing.isEmpty, label)
        guard let consequences else { return }
        for feature in reasoner.model.ids {
            let values = Set(agreeing.map { $0[Int(feature)] })
            let expected: Configuration.Decision =
                values.count == 2 ? .undecided : values.contains(true) ? .selected : .deselected
            #expect(consequences[feature] == expected, label)
        }
    }

    /// Explanations of what is true whatever is decided.
    private func explanations(in model: FeatureModel, _ products: [[Bool]], _ label: Comment) throws {
        try check(.void, of: model, isTrue: products.isEmpty, label)
        for feature in model.ids {
            let isNever = !products.contains { $0[Int(feature)] }
            try check(.dead(feature), of: model, isTrue: isNever, assuming: [feature: true], label)
            let isAlways = products.allSatisfy { $0[Int(feature)] }
            try check(.core(feature), of: model, isTrue: isAlways, assuming: [feature: false], label)
        }
    }

    /// Explanations of what follows from decisions.
    private func explanations(
        in model: FeatureModel, _ configuration: Configuration, _ agreeing: [[Bool]], _ label: Comment
    ) throws {
        try check(.contradictory(configuration), of: model, configuration, isTrue: agreeing.isEmpty, label)
        for feature in model.ids {
            let isAlways = agreeing.allSatisfy { $0[Int(feature)] }
            try check(
                .selected(feature, by: configuration), of: model, configuration, isTrue: isAlways,
                assuming: [feature: false], label)
            let isNever = !agreeing.contains { $0[Int(feature)] }
            try check(
                .deselected(feature, by: configuration), of: model, configuration, isTrue: isNever,
                assuming: [feature: true], label)
        }
    }

    /// Checks the explanation of a fact, which may rest on the decisions of a configuration if
    /// there is one.
    private func check(
        _ fact: FeatureFact, of model: FeatureModel, _ configuration: Configuration? = nil, isTrue: Bool,
        assuming assumptions: [FeatureID: Bool] = [:], _ label: Comment
    ) throws {
        let explanation = try model.explanation(of: fact)
        #expect((explanation != nil) == isTrue, label)
        guard let explanation else { return }
        let decisions = explanation.decisions.map { ($0, configuration?[$0] == .selected) }
        #expect(explanation.decisions.allSatisfy { configuration?[$0] ?? .undecided != .undecided }, label)
        let question = SmallQuestion(
            model: model, relations: explanation.relations,
            decisions: Dictionary(uniqueKeysWithValues: decisions), assumptions: assumptions)
        #expect(question.isMinimalContradiction, label)
        #expect(try model.explanation(of: fact) == explanation, label)
    }
}
