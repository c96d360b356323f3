import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureLanguages
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing
import WorkLimits

/// Unfolded models and languages of random models with clones, against all trees.
@Suite struct RandomCloneTests {
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 400 : 40) }

    @Test(arguments: seeds) func unfoldedModelsAndLanguagesHaveTheProducts(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var (tried, refused) = (0, 0)
        for round in 0..<40 {
            let model = FeatureModel.randomWithClones(isBounded: true, using: &generator)
            guard let expected = EnumeratedClones(model) else { continue }
            let label: Comment = "seed \(seed), round \(round)"
            tried += 1
            do {
                let words = expected.words.sorted { $0.lexicographicallyPrecedes($1) }
                let language = try model.language()
                #expect(try language.wordList() == words, label)
                #expect(try language.minimized() == language, label)
                let unfolded = try model.unfolded()
                let products = try unfolded.model.products()
                #expect(products.count == BigInteger(words.count), label)
                let found = products.map { unfolded.word(of: $0, in: model) }
                #expect(found.sorted { $0.lexicographicallyPrecedes($1) } == words, label)
            } catch FeatureModelError.invalid(let findings) {
                #expect(
                    findings.allSatisfy { finding in
                        ["use 'each'", "use fewer digits or clones"].contains { finding.description.hasSuffix($0) }
                    }, label)
                #expect(throws: FeatureModelError.invalid(findings)) { try model.unfolded() }
                refused += 1
            }
        }
        #expect(tried > 10 && refused < tried / 2)
    }

    @Test(arguments: seeds) func languagesWithoutBoundsHaveTheShortProducts(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var (tried, refused, stopped, unfoldedCount) = (0, 0, 0, 0)
        for round in 0..<40 {
            let model = FeatureModel.randomWithClones(isBounded: false, using: &generator)
            let length = Int.random(in: 4...12, using: &generator)
            guard let expected = EnumeratedClones(model, upToLength: length) else { continue }
            let label: Comment = "seed \(seed), round \(round)"
            tried += 1
            do {
                let words = expected.words.sorted { $0.lexicographicallyPrecedes($1) }
                let language = try model.language(budget: Budget(maximumStates: 10_000))
                #expect(try language.wordList(upTo: length) == words, label)
            } catch FeatureModelError.stopped(let error) {
                #expect(error.isBudgetExceeded, label)
                stopped += 1
            } catch FeatureModelError.invalid(let findings) {
                #expect(
                    findings.allSatisfy { finding in
                        ["use 'each'", "use fewer digits or clones", "give it a bound", "give one of them a bound"]
                            .contains {
                                finding.description.hasSuffix($0)
                            }
                    }, label)
                refused += 1
            }
            var bounded = model
            for feature in model.ids where model[feature].cardinality?.upper == nil {
                bounded[feature].cardinality?.upper = 2
            }
            guard let expected = EnumeratedClones(bounded) else { continue }
            guard let unfolded = try? model.unfolded(limit: 2) else { continue }
            unfoldedCount += 1
            #expect(try unfolded.model.products().count == BigInteger(expected.products.count), label)
        }
        #expect(unfoldedCount > 5)
        #expect(tried > 10 && refused < tried * 3 / 4 && stopped < tried / 10)
    }

    /// Constraints with many literals, which are read as one, against the products of the unfolded
    /// model.
    @Test(arguments: seeds) func longConstraintsHaveTheProducts(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var model = FeatureModel(root: "R")
        let single = model.add((0..<10).map { "A\($0)" }, below: model.root, .optional)
        let clone = model.add("C", below: model.root, .optional)
        model[clone].cardinality = FeatureModel.Cardinality(0, upTo: 2)
        let cloned = model.add((0..<10).map { "B\($0)" }, below: clone, .alternative)
        func literals(_ features: [FeatureID]) -> [Proposition] {
            let isMostlyPositive = Bool.random(using: &generator)
            return features.filter { _ in Int.random(in: 0..<20, using: &generator) > 0 }.map { feature in
                let isPositive = Int.random(in: 0..<6, using: &generator) > 0 ? isMostlyPositive : !isMostlyPositive
                return isPositive ? .feature(feature) : .not(.feature(feature))
            }
        }
        func long() -> Proposition {
            let choices = [single, cloned, single + cloned, single + [clone]]
            let operands = literals(choices.randomElement(using: &generator)!)
            return switch Int.random(in: 0..<6, using: &generator) {
            case 0: .or(operands)
            case 1: .not(.and(operands))
            case 2: .not(.or(operands))
            case 3: .atMostOne(operands)
            case 4: .each(clone, .or(operands))
            default: .each(clone, .atMostOne(operands))
            }
        }
        for round in 0..<5 {
            model.constraints = (0..<2).map { _ in
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: .or([long(), long()])
                case 1: .implies(.feature(single[0]), long())
                case 2: .equivalent(.feature(clone), long())
                default: long()
                }
            }
            let products = try model.unfolded().model.products()
            let language = try model.language()
            #expect(try language.wordCount() == products.count, "seed \(seed), round \(round)")
        }
    }
}

