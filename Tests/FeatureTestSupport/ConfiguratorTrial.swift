package import AlgorithmSupport
internal import Automata
package import FeatureModels
internal import WorkLimits

/// Random steps of a configurator, checked against all products of a small model.
package struct ConfiguratorTrial {
    private let model: FeatureModel
    private let products: [[Bool]]
    private let times: [BindingTime]
    private let make: () throws -> Configurator
    private var configurator: Configurator
    /// The decisions that should be made, and the number of those that should be fixed.
    private var decisions: [Configurator.Step] = []
    private var fixedCount = 0
    /// The faults found so far.
    package private(set) var faults: [String] = []

    /// Creates a trial; returns `nil` if the configurator correctly refuses a void model.
    package init?(_ model: FeatureModel, make: @escaping () throws -> Configurator) throws {
        (self.model, self.make) = (model, make)
        products = EnumeratedProducts(model).products
        times = Self.bindingTimes(of: model)
        do {
            configurator = try make()
        } catch ConfiguratorError.void where products.isEmpty {
            return nil
        }
        if products.isEmpty { faults.append("a void model is configured") }
        if configurator.stages != Set(times).sorted() || configurator.bindingTimes != times {
            faults.append("wrong stages")
        }
        check("start")
    }

    /// The binding times, as the definition says it.
    private static func bindingTimes(of model: FeatureModel) -> [BindingTime] {
        func time(_ feature: FeatureID) -> BindingTime {
            for attribute in model[feature].attributes where attribute.name == "bindingTime" {
                if case .text(let text) = attribute.value { return BindingTime(rawValue: text)! }
            }
            return model.parent(of: feature).map(time) ?? .development
        }
        return model.ids.map(time)
    }

    /// Performs random steps, the last of which decide all open features.
    package mutating func run(_ stepCount: Int, using generator: inout SplitMix64) throws {
        if products.isEmpty { return }
        for _ in 0..<stepCount {
            let feature = FeatureID(Int.random(in: 0..<model.features.count, using: &generator))
            switch Int.random(in: 0..<12, using: &generator) {
            case 0..<6: decide(feature, generator.isTrue(1, of: 2) ? .selected : .deselected)
            case 6: try undo([feature])
            case 7..<9:
                let made = decisions.map(\.feature)
                try undo(made.filter { _ in generator.isTrue(1, of: max(1, made.count)) })
            case 9: complete(as: agreeing.randomElement(using: &generator)!)
            case 10: complete(as: products.randomElement(using: &generator)!)
            default: advance()
            }
        }
        while let feature = configurator.undecidedFeaturesAtStage.first {
            decide(feature, generator.isTrue(1, of: 2) ? .selected : .deselected)
            while configurator.undecidedFeaturesAtStage.isEmpty, !configurator.isAtLastStage { advance() }
        }
        if configurator.isAtLastStage, !products.contains(configurator.configuration.set) {
            faults.append("no product at the end")
        }
    }

    /// The products that agree with the decisions.
    private var agreeing: [[Bool]] {
        products.filter { set in decisions.allSatisfy { set[Int($0.feature)] == ($0.decision == .selected) } }
    }

    /// What all products share that agree with the decisions.
    private var expected: Configuration {
        let agreeing = agreeing
        var result = Configuration(of: model)
        for feature in model.ids {
            let values = Set(agreeing.map { $0[Int(feature)] })
            if values.count == 1 { result[feature] = values.contains(true) ? .selected : .deselected }
        }
        return result
    }

    private func open(in configuration: Configuration) -> [FeatureID] {
        model.ids.filter { configuration[$0] == .undecided }
    }

    /// Does a step and compares its answer, or its error.
    private mutating func expect<Answer: Equatable>(
        _ label: String, _ answer: Result<Answer, ConfiguratorError>,
        _ step: (inout Configurator) throws(ConfiguratorError) -> Answer
    ) {
        let result: Result<Answer, ConfiguratorError>
        do throws(ConfiguratorError) { result = .success(try step(&configurator)) } catch { result = .failure(error) }
        if result != answer { faults.append("\(label): \(result), not \(answer)") }
        check(label)
    }

    private mutating func check(_ label: String) {
        let expected = expected
        if agreeing.isEmpty { faults.append("\(label): a dead end") }
        if configurator.configuration != expected { faults.append("\(label): wrong consequences") }
        if configurator.decisions != decisions { faults.append("\(label): wrong decisions") }
        if configurator.undecidedFeatures != open(in: expected) { faults.append("\(label): wrong open features") }
        let stage = configurator.stage
        if configurator.undecidedFeaturesAtStage != open(in: expected).filter({ times[Int($0)] == stage }) {
            faults.append("\(label): wrong open features of the stage")
        }
        if open(in: expected).contains(where: { times[Int($0)] < stage }) {
            faults.append("\(label): open features of an earlier stage")
        }
        let made = Set(decisions.map(\.feature))
        if configurator.impliedFeatures != model.ids.filter({ expected[$0] != .undecided && !made.contains($0) }) {
            faults.append("\(label): wrong features that follow")
        }
        if model.ids.contains(where: { feature in
            configurator.isFixed(feature) != decisions.prefix(fixedCount).contains { $0.feature == feature }
        }) {
            faults.append("\(label): wrong fixed features")
        }
    }

    private mutating func decide(_ feature: FeatureID, _ decision: Configuration.Decision) {
        let before = expected
        let answer: Result<[FeatureID], ConfiguratorError>
        if times[Int(feature)] != configurator.stage {
            answer = .failure(.wrongStage(feature, times[Int(feature)]))
        } else if before[feature] != .undecided, before[feature] != decision {
            let isShared = Set(products.map { $0[Int(feature)] }).count == 1
            answer = .failure(isShared ? .shared(feature, before[feature]) : .forced(feature, before[feature]))
        } else {
            if !decisions.contains(where: { $0.feature == feature }) {
                decisions.append(Configurator.Step(feature: feature, decision: decision))
            }
            let after = expected
            answer = .success(open(in: before).filter { after[$0] != .undecided && $0 != feature })
        }
        expect("decide", answer) { (configurator) throws(ConfiguratorError) in
            try configurator.decide(feature, decision)
        }
    }

    private mutating func undo(_ features: [FeatureID]) throws {
        let before = expected
        var answer: Result<[FeatureID], ConfiguratorError>?
        for feature in features where answer == nil {
            switch decisions.firstIndex(where: { $0.feature == feature }) {
            case nil: answer = .failure(.notDecided(feature))
            case let index?: if index < fixedCount { answer = .failure(.fixed(feature)) }
            }
        }
        if answer == nil {
            decisions.removeAll { features.contains($0.feature) }
            answer = .success(open(in: expected).filter { before[$0] != .undecided })
        }
        expect("undo", answer!) { (configurator) throws(ConfiguratorError) in try configurator.undo(features) }
        // The other decisions made anew have the same consequences.
        var other = try make()
        for step in decisions {
            while other.stage < times[Int(step.feature)] { try other.advance() }
            try other.decide(step.feature, step.decision)
        }
        while other.stage < configurator.stage { try other.advance() }
        if other.configuration != configurator.configuration || other.decisions != configurator.decisions {
            faults.append("undo: the other decisions alone give something else")
        }
    }

    private mutating func advance() {
        let open = open(in: expected).filter { times[Int($0)] == configurator.stage }
        let next = times.filter { $0 > configurator.stage }.min()
        let answer: Result<BindingTime, ConfiguratorError>
        if let next, open.isEmpty {
            answer = .success(next)
            fixedCount = decisions.count
        } else if next != nil {
            answer = .failure(.open(open))
        } else {
            answer = .failure(Set(times).count == 1 ? .noStages : .lastStage)
        }
        expect("advance", answer) { (configurator) throws(ConfiguratorError) in
            try configurator.advance()
            return configurator.stage
        }
    }

    private mutating func complete(as set: [Bool]) {
        let before = expected
        let product = Configuration(of: model, selecting: model.ids.filter { set[Int($0)] })
        var answer: Result<[FeatureID], ConfiguratorError> = .failure(.noProduct)
        if agreeing.contains(set) {
            decisions += configurator.undecidedFeaturesAtStage.map {
                Configurator.Step(feature: $0, decision: product[$0])
            }
            let after = expected
            answer = .success(open(in: before).filter { after[$0] != .undecided })
        }
        expect("complete", answer) { (configurator) throws(ConfiguratorError) in
            try configurator.complete(as: product)
        }
    }
}

extension FeatureModel {
    /// Returns a random model in which some features have binding times.
    package static func randomInStages(featureCount: Int, constraintCount: Int, using generator: inout SplitMix64)
        -> FeatureModel
    {
        var model = random(featureCount: featureCount, constraintCount: constraintCount, using: &generator)
        if generator.isTrue(1, of: 3) { return model }
        for feature in model.ids where generator.isTrue(1, of: 4) {
            let time = BindingTime.allCases.randomElement(using: &generator)!
            model[feature].attributes.append(Attribute(name: BindingTime.attribute, value: .text(time.rawValue)))
        }
        return model
    }
}
