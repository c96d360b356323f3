import AlgorithmSupport
import Automata
import FeatureModels

/// Random models with few features, in the order of a text.
struct RandomModels {
    private var random: SplitMix64
    private let maximumFeatureCount: Int
    /// Names with characters that some format must write specially.
    private let hasStrangeNames: Bool
    /// Types, comparisons, and, if the engines needn't read the model, cardinalities.
    private let (hasValues, hasClones): (Bool, Bool)

    init(
        seed: UInt64, upTo maximumFeatureCount: Int = 8, hasStrangeNames: Bool = false, hasValues: Bool = false,
        hasClones: Bool = false
    ) {
        random = SplitMix64(seed: seed)
        (self.maximumFeatureCount, self.hasStrangeNames) = (maximumFeatureCount, hasStrangeNames)
        (self.hasValues, self.hasClones) = (hasValues, hasClones)
    }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private static let strangeNames = [
        "a b", "a.b", "or", "true", " x ", "é", "a\"b", "<&>", "1", "a..b", "c'd", "say \"hi\"", "x\ny", "$",
        "features",
        "String", "-", "a-b", "root", "{", "\u{1F600}", "A.B.C", ".", "tab\tbed", "not", "p cnf", "12",
    ]

    private mutating func name(_ index: Int) -> String {
        hasStrangeNames && below(2) == 0 ? Self.strangeNames[below(Self.strangeNames.count)] + "\(index)" : "F\(index)"
    }

    mutating func model() -> FeatureModel {
        var model = FeatureModel(root: name(0), isAbstract: below(3) == 0)
        let count = 1 + below(maximumFeatureCount)
        addGroups(to: model.root, in: &model, count: count, depth: 0)
        if below(2) == 0 { for feature in model.ids where below(3) == 0 { model[feature].attributes = attributes() } }
        for _ in 0..<below(4) { model.constraints.append(proposition(model, depth: below(5))) }
        if hasValues { addComparisons(to: &model) }
        return model
    }

    private mutating func addComparisons(to model: inout FeatureModel) {
        for feature in model.ids where below(3) > 0 {
            model[feature].attributes.append(
                FeatureModel.Attribute(name: "cost", value: .number([1, 2.5, -3, 0.1, 12][below(5)])))
        }
        if hasClones {
            for feature in model.ids.dropFirst() where below(3) == 0 && !model[feature].name.contains(".") {
                let lower = below(3)
                model[feature].cardinality = FeatureModel.Cardinality(
                    lower, upTo: below(3) == 0 ? nil : max(1, lower) + below(2))
            }
        }
        for _ in 0..<1 + below(4) {
            var constraint = comparison(model)
            switch below(6) {
            case 0: constraint = .implies(proposition(model, depth: 1), constraint)
            case 1: constraint = .not(constraint)
            case 2: constraint = .and([constraint, comparison(model)])
            case 3: constraint = .each(FeatureID(below(model.features.count)), constraint)
            default: break
            }
            // Constraints about each clone may stand first, in attributes.
            model.constraints.insert(constraint, at: below(2) == 0 ? 0 : model.constraints.count)
            if !model.findings.isEmpty { model.constraints.removeAll { $0 == constraint } }
        }
    }

    private mutating func comparison(_ model: FeatureModel) -> Proposition {
        let relation = ValueRelation.allCases[below(ValueRelation.allCases.count)]
        let texts = model.ids.filter { model[$0].type == .text }
        if below(4) == 0, !texts.isEmpty {
            let owner = texts[below(texts.count)]
            return .comparison(
                .value(of: owner), below(2) == 0 ? .equal : .notEqual,
                below(2) == 0 ? .text(["a", "", "b c"][below(3)]) : .value(of: texts[below(texts.count)]))
        }
        return .comparison(number(model, depth: below(4)), relation, number(model, depth: below(2)))
    }

    private mutating func number(_ model: FeatureModel, depth: Int) -> ValueExpression {
        let any = FeatureID(below(model.features.count))
        if depth > 0 {
            switch below(6) {
            case 0: return .floor(number(model, depth: depth - 1))
            case 1: return .ceiling(number(model, depth: depth - 1))
            default:
                let operation = ValueExpression.Operator.allCases[below(4)]
                return .operation(number(model, depth: depth - 1), operation, number(model, depth: below(depth)))
            }
        }
        let typed = model.ids.filter { model[$0].type != .boolean }
        switch below(8) {
        case 0: return .sum(of: "cost", below: below(2) == 0 ? nil : any)
        case 1: return .average(of: "cost", below: below(2) == 0 ? nil : any)
        case 2: return .size(of: any)
        case 3: return .attribute("cost", of: any)
        case 4 where !typed.isEmpty:
            let feature = typed[below(typed.count)]
            return model[feature].type == .text ? .length(.value(of: feature)) : .value(of: feature)
        case 5: return .length(.text("four"))
        case 6 where below(3) == 0: return .total(any == 0 ? [0: 2] : [any: 2, 0: -1.5])
        default: return .number([0, 1, -1, 2.5, 7][below(5)])
        }
    }