extension FeatureModel {
    /// Returns a random model in which some features have clones.
    fileprivate static func randomWithClones(isBounded: Bool, using generator: inout SplitMix64) -> FeatureModel {
        var model = random(
            featureCount: Int.random(in: 2...6, using: &generator),
            constraintCount: Int.random(in: 0...2, using: &generator), using: &generator)
        for feature in model.ids.dropFirst() where generator.isTrue(1, of: 2) {
            let lower = Int.random(in: 0...2, using: &generator)
            let upper = Int.random(in: max(1, lower)...3, using: &generator)
            let isBounded = isBounded || generator.isTrue(1, of: 2)
            model[feature].cardinality = Cardinality(lower, upTo: isBounded ? upper : nil)
        }
        func proposition() -> Proposition {
            .random(depth: 2, featureCount: model.features.count, valuesOf: model, using: &generator)
        }
        func each(_ operand: Proposition) -> Proposition {
            .each(FeatureID(Int.random(in: 0..<model.features.count, using: &generator)), operand)
        }
        /// Compares numbers within clones with numbers outside.
        func sizes() -> Proposition {
            func size() -> ValueExpression {
                .size(of: FeatureID(Int.random(in: 0..<model.features.count, using: &generator)))
            }
            return .comparison(
                .operation(size(), generator.isTrue(1, of: 2) ? .plus : .minus, size()),
                ValueRelation.allCases.randomElement(using: &generator)!,
                .number(Double(Int.random(in: 0...3, using: &generator))))
        }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: model.constraints.append(each(proposition()))
        case 1: model.constraints.append(each(.or([proposition(), each(proposition())])))
        case 2: model.constraints.append(.implies(each(proposition()), each(each(proposition()))))
        case 3: model.constraints.append(each(sizes()))
        case 4: model.constraints.append(each(.or([sizes(), each(sizes())])))
        case 5: model.constraints.append(.equivalent(sizes(), .not(each(sizes()))))
        default: break
        }
        return model
    }
}

extension DFA {
    /// The words as names, in order.
    fileprivate func wordList(upTo length: Int? = nil) throws -> [[String]] {
        try Array(words(ofLengths: 0...(length ?? .max)))
            .map { $0.map { alphabet.name(of: Symbol($0)) } }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension UnfoldedFeatureModel {
    /// Returns the word of a product.
    fileprivate func word(of product: Configuration, in folded: FeatureModel) -> [String] {
        func word(_ copy: FeatureID) -> [String] {
            let name = folded[originalFeatures[Int(copy)]].name
            let groups = model.groups.filter { $0.parent == copy }
            let members = groups.flatMap(\.members).sorted().filter { product[$0] == .selected }
            return groups.isEmpty ? [name] : [name] + members.flatMap(word) + ["/" + name]
        }
        return word(model.root)
    }
}
