internal import Automata

/// A statement about which features a product holds.
public indirect enum Proposition: Hashable, Sendable {
    /// Always true, or never.
    case constant(Bool)
    /// The product holds the feature.
    case feature(FeatureID)
    /// The operand is false.
    case not(Proposition)
    /// All operands are true.
    case and([Proposition])
    /// At least one operand is true.
    case or([Proposition])
    /// At most one operand is true.
    case atMostOne([Proposition])
    /// The second operand is true if the first one is.
    case implies(Proposition, Proposition)
    /// Both operands are true, or both are false.
    case equivalent(Proposition, Proposition)

    /// The most levels of propositions within each other; a deeper one is a finding.
    ///
    /// Calls within each other let go of them, which takes 32 KiB of stack.
    public static let maximumDepth = 128
}

extension Proposition {
    /// Returns whether the proposition is true for a set of features.
    ///
    /// - Requires: At most ``maximumDepth`` levels.
    /// - Complexity: O(*n*) for *n* operators and features.
    public func holds(selecting isSelected: (FeatureID) -> Bool) -> Bool {
        switch self {
        case .constant(let value): value
        case .feature(let feature): isSelected(feature)
        case .not(let operand): !operand.holds(selecting: isSelected)
        case .and(let operands): operands.allSatisfy { $0.holds(selecting: isSelected) }
        case .or(let operands): operands.contains { $0.holds(selecting: isSelected) }
        case .atMostOne(let operands): operands.count { $0.holds(selecting: isSelected) } <= 1
        case .implies(let premise, let conclusion):
            !premise.holds(selecting: isSelected) || conclusion.holds(selecting: isSelected)
        case .equivalent(let left, let right):
            left.holds(selecting: isSelected) == right.holds(selecting: isSelected)
        }
    }

    /// The operands, in order.
    public var operands: [Proposition] {
        switch self {
        case .constant, .feature: []
        case .not(let operand): [operand]
        case .and(let operands), .or(let operands), .atMostOne(let operands): operands
        case .implies(let left, let right), .equivalent(let left, let right): [left, right]
        }
    }

    /// Returns whether no more than so many levels lie within each other.
    func isAtMostDeep(_ levels: Int) -> Bool {
        var open = [(proposition: self, level: 1)]
        while let (proposition, level) = open.popLast() {
            if level > levels { return false }
            open.append(contentsOf: proposition.operands.map { ($0, level + 1) })
        }
        return true
    }

    /// Calls a function with each feature of the proposition, as often as it occurs.
    func forEachFeature(_ body: (FeatureID) -> Void) {
        var open = [self]
        while let proposition = open.popLast() {
            if case .feature(let feature) = proposition { body(feature) }
            open.append(contentsOf: proposition.operands)
        }
    }

    /// Returns a value that is made from the innermost propositions outward, in the order of the
    /// operands.
    ///
    /// No call stands for a level, so that a small stack is enough.
    ///
    /// - Parameter combine: Makes the value of a proposition from those of its operands.
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

    /// Removes propositions, level by level: those within each other would otherwise be let go of
    /// by calls within each other.
    package static func remove(_ propositions: inout [Proposition]) {
        while let proposition = propositions.popLast() { propositions.append(contentsOf: proposition.operands) }
    }
}
