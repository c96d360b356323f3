import Automata
import FeatureModels
import RandomNumbers

/// Random models with few features, in the order of a text.
struct RandomModels {
    private var random: SplitMix64
    private let maximumFeatureCount: Int
    /// Names with characters that some format must write specially.
    private let hasStrangeNames: Bool

    init(seed: UInt64, upTo maximumFeatureCount: Int = 8, hasStrangeNames: Bool = false) {
        random = SplitMix64(seed: seed)
        (self.maximumFeatureCount, self.hasStrangeNames) = (maximumFeatureCount, hasStrangeNames)
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
        return model
    }

    /// Adds groups in the order of a text: what is below a feature comes before its siblings.
    private mutating func addGroups(to parent: FeatureID, in model: inout FeatureModel, count: Int, depth: Int) {
        for _ in 0..<(depth == 0 ? 1 + below(3) : below(3)) where model.features.count < count {
            let group = model.addGroup(.optional, below: parent)
            for _ in 0..<1 + below(4) where model.features.count < count {
                let member = model.add(name(model.features.count), toGroup: group, isAbstract: below(4) == 0)
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
        (0..<UInt(1) << features.count).filter { set in
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
