internal import WorkLimits

/// A statement about the features of a product.
public indirect enum Proposition: Hashable, Sendable {
    /// A constant: always true, or always false.
    case constant(Bool)
    /// The product contains the feature.
    case feature(FeatureID)
    /// The operand is false.
    case not(Proposition)
    /// All operands are true.
    case and([Proposition])
    /// At least one operand is true.
    case or([Proposition])
    /// At most one operand is true.
    case atMostOne([Proposition])
    /// A chain of implications from left to right: `a => b => c` means `(a => b) => c`. It has at
    /// least two operands.
    case implies([Proposition])
    /// Both operands are true, or both are false.
    case equivalent(Proposition, Proposition)
    /// The first value is in the given relation to the second value.
    case comparison(ValueExpression, ValueRelation, ValueExpression)
    /// The operand, a proposition about parts of a clone, is true for each clone of the feature.
    /// For a feature without clones, the operand is true if the product contains the feature.
    case each(FeatureID, Proposition)

    /// The maximum nesting depth of propositions and values; deeper nesting is a finding.
    ///
    /// Nested propositions are freed recursively, and this depth needs 32 KiB of stack.
    public static let maximumDepth = 128
}

extension Proposition {
    /// Returns the proposition that is true if the conclusion is true or the premise is false.
    public static func implies(_ premise: Proposition, _ conclusion: Proposition) -> Proposition {
        .implies([premise, conclusion])
    }

    /// Returns whether the proposition is true for a set of features.
    ///
    /// - Requires: At most ``maximumDepth`` levels, and only numbers and totals as values; see
    ///   ``FeatureModel/resolved(_:)``.
    /// - Complexity: O(*n*) for *n* operators and features.
    package func holds(selecting isSelected: (FeatureID) -> Bool) -> Bool {
        switch self {
        case .constant(let value): value
        case .feature(let feature): isSelected(feature)
        case .not(let operand): !operand.holds(selecting: isSelected)
        case .and(let operands): operands.allSatisfy { $0.holds(selecting: isSelected) }
        case .or(let operands): operands.contains { $0.holds(selecting: isSelected) }
        case .atMostOne(let operands): operands.count { $0.holds(selecting: isSelected) } <= 1
        case .implies(let operands):
            operands.dropFirst().reduce(operands.first?.holds(selecting: isSelected) ?? true) {
                !$0 || $1.holds(selecting: isSelected)
            }
        case .equivalent(let left, let right):
            left.holds(selecting: isSelected) == right.holds(selecting: isSelected)
        case .comparison(let left, let relation, let right):
            Comparison(left, relation, right)?.holds(selecting: isSelected) ?? false
        case .each(let feature, let operand): !isSelected(feature) || operand.holds(selecting: isSelected)
        }
    }

    /// The operands, in order.
    public var operands: [Proposition] {
        switch self {
        case .constant, .feature, .comparison: []
        case .not(let operand), .each(_, let operand): [operand]
        case .and(let operands), .or(let operands), .atMostOne(let operands), .implies(let operands): operands
        case .equivalent(let left, let right): [left, right]
        }
    }

    /// Returns whether the depth is at most a number of levels.
    func hasDepthAtMost(_ levels: Int) -> Bool {
        var open = [(proposition: self, level: 1)]
        while let (proposition, level) = open.popLast() {
            if level > levels { return false }
            if case .comparison(let left, _, let right) = proposition {
                guard left.hasDepthAtMost(levels - level), right.hasDepthAtMost(levels - level) else { return false }
            }
            open.append(contentsOf: proposition.operands.map { ($0, level + 1) })
        }
        return true
    }

    /// A Boolean value that indicates whether each implication has at least two operands.
    var hasAllConclusions: Bool {
        var open = [self]
        while let proposition = open.popLast() {
            if case .implies(let operands) = proposition, operands.count < 2 { return false }
            open.append(contentsOf: proposition.operands)
        }
        return true
    }

    /// The number of occurrences of features.
    var featureCount: Int {
        var count = 0
        forEachFeature { _ in count += 1 }
        return count
    }

    /// Calls a function with each occurrence of a feature in the proposition.
    package func forEachFeature(_ body: (FeatureID) -> Void) {
        var open = [self]
        while let proposition = open.popLast() {
            switch proposition {
            case .feature(let feature), .each(let feature, _): body(feature)
            case .comparison(let left, _, let right):
                left.forEachFeature(body)
                right.forEachFeature(body)
            default: break
            }
            open.append(contentsOf: proposition.operands)
        }
    }

    /// Returns a value computed from the innermost propositions outward, in the order of the
    /// operands.
    ///
    /// The method isn't recursive, so a small stack is enough.
    ///
    /// - Parameter combine: Returns the value of a proposition from the values of its operands.
    package func folded<Value>(_ combine: (Proposition, [Value]) -> Value) -> Value {
        var open = [(proposition: self, operands: operands, values: [Value]())]
        while true {
            let last = open.count - 1
            let position = open[last].values.count
            if position < open[last].operands.count {
                let operand = open[last].operands[position]
                open.append((operand, operand.operands, []))
                continue
            }
            let value = combine(open[last].proposition, open[last].values)
            open.removeLast()
            if last == 0 { return value }
            open[last - 1].values.append(value)
        }
    }

    /// Returns the proposition with its operands replaced.
    package func with(_ operands: [Proposition]) -> Proposition {
        switch self {
        case .constant, .feature, .comparison: self
        case .not: .not(operands[0])
        case .and: .and(operands)
        case .or: .or(operands)
        case .atMostOne: .atMostOne(operands)
        case .implies: .implies(operands)
        case .equivalent: .equivalent(operands[0], operands[1])
        case .each(let feature, _): .each(feature, operands[0])
        }
    }

    /// Returns the proposition with its features replaced.
    package func mapped(_ feature: (FeatureID) -> FeatureID) -> Proposition {
        folded { proposition, operands in
            switch proposition {
            case .feature(let old): .feature(feature(old))
            case .comparison(let left, let relation, let right):
                .comparison(left.mapped(feature), relation, right.mapped(feature))
            case .each(let old, _): .each(feature(old), operands[0])
            default: proposition.with(operands)
            }
        }
    }

    /// Removes propositions level by level, because freeing nested ones would be recursive.
    package static func remove(_ propositions: inout [Proposition]) {
        while let proposition = propositions.popLast() { propositions.append(contentsOf: proposition.operands) }
    }
}