    /// Gives a feature a type and values.
    private mutating func addValues(to feature: FeatureID, in model: inout FeatureModel) {
        let types: [FeatureModel.ValueType] = [.integer, .real, .text]
        let type = types[below(3)]
        model[feature].type = type
        let first = Double(below(5) - 2)
        switch type {
        case .integer:
            model.add(
                values: (0..<1 + below(4)).map { .number(first + Double($0) * (below(4) == 0 ? 10 : 1)) },
                below: feature)
        case .real: model.add(values: [.number(first), .number(first + 0.5)], below: feature)
        default: model.add(values: [.text("a"), .text("b c"), .text(hasStrangeNames ? "it's" : "its")], below: feature)
        }
    }

    /// Adds groups in the order of a text: what is below a feature comes before its siblings.
    private mutating func addGroups(to parent: FeatureID, in model: inout FeatureModel, count: Int, depth: Int) {
        for _ in 0..<(depth == 0 ? 1 + below(3) : below(3)) where model.features.count < count {
            let group = model.addGroup(.optional, below: parent)
            for _ in 0..<1 + below(4) where model.features.count < count {
                let member = model.add(name(model.features.count), toGroup: group, isAbstract: below(4) == 0)
                if hasValues, below(3) == 0 { addValues(to: member, in: &model) }
                if depth < 4 { addGroups(to: member, in: &model, count: count, depth: depth + 1) }
            }
            let size = model.groups[group].members.count
            let lower = below(size + 1)
            let kinds: [FeatureModel.Group.Kind] = [
                .mandatory, .optional, .or, .alternative, .cardinality(lower...lower + below(size - lower + 1)),
            ]
            model.setKind(kinds[below(kinds.count)], ofGroup: group)
        }
    }

    private mutating func attributes() -> [FeatureModel.Attribute] {
        (0..<1 + below(3)).map { FeatureModel.Attribute(name: name($0), value: value(depth: below(3))) }
    }

    private mutating func value(depth: Int) -> FeatureModel.Attribute.Value {
        switch below(depth == 0 ? 6 : 8) {
        case 0: .boolean(below(2) == 0)
        case 1: .number(Double(below(100)))
        case 2:
            .number(
                [0.1, -2.5, 1e300, -1e-300, 1 / 3, Double.leastNonzeroMagnitude, -0.0, 123456789012345680][below(8)])
        case 3: .text("text")
        case 4: .text(name(1))
        case 5: .boolean(true)
        case 6: .list((0..<below(3)).map { _ in value(depth: depth - 1) })
        default:
            .attributes((0..<below(3)).map { FeatureModel.Attribute(name: "n\($0)", value: value(depth: depth - 1)) })
        }
    }

    mutating func proposition(_ model: FeatureModel, depth: Int) -> Proposition {
        guard depth > 0 else {
            return below(8) == 0 ? .constant(below(2) == 0) : .feature(FeatureID(below(model.features.count)))
        }
        func operands(_ models: inout RandomModels) -> [Proposition] {
            (0..<models.below(5)).map { _ in models.proposition(model, depth: models.below(depth)) }
        }
        switch below(6) {
        case 0: return .not(proposition(model, depth: depth - 1))
        case 1: return .and(operands(&self))
        case 2: return .or(operands(&self))
        case 3: return .atMostOne(operands(&self))
        case 4: return .implies(proposition(model, depth: depth - 1), proposition(model, depth: below(depth)))
        default: return .equivalent(proposition(model, depth: below(depth)), proposition(model, depth: depth - 1))
        }
    }
}

extension FeatureModel {
    /// All products, as sets of bits, found by trying all sets.
    var productsByTrying: [UInt] {
        let constraints = resolvedConstraints
        return (0..<UInt(1) << features.count).filter { set in
            func isIn(_ feature: FeatureID) -> Bool { set >> UInt(Int(feature)) & 1 == 1 }
            return isIn(root)
                && groups.allSatisfy { group in
                    let count = group.members.count(where: isIn)
                    return isIn(group.parent) ? group.bounds.contains(count) : count == 0
                }
                && constraints.allSatisfy { $0.holds(selecting: isIn) }
        }
    }
}
